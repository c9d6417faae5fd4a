"""Half-sent requests end: real sockets, a real server, and less patience than it has for people."""

import asyncio
import socket
import time
from collections.abc import Iterator

import pytest
from fastapi import FastAPI, Request

from pingce.server.http.patience import PatientProtocol
from pingce.server.start import UVICORN
from tests.waiting import PATIENCE

from .live import Live

BODY = b'{"a": 1}'
HEAD = b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(BODY)
LONGER_THAN_PATIENCE = 0.6


class Impatient(PatientProtocol):
    head_seconds = 0.2
    body_seconds = 0.2


class Generous(Impatient):
    body_rate = 0.001


@pytest.fixture
def app() -> FastAPI:
    made = FastAPI()

    @made.post("/echo")
    async def echo(request: Request) -> dict[str, int]:
        return {"bytes": len(await request.body())}

    @made.get("/slow")
    async def slow() -> dict[str, int]:
        await asyncio.sleep(LONGER_THAN_PATIENCE)
        return {"bytes": 0}

    return made


@pytest.fixture
def live(app: FastAPI) -> Iterator[Live]:
    with Live(app, http=Impatient) as one:
        yield one


def until_closed(connection: socket.socket) -> bytes:
    heard = b""
    while part := connection.recv(65_536):
        heard += part
    return heard


def connected(live: Live) -> socket.socket:
    return socket.create_connection(("127.0.0.1", live.port), timeout=PATIENCE)


@pytest.mark.parametrize("sent", [b"", b"GET /", HEAD[:-2], HEAD, HEAD + BODY[:3]])
def test_a_request_that_is_never_finished_is_cut_off(live: Live, sent: bytes) -> None:
    with connected(live) as connection:
        connection.sendall(sent)
        assert until_closed(connection).startswith(b"HTTP/1.1 408 ")


def test_half_of_a_second_request_is_cut_off_after_the_answer_to_the_first(live: Live) -> None:
    with connected(live) as connection:
        connection.sendall(HEAD + BODY + HEAD[:-2])
        heard = until_closed(connection)
    assert heard.startswith(b"HTTP/1.1 200 ")
    assert heard.count(b"HTTP/1.1 408 ") == 1


def test_a_body_that_keeps_coming_and_a_connection_that_is_kept_are_waited_for(app: FastAPI) -> None:
    with Live(app, http=Generous) as live, connected(live) as connection:
        for _ in range(2):
            connection.sendall(HEAD + BODY[:3])
            time.sleep(LONGER_THAN_PATIENCE)
            connection.sendall(BODY[3:])
            assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")
            time.sleep(LONGER_THAN_PATIENCE)


def test_an_answer_that_takes_long_is_not_cut_off_by_what_was_sent_after_its_request(live: Live) -> None:
    with connected(live) as connection:
        connection.sendall(b"GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\nGET /")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_the_server_is_started_with_it() -> None:
    module, _, name = str(UVICORN["http"]).partition(":")
    assert (module, name) == (PatientProtocol.__module__, PatientProtocol.__name__)
