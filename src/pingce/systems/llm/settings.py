"""What can be set about asking a language model."""

from dataclasses import dataclass

from pingce.systems.settings import EndpointSettings


@dataclass(frozen=True)
class LlmSettings(EndpointSettings):
    """Which model is asked, and what."""

    model: str = ""
    k: int = 4
    """Examples shown with every question, if there are any."""
    temperature: float = 0.0
    max_tokens: int = 2048
    seed: int | None = None
    """Sent along if given; some endpoints repeat an answer for the same seed."""
    json_mode: bool = False
    """Ask the endpoint for a JSON object (``response_format``); not all know it."""
    price_in: float = 0.0
    """Of a million tokens of the prompt, in any currency."""
    price_out: float = 0.0
    """Of a million tokens of the answer."""
