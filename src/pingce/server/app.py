"""The workbench over HTTP."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from pingce import __version__
from pingce.tasks.own import close_tasks, open_tasks

from .http.error_responses import ANSWERS
from .http.hosts import Hosts
from .http.metrics import Metrics
from .http.middleware import RequestMiddleware, log_to_stderr
from .openapi import describe_api
from .quick_routes import QuickRoutes
from .request_context import Server
from .routes import (
    about,
    account,
    benchmarks,
    calendars,
    campaigns,
    chain,
    competitions,
    deliveries,
    demo,
    dictionaries,
    documentation,
    editions,
    glosses,
    health,
    home,
    imports,
    items,
    jobs,
    metrics,
    models,
    news,
    notifications,
    own_tasks,
    packs,
    pages,
    people,
    prizes,
    project,
    qualification,
    recipes,
    releases,
    results,
    reviews,
    studies,
    submissions,
    systems,
    tasks,
    teams,
    trace,
    try_it,
)
from .schemas.common import ErrorView
from .settings import (
    BENCHMARKS_VARIABLE,
    DATABASE_VARIABLE,
    DEMO_VARIABLE,
    FOLDER_VARIABLE,
    HOME_VARIABLE,
    HOSTS_VARIABLE,
    LOG_VARIABLE,
)

API = (
    jobs,
    reviews,
    notifications,
    home,
    campaigns,
    chain,
    items,
    imports,
    qualification,
    glosses,
    trace,
    account,
    people,
    competitions,
    calendars,
    deliveries,
    news,
    packs,
    prizes,
    submissions,
    teams,
    editions,
    tasks,
    try_it,
    systems,
    project,
    benchmarks,
    own_tasks,
    about,
    recipes,
    releases,
    results,
    models,
    studies,
    health,
    demo,
    dictionaries,
)
"""Addresses are looked up in this order, so the busiest come first; pages last, they take every address left."""

ERRORS: dict[int | str, dict[str, Any]] = {"4XX": {"model": ErrorView, "description": "What is wrong, and where"}}


def create_app(server: Server) -> FastAPI:
    """An application for one opened and migrated database."""

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        for place in server.tasks:
            open_tasks(place)
        server.scoring_thread.start()
        server.make_thread.start()
        server.mail_thread.start()
        server.figures_thread.start()
        server.imports_thread.start()
        server.models.warm_soon()
        yield
        for place in server.tasks:
            close_tasks(place)
        server.imports_thread.stop()
        server.figures_thread.stop()
        server.mail_thread.stop()
        server.make_thread.stop()
        server.scoring_thread.stop()
        server.models.stop()
        server.sign_in_lines.close()
        server.engine.dispose()

    app = FastAPI(
        title="评测 · pingce",
        version=__version__,
        summary="From raw Chinese text to leaderboard",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        lifespan=life,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.server = server
    app.state.metrics = Metrics(server.engine)
    app.add_middleware(QuickRoutes)
    app.add_middleware(RequestMiddleware)
    for kind, answer in ANSWERS.items():
        app.add_exception_handler(kind, answer)
    for route_module in API:
        app.include_router(route_module.router, prefix="/api", responses=ERRORS)
    app.include_router(metrics.router)
    app.include_router(documentation.router)
    app.include_router(pages.router)
    describe_api(app)
    return app


def app_from_environment() -> FastAPI:
    """For server processes that are started by name."""
    log_to_stderr(os.environ.get(LOG_VARIABLE, "info"))
    demo = os.environ.get(DEMO_VARIABLE) == "1"
    hosts = Hosts(os.environ[HOSTS_VARIABLE].split())
    folder = Path(os.environ[FOLDER_VARIABLE])
    benchmarks = [Path(name) for name in os.environ.get(BENCHMARKS_VARIABLE, "").split(os.pathsep) if name]
    home = Path(os.environ[HOME_VARIABLE])
    opened = Server.open(
        os.environ[DATABASE_VARIABLE], folder, hosts=hosts, demo=demo, benchmarks=benchmarks, home=home
    )
    return create_app(opened)
