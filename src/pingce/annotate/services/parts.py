"""What items have to do with the figures of their campaign, read from the database.

The sums over these parts are made by :mod:`pingce.annotate.tally`.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from pingce.annotate.figures import AnswerComparison, tenths
from pingce.annotate.items import Json
from pingce.annotate.tally import DAY, AnswerPart, ItemPart, JobPart, PairPart, pairs_among
from pingce.annotate.workflow import ANSWERED_JOBS, ItemState, JobState, TurnState
from pingce.store.tables.annotate import Item, Job, Turn
from pingce.store.tables.history import AnswerVersion, Decision

from .access import CampaignContext
from .counting import NOT_OFFERED
from .gloss_map import GlossMap
from .record import SETTLED

WITH_REVIEWERS = (TurnState.WAITING, TurnState.CLAIMED)
Which = Callable[[InstrumentedAttribute[int]], ColumnElement[bool]]
"""A condition on the column with the number of an item."""


class _Said(NamedTuple):
    first: Json
    current: Json
    hits: Sequence[Json]


@dataclass
class _Rows:
    """All there is of some items, by item or job."""

    jobs: dict[int, list[Job]]
    said: dict[int, _Said]
    finals: dict[int, Json | None]
    turns: dict[int, list[tuple[int | None, str, str, str | None]]]
    reviewed: set[int]
    told: dict[int, float]
    """When people first heard a reviewer's word about these items."""


class PartReader:
    """Reads parts of a campaign; answers are compared once for all of them.

    Nothing asks for the campaign as well as for its items: SQLite would look through all the campaign has.
    """

    def __init__(self, db: Session, context: CampaignContext) -> None:
        self.db, self.context = db, context
        self.compare = AnswerComparison(context.form, context.settings, context.likeness)
        self.glosses = GlossMap(db, context)

    def read(self, which: Which, told: Mapping[int, float]) -> tuple[dict[int, ItemPart], dict[int, float]]:
        """Parts by item, and when people first heard a reviewer's word; ``told``: what was known of that before."""
        columns = (
            Item.id, Item.state, Item.control, Item.asked, Item.early, Item.queue, Item.decided_at,
            *([Item.texts] if self.glosses.changes else []),
        )  # fmt: skip
        items = self.db.execute(select(*columns).where(which(Item.id))).all()
        rows = self._rows(which)
        known = dict(told)
        for user, at in rows.told.items():
            known[user] = min(at, known.get(user, at))
        return {item.id: self._part(item, rows, known) for item in items}, known  # type: ignore[arg-type] # a row with what is asked of it

    def _rows(self, which: Which) -> _Rows:
        jobs: dict[int, list[Job]] = defaultdict(list)
        columns = (
            Job.id,
            Job.item_id,
            Job.user_id,
            Job.state,
            Job.submitted_at,
            Job.claimed_at,
            Job.seconds,
            Job.right,
        )
        for job in self.db.execute(select(*columns).where(which(Job.item_id)).order_by(Job.id)):
            jobs[job.item_id].append(job)  # type: ignore[arg-type] # has what is asked of it below
        rows = _Rows(jobs, {}, {}, defaultdict(list), set(), {})
        if jobs:  # else nobody has done anything about them
            self._read_answers(which, rows)
        turns = select(Turn.item_id, Turn.job_id, Turn.kind, Turn.state, Turn.verdict)
        for item, *turn in self.db.execute(turns.where(which(Turn.item_id)).order_by(Turn.id)):
            rows.turns[item].append(tuple(turn))  # type: ignore[arg-type] # the columns above
        self._read_decisions(which, rows)
        return rows

    def _read_answers(self, which: Which, rows: _Rows) -> None:
        query = select(AnswerVersion.job_id, AnswerVersion.kind, AnswerVersion.content, AnswerVersion.hits)
        kinds = AnswerVersion.kind.in_(SETTLED)
        for job, kind, content, hits in self.db.execute(
            query.where(which(AnswerVersion.item_id), AnswerVersion.job_id.is_not(None), kinds).order_by(
                AnswerVersion.id
            )
        ):
            assert job is not None, "asked for"
            before = rows.said.get(job)
            first = content if before is None and kind == "submitted" else before.first if before else {}
            rows.said[job] = _Said(first, content, hits)

    def _read_decisions(self, which: Which, rows: _Rows) -> None:
        query = (
            select(
                Decision.item_id, Decision.about_item, Decision.outcome, Decision.at, AnswerVersion.content, Turn.kind,
                Turn.job_id, Turn.verdict,
            )
            .outerjoin(AnswerVersion, AnswerVersion.id == Decision.answer_id)
            .outerjoin(Turn, Turn.id == Decision.turn_id)
            .where(which(Decision.item_id))
            .order_by(Decision.id)
        )  # fmt: skip
        to_all = self.context.settings.return_to != "nobody"
        for item, about_item, outcome, at, content, kind, audited, verdict in self.db.execute(query):
            if about_item:
                rows.finals[item] = content
            if outcome == "reviewed":
                rows.reviewed.add(item)
            for job in rows.jobs[item]:
                heard = (kind == "review" and to_all) or (
                    kind == "audit" and audited == job.id and verdict in ("rejected", "mended")
                )
                if heard and job.submitted_at is not None:
                    rows.told[job.user_id] = min(at, rows.told.get(job.user_id, at))

    def _part(self, item: Item, rows: _Rows, told: Mapping[int, float]) -> ItemPart:
        jobs, turns = rows.jobs.get(item.id, []), rows.turns.get(item.id, [])
        word = item.texts.get("word") if self.glosses.changes else None
        decided = item.state == ItemState.DECIDED
        final = rows.finals.get(item.id) if decided else None
        said = {
            job.id: (
                self.glosses.readable(word, rows.said[job.id].first),
                self.glosses.readable(word, rows.said[job.id].current),
            )
            for job in jobs
            if not item.control and job.id in rows.said and JobState(job.state) in ANSWERED_JOBS
        }
        right = None if final is None else self.glosses.readable(word, final)
        verdicts: dict[int | None, list[str]] = defaultdict(list)
        for job_id, kind, _, verdict in turns:
            if kind == "audit" and verdict is not None:
                verdicts[job_id].append(verdict)
        parts = [
            JobPart(
                job.user_id,
                job.state,
                tenths(job.seconds),
                None if job.submitted_at is None else _day(job.submitted_at),
                None if job.right is None else bool(job.right),
                self._answer_part(job, rows, said[job.id], right, verdicts[job.id], told) if job.id in said else None,
            )
            for job in jobs
        ]
        return ItemPart(
            item.state,
            bool(item.control),
            item.asked,
            bool(item.early),
            item.queue != NOT_OFFERED,
            _day(item.decided_at) if decided and item.decided_at is not None else None,
            [kind for _, kind, state, _ in turns if state in WITH_REVIEWERS],
            self.context.settings.appeals and item.id in rows.reviewed,
            parts,
            [self._pair(a, b, *(said[jobs[place].id] for place in (a, b))) for a, b in pairs_among(parts)],
        )

    def _answer_part(
        self,
        job: Job,
        rows: _Rows,
        said: tuple[Json, Json],
        right: Json | None,
        verdicts: Sequence[str],
        told: Mapping[int, float],
    ) -> AnswerPart:
        """Of an answer, first and current; ``right`` is the final one, ``verdicts`` those of its audits."""
        return AnswerPart(
            None if right is None else self.compare(said[0], right)[0],
            verdicts[-1] != "rejected" if verdicts else None,
            verdicts == ["accepted"],
            told.get(job.user_id, float("inf")) <= (job.submitted_at or job.claimed_at),
            sorted({str(hit["rule"]) for hit in rows.said[job.id].hits}),
        )

    def _pair(self, a: int, b: int, one: tuple[Json, Json], other: tuple[Json, Json]) -> PairPart:
        first = self.compare(one[0], other[0])
        return PairPart(a, b, first, self.compare(one[1], other[1]))


def _day(at: float) -> int:
    return int(at // DAY)
