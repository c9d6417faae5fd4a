"""What the services refuse, case by case, where no story of the other tests comes by."""

from typing import Any

import pytest
from sqlalchemy import select

from pingce.annotate.files.passages import group_of
from pingce.annotate.services import access, appeals, controls, jobs, manage, turns
from pingce.annotate.services.access import enter_to_work
from pingce.annotate.services.views import ReviewView
from pingce.spec.errors import UserError
from pingce.store.errors import NotAllowed, NotFound
from pingce.store.tables.annotate import Job

from .world import World, rating, text_items

SETTINGS: dict[str, Any] = {
    "answers": 2,
    "audit_rate": 0.0,
    "audit_rate_first": 0.0,
    "control_rate": 0.0,
    "on_disagreement": "review",
}


@pytest.fixture
def disputed(light: World) -> World:
    """One text that two people see differently, and one that nobody was given."""
    light.start("space-rating", text_items(2), annotators=["甲", "乙"], reviewers=["审", "核"], settings=SETTINGS)
    for who, label in (("甲", "fine"), ("乙", "bad")):
        light.answer(who, rating(label))
    return light


def reviewed(world: World) -> ReviewView:
    turn = world.review("审")
    assert turn is not None
    return turn


def code(caught: pytest.ExceptionInfo[UserError]) -> str | None:
    return caught.value.code


def test_a_review_that_is_not_there_or_not_ones_own(disputed: World) -> None:
    turn = reviewed(disputed)
    with pytest.raises(NotFound), disputed.change() as db:
        turns.review_view(db, disputed.people["审"], 4711)
    with pytest.raises(NotAllowed) as caught, disputed.change() as db:
        turns.review_view(db, disputed.people["核"], turn.review)
    assert code(caught) == "not-your-review"


def test_passing_on_and_deciding_an_appeal_need_a_reason(disputed: World) -> None:
    turn = reviewed(disputed)
    with pytest.raises(UserError) as caught, disputed.change() as db:
        turns.pass_on(db, disputed.people["审"], turn.review, " ")
    assert code(caught) == "reason-missing"
    said: dict[str, Any] = {"uphold": True, "answer": None, "reason": " ", "key": "key-number-1"}
    with pytest.raises(UserError) as caught, disputed.change() as db:
        appeals.decide_appeal(db, disputed.people["审"], turn.review, version=turn.version, **said)
    assert code(caught) == "reason-missing"


def test_a_review_is_not_decided_as_an_appeal(disputed: World) -> None:
    with pytest.raises(UserError) as caught:
        disputed.decide_appeal("审", reviewed(disputed), uphold=True)
    assert code(caught) == "wrong-kind"


def test_an_answer_is_not_changed_once_the_item_has_gone_on(disputed: World) -> None:
    with disputed.change() as db:
        mine = db.scalars(select(Job.id).where(Job.user_id == disputed.people["甲"].id)).one()
    with pytest.raises(UserError) as caught:
        disputed.submit("甲", disputed.again("甲", mine), rating("bad"))
    assert code(caught) == "wrong-state"
    disputed.decide("审", reviewed(disputed), answer=rating("bad"))
    done = disputed.again("甲", mine)
    with pytest.raises(UserError) as caught, disputed.change() as db:
        jobs.save_draft(db, disputed.people["甲"], mine, rating("fine"), version=done.version)
    assert code(caught) == "wrong-state"


def test_an_audit_accepts_the_answer_it_is_about_or_gives_another(light: World) -> None:
    light.start(
        "space-rating", text_items(1), annotators=["甲", "乙"], reviewers=["审"],
        settings={**SETTINGS, "audit_rate": 1.0, "audit_rate_first": 1.0},
    )  # fmt: skip
    for who in ("甲", "乙"):
        light.answer(who, rating("fine"))
    turn = reviewed(light)
    assert turn.kind == "audit"
    with pytest.raises(UserError) as caught:
        light.decide("审", turn, accept=turn.review + 4711)
    assert code(caught) == "bad-decision"


def test_a_withdrawn_item_does_not_become_a_control(disputed: World) -> None:
    builder = disputed.people["builder"]
    item = disputed.item("q00001").id
    with disputed.change() as db:
        manage.withdraw(db, builder, item, "错字")
    with pytest.raises(UserError) as caught, disputed.change() as db:
        controls.set_controls(db, builder, disputed.campaign, {item: rating("fine")})
    assert code(caught) == "wrong-state"


def test_who_joins_again_while_a_claim_waits_is_told_to_try_again(
    disputed: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first look finds no membership, the second one does: only another transaction can do that."""
    monkeypatch.setattr(access, "enter", lambda *_: None)
    with pytest.raises(NotAllowed), disputed.change() as db:
        enter_to_work(db, disputed.people["审"], disputed.campaign)


def test_items_are_grouped_by_what_they_have() -> None:
    assert group_of("q1", {"word": "打开"}, {}, "word") == "打开"
    with pytest.raises(UserError) as caught:
        group_of("q1", {"word": "打开"}, {"origin": None}, "origin")
    assert code(caught) == "no-group-key"
