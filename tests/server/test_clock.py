"""The clock of the server jumps: nobody is shut out or let in by it for longer than it was wrong."""

import time
from collections.abc import Iterator

import pytest

from pingce.server.people.attempts import LIMITS
from pingce.server.people.sessions import SESSION_DAYS
from pingce.store.people import Role

from .builders import Clients, add_person
from .shared_task import answers, make_shared_task
from .test_sign_in import login

DAY = 86_400.0
YEAR = 365 * DAY


class Clock:
    """The time of day of the whole process; what only measures how long something takes is another clock."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._real = time.time

    def __call__(self) -> float:
        return self._real() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    found = Clock()
    monkeypatch.setattr(time, "time", found)
    yield found
    monkeypatch.undo()


def test_failures_of_a_wrong_clock_shut_nobody_out_when_it_is_right_again(clients: Clients, clock: Clock) -> None:
    add_person(clients.server, "li")
    clock.ahead = YEAR
    limit = LIMITS["name-and-address"].most
    assert [login(clients, "li", "guess")[1].status_code for _ in range(limit)] == [401] * limit
    assert login(clients, "li")[1].status_code == 429
    clock.ahead = 0.0
    clients.server.sign_in_lines.refusals.forget()
    assert login(clients, "li")[1].status_code == 200
    assert [login(clients, "li", "guess")[1].status_code for _ in range(limit + 1)] == [401] * limit + [429]


def test_a_clock_set_back_by_minutes_opens_no_more_guesses(clients: Clients, clock: Clock) -> None:
    add_person(clients.server, "li")
    limit = LIMITS["name-and-address"]
    for _ in range(limit.most):
        login(clients, "li", "guess")
    clock.ahead = -limit.seconds / 2
    answer = login(clients, "li")[1]
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) <= 2 * limit.seconds


@pytest.mark.parametrize(
    ("ahead", "then", "status"),
    [(0.0, 3600.0, 200), (0.0, -3600.0, 200), (YEAR, 0.0, 401), (0.0, YEAR, 401), (-YEAR, 0.0, 401)],
    ids=["an hour on", "an hour back", "set back by a year", "a year on", "was a year behind"],
)
def test_a_session_lasts_two_weeks_by_whatever_clock(
    clients: Clients, clock: Clock, ahead: float, then: float, status: int
) -> None:
    clock.ahead = ahead
    client = clients.person("li")
    assert client.get("/api/me").status_code == 200
    clock.ahead = then
    clients.server.memory.forget()
    assert client.get("/api/me").status_code == status
    assert clients.of("li").get("/api/me").status_code == 200


def test_sessions_end_after_two_weeks(clients: Clients, clock: Clock) -> None:
    client = clients.person("li")
    for days, status in ((SESSION_DAYS - 0.01, 200), (SESSION_DAYS + 0.01, 401)):
        clock.ahead = days * DAY
        assert client.get("/api/me").status_code == status


def test_phases_follow_the_clock_and_of_two_submissions_the_later_counts_whatever_it_said(
    clients: Clients, clock: Clock
) -> None:
    task = make_shared_task(clients)
    team = task.team("li")
    task.phase("dev", counts="last")
    clock.ahead = 3600.0
    task.handed_in(team, answers("a", 1))
    clock.ahead = 0.0
    later = task.handed_in(team, answers("b", 1))
    [board] = [one for one in task.board(team, "dev")["tasks"] if one["rows"]]
    assert [row["submission"] for row in board["rows"]] == [later]
    clock.ahead = 5 * DAY  # all is over: nothing is taken
    assert task.submit(team, answers("a", 1)).json()["code"] == "phase-closed"
    clock.ahead = 0.0
    assert task.submit(team, answers("a", 1)).status_code == 201


def test_an_invite_works_until_it_expires_by_the_clock(clients: Clients, clock: Clock) -> None:
    administrator = clients.person("boss", Role.ADMIN)
    made = administrator.post("/api/invites", json={"roles": ["annotator"]}).json()
    path = f"/api{made['path']}"
    for ahead, status in ((0.0, 200), (8 * DAY, 404), (-YEAR, 200)):
        clock.ahead = ahead
        assert clients.anonymous().get(path).status_code == status
