"""Reading JSON bodies: strictly, quickly and not too deep.

The standard library takes NaN, half surrogates and any depth; no database keeps a NUL in a text.
"""

import json
from collections.abc import Callable, Coroutine
from typing import Any

import orjson
from fastapi import Request, Response
from fastapi.routing import APIRoute

from ..request_context import GUARDED, Allow

DEEPEST = 64


class StrictRequest(Request):
    """A request whose JSON is read by ``read_json``, which refuses what the standard library would let through."""

    async def json(self) -> object:
        return read_json(await self.body())


class StrictRoute(APIRoute):
    """A route that reads JSON strictly, and nothing at all from those who may not."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()
        guards = [dependency.call for dependency in self.dependant.dependencies if isinstance(dependency.call, Allow)]

        async def handle_strictly(request: Request) -> Response:
            for guard in guards:
                request.scope[GUARDED] = await guard(request)
            return await handle(StrictRequest(request.scope, request.receive))

        return handle_strictly


def read_json(data: bytes) -> object:
    """Raises what FastAPI expects of a body that is not JSON."""
    value: object = orjson.loads(data)
    if data.count(b"[") + data.count(b"{") > DEEPEST and _depth(value) > DEEPEST:
        raise json.JSONDecodeError("too deep", "", 0)
    if b"\\u0000" in data and has_nul(value):
        raise json.JSONDecodeError("NUL in a text", "", 0)
    return value


def _depth(value: object) -> int:
    deepest, level = 0, [value]
    while level and deepest <= DEEPEST:
        deepest += 1
        level = [inner for whole in level for inner in _parts(whole)]
    return deepest


def _parts(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def has_nul(value: object) -> bool:
    """Whether a zero character stands anywhere in a body; PostgreSQL cannot store it."""
    level = [value]
    while level:
        if any(isinstance(inner, str) and "\x00" in inner for inner in level):
            return True
        if any(isinstance(inner, dict) and any("\x00" in key for key in inner) for inner in level):
            return True
        level = [inner for whole in level for inner in _parts(whole)]
    return False
