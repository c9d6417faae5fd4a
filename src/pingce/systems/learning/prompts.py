"""Prompted span extraction: a prompt and a text go in, the first and last tokens of what is asked for come out.

This is UIE (Lu et al. 2022, in the form of PaddleNLP): a schema is turned into prompts such as 杯子的处所, and a choice
into 杯子的距离[远，近], which is answered by a fragment of the prompt itself. A folder of UIE, an ERNIE with the heads
``linear_start`` and ``linear_end``, starts with what it knows; of any other encoder the heads start from nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch.nn.functional import binary_cross_entropy_with_logits

from pingce.systems.interface import Model, Training

from .anchored import stacked
from .device import device
from .encoder import Pretrained
from .pointing import best_pair
from .reader import ReaderSettings, read_numbers, train_reader
from .tokens import Tokens

HEADS = ("linear_start", "linear_end")
START = 5.0
"""How far ahead "neither first nor last" starts, as hardly any token is one; UIE's own heads know it."""
LONGEST = 24
"""Tokens of the likeliest fragment."""
OFFERED = 6


@dataclass(frozen=True)
class UieSettings(ReaderSettings):
    """Those of PaddleNLP for uie-base: lr=1e-5, head_lr=1e-5, batch=16, negatives=5."""

    epochs: int = 3
    longest: int = 290
    """Tokens of prompt and text together."""
    negatives: float = 1.0
    """Prompts without an answer to learn from, for one that has one."""
    threshold: float = 0.5
    """A token is a first or last one if it is this likely."""
    answer_all: bool = True
    """Where reasons have types: one of every type, or only of those of which something was found."""


class Prompt(NamedTuple):
    """What is asked about a text."""

    question: str
    text: str


@dataclass(frozen=True)
class Prompted:
    """A prompt and its text as tokens; either knows the characters of its own tokens only."""

    text: Tokens
    question: Tokens

    @property
    def ids(self) -> tuple[int, ...]:
        return self.text.ids


class PieceEnds(NamedTuple):
    """Where answers begin and where they end, in tokens."""

    first: tuple[int, ...]
    last: tuple[int, ...]


PromptRow = tuple[Sequence[int], PieceEnds]
"""A prompt and its text as the encoder reads them, and what is right."""


class PromptReader(torch.nn.Module):
    """Two numbers per token: is it the first, is it the last of an answer."""

    def __init__(self, pretrained: Pretrained, dropout: float) -> None:
        super().__init__()
        self.encoder = pretrained.encoder
        self.dropout = torch.nn.Dropout(dropout)
        self.linear_start, self.linear_end = (torch.nn.Linear(pretrained.width, 1) for _ in HEADS)
        for head in (self.linear_start, self.linear_end):
            torch.nn.init.constant_(head.bias, -START)
        self._sep = pretrained.tokenizer.sep_token_id
        self._two_sides = getattr(pretrained.encoder.config, "type_vocab_size", 0) > 1

    def forward(self, rows: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
        ids, real = (tensor.to(device()) for tensor in stacked(rows, pad))
        sides = {}
        if self._two_sides:
            ends = (ids == self._sep).long()
            sides["token_type_ids"] = ((ends.cumsum(dim=1) - ends) > 0).long() * real
        states = self.dropout(self.encoder(input_ids=ids, attention_mask=real, **sides).last_hidden_state)
        return torch.cat((self.linear_start(states), self.linear_end(states)), dim=-1)


def prompt_reader(dropout: float, *, knows: Path | None = None) -> Callable[[Pretrained], PromptReader]:
    """How the network is built around an encoder; with the heads of the folder ``knows`` where it has some."""

    def build(pretrained: Pretrained) -> PromptReader:
        network = PromptReader(pretrained, dropout)
        heads = stored_heads(knows) if knows is not None else {}
        if heads:
            network.load_state_dict(heads, strict=False)
        return network

    return build


def stored_heads(folder: Path) -> dict[str, torch.Tensor]:
    """The heads of UIE in an encoder's folder; none where there are none, or where it is a name of the hub."""
    from safetensors import safe_open

    weights, older = folder / "model.safetensors", folder / "pytorch_model.bin"
    if weights.is_file():
        with safe_open(weights, framework="pt") as file:
            return {name: file.get_tensor(name).float() for name in file.keys() if name.startswith(HEADS)}  # noqa: SIM118 (no mapping)
    if older.is_file():
        tensors = torch.load(older, map_location="cpu", weights_only=True)
        return {name: tensor.float() for name, tensor in tensors.items() if name.startswith(HEADS)}
    return {}


def prompted(tokenizer: Any, prompts: Sequence[Prompt], longest: int) -> list[Prompted]:  # noqa: ANN401 (has no type of its own)
    """Prompts with their texts as tokens; of what is too long the end of the text is cut off."""
    if not prompts:
        return []
    encoded = tokenizer(
        [prompt.question for prompt in prompts],
        [prompt.text for prompt in prompts],
        truncation="only_second",
        max_length=longest,
        return_offsets_mapping=True,
    )
    rows = []
    for n, (ids, places) in enumerate(zip(encoded["input_ids"], encoded["offset_mapping"], strict=True)):
        sides = encoded.sequence_ids(n)
        question, text = (
            Tokens(tuple(ids), tuple(tuple(p) if s == side else (0, 0) for p, s in zip(places, sides, strict=True)))
            for side in (0, 1)
        )
        rows.append(Prompted(text, question))
    return rows


def ends_of(pieces: Sequence[Sequence[int]]) -> PieceEnds:
    """The first and last tokens of some pieces (tokens of each, in order)."""
    return PieceEnds(tuple(piece[0] for piece in pieces), tuple(piece[-1] for piece in pieces))


def ends_loss(numbers: torch.Tensor, ends: PieceEnds) -> torch.Tensor:
    """Of one prompt: the mean over its tokens, for first and for last ones."""
    right = torch.zeros_like(numbers)
    for column, tokens in enumerate(ends):
        right[list(tokens), column] = 1.0
    return binary_cross_entropy_with_logits(numbers, right)


class PromptedPiece(NamedTuple):
    """A fragment in tokens, first and last, and how likely the less likely of the two is."""

    first: int
    last: int
    share: float

    @property
    def tokens(self) -> range:
        return range(self.first, self.last + 1)


def fragments(numbers: torch.Tensor, tokens: Tokens, threshold: float) -> list[PromptedPiece]:
    """Fragments in the tokens that stand for characters: from every likely first one to the next likely last one."""
    shares = numbers.sigmoid().tolist()
    firsts, lasts = (
        [i for i, (start, end) in enumerate(tokens.places) if end > start and shares[i][column] >= threshold]
        for column in (0, 1)
    )
    pieces: list[PromptedPiece] = []
    for n, first in enumerate(firsts):
        last = next((i for i in lasts if i >= first), None)
        if last is None or (n + 1 < len(firsts) and firsts[n + 1] <= last):
            continue  # another begins before this one ends
        pieces.append(PromptedPiece(first, last, min(shares[first][0], shares[last][1])))
    return pieces


def sureness(numbers: torch.Tensor, tokens: Tokens) -> float:
    """How likely there is an answer in these tokens: the mean of the likeliest first and the likeliest last one."""
    real = [i for i, (start, end) in enumerate(tokens.places) if end > start]
    return float(numbers[real].sigmoid().amax(dim=0).mean()) if real else 0.0


def likeliest(numbers: torch.Tensor, tokens: Tokens) -> list[list[int]]:
    """What the answer might be if there must be one: the best pair of ends, then single tokens."""
    real = [i for i, (start, end) in enumerate(tokens.places) if end > start]
    if not real:
        return []
    first, last = numbers[:, 0].clone(), numbers[:, 1].clone()
    other = [i for i in range(len(numbers)) if i not in set(real)]
    first[other] = last[other] = float("-inf")
    (start, end), _ = best_pair(first, last, LONGEST)
    singles = (first + last).topk(min(OFFERED, len(real))).indices.tolist()
    return [[*range(start, end + 1)], *([token] for token in singles)]


def with_negatives(rows: Sequence[PromptRow], share: float, seed: int) -> list[PromptRow]:
    """All rows with an answer, and so many of the others for each of them, drawn by the seed; in their order."""
    answered = [n for n, (_, ends) in enumerate(rows) if ends.first]
    others = [n for n, (_, ends) in enumerate(rows) if not ends.first]
    order = torch.randperm(len(others), generator=torch.Generator().manual_seed(seed)).tolist()
    drawn = [others[k] for k in order[: round(share * len(answered))]]
    return [rows[n] for n in sorted((*answered, *drawn))]


def train_prompts(
    training: Training,
    settings: UieSettings,
    rows_of: Callable[[Pretrained], list[PromptRow]],
    model: Callable[[torch.nn.Module, Pretrained], Model],
) -> None:
    """Train one network for all prompts of a task and save it in the folder of the training.

    ``rows_of`` gives all prompts, also those without an answer, of which the settings keep some; ``model`` is what is
    asked about dev.
    """

    def kept_rows(pretrained: Pretrained) -> list[PromptRow]:
        return with_negatives(rows_of(pretrained), settings.negatives, training.seed)

    build = prompt_reader(settings.dropout, knows=training.encoder)
    train_reader(training, build, kept_rows, ends_loss, model)


def read_prompts(
    network: torch.nn.Module, pretrained: Pretrained, prompts: Sequence[Prompt], settings: UieSettings
) -> Iterator[tuple[int, Prompted, torch.Tensor]]:
    """By place among the prompts, each prompt as tokens and the network's two numbers for every token."""
    rows = prompted(pretrained.tokenizer, prompts, settings.longest)
    ids = [row.ids for row in rows]
    for n, numbers in read_numbers(network, ids, pretrained.tokenizer.pad_token_id, settings):
        yield n, rows[n], numbers
