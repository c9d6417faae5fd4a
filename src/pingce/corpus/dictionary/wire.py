"""One HTTP request with limits on time and size; redirects are left to the caller, who knows where it may go."""

import http.client
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from typing import Literal, NamedTuple, Protocol

from pingce.formats.opener import direct_opener

VisitKind = Literal["page", "gone", "refused", "failed"]
"""There; not there (404, 410); not to be had or not wanted; no use for now, may work another time."""


class Answer(NamedTuple):
    """The end of a request, after redirects and retries."""

    kind: VisitKind
    reason: str = ""
    body: bytes = b""
    url: str = ""
    """Where the page really was."""
    charset: str | None = None


class WireResponse(NamedTuple):
    """One request over the wire; status 0 means no answer at all."""

    status: int
    body: bytes = b""
    reason: str = ""
    charset: str | None = None
    content_type: str = ""
    location: str | None = None
    retry_after: str | None = None


CHUNK = 64 * 1024
TOO_LARGE = "too-large"
TIMEOUT = "timeout"


class OpenResponse(Protocol):
    """What is needed of a response."""

    status: int
    headers: Message

    def read1(self, n: int = -1, /) -> bytes: ...


@dataclass(frozen=True)
class Wire:
    """Limits of a request."""

    user_agent: str
    timeout: float
    """Seconds for the whole request; a server that drips one byte at a time does not get more."""
    most_bytes: int
    now: Callable[[], float] = time.monotonic

    def get(self, url: str) -> WireResponse:
        request = urllib.request.Request(url, headers={"User-Agent": self.user_agent, "Accept": "text/html,*/*;q=0.5"})  # noqa: S310 (http and https only, see urls.absolute)
        opener = direct_opener()
        until = self.now() + self.timeout
        try:
            try:
                with opener.open(request, timeout=self.timeout) as response:
                    return self._read(response, until)
            except urllib.error.HTTPError as response:
                with response:
                    return _bare(response.code, response.headers)
        except TimeoutError:
            return WireResponse(0, reason=TIMEOUT)
        except (OSError, http.client.HTTPException, zlib.error) as problem:
            reason = problem.reason if isinstance(problem, urllib.error.URLError) else problem
            late = isinstance(reason, TimeoutError)
            return WireResponse(0, reason=TIMEOUT if late else str(reason) or type(reason).__name__)

    def _read(self, response: OpenResponse, until: float) -> WireResponse:
        packed = response.headers.get("Content-Encoding", "").lower() in ("gzip", "x-gzip", "deflate")
        unpack = zlib.decompressobj(wbits=47) if packed else None
        parts: list[bytes] = []
        size = 0
        while data := response.read1(CHUNK):
            if unpack is not None:
                data = unpack.decompress(data, self.most_bytes + 1)
            parts.append(data)
            size += len(data)
            if size > self.most_bytes:
                return WireResponse(response.status, reason=TOO_LARGE)
            if self.now() > until:
                return WireResponse(0, reason=TIMEOUT)
        missing = response.headers.get("Content-Length", "")
        if not packed and missing.isdecimal() and size < int(missing):
            return WireResponse(0, reason=f"{size} of {missing} bytes")
        return _bare(response.status, response.headers)._replace(body=b"".join(parts))


def _bare(status: int, headers: Message) -> WireResponse:
    return WireResponse(
        status,
        reason=f"HTTP {status}",
        charset=headers.get_content_charset(),
        content_type=headers.get_content_type() if "Content-Type" in headers else "",
        location=headers.get("Location"),
        retry_after=headers.get("Retry-After"),
    )
