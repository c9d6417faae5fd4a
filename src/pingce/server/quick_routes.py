"""The two busiest requests on a short way: the next job, and handing in an answer.

Everything that protects them is on it: the middleware around it (hosts, sizes, headers, log), who asks and whether they
may, CSRF, the body by the model of the API's description, and the function of the route itself. What it leaves out is
how FastAPI looks up a route, its dependencies and a thread. A body that is not as it should be goes the long way, which
says what is wrong with it.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import Request, Response
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from pingce.annotate.services.views import JobView, Receipt

from .http.error_responses import answer_problem
from .http.json_body import read_json
from .policies import Action
from .request_context import Allow, RequestContext
from .routes.jobs import next_job, submit
from .schemas.common import LARGEST_ID
from .schemas.jobs import SubmitIn

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]
Work = Callable[[RequestContext], object]

THREADS = 8
"""On SQLite one writes, one waits for the disk and some for their turn; more would only get in each other's way."""
JSON = "application/json"
"""What a body has to call itself; forms of other sites cannot."""
NUMBER = r"([1-9]\d{0,9})"


@dataclass(frozen=True, slots=True)
class QuickRoute:
    """A route with one number in its address."""

    path: str
    """As the route itself has it: what it is called in the log and the metrics."""
    pattern: re.Pattern[str]
    read: Callable[[int, bytes], Work]
    """What is to be done, from the number and the body; a ValueError where the long way shall tell what is wrong."""
    view: TypeAdapter[Any]


def _next(number: int, _body: bytes) -> Work:
    return partial(next_job, number)


def _submit(number: int, body: bytes) -> Work:
    return partial(submit, number, SubmitIn.model_validate(read_json(body)))


ROUTES = (
    QuickRoute("/campaigns/{campaign}/next", re.compile(f"/api/campaigns/{NUMBER}/next"), _next, TypeAdapter(JobView)),
    QuickRoute("/jobs/{job}/submit", re.compile(f"/api/jobs/{NUMBER}/submit"), _submit, TypeAdapter(Receipt)),
)


class QuickRoutes:
    """ASGI middleware, next to the innermost: what it does not know goes on to the application."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.guard = Allow(Action.ANNOTATE)
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="pingce-work")

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "POST":
            for route in ROUTES:
                match = route.pattern.fullmatch(scope["path"])
                if match is not None and (number := int(match[1])) <= LARGEST_ID:
                    await self._answer(route, number, scope, receive, send)
                    return
        await self.app(scope, receive, send)

    async def _answer(
        self, route: QuickRoute, number: int, scope: MutableMapping[str, Any], receive: Receive, send: Send
    ) -> None:
        request = Request(scope, receive)
        try:
            context = await self.guard(request)
            body = await request.body()
            work = _work(route, number, request.headers.get("content-type"), body)
            if work is None:
                await self.app(scope, _again(body, receive), send)
                return
            scope["route"] = route
            loop = asyncio.get_running_loop()
            done = await loop.run_in_executor(self.threads, work, context)
            if not isinstance(done, Response):
                await _send_json(send, route.view.dump_json(done))
                return
            response = done
        except ClientDisconnect:
            response = await answer_problem(request, HTTPException(400))
        except Exception as problem:
            response = await answer_problem(request, problem)
        await response(scope, receive, send)


def _work(route: QuickRoute, number: int, kind: str | None, body: bytes) -> Work | None:
    """What is to be done; None for a body that is not what it should be."""
    if body and kind != JSON:
        return None
    try:
        return route.read(number, body)
    except ValueError:  # bad JSON, and what does not fit the model
        return None


def _again(body: bytes, receive: Receive) -> Receive:
    """The body once more, for who reads it next."""
    parts = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive_again() -> Message:
        part = next(parts, None)
        return part if part is not None else await receive()

    return receive_again


async def _send_json(send: Send, body: bytes) -> None:
    headers = [(b"content-length", str(len(body)).encode()), (b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
