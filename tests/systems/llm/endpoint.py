"""A server on loopback that speaks the chat-completions protocol, as well or as badly as a test wants."""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Talk = list[dict[str, str]]


class Say(NamedTuple):
    """What the server does with one request."""

    content: str | list[Any] | None = None
    status: int = 200
    finish: str = "stop"
    headers: tuple[tuple[str, str], ...] = ()
    raw: bytes | None = None
    """Sent instead of a completion."""
    delay: float = 0.0
    hang_up: bool = False
    text: bool = False
    """As a completion of a text, not as a message."""
    logprobs: dict[str, Any] | None = None
    """Recorded log-probabilities, in the notation of the endpoint."""
    tokens: tuple[int, int] = (100, 10)
    """Of prompt and answer."""
    told: str = ""
    """What is said about a status."""


@dataclass
class Script:
    """Decides what to say; remembers what was asked."""

    reply: Callable[[Talk, int], Say]
    """Of the conversation, and how often the server was asked before."""
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    under_way: int = 0
    most_at_once: int = 0


def in_turn(*says: Say) -> Callable[[Talk, int], Say]:
    """One after the other; the last for ever."""
    return lambda talk, asked: says[min(asked, len(says) - 1)]


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that timed out has gone; that is no news."""

    def stop(self) -> None:
        self.shutdown()
        self.server_close()
        self.thread.join()


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *args: Any) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        script = self.server.script
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with script.lock:
            asked = len(script.bodies)
            script.bodies.append(body)
            script.headers.append(dict(self.headers))
            script.under_way += 1
            script.most_at_once = max(script.most_at_once, script.under_way)
        try:
            talk = body.get("messages") or [{"role": "user", "content": body.get("prompt", "")}]
            known = self.path in ("/v1/chat/completions", "/v1/completions")
            say = script.reply(talk, asked) if known else Say(status=404)
            time.sleep(say.delay)
        finally:
            with script.lock:  # before the answer: whoever has it may ask again at once
                script.under_way -= 1
        self._say(say._replace(text=self.path == "/v1/completions"))

    def _say(self, say: Say) -> None:
        if say.hang_up:
            self.connection.close()
            return
        data = say.raw if say.raw is not None else json.dumps(_body(say), ensure_ascii=False).encode()
        self.send_response(say.status)
        for name, value in say.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _body(say: Say) -> dict[str, Any]:
    if say.status != 200:
        return {"error": {"message": say.told or f"this is {say.status}"}}
    message = {"role": "assistant", "content": say.content}
    said: dict[str, Any] = {"text": say.content} if say.text else {"message": message}
    logprobs = {} if say.logprobs is None else {"logprobs": say.logprobs}
    return {
        "id": "recorded",
        "object": "chat.completion",
        "created": 0,
        "model": "recorded",
        "choices": [{"index": 0, **said, **logprobs, "finish_reason": say.finish}],
        "usage": {
            "prompt_tokens": say.tokens[0],
            "completion_tokens": say.tokens[1],
            "total_tokens": sum(say.tokens),
        },
    }
