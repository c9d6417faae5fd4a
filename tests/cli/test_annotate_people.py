"""`pingce annotate training`, `admit`, `quota` and `reassign`, on a database of their own."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pingce.annotate.services.inventory import report_gloss
from pingce.store.database import migrate, open_database
from pingce.store.people import Role
from tests.annotate.world import GLOSSES, World, rating, sense_item, senses, text_items

from .conftest import Ran, Run

Annotate = Callable[..., Ran]


@pytest.fixture
def world(tmp_path: Path) -> World:
    engine = open_database(str(tmp_path / "work.db"))
    migrate(engine)
    world = World(engine)
    world.person("root", Role.ADMIN)
    return world


@pytest.fixture
def annotate(pingce: Run, world: World, monkeypatch: pytest.MonkeyPatch) -> Annotate:
    monkeypatch.setenv("PINGCE_DATABASE", str(world.engine.url.database))
    return lambda *arguments: pingce("annotate", *arguments)


def test_quota_left_and_reassign(world: World, annotate: Annotate) -> None:
    new = [sense_item(i) for i in range(4)]
    world.start("wsd", new, annotators=["li", "wang"], settings={"gate": 1, "person_least": 3}, title="词义")
    world.answer("li", senses(GLOSSES[0]))
    code, out, err = annotate("quota", "词义", "--json")
    assert code == 0
    assert {p["name"]: (p["submitted"], p["due"]) for p in json.loads(out)["people"]} == {"li": (1, 2), "wang": (0, 3)}
    code, out, err = annotate("quota", "词义", "--left", "li")
    assert (code, "打开" in out) == (0, True)
    code, out, err = annotate("reassign", "词义", "打开", "--from", "li", "--to", "wang", "--reason", "毕业")
    assert (code, json.loads(out)["items"]) == (0, 4), "the one answered by the other is theirs to answer too"
    code, out, err = annotate("reassign", "词义", "打开", "--from", "nobody", "--to", "wang", "--reason", "毕业")
    assert (code, out, "nobody" in err) == (1, "", True)


def test_training_from_a_file_and_admission_of_the_best(world: World, annotate: Annotate, tmp_path: Path) -> None:
    world.start("space-rating", [], title="评级")
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"qid": "1-train-1", "context": "书在桌子上。", "judge": 1}\n', encoding="utf-8")
    code, out, _ = annotate("training", "评级", str(gold), "--as-test")
    assert (code, json.loads(out)) == (0, {"added": 1, "already": 0, "total": 1})
    settings = {"answers": 1, "person_most": 2, "person_least": 2}
    world.start(
        "wsd-phase1", [sense_item(i) for i in range(4)], annotators=["li", "wang"], title="一", settings=settings
    )
    for who in ("li", "wang", "li", "wang"):
        world.answer(who, senses(GLOSSES[0]))
    world.start("wsd-phase2", [sense_item(9)], title="二")
    code, out, _ = annotate("admit", "一", "二", "--best", "1", "--dry-run", "--json")
    assert (code, json.loads(out)["admitted"]) == (0, 2), "equal shares go on together"
    assert annotate("admit", "一", "二").code == 1
    code, out, _ = annotate("admit", "一", "二", "--at-least", "0.9", "--answers", "2")
    assert (code, "wang" in out) == (0, True)
    assert world.next("li") is not None


def test_levels_are_given_by_hand_and_earned(world: World, annotate: Annotate) -> None:
    settings = {"answers": 2, "second_share": 0.5, "audit_rate": 0, "audit_rate_first": 0, "control_rate": 0}
    world.start("space-rating", text_items(24), annotators=["li", "wang"], settings=settings)
    assert "–" in annotate("users", "level", "试验").out
    code, out, _ = annotate("users", "level", "试验", "li=B", "wang=A", "--json")
    assert (code, json.loads(out)["levels"]) == (0, {"builder": None, "li": "B", "wang": "A"})
    for who in ("li", "wang"):
        while (job := world.next(who)) is not None:
            world.submit(who, job, rating("fine"))
    status = json.loads(annotate("status", "试验", "--json").out)
    assert [(one["people"], one["items"]) for one in status["progress"]["asked"]] == [(1, 12), (2, 12)]
    assert status["figures"]["doubled"] == {"part": 12, "whole": 24}
    code, out, _ = annotate("users", "level", "试验", "--from", "试验", "wang=", "--json")
    assert (code, json.loads(out)["levels"]) == (0, {"builder": None, "li": "A", "wang": None})
    code, _, err = annotate("users", "level", "试验", "nobody=A")
    assert (code, "nobody" in err) == (1, True)
    code, _, err = annotate("users", "level", "试验", "li")
    assert (code, "NAME=VALUE" in err) == (1, True)


def test_glosses_are_reported_changed_from_a_file_and_sent_back(
    world: World, annotate: Annotate, tmp_path: Path
) -> None:
    new = [sense_item(i) for i in range(2)]
    world.start("wsd", new, annotators=["li", "wang"], settings={"gate": 1, "return_to": "nobody", "appeals": False})
    for _ in range(2):
        job = world.take("li")
        with world.change() as db:
            report_gloss(db, world.people["li"], job.job, code="too-narrow", gloss=GLOSSES[0])
        world.submit("li", job, senses(GLOSSES[0]))
        world.answer("wang", senses(GLOSSES[0]))
    assert "too-narrow" in annotate("glosses", "试验").out
    changes = tmp_path / "changes.jsonl"
    edit = {"word": "打开", "kind": "split", "glosses": [GLOSSES[0]], "into": ["拉开", "使打开"], "reason": "两个意思"}
    wrong = [{**edit, "kind": "melt"}, {**edit, "reason": ""}]
    changes.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in wrong), encoding="utf-8")
    code, _, err = annotate("glosses", "试验", "--apply", str(changes))
    assert (code, "changes.jsonl:1" in err, "changes.jsonl:2" in err) == (1, True, True), "all problems at once"
    changes.write_text(json.dumps(edit, ensure_ascii=False), encoding="utf-8")
    assert annotate("glosses", "试验", "--apply", str(changes)).code == 0
    code, out, _ = annotate("glosses", "试验", "--word", "打开", "--send-back", "拆分")
    assert (code, [item["state"] for item in json.loads(out)["affected"]]) == (0, ["review", "review"])
    assert annotate("glosses", "试验", "--send-back", "拆分").code == 2
    assert len(json.loads(annotate("glosses", "试验", "--json").out)["changes"]) == 1


def test_an_inventory_is_improved_compared_and_searched_for_overlaps(pingce: Run, tmp_path: Path) -> None:
    inventory, changes, out = tmp_path / "a.json", tmp_path / "changes.jsonl", tmp_path / "b.json"
    inventory.write_text('{"打开": ["拉开。|打开门", "拉开", "开展"]}', encoding="utf-8")
    code, listed, _ = pingce("corpus", "dictionary", "overlaps", inventory, "--json")
    assert (code, [(p["first"], p["second"], p["contained"]) for p in json.loads(listed)]) == (
        0, [("拉开。", "拉开", True)],
    )  # fmt: skip
    edit = {"word": "打开", "kind": "merge", "glosses": ["拉开。", "拉开"], "into": ["拉开"], "reason": "同义"}
    changes.write_text(json.dumps(edit, ensure_ascii=False), encoding="utf-8")
    assert pingce("corpus", "dictionary", "improve", inventory, changes, out).code == 0
    assert json.loads(out.read_text(encoding="utf-8")) == {"打开": ["拉开|打开门", "开展"]}
    told = json.loads((tmp_path / "b.json.changes.jsonl").read_text(encoding="utf-8"))
    assert told["became"] == {"拉开。": ["拉开"]}
    code, shown, _ = pingce("corpus", "dictionary", "compare", "打开", inventory, out, "--json")
    assert (code, json.loads(shown)["glosses"]["b"]) == (0, ["拉开|打开门", "开展"])
    assert pingce("corpus", "dictionary", "compare", "没有", inventory).code == 1
    changes.write_text(json.dumps({**edit, "word": "没有"}, ensure_ascii=False), encoding="utf-8")
    assert pingce("corpus", "dictionary", "improve", inventory, changes, out).code == 1
