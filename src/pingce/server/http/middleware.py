"""What happens to every request: an id, limits, headers, one line in the log, and our own bugs look like bugs."""

import logging
import re
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any

import orjson
from starlette.exceptions import HTTPException

from pingce.spec.words import Words

from .error_responses import error_body, error_headers
from .errors import BadBodyError, ComeBackError, TooLargeError, WrongHostError
from .hosts import named, wrong_host_page

if TYPE_CHECKING:
    from ..request_context import Server

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("pingce.server")

BODY_MOST = 4 * 2**20
UPLOAD_MOST = 64 * 2**20
UPLOADS = re.compile(
    r"/api/(people/import|campaigns/\d+/(items/file|preannotations)|competitions/\d+/(files|pack|table|submissions)"
    r"|benchmarks/[^/]+/(sources|files|answers))"
)
HEALTH = "/api/health"
"""Answers by whatever name: those who look after machines know them by numbers or by names of their own."""
GIVEN_ID = re.compile(rb"[A-Za-z0-9_.-]{8,64}")
INVITE = re.compile(r"(?<=/join/)[^/]+")
"""The key of an invite, which whoever reads the log could take up."""

POLICY = (
    b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; frame-ancestors 'none'; "
    b"base-uri 'self'; form-action 'self'"
)
"""Naive UI writes its styles into the page; nothing else may come from elsewhere or go there."""
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", POLICY),
]


HSTS = (b"strict-transport-security", b"max-age=31536000")
"""For those who came by https (the proxy says so), who shall do so from now on; not for other names of the domain."""


class RequestMiddleware:
    """ASGI middleware, the outermost one."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await RequestPassage(scope, send).run(self.app, receive)


class RequestPassage:
    """One request on its way through."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.send_on = send
        self.headers = dict(scope["headers"])
        self.id = _request_id(self.headers)
        self.status = 0
        self.started = time.perf_counter()
        self.most = UPLOAD_MOST if UPLOADS.fullmatch(scope["path"]) else BODY_MOST
        self.received = 0
        scope["pingce.request"] = self.id

    async def run(self, app: App, receive: Receive) -> None:
        self.receive_from = receive
        figures = self.scope["app"].state.metrics
        figures.under_way.inc()
        try:
            refusal = self._refusal()
            if isinstance(refusal, WrongHostError) and b"text/html" in self.headers.get(b"accept", b""):
                await self._answer(refusal.status, wrong_host_page(refusal), b"text/html; charset=utf-8")
            elif refusal is not None:
                if isinstance(refusal, ComeBackError):
                    await refusal.hold_back()
                await self._answer(refusal.status, error_body(refusal, self.id), more=error_headers(refusal))
            else:
                await app(self.scope, self._receive, self._send)
        except Exception:
            log.exception("bug", extra={"pingce": {"request": self.id, "path": self._path()}})
            if not self.status:
                await self._answer(500, error_body(None, self.id))
        finally:
            figures.under_way.dec()
            figures.note(self.scope["method"], self._route(), self.status, self.started)
            self._note()

    def _refusal(self) -> BadBodyError | ComeBackError | TooLargeError | WrongHostError | None:
        """What need not be read to be refused. No database takes a NUL in a text."""
        host = self.headers.get(b"host", b"")
        if self.scope["path"] != HEALTH and not self.scope["app"].state.server.hosts.takes(host):
            return WrongHostError(named(host))
        if "\x00" in self.scope["path"] or b"%00" in self.scope["query_string"]:
            return BadBodyError(Words("地址中有 NUL 字符。", "The address has a NUL character."), code="bad-address")
        length = self.headers.get(b"content-length", b"0")
        if not length.isdigit():
            return BadBodyError(
                Words("Content-Length 不是数字。", "Content-Length is not a number."), code="bad-length"
            )
        if int(length) > self.most:
            return TooLargeError(self.most)
        server: Server = self.scope["app"].state.server
        return server.sign_in_lines.refusal(self.scope["method"], self.scope["path"], self._address(), server.secret)

    async def _receive(self) -> Message:
        message = await self.receive_from()
        if message["type"] == "http.request":
            self.received += len(message.get("body", b""))
            if self.received > self.most:
                raise HTTPException(413)  # the only kind that passes through FastAPI's reading of bodies as it is
        return message

    async def _send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            api = self.scope["path"].startswith("/api/")
            given = {name for name, _ in message["headers"]}  # a route may know better, see routes/project.py
            more = [*(header for header in HEADERS if header[0] not in given), (b"x-request-id", self.id.encode())]
            if self.scope["scheme"] == "https":
                more.append(HSTS)
            if api and b"cache-control" not in given:
                more.append((b"cache-control", b"no-store"))
            message["headers"] = [*message["headers"], *more]
        await self.send_on(message)

    async def _answer(
        self, status: int, body: bytes, kind: bytes = b"application/json", *, more: Mapping[str, str] | None = None
    ) -> None:
        headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        headers += [(name.lower().encode(), value.encode()) for name, value in (more or {}).items()]
        if status == 413:
            headers.append((b"connection", b"close"))  # the rest of the body is not read
        await self._send({"type": "http.response.start", "status": status, "headers": headers})
        await self._send_body(body)

    async def _send_body(self, body: bytes) -> None:
        await self.send_on({"type": "http.response.body", "body": body})

    def _route(self) -> str:
        """The pattern of the address; one for all that match none."""
        pattern = str(getattr(self.scope.get("route"), "path", "unmatched"))
        prefix = "/api" if self.scope["path"].startswith("/api/") and pattern.startswith("/") else ""
        return pattern if pattern.startswith("/api/") else prefix + pattern

    def _address(self) -> str | None:
        client = self.scope.get("client")
        return client[0] if client else None

    def _path(self) -> str:
        return INVITE.sub("…", self.scope["path"])

    def _note(self) -> None:
        if not log.isEnabledFor(logging.INFO):
            return
        line = {
            "request": self.id,
            "method": self.scope["method"],
            "path": self._path(),
            "status": self.status,
            "ms": round((time.perf_counter() - self.started) * 1000, 1),
            "user": self.scope.get("pingce.user"),
            "address": self._address(),
        }
        log.info("request", extra={"pingce": line})


def _request_id(headers: dict[bytes, bytes]) -> str:
    """A proxy's id is kept, so that its log and ours can be put side by side."""
    given = headers.get(b"x-request-id", b"")
    return given.decode() if GIVEN_ID.fullmatch(given) else secrets.token_hex(8)


def log_to_stderr(level: str) -> None:
    """Send what the server logs to stderr, from this level up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


class JsonLines(logging.Formatter):
    """One JSON object per line: time, level, what, and what the record carries."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            **getattr(record, "pingce", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return orjson.dumps(line, default=str).decode()
