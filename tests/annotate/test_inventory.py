"""Glosses that are reported, merged, reworded, split and deleted, and what that means for answers given before."""

import pytest

from pingce.annotate.services import export, figures, inventory, relations
from pingce.formats.gloss_edits import GlossEdit
from pingce.formats.tiers import Kept
from pingce.spec.errors import UserError
from pingce.store.errors import NotAllowed, NotFound, Refused

from .world import GLOSSES, World, sense_item, senses

OPEN, LIFT, DEVELOP = GLOSSES


def start(world: World, count: int = 4) -> None:
    settings = {"gate": 1, "order": "given", "return_to": "nobody", "appeals": False}
    world.start(
        "wsd", [sense_item(i) for i in range(count)], annotators=["甲", "乙"], reviewers=["审"], settings=settings
    )


def change(world: World, kind: str, glosses: tuple[str, ...], into: tuple[str, ...] = (), **more: object) -> None:
    edit = GlossEdit("打开", kind, glosses, into, "义项重叠")  # type: ignore[arg-type] # as the cases say
    with world.change() as db:
        inventory.change_glosses(db, world.people["builder"], world.campaign, [edit], at=world.now, **more)  # type: ignore[arg-type] # as above


def exported(world: World) -> tuple[list[object], Kept]:
    kept = Kept()
    with world.change() as db:
        rows = export.with_provenance(db, world.people["builder"], world.campaign, kept=kept)
        return [row.record["senses"] for row in rows], kept


def agree_on(world: World, *glosses: str) -> None:
    for who in ("甲", "乙"):
        world.answer(who, senses(*glosses))


@pytest.mark.parametrize(
    ("kind", "glosses", "into", "now"),
    [
        ("reword", (OPEN,), ("拉开合着的东西",), [["拉开合着的东西"], [LIFT], ["拉开合着的东西", LIFT]]),
        ("merge", (OPEN, LIFT), ("拉开；揭开",), [["拉开；揭开"]] * 3),
        ("merge", (OPEN, LIFT), (OPEN,), [[OPEN]] * 3),
        ("split", (OPEN,), ("拉开", "使打开"), [[LIFT]]),
        ("delete", (OPEN,), (), [[LIFT]]),
        ("add", (), ("打破",), [[OPEN], [LIFT], [OPEN, LIFT]]),
    ],
)
def test_answers_given_before_are_kept_and_read_in_todays_glosses(
    world: World, kind: str, glosses: tuple[str, ...], into: tuple[str, ...], now: list[list[str]]
) -> None:
    start(world, 3)
    said = [(OPEN,), (LIFT,), (OPEN, LIFT)]
    for chosen in said:
        agree_on(world, *chosen)
    change(world, kind, glosses, into)
    for i, chosen in enumerate(said):
        item = world.item(f"打开-{i:02}")
        assert [answer.answer for answer in item.answers] == [senses(*chosen)] * 2, "nothing stored is altered"
    records, kept = exported(world)
    assert records == now
    assert kept.kept_out.total() == 3 - len(now), "counted, never silently wrong"
    with world.change() as db:
        (told,) = inventory.gloss_changes(db, world.people["builder"], world.campaign)
        numbers = figures.figures(db, world.people["builder"], world.campaign)
    assert told.before == GLOSSES, "as the glosses were then"
    assert (numbers.accuracy.part, numbers.accuracy.whole) == (6, 6), "an old answer is not wrong for its wording"


def test_an_answer_before_and_one_after_a_reword_agree(world: World) -> None:
    start(world, 1)
    world.answer("甲", senses(OPEN))
    change(world, "reword", (OPEN,), ("拉开合着的东西",))
    job = world.take("乙")
    assert [gloss["text"] for gloss in job.item.extra["glosses"]] == ["拉开合着的东西", LIFT, DEVELOP]  # type: ignore[attr-defined]
    with pytest.raises(Refused):
        world.submit("乙", job, senses(OPEN))
    assert world.submit("乙", job, senses("拉开合着的东西")).item_state == "decided"


def test_two_who_chose_a_gloss_that_was_split_meanwhile_do_not_decide_it(world: World) -> None:
    start(world, 1)
    world.answer("甲", senses(OPEN))
    job = world.take("乙")
    change(world, "split", (OPEN,), ("拉开", "使打开"))
    assert world.submit("乙", job, senses("拉开")).item_state == "review"


def test_what_cannot_be_read_is_shown_and_sent_back(world: World) -> None:
    start(world, 3)
    for chosen in (OPEN, LIFT, OPEN):
        agree_on(world, chosen)
    change(world, "split", (OPEN,), ("拉开", "使打开"))
    builder = world.people["builder"]
    with world.change() as db:
        word = inventory.word_inventory(db, builder, world.campaign, "打开")
        assert [(a.ref, a.readable) for a in word.affected] == [("打开-00", False), ("打开-02", False)]
        sent = inventory.send_back(db, builder, world.campaign, "打开", reason="释义拆分", at=world.now)
    assert len(sent) == 2
    assert world.states() == {"decided": 1, "review": 2}
    for _ in range(2):
        turn = world.review("审")
        assert turn is not None
        world.decide("审", turn, answer=senses("拉开"), reason_code="sense")
    records, kept = exported(world)
    assert records == [["拉开"], [LIFT], ["拉开"]]
    assert not kept.kept_out


def test_a_merge_keeps_relations_of_what_stays_and_ends_those_of_what_went(world: World) -> None:
    start(world, 1)
    builder = world.people["builder"]
    given = [
        relations.WordRelation("打开", "0", "2", "disjoint"),
        relations.WordRelation("打开", "1", "2", "overlapping"),
    ]
    with world.change() as db:
        relations.set_relations(db, builder, world.campaign, given, at=world.now)
    change(world, "reword", (OPEN,), ("拉开合着的东西",))
    change(world, "delete", (LIFT,))
    with world.change() as db:
        assert relations.relations(db, builder, world.campaign) == given[:1]


def test_reports_have_codes_and_are_dealt_with_by_a_change(world: World) -> None:
    start(world, 1)
    job = world.take("甲")
    with world.change() as db:
        number = inventory.report_gloss(
            db, world.people["甲"], job.job, code="overlaps", gloss=LIFT, remark="一样", at=world.now
        )
        inventory.report_gloss(db, world.people["甲"], job.job, code="missing-sense", remark="缺“开机”义")
    for code, gloss in (("ugly", LIFT), ("wrong", "没有"), ("missing-sense", LIFT)):
        with world.change() as db, pytest.raises(Refused):
            inventory.report_gloss(db, world.people["甲"], job.job, code=code, gloss=gloss)
    with world.change() as db, pytest.raises(NotAllowed):
        inventory.report_gloss(db, world.people["乙"], job.job, code="overlaps", gloss=LIFT)
    change(world, "merge", (OPEN, LIFT), ("拉开；揭开",), reports=[number])
    with world.change() as db:
        first, second = inventory.gloss_reports(db, world.people["builder"], world.campaign)
    assert (first.code, first.gloss, first.by, first.change is not None) == ("overlaps", LIFT, "甲", True)
    assert (second.code, second.gloss, second.change) == ("missing-sense", "", None)
    with world.change() as db, pytest.raises(NotAllowed):
        inventory.gloss_reports(db, world.people["甲"], world.campaign)


@pytest.mark.parametrize(
    ("kind", "glosses", "into", "said"),
    [
        ("merge", (OPEN,), ("一",), "two or more"),
        ("split", (OPEN,), ("一",), "becomes two"),
        ("reword", ("没有",), ("一",), "no gloss"),
        ("reword", (OPEN,), (LIFT,), "used before"),
        ("delete", GLOSSES, (), "one gloss"),
        ("add", (), (" ",), "empty"),
    ],
)
def test_changes_that_cannot_be_are_refused(
    world: World, kind: str, glosses: tuple[str, ...], into: tuple[str, ...], said: str
) -> None:
    start(world, 1)
    with pytest.raises(UserError, match=said):
        change(world, kind, glosses, into)
    with world.change() as db:
        assert inventory.gloss_changes(db, world.people["builder"], world.campaign) == []
        with pytest.raises(NotFound):
            inventory.word_inventory(db, world.people["builder"], world.campaign, "没有")


def test_a_wording_is_never_used_again_for_another_meaning(world: World) -> None:
    start(world, 1)
    change(world, "reword", (OPEN,), ("拉开合着的东西",))
    with pytest.raises(UserError, match="used before"):
        change(world, "reword", (LIFT,), (OPEN,))
