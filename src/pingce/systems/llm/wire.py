"""One HTTP request."""

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import NamedTuple

from pingce import __version__
from pingce.formats.opener import direct_opener
from pingce.spec.errors import UserError
from pingce.spec.words import Words

MOST_BYTES = 16 * 1024 * 1024
TIMEOUT = "timeout"
NOT_REACHED = "not reached: "


class Attempt(NamedTuple):
    """What came back; status 0 if nothing did, and the reason why."""

    status: int
    reason: str
    body: bytes = b""
    retry_after: str | None = None


def check_address(base_url: str) -> None:
    """Refuse an address that cannot be one before anything is asked."""
    if not base_url:
        raise UserError(
            Words("没有给出服务地址。", "No address of an endpoint was given."),
            hint=Words(
                "用 --base-url 或 --set base_url=… 给出，例如 http://localhost:8000/v1。",
                "Give one with --base-url or --set base_url=…, for example http://localhost:8000/v1.",
            ),
            code="llm-no-address",
        )
    if not base_url.startswith(("http://", "https://")):
        raise UserError(
            Words(
                f"服务地址“{base_url}”应以 http:// 或 https:// 开头。",
                f"The address '{base_url}' does not begin with http:// or https://.",
            ),
            hint=Words("例如 http://localhost:8000/v1。", "For example http://localhost:8000/v1."),
            code="llm-wrong-address",
        )


def post(url: str, body: Mapping[str, object], *, key: str, timeout: float) -> Attempt:
    """One request; what went wrong is told in the result, not raised."""
    headers = {"Content-Type": "application/json", "User-Agent": f"pingce/{__version__}"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    data = json.dumps(body, ensure_ascii=False).encode()
    request = urllib.request.Request(url, data, headers, method="POST")  # noqa: S310 (http and https, see check_address)
    opener = direct_opener()
    try:
        try:
            with opener.open(request, timeout=timeout) as response:
                return Attempt(response.status, f"HTTP {response.status}", response.read(MOST_BYTES))
        except urllib.error.HTTPError as response:
            with response:
                told = response.read(MOST_BYTES)
                return Attempt(response.code, f"HTTP {response.code}", told, response.headers.get("Retry-After"))
    except urllib.error.URLError as problem:
        late = isinstance(problem.reason, TimeoutError)
        return Attempt(0, TIMEOUT if late else f"{NOT_REACHED}{problem.reason}")
    except TimeoutError:
        return Attempt(0, TIMEOUT)
    except (OSError, http.client.HTTPException) as problem:
        # Reached, but the connection broke.
        return Attempt(0, str(problem) or type(problem).__name__)
