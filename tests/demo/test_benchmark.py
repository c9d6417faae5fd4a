"""The benchmark of the demo is made by the flow, with the people of the demo where it waits for them."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

from pingce.demo import benchmark as demo
from pingce.demo.people import ADMINISTRATOR, ANNOTATORS, BUILDER, make_people
from pingce.demo.stock import known_answers
from pingce.flow.benchmark import open_benchmark
from pingce.flow.counts import flow_counts
from pingce.flow.make import Maker
from pingce.flow.plan import StageStanding
from pingce.flow.registry import is_member
from pingce.server.people.accounts import actor_of, find_user
from pingce.spec.errors import UserError
from pingce.store.database import migrate, open_database, reading, transaction
from pingce.store.people import Actor
from pingce.store.tables.flow import RunRow
from pingce.store.tables.history import AnswerVersion
from pingce.trace.database import trace

STAGES = 21


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = open_database(str(tmp_path / "pingce.db"), flush=False)
    migrate(opened)
    with transaction(opened) as db:
        make_people(db, now=1.0)
    yield opened
    opened.dispose()


def somebody(engine: Engine, name: str) -> Actor:
    with reading(engine) as db:
        user = find_user(db, name)
        assert user is not None
        return actor_of(user)


def test_it_is_made_as_far_as_the_competition_by_people_who_answer_through_the_services(
    engine: Engine, tmp_path: Path
) -> None:
    begun = time.time()
    demo.make_benchmark(engine, tmp_path)
    builder = somebody(engine, BUILDER)
    maker = Maker(open_benchmark(demo.benchmark_folder(tmp_path)), engine, builder)
    plan = maker.plan()
    standings = {each.stage.name: each.standing for each in plan.stages}
    assert len(standings) == STAGES
    assert {name: found for name, found in standings.items() if found is not StageStanding.FRESH} == {
        "competition": StageStanding.WAITS,
        "board": StageStanding.BLOCKED,
    }
    with reading(engine) as db:
        rows = flow_counts(db, maker.benchmark, maker.id)
        runs = db.scalars(select(RunRow)).all()
        moments = list(db.scalars(select(AnswerVersion.at)))
        annotator = somebody(engine, ANNOTATORS[0])
        assert is_member(db, builder, maker.id)
        assert is_member(db, annotator, maker.id)
        text = next(iter(known_answers("space-attribution")))
        life = trace(db, somebody(engine, ADMINISTRATOR), next(iter(text)), roots=[maker.benchmark.folder]).lives[0]
    assert all(row.adds_up for row in rows)
    assert {run.state for run in runs} == {"done"}
    assert begun <= min(moments) <= max(moments) <= time.time()
    assert life.source is not None
    assert life.source.raw.state == "found"
    demo.make_benchmark(engine, tmp_path)
    with reading(engine) as db:
        assert len(db.scalars(select(RunRow)).all()) == len(runs), "everything was done"


def test_it_is_there_before_anything_is_made_and_nothing_is_written_twice(engine: Engine, tmp_path: Path) -> None:
    folder = demo.begin_benchmark(engine, tmp_path)
    recipe = folder / "benchmark.toml"
    recipe.write_text(recipe.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    assert demo.begin_benchmark(engine, tmp_path) == folder
    assert recipe.read_text(encoding="utf-8").endswith("# mine\n")
    assert not (folder / "corpus" / "passages.jsonl").exists()


def test_what_nobody_can_answer_is_told(engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "known_ratings", dict)
    with pytest.raises(UserError, match="Nobody in the demo can bring rating to its end"):
        demo.make_benchmark(engine, tmp_path)
