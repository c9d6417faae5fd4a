"""What a team's token is sent to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pingce.library.calling import Caller
from pingce.spec.errors import UserError


class Stranger(ThreadingHTTPServer):
    """Answers everything in one way and remembers who brought which token."""

    def __init__(self, status: int, location: str = "") -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status, self.location = status, location
        self.tokens: list[str | None] = []


class Handler(BaseHTTPRequestHandler):
    server: Stranger

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.tokens.append(self.headers.get("Authorization"))
        self.send_response(self.server.status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    do_POST = do_GET  # noqa: N815 (its name)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (its name)
        pass


@contextmanager
def listening(server: Stranger) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_token_goes_to_no_other_host(status: int, method: str) -> None:
    thief = Stranger(200)
    with listening(thief) as there:
        named = Stranger(status, f"http://localhost:{there}/api/me")
        with listening(named) as here:
            caller = Caller(f"http://127.0.0.1:{here}", "pct_secret")
            with pytest.raises(UserError, match=f"sends us on to http://localhost:{there}") as refused:
                caller.get("/api/me") if method == "get" else caller.post_file("/api/x", {"key": "1"}, "a.txt", b"x")
    assert refused.value.code == "redirected"
    assert (named.tokens, thief.tokens) == (["Bearer pct_secret"], [])


def test_a_redirect_without_an_address_is_told_as_one() -> None:
    with listening(Stranger(302)) as here, pytest.raises(UserError) as refused:
        Caller(f"http://127.0.0.1:{here}", "pct_secret").get("/api/me")
    assert refused.value.code == "redirected"
