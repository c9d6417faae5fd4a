"""What a run used and what it cost."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pingce.systems.interface import Prediction

from .settings import LlmSettings

MILLION = 1_000_000


@dataclass(frozen=True)
class Report:
    """Tokens asked for in this run, tokens whose answers were known, and the price of the former."""

    questions: int
    failed: int
    rounds: int
    cached: int
    tokens_in: int
    tokens_out: int
    cached_in: int
    cached_out: int
    cost: float
    cost_without_cache: float


def cost_so_far(predictions: Iterable[Prediction], settings: LlmSettings) -> str:
    """For the line that tells how far a run is; nothing where no prices are known."""
    if not settings.price_in and not settings.price_out:
        return ""
    return f"cost {report(list(predictions), settings).cost:.4f}"


def option_signature(predictions: Sequence[Prediction], settings: LlmSettings) -> str:
    """How options were scored in a run, and of how many items, so that two results can be told apart."""
    ways = Counter(str(prediction.detail.get("scored", "reply")) for prediction in predictions)
    scored = ",".join(f"{way}={count}" for way, count in sorted(ways.items()))
    return f"model:{settings.model}|api:{settings.api}|k:{settings.k}|options:{settings.options}|scored:{scored}"


def report(predictions: Sequence[Prediction], settings: LlmSettings) -> Report:
    """Tokens and money of a run, summed over its predictions."""
    names = ("rounds", "cached", "tokens_in", "tokens_out", "cached_in", "cached_out")
    sums = {name: sum(int(prediction.detail.get(name, 0)) for prediction in predictions) for name in names}

    def price(tokens_in: int, tokens_out: int) -> float:
        return (tokens_in * settings.price_in + tokens_out * settings.price_out) / MILLION

    return Report(
        questions=len(predictions),
        failed=sum(prediction.failed is not None for prediction in predictions),
        cost=price(sums["tokens_in"], sums["tokens_out"]),
        cost_without_cache=price(sums["tokens_in"] + sums["cached_in"], sums["tokens_out"] + sums["cached_out"]),
        **sums,
    )
