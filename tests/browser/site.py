"""A real server on a free port, and campaigns with people for one test each."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from shutil import copyfile
from typing import Any

from sqlalchemy import select

from pingce.annotate.items import NewItem
from pingce.server.app import create_app
from pingce.server.people import sessions
from pingce.server.request_context import Server
from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item
from pingce.store.tables.history import AnswerVersion
from pingce.store.tables.people import User
from tests.annotate.world import World
from tests.server.live import Live

Answer = dict[str, Any]
SECRET = b"s" * 32


class Site:
    """A server in a thread of its own, on a database of its own."""

    def __init__(self, folder: Path, *, demo: Path | None = None) -> None:
        """Of a demo: a copy of its database."""
        path = str(folder / "work.db")
        if demo is not None:
            copyfile(demo, path)
        engine = open_database(path)
        migrate(engine)
        engine.dispose()
        self.server = Server(open_database(path, flush=False), SECRET, demo is not None)
        self.live = Live(create_app(self.server))
        self.url = self.live.url
        self.numbers = count(1)

    def start(self) -> None:
        self.live.start()

    def stop(self) -> None:
        self.live.stop()
        self.server.engine.dispose()

    def key(self, user: int) -> str:
        """A session of somebody, as signing in makes one."""
        with transaction(self.server.engine) as db:
            return sessions.start_session(db, db.get_one(User, user), now=time.time())


@dataclass
class Stage(World):
    """The campaign of one test; names are its own, whatever else the server holds."""

    number: int = 0
    now: float = field(default_factory=time.time)

    def person(self, name: str, *roles: Role) -> Actor:
        actor = super().person(f"{name}-{self.number}", *roles)
        self.people[name] = actor
        return actor

    def open(
        self,
        preset: str | None,
        items: Sequence[NewItem],
        *,
        form: str | None = None,
        settings: Mapping[str, object] | None = None,
        annotators: Sequence[str] = ("li",),
        reviewers: Sequence[str] = (),
    ) -> str:
        """Starts a campaign; its part of addresses."""
        settings = {"order": "given", **(settings or {})}
        title = f"试验 {self.number}"
        self.start(preset, items, annotators=annotators, reviewers=reviewers, settings=settings, form=form, title=title)
        return str(self.campaign)

    def answers(self, kind: str = "submitted") -> list[Answer]:
        """What was stored, in the order it came."""
        with reading(self.engine) as db:
            wanted = (
                select(AnswerVersion.content)
                .join(Item, Item.id == AnswerVersion.item_id)
                .where(Item.campaign_id == self.campaign, AnswerVersion.kind == kind)
                .order_by(AnswerVersion.id)
            )
            return list(db.scalars(wanted))


def items(*texts: str) -> list[NewItem]:
    return [NewItem(f"q{i}", {"text": text}) for i, text in enumerate(texts, start=1)]
