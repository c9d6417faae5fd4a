"""The whole life of items, jobs and reviewers' turns, testable without a database.

A Step says: in this state, this action, by this role, under this condition, leads there. Who wrote an answer to an
item never judges it, and who decided it never decides the appeal: that is in the table, too (``never``). For every
state, action and set of facts at most one step fits; tests walk them all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from pingce.spec.words import Words
from pingce.store.errors import Conflict, NotAllowed
from pingce.store.people import Role


class ItemState(StrEnum):
    """Where an item of a campaign is on its way from new to decided; the table of transitions moves it."""

    LOCKED = "locked"
    """Behind the gate of its group."""
    OPEN = "open"
    """Answers are wanted."""
    ANSWERED = "answered"
    """All answers are there; left at once."""
    AUDIT = "audit"
    """A reviewer looks at the answers that were drawn."""
    CORRECTING = "correcting"
    """An answer was rejected; its author mends it."""
    COMPARED = "compared"
    """Nothing stands against the answers themselves; left at once."""
    REVIEW = "review"
    RETURNED = "returned"
    """Those who answered learn of the decision, or object."""
    APPEALED = "appealed"
    DECIDED = "decided"
    WITHDRAWN = "withdrawn"
    CONTROL = "control"
    """Has a known answer, is given to many, is never exported."""


class JobState(StrEnum):
    """What became of one person's turn at an item, from claiming it to being done."""

    CLAIMED = "claimed"
    EXPIRED = "expired"
    SKIPPED = "skipped"
    SUBMITTED = "submitted"
    REJECTED = "rejected"
    """By an audit: to be mended by its author."""
    RETURNED = "returned"
    """With a decision, to be learned from or objected to."""
    ADOPTED = "adopted"
    """A reviewer decided for this very answer where others were returned: its author is told and need not reply."""
    LEARNED = "learned"
    APPEALED = "appealed"
    UPHELD = "upheld"
    """The objection was right."""
    DISMISSED = "dismissed"
    DONE = "done"
    """The item was decided without sending anything back."""


class TurnState(StrEnum):
    """What became of a reviewer's turn at an item."""

    WAITING = "waiting"
    CLAIMED = "claimed"
    DONE = "done"
    VOID = "void"
    """Its item was withdrawn or sent elsewhere."""


class Involvement(StrEnum):
    """What somebody already did about an item."""

    AUTHOR = "author"
    DECIDER = "decider"


S = TypeVar("S", bound=StrEnum)
JUDGES = frozenset({Involvement.AUTHOR})
SECOND = frozenset({Involvement.AUTHOR, Involvement.DECIDER})


@dataclass(frozen=True, slots=True)
class ItemFacts:
    """What the conditions look at, as it is after the action."""

    missing: int = 0
    """Answers still wanted."""
    drawn: int = 0
    """Answers drawn for audit and not accepted yet, rejected ones included."""
    rejected: int = 0
    agreed: bool = False
    third: bool = False
    """Another annotator may be asked."""
    leave: bool = False
    """The campaign does not decide between answers that differ."""
    learners: int = 0
    """People who have not yet answered to the decision."""


When = Callable[[ItemFacts], bool]


def always(_: ItemFacts) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class WorkflowStep(Generic[S]):
    """``by`` None: the workbench itself."""

    at: S
    action: str
    by: Role | None
    to: S
    when: When = always
    never: frozenset[Involvement] = frozenset()


def _judge(at: ItemState, action: str, to: ItemState, when: When = always) -> WorkflowStep[ItemState]:
    return WorkflowStep(at, action, Role.REVIEWER, to, when, JUDGES)


I = ItemState  # noqa: E741 # the table below is read by column
ITEM_STEPS: tuple[WorkflowStep[ItemState], ...] = (
    WorkflowStep(I.LOCKED, "unlock", None, I.OPEN),
    WorkflowStep(I.OPEN, "answer", Role.ANNOTATOR, I.OPEN, lambda f: f.missing > 0),
    WorkflowStep(I.OPEN, "answer", Role.ANNOTATOR, I.ANSWERED, lambda f: f.missing == 0),
    WorkflowStep(I.OPEN, "amend", Role.ANNOTATOR, I.OPEN),
    *(WorkflowStep(state, "revise", Role.ANNOTATOR, I.ANSWERED) for state in (I.AUDIT, I.REVIEW, I.DECIDED)),
    WorkflowStep(I.OPEN, "skip", Role.ANNOTATOR, I.OPEN),
    WorkflowStep(I.OPEN, "give-up", None, I.REVIEW),
    WorkflowStep(I.ANSWERED, "settle", None, I.AUDIT, lambda f: f.drawn > 0),
    WorkflowStep(I.ANSWERED, "settle", None, I.COMPARED, lambda f: f.drawn == 0),
    _judge(I.AUDIT, "accept", I.AUDIT, lambda f: f.drawn > 0),
    _judge(I.AUDIT, "accept", I.COMPARED, lambda f: f.drawn == 0),
    _judge(I.AUDIT, "reject", I.CORRECTING),
    _judge(I.CORRECTING, "accept", I.CORRECTING),
    _judge(I.CORRECTING, "reject", I.CORRECTING),
    WorkflowStep(I.CORRECTING, "correct", Role.ANNOTATOR, I.CORRECTING, lambda f: f.rejected > 0),
    WorkflowStep(I.CORRECTING, "correct", Role.ANNOTATOR, I.AUDIT, lambda f: f.rejected == 0),
    WorkflowStep(I.COMPARED, "settle", None, I.DECIDED, lambda f: f.agreed or (f.leave and not f.third)),
    WorkflowStep(I.COMPARED, "settle", None, I.OPEN, lambda f: not f.agreed and f.third),
    WorkflowStep(I.COMPARED, "settle", None, I.REVIEW, lambda f: not f.agreed and not f.third and not f.leave),
    _judge(I.REVIEW, "decide", I.RETURNED, lambda f: f.learners > 0),
    _judge(I.REVIEW, "decide", I.DECIDED, lambda f: f.learners == 0),
    WorkflowStep(I.RETURNED, "learn", Role.ANNOTATOR, I.RETURNED, lambda f: f.learners > 0),
    WorkflowStep(I.RETURNED, "learn", Role.ANNOTATOR, I.DECIDED, lambda f: f.learners == 0),
    WorkflowStep(I.RETURNED, "overdue", None, I.DECIDED),
    WorkflowStep(I.RETURNED, "appeal", Role.ANNOTATOR, I.APPEALED),
    WorkflowStep(I.APPEALED, "learn", Role.ANNOTATOR, I.APPEALED),
    WorkflowStep(I.APPEALED, "appeal", Role.ANNOTATOR, I.APPEALED),
    WorkflowStep(I.APPEALED, "uphold", Role.REVIEWER, I.DECIDED, never=SECOND),
    WorkflowStep(I.APPEALED, "dismiss", Role.REVIEWER, I.DECIDED, never=SECOND),
    *(WorkflowStep(state, "escalate", Role.BUILDER, I.REVIEW) for state in (I.OPEN, I.LOCKED, I.AUDIT, I.CORRECTING)),
    *(WorkflowStep(state, "reopen", Role.BUILDER, I.REVIEW) for state in (I.DECIDED, I.WITHDRAWN)),
    _judge(I.DECIDED, "send-back", I.AUDIT),
    *(
        WorkflowStep(state, "withdraw", Role.BUILDER, I.WITHDRAWN)
        for state in (I.LOCKED, I.OPEN, I.AUDIT, I.CORRECTING, I.REVIEW, I.RETURNED, I.APPEALED, I.DECIDED)
    ),
)

J = JobState
JOB_STEPS: tuple[WorkflowStep[JobState], ...] = (
    WorkflowStep(J.CLAIMED, "submit", Role.ANNOTATOR, J.SUBMITTED),
    WorkflowStep(J.CLAIMED, "skip", Role.ANNOTATOR, J.SKIPPED),
    WorkflowStep(J.CLAIMED, "expire", None, J.EXPIRED),
    WorkflowStep(J.EXPIRED, "claim", Role.ANNOTATOR, J.CLAIMED),
    WorkflowStep(J.SKIPPED, "claim", Role.ANNOTATOR, J.CLAIMED),
    WorkflowStep(J.SUBMITTED, "amend", Role.ANNOTATOR, J.SUBMITTED),
    WorkflowStep(J.SUBMITTED, "reject", Role.REVIEWER, J.REJECTED, never=JUDGES),
    WorkflowStep(J.REJECTED, "correct", Role.ANNOTATOR, J.SUBMITTED),
    WorkflowStep(J.SUBMITTED, "return", Role.REVIEWER, J.RETURNED, never=JUDGES),
    WorkflowStep(J.SUBMITTED, "adopt", Role.REVIEWER, J.ADOPTED, never=JUDGES),
    WorkflowStep(J.RETURNED, "learn", Role.ANNOTATOR, J.LEARNED),
    WorkflowStep(J.RETURNED, "overdue", None, J.LEARNED),
    WorkflowStep(J.RETURNED, "appeal", Role.ANNOTATOR, J.APPEALED),
    WorkflowStep(J.APPEALED, "uphold", Role.REVIEWER, J.UPHELD, never=SECOND),
    WorkflowStep(J.APPEALED, "dismiss", Role.REVIEWER, J.DISMISSED, never=SECOND),
    *(
        WorkflowStep(state, "close", None, J.DONE)
        for state in (J.SUBMITTED, J.REJECTED, J.RETURNED, J.APPEALED, J.ADOPTED)
    ),
    *(
        WorkflowStep(state, "reopen", None, J.SUBMITTED)
        for state in (J.DONE, J.ADOPTED, J.LEARNED, J.UPHELD, J.DISMISSED)
    ),
)

T = TurnState
TURN_STEPS: tuple[WorkflowStep[TurnState], ...] = (
    WorkflowStep(T.WAITING, "claim", Role.REVIEWER, T.CLAIMED, never=JUDGES),
    WorkflowStep(T.CLAIMED, "pass", Role.REVIEWER, T.WAITING),
    WorkflowStep(T.CLAIMED, "expire", None, T.WAITING),
    WorkflowStep(T.CLAIMED, "decide", Role.REVIEWER, T.DONE, never=JUDGES),
    *(WorkflowStep(state, "void", None, T.VOID) for state in (T.WAITING, T.CLAIMED)),
)

FINAL_ITEMS = frozenset({I.DECIDED, I.WITHDRAWN})
ANSWERED_JOBS = frozenset(J) - {J.CLAIMED, J.EXPIRED, J.SKIPPED}
"""States of jobs whose answer counts."""
SETTLED_JOBS = (J.DONE, J.ADOPTED, J.LEARNED, J.UPHELD, J.DISMISSED)
"""States of jobs whose answer nobody needs to touch any more."""


def follow(
    steps: Sequence[WorkflowStep[S]],
    at: S,
    action: str,
    *,
    by: frozenset[Role] | None,
    involved: frozenset[Involvement] = frozenset(),
    facts: ItemFacts | None = None,
) -> S:
    """Where the action leads; Conflict when it is not possible now, NotAllowed when not for this person.

    ``by`` None: the workbench itself acts. Administrators may do what builders may.
    """
    facts = facts or ItemFacts()
    possible = [step for step in steps if step.at == at and step.action == action]
    if not possible:
        raise Conflict(
            Words(f"现在的状态（{at}）不能这样做（{action}）。", f"This cannot be done now ({action} in state {at})."),
            code="wrong-state",
        )
    (step,) = (step for step in possible if step.when(facts))  # in every situation exactly one fits; a test says so
    if not _may(step.by, by):
        raise NotAllowed(Words(f"这一步（{action}）需要 {step.by} 角色。", f"This step ({action}) is for {step.by}s."))
    if not involved.isdisjoint(step.never):
        raise NotAllowed(
            Words("不能审核自己的工作。", "Nobody judges their own work or decides twice."), code="own-work"
        )
    return step.to


def _may(needed: Role | None, roles: frozenset[Role] | None) -> bool:
    if needed is None or roles is None:
        return needed is None and roles is None
    return needed in roles or (needed is Role.BUILDER and Role.ADMIN in roles)
