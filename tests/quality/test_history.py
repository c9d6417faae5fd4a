"""A campaign's exported history gives the figures the campaign itself shows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pingce.annotate.services import export
from pingce.quality.agreement.run import agreement
from pingce.quality.levels import load_levels
from pingce.quality.people import people
from pingce.quality.reading import read_annotations
from pingce.quality.tiers.rules import load_rules
from pingce.quality.tiers.run import tiers
from pingce.store.database import migrate, open_database
from tests.annotate.test_sense_flow import DEVELOP, LIFT, OPEN_IT, both, decide, start
from tests.annotate.world import World
from tests.builders import write_records

from .builders import Record


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    engine = open_database(str(tmp_path / "work.db"))
    migrate(engine)
    yield World(engine)
    engine.dispose()


def exported(world: World, tmp_path: Path) -> str:
    with world.change() as db:
        return write_records(tmp_path / "history.jsonl", export.history(db, world.people["builder"], world.campaign))


def test_a_sense_campaign_from_its_history(world: World, tmp_path: Path) -> None:
    start(world, (("打开", 6),))
    both(world, OPEN_IT, OPEN_IT)
    jobs = both(world, OPEN_IT, LIFT)
    world.now += 60
    assert decide(world, "审一", DEVELOP) == "returned"
    world.learn("甲", jobs[0])
    world.learn("乙", jobs[1])
    world.now += 60
    both(world, LIFT, LIFT)
    data = read_annotations(exported(world, tmp_path))
    assert data.task is not None
    assert data.task.id == "wsd/senses"
    (found,) = agreement(data)
    assert found.overall["exact"].value == pytest.approx(2 / 3)
    assert found.overall["exact"].n == 3
    assert {name: one["exact"].value for name, one in found.parts["feedback"].items()} == {"before": 0.5, "after": 1.0}
    assert {item: one.kind for item, one in data.final.items()} == {
        "打开-00": "agreed",
        "打开-01": "review",
        "打开-02": "agreed",
    }
    crowd = people(data, load_levels())
    assert [one.name for one in crowd.people if one.seconds is not None] == ["甲", "乙"]
    assert [one.decided.value for one in crowd.people] == pytest.approx([2 / 3, 2 / 3])
    placed = {one.item: one.tier for one in tiers(data, crowd, load_rules("wsd-senses")).items}
    assert placed == {"打开-00": "gold", "打开-01": "silver", "打开-02": "gold"}


HEAD: Record = {"campaign": "试验", "form": "space-rating", "task": "space2022/task1", "events": []}


def told(item: str, answers: list[Record], decisions: list[Record], **more: object) -> Record:
    return {
        "item": item,
        "texts": {"text": "猫在桌下。"},
        "extra": {"genre": "课本"},
        "answers": answers,
        "decisions": decisions,
        **more,
    }


def said(number: int, by: str, rating: str, kind: str = "submitted", version: int = 1) -> Record:
    return {
        "id": number,
        "by": by,
        "kind": kind,
        "version": version,
        "at": "",
        "answer": {"rating": rating},
        "hits": [],
    }


def test_drafts_and_reviewers_answers_are_nobodys_annotations(tmp_path: Path) -> None:
    answers = [said(1, "林", "fine", "draft"), said(2, "林", "bad", version=2), said(3, "审", "fine", "decided")]
    decisions: list[Record] = [
        {"outcome": "reviewed", "about_item": True, "answer": 3, "by": "审", "at": "", "reason": "r"}
    ]
    data = read_annotations(write_records(tmp_path / "h.jsonl", [HEAD, told("q", answers, decisions)]))
    assert [(one.annotator, one.answer["rating"], one.genre) for one in data.versions] == [("林", "bad", "课本")]
    assert (data.final["q"].answer, data.final["q"].kind, data.final["q"].hits) == ({"rating": "fine"}, "review", ())


def test_answers_an_audit_looked_at_are_decided_by_audit(tmp_path: Path) -> None:
    decisions: list[Record] = [
        {"outcome": "accepted", "about_item": False, "answer": None},
        {"outcome": "agreed", "about_item": True, "answer": 1},
    ]
    data = read_annotations(write_records(tmp_path / "h.jsonl", [HEAD, told("q", [said(1, "林", "bad")], decisions)]))
    assert data.final["q"].kind == "audit"


def test_control_items_bring_their_right_answer_and_undetermined_items_none(tmp_path: Path) -> None:
    lines = [
        HEAD,
        told("c", [said(1, "林", "bad")], [], control=True, gold={"rating": "bad"}),
        told("u", [said(2, "林", "bad")], [{"outcome": "undetermined", "about_item": True, "answer": None}]),
    ]
    data = read_annotations(write_records(tmp_path / "h.jsonl", lines))
    assert data.known == {"c": {"rating": "bad"}}
    assert data.final == {}
    assert [one.control for one in data.versions] == [True, False]
