"""Cleaning by hand: keep, drop, mend; what comes out is a corpus with its places, and the counts add up."""

import json
from pathlib import Path

import pytest

from pingce.annotate.files.items import read_new_items
from pingce.annotate.forms import form_of
from pingce.annotate.items import NewItem
from pingce.annotate.services import cleaning, export, figures
from pingce.store.errors import NotAllowed, Refused

from .world import World, text_items

QUIET = {"audit_rate": 0.0, "audit_rate_first": 0.0}
KEEP = {"verdict": "keep"}


def drop(reason: str = "noise") -> dict[str, object]:
    return {"verdict": "drop", "reason": reason}


def mend(text: str) -> dict[str, object]:
    return {"verdict": "mend", "reason": "typo", "mended": text}


def passages(folder: Path) -> list[dict[str, object]]:
    """As ``corpus screen`` writes them: half from the web, with their weights."""
    records: list[dict[str, object]] = [
        {
            "id": f"p{i}",
            "text": f"第{i}段，小猫跳到桌字上。",
            "source": {"file": "a.txt", "offset": 20 * i, "genre": "小说", "kind": ("web", "professional")[i % 2]},
            "weight": 3,
            "density": 25.0,
            "counts": {"f": 1},
        }
        for i in range(6)
    ]
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    (folder / "passages.jsonl").write_text(lines, encoding="utf-8")
    return records


def start(world: World, folder: Path, **settings: object) -> list[dict[str, object]]:
    records = passages(folder)
    new = list(read_new_items(form_of("clean-passages"), str(folder / "passages.jsonl")))
    order = {"order": "given"}
    world.start(
        "clean-passages", new, annotators=["甲", "乙"], reviewers=["审"], settings={**QUIET, **order, **settings}
    )
    return records


def out(world: World) -> list[dict[str, object]]:
    with world.change() as db:
        return list(export.official(db, world.people["builder"], world.campaign))


def counted(world: World) -> cleaning.CleaningView:
    with world.change() as db:
        return cleaning.cleaning(db, world.people["builder"], world.campaign)


def test_what_stays_keeps_its_id_and_place_and_says_what_was_done(world: World, tmp_path: Path) -> None:
    records = start(world, tmp_path)
    for answer in (KEEP, drop(), mend("第2段，小猫跳到桌子上。"), drop("typo"), KEEP):
        world.answer("甲", answer)
    kept, mended, last = out(world)
    assert (kept["id"], mended["id"], last["id"]) == ("p0", "p2", "p4")
    source = records[0]["source"]
    assert isinstance(source, dict)
    assert kept == {**records[0], "source": {**source, "cleaned": {"verdict": "keep", "campaign": "试验"}}}
    assert mended["text"] == "第2段，小猫跳到桌子上。"
    assert mended["source"] == {
        "file": "a.txt",
        "offset": 40,
        "genre": "小说",
        "kind": "web",
        "cleaned": {"verdict": "mend", "reason": "typo", "before": "第2段，小猫跳到桌字上。", "campaign": "试验"},
    }
    assert "weight" not in mended, "what was counted in the old text is not said of the new one"

    view = counted(world)
    total = view.total
    assert (total.before, total.kept, total.mended, total.dropped, total.undecided, total.after) == (6, 2, 1, 2, 1, 3)
    assert (dict(total.reasons), dict(total.mended_for)) == ({"typo": 1, "noise": 1}, {"typo": 1})
    assert {row.name: (row.before, row.after, row.dropped) for row in view.kinds} == {
        "professional": (3, 0, 2),
        "web": (3, 3, 0),
    }
    assert [(row.name, row.before) for row in view.genres] == [("小说", 6)]


def test_the_cleaned_file_is_read_again_with_everything_it_says(world: World, tmp_path: Path) -> None:
    start(world, tmp_path)
    for _ in range(3):
        world.answer("甲", KEEP)
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in out(world))
    (tmp_path / "cleaned.jsonl").write_text(lines, encoding="utf-8")
    again = list(read_new_items(form_of("space-rating"), str(tmp_path / "cleaned.jsonl")))
    assert [item.id for item in again] == ["p0", "p1", "p2"]
    origin = again[0].origin
    assert origin is not None
    assert (origin.genre, origin.kind, origin.original) == ("小说", "web", "p0")
    assert origin.source is not None
    assert origin.source.more["cleaned"] == {"verdict": "keep", "campaign": "试验"}


def test_sentences_keep_their_word(world: World) -> None:
    extra = {"start": 1, "senses": 3, "source": {"kind": "web"}}
    new = [NewItem("s1", {"sentence": "他打开了门门。", "word": "打开"}, extra)]
    world.start("clean-sentences", new, annotators=["甲"], settings=QUIET)
    job = world.take("甲")
    with pytest.raises(Refused) as refused:
        world.submit("甲", job, mend("他开了门。"))
    assert [hit.rule for hit in refused.value.hits] == ["mended-word-lost"]
    world.submit("甲", job, mend("昨天他打开了门。"))
    (record,) = out(world)
    assert (record["text"], record["word"], record["start"], record["senses"]) == ("昨天他打开了门。", "打开", 3, 3)


@pytest.mark.parametrize(
    ("answer", "rules"),
    [
        ({"verdict": "drop"}, ["missing-key"]),
        ({"verdict": "mend", "reason": "typo"}, ["missing-key"]),
        (mend("第0段，小猫跳到桌字上。"), ["mended-unchanged"]),
        ({"verdict": "keep", "reason": "typo"}, ["hidden-field"]),
        (drop("other"), ["cleaning-unsaid"]),
        ({"verdict": "throw"}, ["unknown-label"]),
        ({"verdict": "mend", "reason": "typo", "mended": 3}, ["wrong-type"]),
    ],
)
def test_half_a_decision_is_refused(world: World, tmp_path: Path, answer: dict[str, object], rules: list[str]) -> None:
    start(world, tmp_path)
    job = world.take("甲")
    with pytest.raises(Refused) as refused:
        world.submit("甲", job, answer)
    assert [hit.rule for hit in refused.value.hits] == rules


def test_two_people_agree_when_the_same_becomes_of_the_text(world: World, tmp_path: Path) -> None:
    """Why a text goes is no matter; two ways to mend it are, and a reviewer decides."""
    start(world, tmp_path, answers=2)
    right = "第2段，小猫跳到桌子上。"
    for answer in (drop("noise"), KEEP, mend(right)):
        world.answer("甲", answer)
    for answer in (drop("typo"), drop(), mend("第2段，小猫在桌上。")):
        world.answer("乙", answer)
    assert world.states()["decided"] == 1
    assert world.states()["review"] == 2
    with world.change() as db:
        now = figures.figures(db, world.people["builder"], world.campaign)
    assert (now.agreement.test.part, now.agreement.test.whole) == (1, 3)
    for wanted in (KEEP, mend(right)):
        turn = world.review("审")
        assert turn is not None
        answer = wanted if turn.item.ref == "p1" else mend(right)
        world.decide("审", turn, answer=answer)
    assert [record["id"] for record in out(world)] == ["p1", "p2"]
    assert counted(world).total.undecided == 3


def test_only_campaigns_that_clean_have_such_counts_and_annotators_do_not_see_them(
    world: World, tmp_path: Path
) -> None:
    start(world, tmp_path)
    with world.change() as db, pytest.raises(NotAllowed):
        cleaning.cleaning(db, world.people["甲"], world.campaign)
    world.start("space-rating", text_items(1), title="评级")
    with pytest.raises(Refused, match="clean"):
        counted(world)
