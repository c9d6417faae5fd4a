"""The whole life of items, jobs and turns, without a database."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import product
from typing import Any

import pytest

from pingce.annotate.workflow import (
    FINAL_ITEMS,
    ITEM_STEPS,
    JOB_STEPS,
    TURN_STEPS,
    Involvement,
    ItemFacts,
    ItemState,
    JobState,
    TurnState,
    WorkflowStep,
    follow,
)
from pingce.store.errors import Conflict, NotAllowed
from pingce.store.people import Role

ALL_FACTS = [
    ItemFacts(missing, drawn, rejected, agreed, third, leave, learners)
    for missing, drawn, rejected, agreed, third, leave, learners in product(
        (0, 1), (0, 1), (0, 1), (False, True), (False, True), (False, True), (0, 1)
    )
    if not (third and leave)  # a campaign does one thing when answers differ
]
TABLES = [("items", ITEM_STEPS), ("jobs", JOB_STEPS), ("turns", TURN_STEPS)]


@pytest.mark.parametrize(("name", "steps"), TABLES, ids=[name for name, _ in TABLES])
def test_in_every_situation_exactly_one_step_fits(name: str, steps: Sequence[WorkflowStep[Any]]) -> None:
    choices = defaultdict(list)
    for step in steps:
        choices[step.at, step.action].append(step)
    for (state, action), possible in choices.items():
        for facts in ALL_FACTS:
            fitting = [step.to for step in possible if step.when(facts)]
            assert len(fitting) == 1, f"{name}: {state} {action} {facts}: {fitting}"


@pytest.mark.parametrize(("name", "steps"), TABLES, ids=[name for name, _ in TABLES])
def test_an_action_is_for_one_role_wherever_it_leads(name: str, steps: Sequence[WorkflowStep[Any]]) -> None:
    roles = defaultdict(set)
    for step in steps:
        roles[step.at, step.action].add((step.by, step.never))
    assert {key: who for key, who in roles.items() if len(who) > 1} == {}


def reached(
    steps: Iterable[WorkflowStep[Any]], start: Iterable[StrEnum], *, without: Role | None = None
) -> set[StrEnum]:
    """Every state some path leads to."""
    found = set(start)
    while True:
        more = {step.to for step in steps if step.at in found and (step.by is not without or without is None)} - found
        if not more:
            return found
        found |= more


def test_every_state_of_an_item_can_be_reached() -> None:
    assert reached(ITEM_STEPS, {ItemState.LOCKED}) == set(ItemState) - {ItemState.CONTROL}


def test_every_state_of_a_job_can_be_reached() -> None:
    assert reached(JOB_STEPS, {JobState.CLAIMED}) == set(JobState)


def test_every_state_of_a_turn_can_be_reached() -> None:
    assert reached(TURN_STEPS, {TurnState.WAITING}) == set(TurnState)


@pytest.mark.parametrize("state", sorted(set(ItemState) - {ItemState.CONTROL, ItemState.WITHDRAWN}))
def test_no_dead_ends_every_item_can_be_decided_without_a_builder(state: ItemState) -> None:
    assert ItemState.DECIDED in reached(ITEM_STEPS, {state}, without=Role.BUILDER)


@pytest.mark.parametrize("state", sorted(set(ItemState) - FINAL_ITEMS - {ItemState.CONTROL}))
def test_every_item_under_way_leads_to_an_end_by_everybodys_own_work(state: ItemState) -> None:
    """From any state, whatever the facts are, some step that is not a builder's is possible."""
    actions = {step.action for step in ITEM_STEPS if step.at == state and step.by is not Role.BUILDER}
    assert actions != set()


@pytest.mark.parametrize("state", sorted(JobState))
def test_every_job_comes_to_an_end(state: JobState) -> None:
    ends = {JobState.ADOPTED, JobState.LEARNED, JobState.UPHELD, JobState.DISMISSED, JobState.DONE}
    assert reached(JOB_STEPS, {state}) & ends


def all_paths(
    facts: Callable[[ItemState, str], Iterable[ItemFacts]], skip: frozenset[str], longest: int = 12
) -> Iterable[tuple[str, ...]]:
    """Every sequence of actions from open to an end, loops once round."""
    stack: list[tuple[ItemState, tuple[str, ...]]] = [(ItemState.OPEN, ())]
    while stack:
        state, path = stack.pop()
        if state in FINAL_ITEMS:
            yield (*path, state)
            continue
        assert len(path) < longest, f"an item goes round and round: {path}"
        for action in sorted({step.action for step in ITEM_STEPS if step.at == state} - skip):
            if path.count(f"{state}:{action}") > 1:
                continue
            for one in facts(state, action):
                roles = frozenset(Role)
                by = None if any(s.by is None for s in ITEM_STEPS if (s.at, s.action) == (state, action)) else roles
                to = follow(ITEM_STEPS, state, action, by=by, facts=one)
                if to != state or path.count(f"{state}:{action}") == 0:
                    stack.append((to, (*path, f"{state}:{action}")))


def test_the_published_sense_flow_has_exactly_its_ways() -> None:
    """Two answers; agreement stores, difference is reviewed, returned, learned from or appealed, then stored."""

    def facts(state: ItemState, action: str) -> Iterable[ItemFacts]:
        match state, action:
            case ItemState.OPEN, "answer":
                yield ItemFacts(missing=0)
            case ItemState.COMPARED, _:
                yield from (ItemFacts(agreed=True), ItemFacts(agreed=False))
            case ItemState.REVIEW, "decide":
                yield ItemFacts(learners=2)
            case ItemState.RETURNED, "learn":
                yield ItemFacts(learners=0)
            case _:
                yield ItemFacts()

    skip = frozenset({"withdraw", "escalate", "reopen", "amend", "revise", "skip", "give-up", "overdue"})
    ways = {tuple(step.split(":")[-1] for step in path if "settle" not in step) for path in all_paths(facts, skip)}
    assert ways == {
        ("answer", "decided"),
        ("answer", "decide", "learn", "decided"),
        ("answer", "decide", "appeal", "uphold", "decided"),
        ("answer", "decide", "appeal", "dismiss", "decided"),
        ("answer", "decide", "appeal", "learn", "uphold", "decided"),
        ("answer", "decide", "appeal", "learn", "dismiss", "decided"),
        ("answer", "decide", "appeal", "appeal", "uphold", "decided"),
        ("answer", "decide", "appeal", "appeal", "dismiss", "decided"),
        ("answer", "decide", "appeal", "appeal", "learn", "uphold", "decided"),
        ("answer", "decide", "appeal", "appeal", "learn", "dismiss", "decided"),
        ("answer", "decide", "appeal", "learn", "appeal", "uphold", "decided"),
        ("answer", "decide", "appeal", "learn", "appeal", "dismiss", "decided"),
    }


def test_a_step_that_is_not_possible_now_is_a_conflict() -> None:
    with pytest.raises(Conflict) as refused:
        follow(JOB_STEPS, JobState.SUBMITTED, "skip", by=frozenset({Role.ANNOTATOR}))
    assert refused.value.code == "wrong-state"


@pytest.mark.parametrize("by", [frozenset({Role.ANNOTATOR}), frozenset({Role.BUILDER, Role.ADMIN}), None])
def test_a_step_is_for_its_role_only(by: frozenset[Role] | None) -> None:
    with pytest.raises(NotAllowed):
        follow(ITEM_STEPS, ItemState.REVIEW, "decide", by=by)


def test_nobody_takes_the_workbenchs_own_steps() -> None:
    with pytest.raises(NotAllowed):
        follow(ITEM_STEPS, ItemState.LOCKED, "unlock", by=frozenset(Role))


def test_administrators_may_do_what_builders_may() -> None:
    assert follow(ITEM_STEPS, ItemState.OPEN, "withdraw", by=frozenset({Role.ADMIN})) == ItemState.WITHDRAWN


JUDGING = [
    (steps, step)
    for steps in (ITEM_STEPS, JOB_STEPS, TURN_STEPS)
    for step in steps
    if step.by is Role.REVIEWER and step.action != "pass"
]


@pytest.mark.parametrize(("steps", "step"), JUDGING, ids=[f"{s.at}-{s.action}" for _, s in JUDGING])
def test_nobody_judges_their_own_work(steps: Sequence[WorkflowStep[Any]], step: WorkflowStep[Any]) -> None:
    facts = next(facts for facts in ALL_FACTS if step.when(facts))
    with pytest.raises(NotAllowed) as refused:
        follow(
            steps,
            step.at,
            step.action,
            by=frozenset({Role.REVIEWER}),
            involved=frozenset({Involvement.AUTHOR}),
            facts=facts,
        )
    assert refused.value.code == "own-work"


@pytest.mark.parametrize("action", ["uphold", "dismiss"])
def test_who_decided_does_not_decide_the_appeal(action: str) -> None:
    reviewer, decider = frozenset({Role.REVIEWER}), frozenset({Involvement.DECIDER})
    with pytest.raises(NotAllowed):
        follow(ITEM_STEPS, ItemState.APPEALED, action, by=reviewer, involved=decider)
    assert follow(ITEM_STEPS, ItemState.APPEALED, action, by=reviewer) == ItemState.DECIDED
