"""What can be set about asking a language model."""

from dataclasses import dataclass


@dataclass(frozen=True)
class LlmSettings:
    """The key of the endpoint is never a setting: it comes from the environment variable ``key_env``."""

    base_url: str = ""
    """Up to and including the version: http://localhost:8000/v1"""
    model: str = ""
    k: int = 4
    """Examples shown with every question, if there are any."""
    temperature: float = 0.0
    max_tokens: int = 2048
    seed: int | None = None
    """Sent along if given; some endpoints repeat an answer for the same seed."""
    json_mode: bool = False
    """Ask the endpoint for a JSON object (``response_format``); not all know it."""
    key_env: str = "OPENAI_API_KEY"
    cache: str = ""
    """Folder of the answers received so far; without it the user's cache folder."""
    workers: int = 4
    """Requests under way at the same time."""
    timeout: float = 120.0
    """Seconds for one request."""
    retries: int = 5
    """After time-outs, 429 and 5xx."""
    pause: float = 1.0
    """Seconds before the first retry; each further pause is twice as long."""
    longest_wait: float = 300.0
    """Seconds; an endpoint that asks for more patience (Retry-After) is left alone until the next run."""
    give_up: int = 10
    """Stop after so many questions in a row that the endpoint did not answer at all."""
    price_in: float = 0.0
    """Of a million tokens of the prompt, in any currency."""
    price_out: float = 0.0
    """Of a million tokens of the answer."""
