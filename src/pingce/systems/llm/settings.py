"""What can be set about asking a language model."""

from dataclasses import dataclass
from typing import Literal

from pingce.systems.settings import EndpointSettings, at_run_time


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
    api: Literal["chat", "completions"] = "chat"
    """Whether the endpoint takes a conversation or one text to go on with (base models)."""
    samples: int = 1
    """Replies to each question; of several the commonest answer counts, the first where two are as common."""
    thinking: str = ""
    """How much a model may think first: ``off``, ``low``, ``medium``, ``high``, or a number of tokens."""
    options: Literal["reply", "logprobs"] = "reply"
    """How one label or one option is chosen: read from a reply, or the one the model finds most probable."""
    top_logprobs: int = 20
    """With ``logprobs``: of how many first tokens the endpoint is asked for probabilities; not all give so many."""
    per_character: bool = False
    """With ``logprobs`` of whole option texts: compared per character, so that long options are not at a loss."""
    log: str = at_run_time("")
    """A file to which every request and its reply are added, a line each, so that a run can be shown and repeated."""
    batch_write: str = at_run_time("")
    """A file for the requests of the run that have no reply yet, in OpenAI's batch format; nobody is asked."""
    batch_read: str = at_run_time("")
    """The results of such a file, put into the cache before anybody is asked."""
    price_in: float = 0.0
    """Of a million tokens of the prompt, in any currency."""
    price_out: float = 0.0
    """Of a million tokens of the answer."""
