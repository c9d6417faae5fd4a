"""Permissions: which role may ask for which action. ``request_context.allow`` of every route enforces it.

Every route names its action; the roles here are general ones. Where an action happens inside a campaign the person
must besides be a member of it in one of these roles (``annotate/services/access.py``); administrators are members
everywhere. The services check what only they can see: whose job it is, that nobody judges their own work. A competition
is managed by administrators and by the builder who made it; a team sees its own submissions and nobody else's
(``leaderboard/competition/services/access.py``, ``leaderboard/competition/visibility.py``). A benchmark exists only for
its members (``flow/registry.py``). Who may take held-back answers out of the project's folder is said below
(``may_take_answers``).
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from pingce.store.people import Actor, Role

ADMIN, BUILDER, REVIEWER, ANNOTATOR, TEAM = Role


class Scope(StrEnum):
    """What an API token may be limited to."""

    READ = "read"
    ANNOTATE = "annotate"
    REVIEW = "review"
    MANAGE = "manage"
    SUBMIT = "submit"


class Action(StrEnum):
    """Everything that can be asked of the server."""

    LOOK_AROUND = "look-around"
    RECOGNISE = "recognise"
    SIGN_IN = "sign-in"
    OWN_ACCOUNT = "own-account"
    OWN_SECRETS = "own-secrets"
    SEE_PEOPLE = "see-people"
    MANAGE_PEOPLE = "manage-people"
    SEE_CAMPAIGNS = "see-campaigns"
    CREATE_CAMPAIGN = "create-campaign"
    MANAGE_CAMPAIGN = "manage-campaign"
    EXPORT = "export"
    SEE_ITEMS = "see-items"
    CHANGE_MANY_ITEMS = "change-many-items"
    SEND_BACK = "send-back"
    TRACE = "trace"
    SEE_FIGURES = "see-figures"
    ANNOTATE = "annotate"
    CHECK = "check"
    COMMENT = "comment"
    REVIEW = "review"
    SEE_COMPETITIONS = "see-competitions"
    SIGN_UP = "sign-up"
    MANAGE_COMPETITION = "manage-competition"
    TAKE_PART = "take-part"
    ASK_ORGANISERS = "ask-organisers"
    HAND_IN = "hand-in"
    SEE_SUBMISSIONS = "see-submissions"
    TRY_SYSTEMS = "try-systems"
    SEE_METRICS = "see-metrics"
    SEE_PROJECT = "see-project"
    SEE_PROJECT_FILES = "see-project-files"
    SEE_BENCHMARKS = "see-benchmarks"
    CREATE_BENCHMARK = "create-benchmark"
    CHANGE_BENCHMARK = "change-benchmark"
    SEE_RUNS = "see-runs"
    MAKE = "make"
    MANAGE_BENCHMARK = "manage-benchmark"


@dataclass(frozen=True)
class Policy:
    """`roles` empty: everybody who is signed in; `public`: not even that is needed."""

    roles: frozenset[Role] = frozenset()
    scope: Scope | None = Scope.READ
    """What a token needs; None: no token will do, only a person who signed in."""
    public: bool = False
    recognises: bool = False
    """Public, but those who are signed in see more of it."""

    def permits(self, roles: frozenset[Role]) -> bool:
        return not self.roles or not self.roles.isdisjoint(roles)


def may_take_answers(actor: Actor, organisers: Collection[str]) -> bool:
    """Who may make a pack of the project's folder, held-back answers and all, the files of a competition.

    A competition's organiser can publish its answers. So it takes an administrator or somebody the pack itself names
    (``organisers.txt``); that one is a builder and has a competition is not enough.
    """
    return Role.ADMIN in actor.roles or actor.name in organisers


def _of(*roles: Role, scope: Scope | None = Scope.READ) -> Policy:
    return Policy(frozenset(roles), scope)


POLICIES: dict[Action, Policy] = {
    Action.LOOK_AROUND: Policy(public=True),
    Action.RECOGNISE: Policy(public=True, recognises=True),
    Action.SIGN_IN: Policy(public=True),
    Action.OWN_ACCOUNT: Policy(),
    Action.OWN_SECRETS: Policy(scope=None),
    Action.SEE_PEOPLE: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.MANAGE_PEOPLE: _of(ADMIN, scope=None),
    Action.SEE_CAMPAIGNS: _of(ADMIN, BUILDER, REVIEWER, ANNOTATOR),
    Action.CREATE_CAMPAIGN: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.MANAGE_CAMPAIGN: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.EXPORT: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.SEE_ITEMS: _of(ADMIN, BUILDER, REVIEWER),
    Action.SEND_BACK: _of(ADMIN, REVIEWER, scope=Scope.REVIEW),
    Action.CHANGE_MANY_ITEMS: _of(ADMIN, BUILDER, REVIEWER, scope=Scope.MANAGE),  # which step by whom: services/many.py
    Action.TRACE: Policy(),  # what of it, the service says: pingce.trace.database
    Action.SEE_FIGURES: _of(ADMIN, BUILDER, REVIEWER),
    Action.ANNOTATE: _of(ANNOTATOR, scope=Scope.ANNOTATE),
    Action.CHECK: _of(ADMIN, BUILDER, REVIEWER),
    Action.COMMENT: _of(ADMIN, BUILDER, REVIEWER, scope=Scope.REVIEW),
    Action.REVIEW: _of(ADMIN, REVIEWER, scope=Scope.REVIEW),
    Action.SEE_COMPETITIONS: Policy(public=True, recognises=True),
    Action.SIGN_UP: Policy(public=True),
    Action.MANAGE_COMPETITION: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.TAKE_PART: _of(TEAM, scope=Scope.SUBMIT),
    Action.ASK_ORGANISERS: Policy(scope=Scope.SUBMIT),
    Action.HAND_IN: _of(ADMIN, BUILDER, TEAM, scope=Scope.SUBMIT),
    Action.SEE_SUBMISSIONS: _of(ADMIN, BUILDER, TEAM),
    Action.TRY_SYSTEMS: Policy(public=True),
    Action.SEE_METRICS: _of(ADMIN),  # besides, whoever asks from the machine itself: routes/metrics.py
    Action.SEE_PROJECT: Policy(),
    Action.SEE_PROJECT_FILES: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.SEE_BENCHMARKS: Policy(),
    Action.CREATE_BENCHMARK: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.CHANGE_BENCHMARK: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.SEE_RUNS: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.MAKE: _of(ADMIN, BUILDER, scope=Scope.MANAGE),
    Action.MANAGE_BENCHMARK: _of(ADMIN, scope=Scope.MANAGE),
}
