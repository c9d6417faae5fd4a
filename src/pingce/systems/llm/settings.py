"""What can be set about asking a language model."""

from dataclasses import dataclass

from pingce.systems.settings import at_run_time


@dataclass(frozen=True)
class EndpointSettings:
    """Where an endpoint is and how patiently it is asked: for whoever runs a model to say, never for its folder.

    The key is no setting: it comes from the environment variable ``key_env``. Systems that ask other models have
    these, too, for members that ask an endpoint.
    """

    base_url: str = at_run_time("")
    """Up to and including the version: http://localhost:8000/v1"""
    key_env: str = at_run_time("OPENAI_API_KEY")
    cache: str = at_run_time("")
    """Folder of the answers received so far; without it the user's cache folder."""
    workers: int = at_run_time(4)
    """Requests under way at the same time."""
    timeout: float = at_run_time(120.0)
    """Seconds for one request."""
    retries: int = at_run_time(5)
    """After time-outs, 429 and 5xx."""
    pause: float = at_run_time(1.0)
    """Seconds before the first retry; each further pause is twice as long."""
    longest_wait: float = at_run_time(300.0)
    """Seconds; an endpoint that asks for more patience (Retry-After) is left alone until the next run."""
    give_up: int = at_run_time(10)
    """Stop after so many questions in a row that the endpoint did not answer at all."""


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
