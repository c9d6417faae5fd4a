"""A campaign with people in it, for tests: every call is a transaction of its own, as over HTTP."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from pingce.annotate.services import (
    appeals,
    campaigns,
    items,
    jobs,
    members,
    queue,
    reviews,
    submit,
    turns,
)
from pingce.annotate.services.campaign_views import ItemView
from pingce.annotate.services.views import HeldJob, JobReceipt, ReviewReceipt, ReviewView
from pingce.store.database import transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item, Job
from pingce.store.tables.people import User

Answer = dict[str, Any]
NOON = 1_700_000_000.0
ALL_ROLES = {
    "builder": {Role.BUILDER},
    "reviewer": {Role.REVIEWER},
    "annotator": {Role.ANNOTATOR},
    "both": {Role.REVIEWER, Role.ANNOTATOR},
    "admin": {Role.ADMIN},
}
TEXT = "小明把书放在桌子上。他走到窗边。"


def rating(label: str) -> Answer:
    return {"rating": label}


def senses(*glosses: str) -> Answer:
    return {"senses": list(glosses)}


GLOSSES = ("使打开；拉开", "揭开；掀开", "使停顿的局面开展")


def sense_item(number: int, word: str = "打开") -> items.NewItem:
    glosses = [{"id": str(i), "text": gloss} for i, gloss in enumerate(GLOSSES)]
    texts = {"sentence": f"他在第{number}天{word}了局面。", "word": word}
    return items.NewItem(f"{word}-{number:02}", texts, {"glosses": glosses}, word)


def text_items(count_: int, *, group: str = "", start: int = 0) -> list[items.NewItem]:
    return [items.NewItem(f"q{i:05}", {"text": f"第{i}句，{TEXT}"}, {}, group) for i in range(start, start + count_)]


@dataclass
class World:
    """Time stands still unless a test moves it."""

    engine: Engine
    now: float = NOON
    people: dict[str, Actor] = field(default_factory=dict)
    campaign: int = 0
    keys: Iterator[int] = field(default_factory=count)

    @contextmanager
    def change(self) -> Iterator[Session]:
        with transaction(self.engine) as db:
            yield db

    def person(self, name: str, *roles: Role) -> Actor:
        with self.change() as db:
            user = User(name=name, title="", roles=" ".join(sorted(roles)), lang="zh", password="", active=True)
            user.created_at = self.now
            db.add(user)
            db.flush()
            self.people[name] = Actor(user.id, name, frozenset(roles))
        return self.people[name]

    def start(
        self,
        preset: str | None,
        new: Sequence[items.NewItem],
        *,
        annotators: Sequence[str] = (),
        reviewers: Sequence[str] = (),
        settings: Mapping[str, object] | None = None,
        form: str | None = None,
        title: str = "试验",
        status: str = "open",
        secret: str = "a",
    ) -> int:
        """A campaign with its people and items; its builder is ``builder``."""
        builder = self.people.get("builder") or self.person("builder", Role.BUILDER)
        changes = []
        roles: dict[str, set[Role]] = {}
        for name in annotators:
            roles.setdefault(name, set()).add(Role.ANNOTATOR)
        for name in reviewers:
            roles.setdefault(name, set()).add(Role.REVIEWER)
        for name, mine in roles.items():
            actor = self.people.get(name) or self.person(name, *mine)
            changes.append(members.MemberChange(actor.id, frozenset(mine)))
        with self.change() as db:
            self.campaign = campaigns.create_campaign(
                db, builder, title=title, preset=preset, form=form, settings=settings or {}, secret=secret, at=self.now
            )
            members.set_members(db, builder, self.campaign, changes, at=self.now)
            items.import_items(db, builder, self.campaign, new, at=self.now)
            campaigns.change_campaign(db, builder, self.campaign, status=status, at=self.now)
        return self.campaign

    def key(self) -> str:
        return f"key-{next(self.keys):06}"

    def next(self, who: str) -> HeldJob | None:
        with self.change() as db:
            return queue.next_job(db, self.people[who], self.campaign, at=self.now)

    def take(self, who: str) -> HeldJob:
        job = self.next(who)
        assert job is not None, f"nothing for {who}"
        return job

    def submit(self, who: str, job: HeldJob, answer: Answer, *, key: str | None = None, **more: Any) -> JobReceipt:
        with self.change() as db:
            version = more.pop("version", job.version)
            actor = self.people[who]
            return submit.submit(
                db, actor, job.job, answer, key=key or self.key(), version=version, at=self.now, **more
            )

    def answer(self, who: str, answer: Answer) -> JobReceipt:
        """Take the next job and hand in."""
        return self.submit(who, self.take(who), answer)

    def again(self, who: str, job_id: int) -> HeldJob:
        with self.change() as db:
            return jobs.job_view(db, self.people[who], job_id, at=self.now)

    def review(self, who: str, *, appeals: bool = False) -> ReviewView | None:
        with self.change() as db:
            return turns.next_review(db, self.people[who], self.campaign, appeals=appeals, at=self.now)

    def decide(self, who: str, turn: ReviewView, **verdict: Any) -> ReviewReceipt:
        sent: dict[str, Any] = {"accept": None, "answer": None, "reason_code": "label", "reason": "看上下文"}
        sent |= {"key": self.key(), "version": turn.version, **verdict}
        with self.change() as db:
            return reviews.decide(db, self.people[who], turn.review, at=self.now, **sent)

    def learn(self, who: str, job_id: int) -> JobReceipt:
        version = self.again(who, job_id).version
        with self.change() as db:
            return appeals.learned(db, self.people[who], job_id, key=self.key(), version=version, at=self.now)

    def appeal(self, who: str, job_id: int, reason: str = "按释义二更合适") -> JobReceipt:
        version = self.again(who, job_id).version
        with self.change() as db:
            return appeals.appeal(db, self.people[who], job_id, reason, key=self.key(), version=version, at=self.now)

    def decide_appeal(self, who: str, turn: ReviewView, *, uphold: bool, answer: Answer | None = None) -> ReviewReceipt:
        with self.change() as db:
            return appeals.decide_appeal(
                db,
                self.people[who],
                turn.review,
                uphold=uphold,
                answer=answer,
                reason="依据词典例句",
                key=self.key(),
                version=turn.version,
                at=self.now,
            )

    def item(self, ref: str) -> ItemView:
        with self.change() as db:
            wanted = select(Item.id).where(Item.campaign_id == self.campaign, Item.ref == ref)
            return items.item_view(db, self.people["builder"], db.scalars(wanted).one())

    def states(self) -> dict[str, int]:
        with self.change() as db:
            rows = db.execute(
                select(Item.state, func.count()).where(Item.campaign_id == self.campaign).group_by(Item.state)
            )
            return dict(rows.all())

    def overbooked(self) -> list[str]:
        """Items with more live claims and answers than asked for."""
        with self.change() as db:
            holding = select(func.count()).where(Job.item_id == Item.id, Job.state.not_in(("expired", "skipped")))
            return list(
                db.scalars(select(Item.ref).where(Item.control.is_(False), holding.scalar_subquery() > Item.asked))
            )
