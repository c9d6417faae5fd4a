"""From a database address to a running server.

``check`` tells what is wrong with a plan before anything starts, ``prepare`` makes folder and database, ``listen``
binds the port, ``run`` serves until it is asked to stop.
"""

import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, select

from pingce.demo.start_filling import needs_filling, start_filling, stop_filling
from pingce.flow.registry import adopt_project
from pingce.spec.errors import UserError, reason
from pingce.spec.words import Words
from pingce.store.address import is_sqlite, sqlite_file
from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.people import PROGRAM, Role
from pingce.store.tables.people import User

from .benchmarks import OpenedBenchmarks
from .http.hosts import LOCAL, host_name
from .people.invites import create_invite
from .settings import (
    BENCHMARKS_VARIABLE,
    DATABASE_VARIABLE,
    DEMO_VARIABLE,
    FOLDER_VARIABLE,
    HOME,
    HOME_VARIABLE,
    HOSTS_VARIABLE,
    LOG_VARIABLE,
    METRICS_VARIABLE,
    data_folder,
    make_data_folder,
)

FIRST_INVITE_DAYS = 1

UVICORN: dict[str, Any] = {
    "factory": True,
    "http": "pingce.server.http.patience:PatientProtocol",
    "log_config": None,
    "access_log": False,  # ours has the request id and the person
    "server_header": False,
    "timeout_graceful_shutdown": 10,
    "timeout_keep_alive": 65,
    "timeout_worker_healthcheck": 60,  # a process that is only slow on a busy machine must not be killed
}


@dataclass(frozen=True)
class Plan:
    """What `pingce serve` was asked for."""

    host: str
    port: int
    workers: int
    database: str
    demo: bool
    open_page: bool
    log_level: str
    allowed_hosts: tuple[str, ...] = ()
    """Names beside the loopback's and `host` by which the server may be asked."""
    demo_for_everybody: bool = False
    """A demo may listen where other machines reach it."""
    benchmarks: tuple[Path, ...] = ()
    """Folders to open; none: the project's folder beside the database."""
    benchmarks_in: Path | None = None
    """Where those lie that are made in the browser; none: beside the database."""

    @property
    def home(self) -> Path:
        return self.benchmarks_in or data_folder(self.database) / HOME

    @property
    def is_local(self) -> bool:
        """Whether nobody but this machine can reach it."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() in LOCAL

    @property
    def address(self) -> str:
        shown = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104 (shown, not bound)
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{self.port}"


def check(plan: Plan) -> None:
    """What cannot work is said before anything is started."""
    for name in plan.allowed_hosts:
        host_name(name)
    if plan.demo and not plan.is_local and not plan.demo_for_everybody:
        raise UserError(
            Words(
                f"--host {plan.host}：其他机器可以访问，而在演示里任何人都可以当管理员。",
                f"--host {plan.host}: other machines can reach this, and in the demo anybody can be an administrator.",
            ),
            hint=Words(
                "去掉 --host 只在本机看；确要给大家看，加 --demo-for-everybody，不要放自己的数据。",
                "Leave --host out to look at it on this machine; to show it to everybody add --demo-for-everybody, "
                "and put no data of your own into it.",
            ),
            code="demo-for-everybody",
        )
    if plan.workers > 1 and is_sqlite(plan.database):
        raise UserError(
            Words(
                "SQLite 只用一个服务器进程（多个线程）；--workers 大于 1 需要 PostgreSQL。",
                "SQLite takes one server process (with threads); more --workers need PostgreSQL.",
            ),
            hint=Words(
                "用 --database postgresql+psycopg://…，或去掉 --workers。",
                "Use --database postgresql+psycopg://…, or leave --workers out.",
            ),
            code="sqlite-one-process",
        )


def prepare(plan: Plan) -> str | None:
    """Tables of this version; on the first start the address where the first administrator makes an account."""
    make_data_folder(plan.database)
    engine = open_database(plan.database)
    try:
        migrate(engine)
        if plan.demo:
            from pingce.demo.benchmark import begin_benchmark
            from pingce.demo.fill_database import fill_database

            fill_database(engine)
            begin_benchmark(engine, data_folder(plan.database))
        else:
            from pingce.demo.mark import need_own_administrator

            with reading(engine) as db:
                need_own_administrator(db, sqlite_file(plan.database))
            _open_benchmarks(engine, plan)
        return _first_invite(engine, plan)
    finally:
        engine.dispose()


def _open_benchmarks(engine: Engine, plan: Plan) -> None:
    """What is wrong with one is said before anything is served; today's project folder becomes a benchmark."""
    if plan.benchmarks:
        OpenedBenchmarks(plan.benchmarks).register(engine)
        return
    with transaction(engine) as db:
        adopt_project(db, data_folder(plan.database))


def _first_invite(engine: Engine, plan: Plan) -> str | None:
    with transaction(engine) as db:
        if db.scalar(select(User.id).where(User.name != PROGRAM).limit(1)) is not None:
            return None
        invite = create_invite(
            db, roles=[Role.ADMIN, Role.BUILDER, Role.REVIEWER], now=time.time(), days=FIRST_INVITE_DAYS
        )
        return plan.address + invite.path


def listen(plan: Plan) -> socket.socket:
    """The port is ours before anything else is said to be ready."""
    family = socket.AF_INET6 if ":" in plan.host else socket.AF_INET
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((plan.host, plan.port))
    except OSError as problem:
        taken.close()
        unknown = isinstance(problem, socket.gaierror)
        why = Words("没有这个主机", "there is no such host") if unknown else reason(problem)
        raise UserError(
            Words(
                f"无法在 {plan.host}:{plan.port} 上监听：{why.zh}。",
                f"Cannot listen on {plan.host}:{plan.port}: {why.en}.",
            ),
            hint=Words("用 --port 换一个端口，或用 --host 换一个地址。", "Choose another --port or --host."),
            code="port-taken",
        ) from problem
    taken.set_inheritable(True)
    return taken


def run(plan: Plan, ready: socket.socket) -> None:
    """Serve until told to stop; requests that are under way are finished."""
    import uvicorn

    from pingce.demo.benchmark import benchmark_folder

    os.environ[DATABASE_VARIABLE] = plan.database
    os.environ[FOLDER_VARIABLE] = str(data_folder(plan.database).absolute())
    folder = data_folder(plan.database)
    opened = plan.benchmarks or (benchmark_folder(folder) if plan.demo else folder,)
    os.environ[BENCHMARKS_VARIABLE] = os.pathsep.join(str(folder.absolute()) for folder in opened)
    os.environ[HOME_VARIABLE] = str(plan.home.absolute())
    os.environ[DEMO_VARIABLE] = "1" if plan.demo else "0"
    os.environ[LOG_VARIABLE] = plan.log_level
    os.environ[HOSTS_VARIABLE] = " ".join((plan.host.lower(), *map(host_name, plan.allowed_hosts)))
    if plan.open_page:
        threading.Thread(target=_open_page, args=(plan,), daemon=True).start()
    app = "pingce.server.app:app_from_environment"
    with _filling(plan), _shared_figures(plan):
        if plan.workers > 1:
            ready.close()  # each process gets the port from its parent
            uvicorn.run(app, host=plan.host, port=plan.port, workers=plan.workers, **UVICORN)
        else:
            uvicorn.Server(uvicorn.Config(app, **UVICORN)).run(sockets=[ready])


@contextmanager
def _shared_figures(plan: Plan) -> Iterator[None]:
    """Several processes keep their figures in a folder, so that any of them can tell those of all."""
    if plan.workers == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="pingce-metrics-") as folder:
        os.environ[METRICS_VARIABLE] = folder  # read by the library when a process imports it
        yield


@contextmanager
def _filling(plan: Plan) -> Iterator[None]:
    """The folder of a demo is filled while people already look around; what is not done goes on at the next start."""
    folder = data_folder(plan.database)
    if not plan.demo or not needs_filling(folder):
        yield
        return
    process = start_filling(folder, plan.database)

    def leave(number: int, _: object) -> None:
        stop_filling(process)
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)

    signal.signal(signal.SIGTERM, leave)  # uvicorn raises it again when it has stopped, and nothing after that runs
    try:
        yield
    finally:
        stop_filling(process)


def _open_page(plan: Plan) -> None:
    import webbrowser

    for _ in range(100):
        try:
            with socket.create_connection((plan.host, plan.port), timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(plan.address)
