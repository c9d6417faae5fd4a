"""The SpaCE rating flow: two people per text, sampled audits, control items, three levels of agreement."""

from itertools import cycle
from typing import Any

import pytest
from sqlalchemy import select

from pingce.annotate.services import appeals, export, items, members, turns
from pingce.annotate.services.campaign_views import ItemView
from pingce.annotate.services.figures import figures
from pingce.annotate.services.members import MemberChange
from pingce.annotate.services.progress import progress
from pingce.annotate.services.views import ReviewView
from pingce.store.errors import Conflict, NotAllowed, Refused
from pingce.store.people import Role
from pingce.store.tables.annotate import Job, Turn

from .world import World, rating, text_items

PAIRS = [("fine", "fine"), ("bad", "bad"), ("fine", "someFine"), ("someFine", "someBad"), ("fine", "bad")]
"""What the two people say, over and over: strict agrees in 2 of 5, binary in 3, loose in 4."""
ALL: dict[str, Any] = {"audit_rate": 1.0, "control_rate": 0.0}
NONE: dict[str, Any] = {"audit_rate": 0.0, "audit_rate_first": 0.0, "control_rate": 0.0}


def start(world: World, count: int = 1, **settings: Any) -> None:
    world.start("space-rating", text_items(count), annotators=["甲", "乙"], reviewers=["审"], settings=settings)


def audit(world: World, who: str = "审") -> ReviewView:
    turn = world.review(who)
    assert turn is not None
    assert turn.kind == "audit"
    return turn


def test_forty_texts_with_audits_controls_and_the_three_levels(world: World) -> None:
    controls = [items.NewItem(f"c{i}", {"text": f"桌子在书的上面，第{i}句。"}, gold=rating("bad")) for i in range(2)]
    world.start(
        "space-rating", [*text_items(40), *controls], annotators=["甲", "乙"], reviewers=["审"],
        settings={"order": "given"},
    )  # fmt: skip
    said = dict(zip((f"q{i:05}" for i in range(40)), cycle(PAIRS), strict=False))
    for _ in range(42):
        for side, who in enumerate(("甲", "乙")):
            job = world.take(who)
            ref = job.item.ref
            # 乙 falls for one of the two control items.
            label = said[ref][side] if ref in said else ("fine" if (who, ref) == ("乙", "c1") else "bad")
            world.submit(who, job, rating(label))
    assert world.states()["control"] == 2

    with world.change() as db:
        drawn = dict.fromkeys((world.people[who].id for who in ("甲", "乙")), 0)
        for user in db.scalars(select(Job.user_id).where(Job.audit.is_not(None))):
            drawn[user] += 1
        waiting = progress(db, world.people["builder"], world.campaign).reviews["audit"]
    # A control among the drawn numbers is not audited, so one or two fewer than the 6 of 40 (+ 1 of 42 at 8 %).
    assert all(4 <= count <= 7 for count in drawn.values())
    assert waiting == sum(drawn.values())

    # The reviewer accepts all but the first two: those are rejected, corrected, and accepted at the second look.
    rejected = []
    for i in range(waiting):
        turn = audit(world)
        if i < 2:
            world.decide("审", turn, reason_code="label", reason="场景不可能存在")
            rejected.append(turn.job)
        else:
            world.decide("审", turn, accept=turn.job, reason_code="", reason="")
    assert world.review("审") is None
    assert world.states()["correcting"] == len(rejected) == 2
    for who in ("甲", "乙"):
        with world.change() as db:
            mine = [entry.job for entry in appeals.inbox(db, world.people[who])]
        for back in mine:
            assert world.submit(who, world.again(who, back), rating("someBad")).item_state == "audit"
    for _ in range(2):
        turn = audit(world)
        assert turn.round == 2
        world.decide("审", turn, accept=turn.job, reason_code="", reason="")
    assert world.states() == {"decided": 40, "control": 2}

    with world.change() as db:
        builder = world.people["builder"]
        numbers = figures(db, builder, world.campaign)
        records = list(export.official(db, builder, world.campaign))
    first = {name: (rate.part, rate.whole) for name, rate in numbers.agreement.levels.items()}
    assert first == {"strict": (16, 40), "binary": (24, 40), "loose": (32, 40)}, "of first answers, whatever came later"
    assert (numbers.passed.part, numbers.passed.whole) == (waiting, waiting), "in the end everything passes"
    assert (numbers.first_passed.part, numbers.first_passed.whole) == (waiting - 2, waiting)
    assert (numbers.controls.part, numbers.controls.whole) == (3, 4)
    by_name = {person.name: person for person in numbers.people}
    assert (by_name["甲"].controls.share, by_name["乙"].controls.share) == (1.0, 0.5)
    # Released are the texts both call fine or both call bad: 16, unless one of them was corrected to someBad.
    changed = sum(
        said[item.ref][0] in ("fine", "bad") and len(set(said[item.ref])) == 1 for item in _of(world, rejected)
    )
    assert len(records) == 16 - changed
    assert {record["judge"] for record in records} <= {0, 1}


def _of(world: World, jobs: list[int | None]) -> list[ItemView]:
    with world.change() as db:
        builder = world.people["builder"]
        return [items.item_view(db, builder, db.get_one(Job, job).item_id) for job in jobs]


@pytest.mark.parametrize(("blind", "by"), [(True, {"—"}), (False, {"甲", "乙", "审"})])
def test_reviewers_of_a_blind_campaign_find_no_names_anywhere(light: World, blind: bool, by: set[str]) -> None:
    start(light, **ALL, blind=blind)
    for name in ("甲", "乙"):
        light.answer(name, rating("fine"))
    turn = audit(light)
    light.decide("审", turn, accept=turn.job)
    with light.change() as db:
        shown = items.item_view(db, light.people["审"], turn.item.id)
        whole = items.item_view(db, light.people["builder"], turn.item.id)
    for view, expected in ((shown, by), (whole, {"甲", "乙", "审"})):
        told = {one.by for part in (view.answers, view.decisions, view.history) for one in part}
        assert told - {"—"} == expected - {"—"}


def test_a_rejected_answer_goes_round_until_it_passes(world: World) -> None:
    start(world, **ALL)
    world.answer("甲", rating("fine"))
    world.answer("乙", rating("bad"))
    turn = audit(world)
    assert len(turn.answers) == 2, "both are shown when both are done"
    mine = turn.job
    assert mine is not None
    with pytest.raises(Refused) as refused:
        world.decide("审", turn, reason="")
    assert refused.value.code == "bad-decision"
    world.decide("审", turn, reason="不相邻")
    other = audit(world)
    with pytest.raises(Refused):
        world.decide("审", other, accept=other.job, reason_code="no code of ours, and longer than any")
    world.decide("审", other, accept=other.job)
    assert world.states() == {"correcting": 1}
    for label, accept in (("someFine", False), ("bad", True)):
        back = world.again("甲", mine)
        assert back.state == "rejected"
        assert back.feedback is not None
        assert back.feedback.reason == "不相邻"
        assert world.submit("甲", back, rating(label)).state == "done"
        turn = audit(world)
        world.decide("审", turn, accept=mine if accept else None, reason="不相邻")
    view = world.item("q00000")
    assert (view.state, view.outcome, view.final) == ("decided", "agreed", rating("bad"))
    kept = [(answer.by, answer.state, answer.answer["rating"]) for answer in view.answers]
    assert kept == [
        ("甲", "submitted", "fine"),
        ("乙", "submitted", "bad"),
        ("甲", "corrected", "someFine"),
        ("甲", "corrected", "bad"),
    ]
    with world.change() as db:
        numbers = figures(db, world.people["builder"], world.campaign)
        rounds = db.execute(select(Turn.round, Turn.verdict).where(Turn.job_id == mine).order_by(Turn.id)).all()
    assert [tuple(row) for row in rounds] == [(1, "rejected"), (2, "rejected"), (3, "accepted")]
    assert (numbers.first_passed.part, numbers.first_passed.whole) == (1, 2)
    assert (numbers.agreement.test.part, numbers.agreement_now.test.part) == (0, 1), "before and after correction"


def test_a_reviser_mends_an_answer_and_the_annotators_own_stays(world: World) -> None:
    start(world, answers=1, **ALL)
    world.answer("甲", rating("fine"))
    turn = audit(world)
    world.decide("审", turn, answer=rating("bad"), reason_code="context", reason="前文说门关着")
    view = world.item("q00000")
    assert (view.state, view.final) == ("decided", rating("bad"))
    assert [(answer.by, answer.state) for answer in view.answers] == [("甲", "submitted"), ("审", "mended")]
    with world.change() as db:
        numbers = figures(db, world.people["builder"], world.campaign)
    assert (numbers.passed.part, numbers.first_passed.part) == (1, 0)


def test_single_annotation_is_decided_at_once_unless_it_is_drawn(light: World) -> None:
    start(light, count=40, answers=1, audit_rate=0.15, control_rate=0.0)
    for _ in range(40):
        light.answer("甲", rating("fine"))
    assert light.states() == {"audit": 6, "decided": 34}


def test_the_rate_can_be_a_persons_own(light: World) -> None:
    start(light, count=10, answers=1, **NONE)
    with light.change() as db:
        change = MemberChange(light.people["乙"].id, frozenset({Role.ANNOTATOR}), audit_rate=1.0)
        members.set_members(db, light.people["builder"], light.campaign, [change])
    for _ in range(5):
        light.answer("甲", rating("fine"))
        light.answer("乙", rating("fine"))
    assert light.states() == {"audit": 5, "decided": 5}


def test_nobody_audits_their_own_work_but_the_leader_can(world: World) -> None:
    """An inspector is also an annotator; his own work is audited by somebody else."""
    world.person("检", Role.ANNOTATOR, Role.REVIEWER)
    world.start(
        "space-rating", text_items(1), annotators=["检"], reviewers=["检", "组长"],
        settings={"answers": 1, **ALL},
    )  # fmt: skip
    world.answer("检", rating("fine"))
    assert world.review("检") is None
    turn = audit(world, "组长")
    with pytest.raises(NotAllowed):
        world.decide("检", turn, accept=turn.job)
    assert world.decide("组长", turn, accept=turn.job).item_state == "decided"


def test_who_is_not_sure_passes_on(world: World) -> None:
    world.start(
        "space-rating", text_items(1), annotators=["甲"], reviewers=["审", "组长"], settings={"answers": 1, **ALL}
    )
    world.answer("甲", rating("fine"))
    turn = audit(world)
    with world.change() as db:
        turns.pass_on(db, world.people["审"], turn.review, "两种读法都说得通", at=world.now)
    assert world.review("审") is None
    other = audit(world, "组长")
    assert other.review == turn.review
    told = [event.details["reason"] for event in world.item("q00000").history if event.step == "passed-on"]
    assert told == ["两种读法都说得通"]


def test_a_reviewers_lease_ends_like_anybodys(world: World) -> None:
    world.start(
        "space-rating", text_items(1), annotators=["甲"], reviewers=["审", "组长"], settings={"answers": 1, **ALL}
    )
    world.answer("甲", rating("fine"))
    turn = audit(world)
    assert world.review("组长") is None
    world.now += 30 * 60 + 1
    taken = audit(world, "组长")
    assert taken.review == turn.review
    with pytest.raises(NotAllowed):
        world.decide("审", turn, accept=turn.job)
    world.now += 30 * 60 + 1
    assert world.decide("组长", taken, accept=taken.job).item_state == "decided", "late, but nobody else had it"


def test_a_clock_that_was_set_back_does_not_keep_a_turn_from_everybody(world: World) -> None:
    world.start(
        "space-rating", text_items(1), annotators=["甲"], reviewers=["审", "组长"], settings={"answers": 1, **ALL}
    )
    world.answer("甲", rating("fine"))
    turn = audit(world)
    world.now -= 86_400
    assert audit(world, "组长").review == turn.review


def test_a_decision_counts_once_per_key_and_only_at_its_version(world: World) -> None:
    start(world, answers=1, **ALL)
    world.answer("甲", rating("fine"))
    turn = audit(world)
    with pytest.raises(Conflict) as refused:
        world.decide("审", turn, accept=turn.job, version=turn.version + 1)
    assert refused.value.code == "stale-version"
    first = world.decide("审", turn, accept=turn.job, key="decision-1")
    assert world.decide("审", turn, accept=turn.job, key="decision-1") == first
    with pytest.raises(Conflict):
        world.decide("审", turn, accept=turn.job, key="decision-2")


WRONG_DECISIONS: list[tuple[dict[str, object], str]] = [
    ({}, "accept"),
    ({"accept": 1, "answer": rating("bad")}, "accept"),
    ({"accept": 99_999}, "accept"),
    ({"accept": 1, "reason_code": "mood"}, "reason_code"),
    ({"accept": 1, "reason_code": "other", "reason": " "}, "reason"),
]


@pytest.mark.parametrize(("verdict", "what"), WRONG_DECISIONS, ids=[str(v) for v, _ in WRONG_DECISIONS])
def test_a_review_needs_an_answer_and_a_reason(light: World, verdict: dict[str, object], what: str) -> None:
    start(light, on_disagreement="review", **NONE)
    light.answer("甲", rating("fine"))
    light.answer("乙", rating("bad"))
    turn = light.review("审")
    assert turn is not None
    with pytest.raises(Refused) as refused:
        light.decide("审", turn, **verdict)
    assert refused.value.message.startswith(what)
    assert light.states() == {"review": 1}


def test_a_reviewers_answer_obeys_the_rules_too(light: World) -> None:
    start(light, on_disagreement="review", **NONE)
    light.answer("甲", rating("fine"))
    light.answer("乙", rating("bad"))
    turn = light.review("审")
    assert turn is not None
    with pytest.raises(Refused) as refused:
        light.decide("审", turn, answer={"rating": "splendid"})
    assert [hit.rule for hit in refused.value.hits] == ["unknown-label"]


def test_a_reviewer_accepts_one_of_the_answers(world: World) -> None:
    start(world, on_disagreement="review", **NONE)
    world.answer("甲", rating("fine"))
    other = world.answer("乙", rating("bad"))
    turn = world.review("审")
    assert turn is not None
    assert {answer.by for answer in turn.answers} == {"—"}, "blind"
    assert world.decide("审", turn, accept=other.job).item_state == "decided"
    view = world.item("q00000")
    assert (view.outcome, view.final) == ("reviewed", rating("bad"))
    assert [(d.by, d.accepted_job, d.reason_code) for d in view.decisions] == [("审", other.job, "label")]


def test_explanations_are_rated_by_three_and_exported_by_rater(world: World) -> None:
    texts = {"text1": "小明在桌子上面。", "text2": "小明在桌子上边。"}
    new = items.NewItem("e1", texts, {"judge": "1", "explanation": "上面和上边同义。", "system": "甲系统"})
    world.start("explanation-rating", [new], annotators=list("甲乙丙"))
    for who, points in zip("甲乙丙", (80, 90, 70), strict=True):
        job = world.take(who)
        assert "system" not in job.item.extra
        world.submit(who, job, dict.fromkeys(("fluency", "accuracy", "entities", "relations"), points))
    with world.change() as db:
        rows = list(export.official(db, world.people["builder"], world.campaign))
    assert [(row["qid"], row["rater"], row["fluency"]) for row in rows] == [
        ("e1", "甲", 80),
        ("e1", "乙", 90),
        ("e1", "丙", 70),
    ]
