"""Requests that never end: connections that send nothing, half a head, or a body drop by drop.

uvicorn waits for them for ever, and each holds a file descriptor. Here a head has to be complete after some seconds,
and a body has to come at a rate that the slowest line can keep (as Apache's mod_reqtimeout wants it); what takes longer
is cut off. Routes need not know: to them it looks as if the visitor had gone away.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol with an end to waiting for a request."""

    head_seconds = 20.0
    body_seconds = 30.0
    body_rate = 1000.0
    """Bytes per second; every second's worth that arrives gives the body another second."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (uvicorn's)
        super().__init__(*args, **kwargs)
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        self._expect_within(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._timer is None:
            self._expect_within(self.head_seconds)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._expect_within(self.body_seconds)

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._due += len(body) / self.body_rate

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._expect_nothing()

    def _expect_within(self, seconds: float) -> None:
        self._expect_nothing()
        self._due = self.loop.time() + seconds
        self._timer = self.loop.call_at(self._due, self._look)

    def _expect_nothing(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        """The time is up, unless more of a body came meanwhile or it is we who keep the visitor waiting."""
        now = self.loop.time()
        if self._is_ours_to_act():
            self._due = now + self.body_seconds
        if self._due > now:
            self._timer = self.loop.call_at(self._due, self._look)
            return
        self._timer = None
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(TOO_LATE)
        self.transport.close()

    def _is_ours_to_act(self) -> bool:
        """A body that nobody has read yet, or an earlier request on the same connection that has no answer yet."""
        answering = self.cycle is not None and not self.cycle.response_complete and not self.cycle.more_body
        return self.flow.read_paused or answering
