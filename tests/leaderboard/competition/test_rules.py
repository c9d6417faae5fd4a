"""Phases, limits, what counts and who sees what: rules that need no database."""

from datetime import datetime
from pathlib import Path
from typing import get_args

import pytest

from pingce.leaderboard.competition.counting import RULES, ScoredEntry, best_by_system, counting
from pingce.leaderboard.competition.limits import DAY, LimitReached, check_left, left
from pingce.leaderboard.competition.phases import (
    USUAL,
    Counts,
    PhaseKind,
    PhasePlan,
    PhaseRules,
    check_schedule,
    current_phase,
    make_rules,
    open_phases,
    part_of,
    rules_json,
    stored_rules,
)
from pingce.leaderboard.competition.services.teams import masked_email, masked_name
from pingce.leaderboard.competition.visibility import Viewer, may_download, may_explore, sight
from pingce.spec.errors import UserError
from pingce.spec.words import Words

REGISTRATION, DEV, TEST, PUBLISHED = PhaseKind
PLANS = (
    PhasePlan(DEV, 20.0, 30.0, USUAL[DEV]),
    PhasePlan(REGISTRATION, 10.0, None, USUAL[REGISTRATION]),
    PhasePlan(TEST, 40.0, 50.0, USUAL[TEST]),
    PhasePlan(PUBLISHED, 60.0, None, USUAL[PUBLISHED]),
)


@pytest.mark.parametrize(
    ("now", "kind"),
    [
        (9, None),
        (10, REGISTRATION),
        (20, DEV),
        (29, DEV),
        (30, None),
        (40, TEST),
        (55, None),
        (60, PUBLISHED),
        (1e9, PUBLISHED),
    ],
)
def test_the_phase_that_holds(now: float, kind: PhaseKind | None) -> None:
    found = current_phase(PLANS, now)
    assert (found.kind if found is not None else None) is kind


def beijing(day: str) -> float:
    return datetime.fromisoformat(f"{day}T00:00+08:00").timestamp()


SPACE2022 = (
    PhasePlan(REGISTRATION, beijing("2022-06-15"), beijing("2022-08-20")),
    PhasePlan(DEV, beijing("2022-08-08"), beijing("2022-08-15")),
    PhasePlan(TEST, beijing("2022-08-18"), beijing("2022-09-01")),
    PhasePlan(PUBLISHED, beijing("2022-09-10")),
)
"""As published, registration goes on beside dev from 8 to 20 August; here the test phase begins within it, too."""


@pytest.mark.parametrize(
    ("day", "kinds"),
    [
        ("2022-06-14", []),
        ("2022-08-07", [REGISTRATION]),
        ("2022-08-08", [REGISTRATION, DEV]),
        ("2022-08-16", [REGISTRATION]),
        ("2022-08-18", [REGISTRATION, TEST]),
        ("2022-08-20", [TEST]),
        ("2022-09-05", []),
        ("2022-09-10", [PUBLISHED]),
    ],
)
def test_registration_may_go_on_beside_another_phase(day: str, kinds: list[PhaseKind]) -> None:
    check_schedule(SPACE2022)
    assert [plan.kind for plan in open_phases(SPACE2022, beijing(day))] == kinds
    current = current_phase(SPACE2022, beijing(day))
    assert (current.kind if current is not None else None) is (kinds[-1] if kinds else None)


def test_only_dev_and_test_take_answers() -> None:
    assert [part_of(kind) for kind in PhaseKind] == [None, "dev", "test", None]


@pytest.mark.parametrize(
    ("plans", "said"),
    [
        ([PhasePlan(DEV, 5, 5)], "the dev phase ends before it starts"),
        ([PhasePlan(TEST, 5), PhasePlan(DEV, 8)], "the test phase begins before the dev phase is over"),
        (
            [PhasePlan(REGISTRATION, 1, 9), PhasePlan(DEV, 2, 3), PhasePlan(PUBLISHED, 8)],
            "the results published begins before the registration is over",
        ),
        ([PhasePlan(REGISTRATION, 5, 9), PhasePlan(DEV, 4)], "the dev phase begins before the registration is over"),
        ([PhasePlan(TEST, 5, None, PhaseRules(("test answers",)))], "only when results are published"),
    ],
)
def test_a_schedule_that_cannot_be_is_refused(plans: list[PhasePlan], said: str) -> None:
    with pytest.raises(UserError, match=said) as caught:
        check_schedule(plans)
    assert caught.value.code == "bad-phases"


def test_rules_that_cannot_be_are_told_all_at_once() -> None:
    wrong = {
        "colour": 1, "downloads": ["gold"], "per_day": 0, "in_all": True, "shows": "some", "counts": "worst",
        "explorer": 1, "intervals": "yes", "agreement": 7,
    }  # fmt: skip
    with pytest.raises(UserError) as caught:
        make_rules(wrong, PhaseRules())
    assert [name for name in wrong if name in caught.value.message] == list(wrong)


def test_rules_survive_being_stored() -> None:
    for rules in USUAL.values():
        assert stored_rules(rules_json(rules)) == rules


NOON = 1_000_000 * DAY + 4 * 3600.0
"""Noon in Beijing."""


@pytest.mark.parametrize(
    ("times", "today", "in_all"),
    [
        ([], 2, 3),
        ([NOON - 3600], 1, 2),
        ([NOON - 12 * 3600], 1, 2),  # midnight in Beijing: the same day
        ([NOON - 12 * 3600 - 1], 2, 2),  # a second earlier: yesterday
        ([NOON - DAY, NOON - DAY, NOON - 1], 1, 0),
    ],
)
def test_what_is_left(times: list[float], today: int, in_all: int) -> None:
    assert left(PhaseRules(per_day=2, in_all=3), times, NOON) == (today, in_all)


def test_limits_say_which_one_is_reached() -> None:
    check_left(PhaseRules(), "t", [NOON] * 1000, NOON)
    for rules, code in ((PhaseRules(per_day=1), "limit-per-day"), (PhaseRules(in_all=1, per_day=1), "limit-in-all")):
        with pytest.raises(LimitReached) as caught:
            check_left(rules, "t", [NOON], NOON)
        assert (caught.value.code, caught.value.status) == (code, 429)


def candidate(entry: int, value: float | None, system: str = "") -> ScoredEntry:
    return ScoredEntry(entry, value, system)


@pytest.mark.parametrize(
    ("candidates", "last", "best"),
    [
        ([], None, None),
        ([candidate(1, 0.9), candidate(2, 0.5)], 2, 1),
        ([candidate(1, 0.9), candidate(2, 0.9)], 2, 2),  # of equals the later
        ([candidate(1, None), candidate(2, None)], 2, 2),
        ([candidate(1, 0.0), candidate(2, None)], 2, 1),
    ],
)
def test_which_one_counts(candidates: list[ScoredEntry], last: int | None, best: int | None) -> None:
    assert (counting(candidates, "last"), counting(candidates, "best-on-dev")) == (last, best)


def test_on_test_the_dev_score_of_the_system_decides_and_not_the_test_score() -> None:
    dev = best_by_system(
        [candidate(1, 0.4, "甲"), candidate(2, 0.7, "甲"), candidate(3, 0.5, "乙"), candidate(4, None, "丙")]
    )
    assert dev == {"甲": 0.7, "乙": 0.5}
    test = [candidate(5, 0.1, "甲"), candidate(6, 0.9, "乙"), candidate(7, 1.0, "丙")]
    assert counting(test, "best-on-dev", dev) == 5
    assert counting(test[1:], "best-on-dev", dev) == 6
    assert counting(test[2:], "best-on-dev", dev) == 7


@pytest.mark.parametrize(
    ("shows", "now", "viewer", "seen"),
    [
        ("all", 45, "public", "all"),
        ("all", 39, "team", "none"),  # the phase has not begun
        ("own", 45, "team", "own"),
        ("own", 45, "public", "none"),
        ("none", 45, "team", "none"),
        ("none", 55, "team", "none"),  # over, but not published
        ("none", 60, "public", "all"),
        ("none", 45, "organiser", "all"),
    ],
)
def test_whose_scores_are_seen(shows: str, now: float, viewer: Viewer, seen: str) -> None:
    test = PhasePlan(TEST, 40.0, 50.0, make_rules({"shows": shows}, USUAL[TEST]))
    assert sight([*PLANS[:2], test, PLANS[3]], TEST, viewer, now) == seen


def test_a_board_published_elsewhere_is_for_everybody() -> None:
    assert sight([], TEST, "public", 0.0) == "all"
    assert sight(PLANS[:2], TEST, "public", 25.0) == "none"


@pytest.mark.parametrize(
    ("what", "now", "viewers"),
    [
        ("train", 15, ["organiser", "team"]),
        ("dev questions", 15, ["organiser"]),
        ("dev questions", 25, ["organiser", "team"]),
        ("test questions", 45, ["organiser", "team"]),
        ("test questions", 55, ["organiser"]),  # between two phases
        ("dev answers", 45, ["organiser"]),
        ("dev answers", 65, ["organiser", "team", "public"]),
        ("test answers", 65, []),
    ],
)
def test_who_may_download(what: str, now: float, viewers: list[str]) -> None:
    every: tuple[Viewer, ...] = ("organiser", "team", "public")
    assert [one for one in every if may_download(PLANS, what, one, now)] == viewers  # type: ignore[arg-type]


def test_errors_are_for_teams_on_dev_only() -> None:
    assert may_explore(PLANS, DEV, "team", 25)
    assert not may_explore(PLANS, TEST, "team", 65)
    assert not may_explore(PLANS, DEV, "public", 25)
    assert not may_explore(PLANS, DEV, "team", 15)
    assert may_explore(PLANS, TEST, "organiser", 45)


@pytest.mark.parametrize(
    ("name", "masked"), [("张三丰", "张**"), ("Li", "L*"), ("", ""), ("Anne-Marie", "A***"), ("李", "李")]
)
def test_names_are_masked(name: str, masked: str) -> None:
    assert masked_name(name) == masked


@pytest.mark.parametrize(
    ("address", "masked"),
    [("li@pku.edu.cn", "l***@***.cn"), ("x@y.org", "x***@***.org"), ("keine", "k***"), ("", "")],
)
def test_addresses_are_masked(address: str, masked: str) -> None:
    assert masked_email(address) == masked


@pytest.mark.parametrize("words", RULES.values(), ids=[f"{kind}-{rule}" for kind, rule in RULES])
def test_which_submission_counts_is_told_in_the_same_words_in_the_documentation(words: Words) -> None:
    told = (Path(__file__).parents[3] / "docs" / "7-leaderboard.md").read_text(encoding="utf-8")
    assert (words.zh in told, words.en in told) == (True, True)


def test_every_board_has_a_rule_in_words() -> None:
    assert set(RULES) == {(kind, rule) for kind in PhaseKind if part_of(kind) for rule in get_args(Counts)}
