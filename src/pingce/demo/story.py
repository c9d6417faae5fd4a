"""People at work in one campaign, through the services; the same database tells the same story again."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.annotate.items import Json
from pingce.annotate.rules import blocks
from pingce.annotate.services import appeals, checking, comments, jobs, queue, reviews, submit, turns
from pingce.annotate.services.views import AnswerView, HeldJob, InboxEntry, ItemBrief, ReviewView
from pingce.spec.chance import fraction
from pingce.store.people import Actor
from pingce.store.tables.annotate import Job

from .people import ANNOTATORS, People
from .slips import sense_reason, slipped
from .stock import POINTS, SENSES, Stock, points

STUBBORN = 0.35
"""How many of those who were wrong object all the same."""
HASTY = 0.25
"""How often a first reviewer decides for the wrong answer, where a second one can mend it."""


@dataclass(frozen=True)
class Habits:
    """How busy and how careful people are in a campaign."""

    jobs: int
    """A day, each annotator, on average."""
    turns: int = 2
    """A day, each reviewer."""
    annotators: int = len(ANNOTATORS)
    slips: float = 0.2


@dataclass
class Story:
    """One campaign of the demo as it is told: who answers what and when, with the slips that people make."""

    db: Session
    people: People
    campaign: int
    form: str
    stock: Stock
    habits: Habits
    now: float
    keys: Iterator[int] = field(default_factory=count)
    pace: float = 1.0
    """How fast the clock of the story goes while people work; 0: all of it happens now."""
    done: Counter[str] = field(default_factory=Counter)
    """How many answers and reviews there were."""

    def _right(self, item: ItemBrief) -> Json:
        right = self.stock.right_for(item.ref, item.texts)
        assert right is not None, f"nobody knows {item.ref} of {self.form}"
        return right

    def _chance(self, *parts: object) -> float:
        return fraction("demo", self.form, *parts)

    def _key(self) -> str:
        return f"demo-{self.campaign}-{next(self.keys):06}"

    def _actor(self, name: str) -> Actor:
        return self.people[name]

    def answer_of(self, name: str, job: HeldJob) -> Json:
        """What this person says: mostly what is right, never what the rules would not take."""
        ref = job.item.ref
        if self.form == POINTS:
            return points(ANNOTATORS.index(name))[ref]
        right = self._right(job.item)
        if self._chance(name, ref) >= self.habits.slips:
            return right
        wrong = slipped(self.form, right, job.item.extra).answer
        hits = checking.check_job(self.db, self._actor(name), job.job, wrong)
        return right if blocks(hits) else wrong

    def work(self, name: str, day: int) -> None:
        """A day's jobs, some days more and some less; nobody goes on to items the demo has no answer for."""
        self.work_some(name, round(self.habits.jobs * (0.6 + 0.8 * self._chance(name, day))))

    def work_some(self, name: str, most: int | None = None) -> None:
        """So many jobs, or those of a usual day."""
        actor = self._actor(name)
        for _ in range(self.habits.jobs if most is None else most):
            job = queue.next_job(self.db, actor, self.campaign, at=self.now)
            if job is None:
                return
            if self.form != POINTS and self.stock.right_for(job.item.ref, job.item.texts) is None:
                return
            seconds = 12 + 110 * self._chance(name, job.item.ref, "time") ** 2
            self.now += self.pace * (seconds + 5)
            self._submit(actor, job, self.answer_of(name, job), seconds)

    def _submit(self, actor: Actor, job: HeldJob, answer: Json, seconds: float | None = None) -> None:
        self.done["answers"] += 1
        submit.submit(
            self.db, actor, job.job, answer, key=self._key(), version=job.version, seconds=seconds, at=self.now
        )

    def draft(self, name: str) -> None:
        """Something begun and not handed in."""
        job = queue.next_job(self.db, self._actor(name), self.campaign, at=self.now)
        assert job is not None, f"nothing left for {name} in {self.form}"
        begun = slipped(self.form, self._right(job.item), job.item.extra).answer
        jobs.save_draft(self.db, self._actor(name), job.job, begun, version=job.version, at=self.now)

    def skip(self, name: str, reason: str) -> None:
        job = queue.next_job(self.db, self._actor(name), self.campaign, at=self.now)
        if job is not None:
            queue.skip(self.db, self._actor(name), job.job, reason, at=self.now)

    def review(self, name: str) -> None:
        actor = self._actor(name)
        for _ in range(self.habits.turns):
            turn = turns.next_review(self.db, actor, self.campaign, at=self.now)
            if turn is None:
                return
            self.now += self.pace * 40
            self._decide(actor, turn)

    def _decide(self, actor: Actor, turn: ReviewView) -> None:
        self.done["reviews"] += 1
        right = self._right(turn.item)
        looked_at = [answer for answer in turn.answers if turn.job in (None, answer.job)]
        good = next((answer for answer in looked_at if answer.answer == right), None)
        bad = next((answer for answer in looked_at if answer.answer != right), None)
        if self.form == SENSES and bad is not None and self._chance(turn.item.ref, "hasty") < HASTY:
            good = bad
        mended: Json | None = None
        if good is None and (turn.kind == "review" or self._chance(turn.item.ref, "mend") < STUBBORN):
            mended = right
        code, words = self._reason(turn, good, right)
        reviews.decide(
            self.db,
            actor,
            turn.review,
            accept=good.job if good else None,
            answer=mended,
            reason_code=code,
            reason=words,
            key=self._key(),
            version=turn.version,
            at=self.now,
        )

    def _reason(self, turn: ReviewView, adopted: AnswerView | None, right: Json) -> tuple[str, str]:
        """What the reviewer says, which is about what was decided: of senses also where that was hasty."""
        if adopted is not None and turn.kind == "audit":
            return "right", ""
        slip = slipped(self.form, right, turn.item.extra)
        if self.form == SENSES and adopted is not None:
            return slip.reason, sense_reason(adopted.answer)
        return slip.reason, slip.why

    def reply(self, name: str) -> None:
        """What came back: mended, learned from, or objected to."""
        actor = self._actor(name)
        for entry in appeals.inbox(self.db, actor):
            if entry.campaign == self.campaign and entry.state in ("rejected", "returned"):
                self.done["replies"] += 1
                self.now += self.pace * 30
                self._reply(actor, entry)

    def _reply(self, actor: Actor, entry: InboxEntry) -> None:
        job = jobs.job_view(self.db, actor, entry.job, at=self.now)
        right = self._right(job.item)
        decided = job.feedback.answer if job.feedback else None
        if entry.state == "rejected":
            self._submit(actor, job, right)
            return
        was_right = job.answer == right and decided != right
        stubborn = job.answer != decided and self._chance(actor.name, job.item.ref, "stubborn") < STUBBORN
        key = self._key()
        if was_right or stubborn:
            reason = "从整句看，应取我选的释义。" if was_right else "两个释义在这里都说得通，请再考虑。"
            appeals.appeal(self.db, actor, entry.job, reason, key=key, version=job.version, at=self.now)
        else:
            appeals.learned(self.db, actor, entry.job, key=key, version=job.version, at=self.now)

    def decide_appeals(self, name: str) -> None:
        actor = self._actor(name)
        turn = turns.next_review(self.db, actor, self.campaign, appeals=True, at=self.now)
        if turn is None:
            return
        self.done["appeals"] += 1
        self.now += self.pace * 90
        right = self._right(turn.item)
        uphold = any(answer.appeal is not None and answer.answer == right for answer in turn.answers)
        appeals.decide_appeal(
            self.db,
            actor,
            turn.review,
            uphold=uphold,
            answer=right,
            reason="句中说的正是这个意思，维持申诉人的答案。" if uphold else "上下文只支持一审的选择。",
            key=self._key(),
            version=turn.version,
            at=self.now,
        )

    def talk(self, item: int, *lines: tuple[str, str]) -> None:
        for name, text in lines:
            self.now += 60
            actor = self._actor(name)
            if name in ANNOTATORS:
                job = self.db.scalars(select(Job.id).where(Job.item_id == item, Job.user_id == actor.id)).one()
                comments.add_job_comment(self.db, actor, job, text, at=self.now)
            else:
                comments.add_comment(self.db, actor, item, text, at=self.now)
