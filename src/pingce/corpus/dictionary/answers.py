"""What asking for an address can end in."""

from typing import Literal, NamedTuple

Kind = Literal["page", "gone", "refused", "failed"]
"""There; not there (404, 410); not to be had or not wanted; no use for now, may work another time."""


class Answer(NamedTuple):
    """The end of a request, after redirects and retries."""

    kind: Kind
    reason: str = ""
    body: bytes = b""
    url: str = ""
    """Where the page really was."""
    charset: str | None = None


class Try(NamedTuple):
    """One request over the wire; status 0 means no answer at all."""

    status: int
    body: bytes = b""
    reason: str = ""
    charset: str | None = None
    content_type: str = ""
    location: str | None = None
    retry_after: str | None = None
