"""The description of the API: ``python -m pingce.server.openapi`` prints it, the same every time."""

import json
from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute, iter_route_contexts

from .policies import POLICIES, Action
from .request_context import COOKIE, Allow

SECURITY = {
    "session": {"type": "apiKey", "in": "cookie", "name": COOKIE},
    "token": {"type": "http", "scheme": "bearer"},
}


def describe_api(app: FastAPI) -> None:
    """Make the description say who may do what; it is made when first asked for."""

    def openapi() -> dict[str, Any]:
        if not app.openapi_schema:
            schema = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
            _add_policies(app, schema)
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign] # the way FastAPI documents


def declared_actions(app: FastAPI) -> Iterator[tuple[str, str, Action | None]]:
    """Every path and method with the action its route declares; None: it declares none."""
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        methods = sorted(getattr(route, "methods", None) or ())
        calls = [dependency.call for dependency in route.dependant.dependencies] if isinstance(route, APIRoute) else []
        actions = [call.action for call in calls if isinstance(call, Allow)]
        for method in methods or [""]:
            yield str(context.path), method, actions[0] if len(actions) == 1 else None


def _add_policies(app: FastAPI, schema: dict[str, Any]) -> None:
    schema.setdefault("components", {})["securitySchemes"] = SECURITY
    for path, method, action in declared_actions(app):
        entry = schema["paths"].get(path, {}).get(method.lower())
        if entry is None or action is None:
            continue
        policy = POLICIES[action]
        entry["x-action"] = action.value
        entry["security"] = [] if policy.public else [{"session": []}, *([{"token": []}] if policy.scope else [])]
        if not policy.public:
            roles = ", ".join(sorted(policy.roles)) or "everybody signed in"
            scope = f"token scope: {policy.scope.value}" if policy.scope else "not with a token"
            entry["description"] = f"{entry.get('description', '')}\n\nFor: {roles}; {scope}.".strip()


def print_description() -> None:
    """Without a database: nothing is asked of it."""
    from sqlalchemy import create_engine

    from .app import create_app
    from .request_context import Server

    app = create_app(Server(create_engine("sqlite://"), b""))
    print(json.dumps(app.openapi(), ensure_ascii=False, indent=2, sort_keys=True))  # noqa: T201 (its purpose)


if __name__ == "__main__":
    print_description()
