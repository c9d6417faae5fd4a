"""What a route gets: who asks, that they may, and the database.

Routes declare ``allow(Action.X)`` and get a ``RequestContext``: the person, the server's settings, and ``reading()`` or
``writing()`` for a transaction. Whether they may is decided here by :mod:`.policies`.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Query, Request
from fastapi import Path as PathParameter
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from pingce.flow.layout import MODELS
from pingce.formats.taskfile.places import benchmark_tasks
from pingce.spec.words import Words
from pingce.store.database import open_database, reading, snapshot, transaction
from pingce.store.errors import NotAllowed
from pingce.store.flushing import Flusher, flusher_of
from pingce.store.own_tasks import DatabaseTasks
from pingce.store.people import Actor
from pingce.tasks.own import TaskPlace

from .benchmarks import OpenedBenchmarks
from .figures_thread import FiguresThread
from .http.errors import SignInNeededError
from .http.hosts import Hosts
from .http.sign_in_lines import SignInLines
from .imports_thread import ImportsThread
from .mail import Mailer
from .mail_thread import MailThread
from .make_thread import MakeThread
from .models.folders import Models
from .people import sessions
from .people.secrets import installation_secret, key_hash, same_key
from .policies import POLICIES, Action, Policy, Scope
from .project.project import Project, ProjectTasks
from .schemas.common import LARGEST_ID
from .scoring_thread import Pool, ScoringThread, scorers
from .storage import Storage

if TYPE_CHECKING:
    from sqlalchemy import Engine

COOKIE = "pingce_session"
CSRF_HEADER = "X-CSRF-Token"
GUARDED = "pingce.work"
"""Where a route that looked at the person before reading the body keeps what it found."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

PathId = Annotated[int, PathParameter(ge=1, le=LARGEST_ID)]
Offset = Annotated[int, Query(ge=0, le=LARGEST_ID)]
Limit = Annotated[int, Query(ge=1, le=500)]
Search = Annotated[str, Query(max_length=200)]


@dataclass
class Server:
    """One server process: its database, its secret and what it remembers."""

    engine: "Engine"
    secret: bytes
    demo: bool = False
    memory: sessions.SessionMemory = field(default_factory=sessions.SessionMemory)
    flusher: Flusher | None = field(init=False)
    pool: Pool = field(default_factory=lambda: Pool(scorers()))
    """Where files are checked and scored."""
    models: Models = field(default_factory=Models.from_environment)
    project: Project = field(default_factory=Project)
    hosts: Hosts = field(default_factory=Hosts)
    sign_in_lines: SignInLines = field(default_factory=SignInLines)
    mailer: Mailer = field(default_factory=Mailer)
    benchmarks: OpenedBenchmarks = field(default_factory=OpenedBenchmarks)
    storage: Storage = field(init=False)
    scoring_thread: ScoringThread = field(init=False)
    tasks: tuple[TaskPlace, ...] = field(init=False)
    """Where tasks are found that are not built in; the last is asked first."""
    make_thread: MakeThread = field(init=False)
    mail_thread: MailThread = field(init=False)
    figures_thread: FiguresThread = field(init=False)
    imports_thread: ImportsThread = field(init=False)

    def __post_init__(self) -> None:
        others = [benchmark_tasks(folder) for folder in self.benchmarks.folders.values()]
        self.tasks = (*others, ProjectTasks(self.project), DatabaseTasks(self.engine))
        self.scoring_thread = ScoringThread(self, self.pool)
        self.make_thread = MakeThread(self)
        self.mail_thread = MailThread(self)
        self.figures_thread = FiguresThread(self.engine)
        self.imports_thread = ImportsThread(self.engine)
        self.flusher = flusher_of(self.engine)
        self.storage = Storage(self.engine.url)

    @classmethod
    def open(
        cls,
        database: str,
        folder: Path,
        *,
        hosts: Hosts,
        demo: bool = False,
        benchmarks: Sequence[Path] = (),
        home: Path | None = None,
    ) -> "Server":
        """``home``: the folder below which benchmarks can be made."""
        engine, opened = open_database(database, flush=False), OpenedBenchmarks(benchmarks, home)
        opened.register(engine)
        return cls(
            engine,
            installation_secret(folder),
            demo,
            models=Models.from_environment(folder / MODELS),
            project=Project(folder),
            hosts=hosts,
            mailer=Mailer.from_environment(),
            benchmarks=opened,
        )

    @contextmanager
    def writing(self, *, flush: bool = True) -> Iterator[Session]:
        """When it ends well the change is on the disk; not `flush`: in the log, which a power cut may undo."""
        with transaction(self.engine) as db:
            yield db
        if flush and self.flusher is not None:
            self.flusher.flush()


@dataclass(frozen=True, slots=True)
class RequestContext:
    """One request: who asks, and the way to the database."""

    server: Server
    who: sessions.SignedIn | None

    @property
    def actor(self) -> Actor:
        assert self.who is not None, "routes for everybody ask for the visitor"
        return self.who.actor

    @property
    def visitor(self) -> Actor | None:
        """Whoever it is, signed in or not."""
        return self.who.actor if self.who is not None else None

    @property
    def now(self) -> float:
        return time.time()

    def reading(self) -> AbstractContextManager[Session]:
        return reading(self.server.engine)

    def snapshot(self) -> AbstractContextManager[Session]:
        """To read several things of one moment."""
        return snapshot(self.server.engine)

    def writing(self, *, flush: bool = True) -> AbstractContextManager[Session]:
        return self.server.writing(flush=flush)

    @contextmanager
    def changing_people(self) -> Iterator[Session]:
        """Like `writing`; who may do what is looked up anew afterwards."""
        try:
            with self.writing() as db:
                yield db
        finally:
            self.server.memory.forget()


class Allow:
    """The dependency by which every route says which action it is."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.policy: Policy = POLICIES[action]

    async def __call__(self, request: Request) -> RequestContext:
        done: RequestContext | None = request.scope.get(GUARDED)
        return done or await self._look(request)

    async def _look(self, request: Request) -> RequestContext:
        server: Server = request.app.state.server
        if self.policy.public:
            return RequestContext(server, await _recognised(server, request) if self.policy.recognises else None)
        who = await _who(server, request)
        if who is None:
            raise SignInNeededError
        _check_scope(self.policy, who)
        if not self.policy.permits(who.actor.roles):
            raise NotAllowed(Words("你的角色不能这样做。", "Your roles do not allow this."))
        if request.method not in SAFE and who.session is not None:
            _check_csrf(server, who.session, request.headers.get(CSRF_HEADER, ""))
        request.scope["pingce.user"] = who.actor.id
        return RequestContext(server, who)


def allow(action: Action) -> object:
    """What a route's parameter ``context`` is annotated with."""
    return Depends(Allow(action))


async def _recognised(server: Server, request: Request) -> sessions.SignedIn | None:
    """Where everybody may look: who it is, if they say so; a token that may not read is nobody."""
    who = await _who(server, request)
    if who is None or (who.scopes is not None and Scope.READ not in who.scopes):
        return None
    request.scope["pingce.user"] = who.actor.id
    return who


async def _who(server: Server, request: Request) -> sessions.SignedIn | None:
    """From the bearer token, else from the cookie; blocking work is done in another thread."""
    header = request.headers.get("Authorization", "")
    kind, _, key = header.partition(" ")
    is_token = kind.lower() == "bearer"
    if not is_token:
        key = request.cookies.get(COOKIE, "")
    if not key:
        return None
    hashed = key_hash(("token:" if is_token else "session:") + key)
    who = server.memory.recall(hashed)
    if who is None:
        who = await run_in_threadpool(_look_up, server, key_hash(key), is_token=is_token)
        if who is not None:
            server.memory.keep(hashed, who)
    return who if who is not None and who.expires_at > time.time() else None


def _look_up(server: Server, hashed: str, *, is_token: bool) -> sessions.SignedIn | None:
    now = time.time()
    with reading(server.engine) as db:
        if not is_token:
            return sessions.look_up_session(db, hashed, now=now)
        who, worth_a_note = sessions.look_up_token(db, hashed, now=now)
    if worth_a_note:
        with transaction(server.engine) as db:
            sessions.note_use(db, hashed, now=now)
    return who


def _check_scope(policy: Policy, who: sessions.SignedIn) -> None:
    if who.scopes is None:
        return
    if policy.scope is None:
        raise NotAllowed(
            Words("令牌不能这样做，请用密码登录。", "A token cannot do this; sign in with your password."),
            code="token-not-enough",
        )
    if policy.scope not in who.scopes:
        needed = policy.scope.value
        raise NotAllowed(
            Words(f"令牌缺少权限“{needed}”。", f"The token lacks the scope '{needed}'."), code="scope-missing"
        )


def _check_csrf(server: Server, session: str, given: str) -> None:
    if not same_key(given, sessions.csrf_token(server.secret, session)):
        raise NotAllowed(
            Words(
                f"请求缺少正确的 {CSRF_HEADER}（见 GET /api/me 的 csrf）；请刷新页面。",
                f"The request lacks the right {CSRF_HEADER} (csrf of GET /api/me); reload the page.",
            ),
            code="csrf",
        )
