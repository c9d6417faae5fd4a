"""A benchmark in a folder, and people who work in it through the services, by rules one can compute again."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from pingce.annotate.services import members, queue, reviews, submit, turns
from pingce.flow.benchmark import Benchmark, open_benchmark
from pingce.flow.make import Maker
from pingce.flow.new import Like, new_benchmark
from pingce.formats.replacement import read_changes
from pingce.server.people.accounts import create_user
from pingce.server.people.secrets import Password
from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.people import Actor, Role
from pingce.store.tables.flow import BenchmarkPart

Record = dict[str, Any]
Say = Callable[[str, str], Record]
ANNOTATORS = ("li", "wang")
QUIET = "audit_rate = 0.0, audit_rate_first = 0.0, control_rate = 0.0"


def read(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def edit(benchmark: Path, *changes: tuple[str, str]) -> None:
    """Change what benchmark.toml says."""
    path = benchmark / "benchmark.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def small_benchmark(folder: Path, like: Like = "space2022", sample: int = 60) -> Path:
    """As ``pingce new`` makes it, with fewer sentences and without drawing answers for audit."""
    new_benchmark(folder, like)
    if like == "space2022":
        edit(
            folder,
            ("sample = 120", f"sample = {sample}"),
            ('preset = "space-rating", open', f'preset = "space-rating", campaign = {{ {QUIET} }}, open'),
            ('preset = "space-attribution", open', f'preset = "space-attribution", campaign = {{ {QUIET} }}, open'),
        )
    return folder


@dataclass
class World:
    """The folder, its database and its people."""

    folder: Path
    engine: Engine
    people: dict[str, Actor] = field(default_factory=dict)

    @property
    def benchmark(self) -> Benchmark:
        return open_benchmark(self.folder)

    @property
    def maker(self) -> Maker:
        return Maker(self.benchmark, self.engine, self.people["root"])

    def part(self, stage: str) -> BenchmarkPart:
        number = self.maker.id
        with reading(self.engine) as db:
            found = db.get(BenchmarkPart, (number, stage))
        assert found is not None
        return found

    def assign(self, stage: str) -> None:
        number = self.part(stage).campaign_id
        assert number is not None
        with transaction(self.engine) as db:
            members.set_members(
                db,
                self.people["root"],
                number,
                [
                    members.MemberChange(self.people[name].id, frozenset({role}))
                    for name, role in (("li", Role.ANNOTATOR), ("wang", Role.ANNOTATOR), ("zhao", Role.REVIEWER))
                ],
            )

    def answer(self, stage: str, say: Say) -> int:
        """Both annotators answer all they get, the reviewer decides for what the rule says of nobody in particular."""
        count = self.annotate(stage, say)
        self.review(stage, say)
        return count

    def annotate(self, stage: str, say: Say) -> int:
        number = self.part(stage).campaign_id
        assert number is not None
        count = 0
        for name in ANNOTATORS:
            while True:
                with transaction(self.engine) as db:
                    job = queue.next_job(db, self.people[name], number)
                    if job is None:
                        break
                    answer = say(name, job.item.texts["text"])
                    key = f"{stage}-{name}-{job.job:06}"
                    submit.submit(db, self.people[name], job.job, answer, key=key, version=job.version)
                    count += 1
        return count

    def review(self, stage: str, say: Say) -> None:
        number = self.part(stage).campaign_id
        assert number is not None
        while True:
            with transaction(self.engine) as db:
                turn = turns.next_review(db, self.people["zhao"], number)
                if turn is None:
                    return
                reviews.decide(
                    db,
                    self.people["zhao"],
                    turn.review,
                    accept=None,
                    answer=say("", turn.item.texts["text"]),
                    reason_code="label",
                    reason="看上下文",
                    key=f"{stage}-review-{turn.review:06}",
                    version=turn.version,
                )


@contextmanager
def inhabited(folder: Path, url: str | None = None) -> Iterator[World]:
    """A benchmark with an administrator, two annotators, a reviewer and a team."""
    engine = open_database(url or str(folder / "pingce.db"), flush=False)
    migrate(engine)
    world = World(folder, engine)
    roles = {"root": Role.ADMIN, "li": Role.ANNOTATOR, "wang": Role.ANNOTATOR, "zhao": Role.REVIEWER, "team": Role.TEAM}
    with transaction(engine) as db:
        for name, role in roles.items():
            made = create_user(db, name, roles=[role], password=Password(""), now=1.0)
            own = {role, Role.BUILDER} if role is Role.ADMIN else {role}
            world.people[name] = Actor(made.id, name, frozenset(own))
    yield world
    engine.dispose()


LABELS = ("fine", "bad", "bad", "fine")


def rating(name: str, text: str) -> Record:
    """Half of the texts are wrong; in every seventh case the second person is not sure."""
    number = sum(map(ord, text))
    if name == "wang" and number % 7 == 0:
        return {"rating": "someFine"}
    return {"rating": LABELS[number % len(LABELS)]}


def attribution(changes: dict[str, Record]) -> Say:
    """What does not fit is the replaced word, beside its neighbour; the second person misses some."""

    def say(name: str, text: str) -> Record:
        at, new = changes[text]["at"], changes[text]["new"]
        word = list(range(at, at + len(new)))
        beside = [at - 1] if at else [word[-1] + 1]
        if name == "wang" and sum(map(ord, text)) % 11 == 0:
            beside = [at - 2, at - 1] if at > 1 else beside
        first, second = sorted((word, beside))
        fragments = [
            {"role": role, "text": "".join(text[i] for i in idxes), "idxes": idxes}
            for role, idxes in (("text1", first), ("text2", second))
        ]
        return {"outcome": "anomaly", "reasons": [{"type": "A", "fragments": fragments}]}

    return say


def changes_by_text(replaced: Path) -> dict[str, Record]:
    """The first replaced word of every sentence."""
    found = {}
    for record in read(replaced):
        changes = read_changes(record["replaced"])
        assert changes is not None
        found[record["text"]] = {"at": changes[0].at, "new": changes[0].new}
    return found
