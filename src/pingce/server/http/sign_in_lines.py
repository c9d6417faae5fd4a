"""Waiting lines for signing in, signing up and taking up an invite: how many at once, and how often from one address.

What is done there is costly on purpose (a password is hashed) and open to everybody, so it has a few threads of its own
and a line of bounded length: who finds it full is asked to come back, and never takes a thread from those who look at
pages. Signing up has its own line, so that a crowd of strangers does not keep members out. How often one may try, by
name and address, :mod:`pingce.server.people.attempts` counts.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, TypeVar, cast

from fastapi import Request

from ..people import attempts
from .errors import ComeBackError, LineFullError, TooManyError

if TYPE_CHECKING:
    from ..request_context import RequestContext

P = ParamSpec("P")
T = TypeVar("T")

SIGN_UP = re.compile(r"/api/competitions/\d+/signup")


class WaitingLine:
    """A few threads, and a line of bounded length before them."""

    def __init__(self, name: str, *, threads: int, line: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=f"pingce-{name}")
        self._most = threads + line
        self.waiting: set[Future[Any]] = set()

    @property
    def is_full(self) -> bool:
        return len(self.waiting) >= self._most

    async def run(self, step: Callable[[], T]) -> T:
        """Nobody waits in a thread of the pages, nor for longer than the line takes."""
        if self.is_full:
            raise LineFullError
        done = self._threads.submit(step)
        self.waiting.add(done)
        done.add_done_callback(self.waiting.discard)
        return await asyncio.wrap_future(done)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


@dataclass
class SignInLines:
    """Of one server process. A hash takes some tenths of a second, and whole classes sign in at the same minute."""

    sign_in: WaitingLine = field(default_factory=lambda: WaitingLine("sign-in", threads=2, line=62))
    sign_up: WaitingLine = field(default_factory=lambda: WaitingLine("sign-up", threads=1, line=15))
    roster: WaitingLine = field(default_factory=lambda: WaitingLine("roster", threads=1, line=1))
    """Lists of people with their passwords, which take as long as they are."""
    refusals: attempts.Refusals = field(default_factory=attempts.Refusals)

    def refusal(self, method: str, path: str, address: str | None, secret: bytes) -> ComeBackError | None:
        """Of those who want to sign up and need not even say as whom to be turned away."""
        if method != "POST" or not SIGN_UP.fullmatch(path):
            return None
        try:
            for kind in ("sign-up", "registered"):
                self.refusals.check(attempts.address_key(kind, secret, address or ""))
        except TooManyError as problem:
            return problem
        return LineFullError() if self.sign_up.is_full else None

    def close(self) -> None:
        for line in (self.sign_in, self.sign_up, self.roster):
            line.close()


def in_line(name: Literal["sign_in", "roster"]) -> Callable[[Callable[P, T]], Callable[P, Awaitable[T]]]:
    """For a route that hashes passwords: it runs there, not in a thread of the pages."""

    def decorated(endpoint: Callable[P, T]) -> Callable[P, Awaitable[T]]:
        @wraps(endpoint)
        async def run(*args: P.args, **kwargs: P.kwargs) -> T:
            context = cast("RequestContext", kwargs["context"])  # FastAPI gives every parameter by its name
            line: WaitingLine = getattr(context.server.sign_in_lines, name)
            return await line.run(partial(endpoint, *args, **kwargs))

        return run

    return decorated


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


def count_attempt(context: "RequestContext", keys: Mapping[str, str], *, now: float) -> None:
    """Before anything costly: written down in a transaction of its own, whatever becomes of the attempt.

    Who is over a limit already costs a look, not a write.
    """
    with context.server.sign_in_lines.refusals.noting():
        with context.reading() as db:
            attempts.check_attempts(db, keys, now=now, noted=False)
        with context.writing() as db:
            attempts.note_attempt(db, keys, now=now)
        try:
            with context.reading() as db:
                attempts.check_attempts(db, keys, now=now, noted=True)
        except TooManyError:
            with context.writing() as db:
                attempts.take_back(db, keys, now=now)
            raise
