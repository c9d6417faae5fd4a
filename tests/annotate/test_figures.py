"""The figures from rows, without a database."""

from dataclasses import replace

import pytest

from pingce.annotate.consensus import ItemConsensus, consensus
from pingce.annotate.figures import AnswerRow, ControlRow, FiguresView, RateView, figures
from pingce.annotate.forms import form_of
from pingce.annotate.settings import PRESETS, CampaignSettings

from .world import rating, senses

FORM, SETTINGS = form_of("space-rating"), PRESETS["space-rating"].settings


def row(item: int, user: int, label: str, **more: object) -> AnswerRow:
    base = AnswerRow(item, user, rating(label), rating(label), submitted_at=100.0, seconds=10.0)
    return replace(base, **more)  # type: ignore[arg-type] # a test names fields


def of(*rows: AnswerRow, controls: tuple[ControlRow, ...] = (), returned: tuple[int, ...] = ()) -> FiguresView:
    return figures(FORM, SETTINGS, rows, controls, returned, {1: "甲", 2: "乙", 3: "丙"})


def part(rate: RateView) -> tuple[float, int]:
    return rate.part, rate.whole


def test_nothing_yet_is_nothing_and_not_zero() -> None:
    empty = of()
    assert (empty.agreement.test.share, empty.agreement.likeness, empty.median_seconds) == (None, None, None)
    assert (empty.passed.share, empty.controls.share, empty.people) == (None, None, ())


def test_three_answers_make_three_pairs() -> None:
    found = of(row(1, 1, "fine"), row(1, 2, "fine"), row(1, 3, "bad"), row(2, 1, "fine"))
    assert part(found.agreement.test) == (1, 3)
    assert {person.name: part(person.agreement) for person in found.people} == {
        "甲": (1, 2),
        "乙": (1, 2),
        "丙": (0, 2),
    }


def test_people_are_in_the_order_of_their_names() -> None:
    found = of(row(1, 2, "fine"), row(1, 1, "fine"))
    assert [person.name for person in found.people] == sorted(["甲", "乙"])


@pytest.mark.parametrize(
    ("labels", "levels"),
    [
        (("fine", "fine"), (1, 1, 1)),
        (("fine", "someFine"), (0, 1, 1)),
        (("someFine", "someBad"), (0, 0, 1)),
        (("fine", "someBad"), (0, 0, 0)),
        (("fine", "other"), (0, 0, 0)),
    ],
)
def test_levels_of_rating(labels: tuple[str, str], levels: tuple[int, int, int]) -> None:
    found = of(row(1, 1, labels[0]), row(1, 2, labels[1])).agreement.levels
    assert tuple(found[name].part for name in ("strict", "binary", "loose")) == levels


def test_agreement_is_of_first_answers_and_now_of_corrected_ones() -> None:
    found = of(row(1, 1, "bad", current=rating("fine")), row(1, 2, "fine"))
    assert (part(found.agreement.test), part(found.agreement_now.test)) == ((0, 1), (1, 1))


def test_before_and_after_feedback_leaves_out_pairs_of_one_of_each() -> None:
    told = {"told_at": 50.0}
    found = of(
        row(1, 1, "fine"), row(1, 2, "bad"),
        row(2, 1, "fine", **told), row(2, 2, "fine", **told),
        row(3, 1, "fine", **told), row(3, 2, "bad"),
        row(4, 1, "fine", told_at=500.0), row(4, 2, "bad"),
    )  # fmt: skip
    assert (part(found.before_feedback.test), part(found.after_feedback.test)) == ((0, 2), (1, 1))


VERDICTS: list[tuple[tuple[str, ...], bool, bool]] = [
    (("accepted",), True, True),
    (("rejected",), False, False),
    (("rejected", "accepted"), True, False),
    (("mended",), True, False),
    (("accepted", "accepted"), True, False),
]


@pytest.mark.parametrize(("verdicts", "passed", "first"), VERDICTS)
def test_pass_rate_and_first_pass_rate(verdicts: tuple[str, ...], passed: bool, first: bool) -> None:
    found = of(row(1, 1, "fine", verdicts=verdicts), row(2, 1, "fine"))
    assert (part(found.passed), part(found.first_passed)) == ((int(passed), 1), (int(first), 1))


def test_accuracy_is_of_first_answers_against_the_decision() -> None:
    found = of(
        row(1, 1, "bad", current=rating("fine"), final=rating("fine")), row(1, 2, "fine", final=rating("fine")),
        row(2, 1, "fine"),
    )  # fmt: skip
    assert part(found.accuracy) == (1, 2)


def test_appeals_are_a_share_of_what_was_returned() -> None:
    found = of(
        row(1, 1, "fine", state="upheld"), row(1, 2, "bad", state="learned"),
        row(2, 1, "fine", state="dismissed"), row(2, 2, "bad", state="dismissed"),
        row(3, 1, "fine", state="appealed"), row(4, 1, "fine", state="learned"),
        returned=(1, 2, 3, 4),
    )  # fmt: skip
    assert (part(found.appealed), part(found.upheld)) == ((3, 4), (1, 3))


def test_controls_and_time() -> None:
    found = of(
        row(1, 1, "fine", seconds=5.0), row(2, 1, "fine", seconds=7.0), row(3, 1, "fine", seconds=30.0),
        controls=(ControlRow(1, True), ControlRow(1, False), ControlRow(2, True)),
    )  # fmt: skip
    assert part(found.controls) == (2, 3)
    assert (found.median_seconds, found.mean_seconds) == (7.0, 14.0)
    assert {person.name: (person.answers, part(person.controls)) for person in found.people} == {
        "甲": (3, (1, 2)),
        "乙": (0, (1, 1)),
    }


MANY = [
    ([rating("fine")], ItemConsensus(0, True)),
    ([rating("fine"), rating("bad")], None),
    ([rating("bad"), rating("bad")], ItemConsensus(0, True)),
    ([rating("fine"), rating("bad"), rating("bad")], ItemConsensus(1, False)),
    ([rating("fine"), rating("bad"), rating("other")], None),
]


@pytest.mark.parametrize(("answers", "found"), MANY)
def test_consensus_is_everybody_or_more_than_half(answers: list[object], found: ItemConsensus | None) -> None:
    assert consensus(FORM, CampaignSettings(test="strict"), answers) == found


def test_senses_agree_as_sets() -> None:
    assert consensus(form_of("wsd"), CampaignSettings(), [senses("甲", "乙"), senses("乙", "甲")]) == ItemConsensus(
        0, True
    )
