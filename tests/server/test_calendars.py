"""The published calendars, walked through with a clock of our own: every file before and after its date."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pingce.leaderboard.competition.calendar import BEIJING
from pingce.leaderboard.competition.phases import PHASE_TITLES, PhaseKind
from pingce.leaderboard.competition.services import access
from pingce.store.people import Role

from .builders import Clients
from .shared_task import DAY, SharedTask, answers, example, make_shared_task, near

SetClock = Callable[[float], None]
MOMENT = 1.0


def beijing(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=BEIJING).timestamp()


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    def set_to(at: float) -> None:
        monkeypatch.setattr(access, "clock", lambda _: at)

    return set_to


FILES_2022 = {
    ("space2022/task1", "train"): "2022-08-08",
    ("space2022/task2", "train"): "2022-08-08",
    ("space2022/task3", "train"): "2022-08-12",
    ("space2022/task1", "dev questions"): "2022-08-08",
    ("space2022/task2", "dev questions"): "2022-08-08",
    ("space2022/task3", "dev questions"): "2022-08-12",
    ("space2022/task1", "dev answers"): "2022-08-18",
    ("space2022/task2", "dev answers"): "2022-08-18",
    ("space2022/task3", "dev answers"): "2022-08-18",
    ("space2022/task1", "test questions"): "2022-09-15T09:00",
    ("space2022/task2", "test questions"): "2022-09-15T09:00",
    ("space2022/task3", "test questions"): "2022-09-15T09:00",
}
FILES_2023 = {
    ("space2023/task1", "train"): "2023-05-01",
    ("space2023/task2", "train"): "2023-05-01",
    ("space2023/task1", "dev questions"): "2023-05-01",
    ("space2023/task2", "dev questions"): "2023-05-01",
    ("space2023/task3", "test questions"): "2023-05-05",
    ("space2023/task1", "dev answers"): "2023-05-11",
    ("space2023/task2", "dev answers"): "2023-05-11",
    ("space2023/task1", "test questions"): "2023-06-05",
    ("space2023/task2", "test questions"): "2023-06-05",
}
PHASES_2022 = {
    "registration": ("2022-06-01", "2022-08-21"),
    "dev": ("2022-08-08", None),
    "test": ("2022-09-15T09:00", "2022-09-18T22:00"),
    "published": ("2022-10-14", None),
}
PHASES_2023 = {
    "registration": ("2023-04-05", "2023-05-16"),
    "dev": ("2023-05-01", None),
    "test": ("2023-06-05", "2023-06-09"),
    "published": ("2023-06-14", None),
}
"""As the pages print them; a last day is whole."""
BY_HAND = {"space2022": (PHASES_2022, FILES_2022), "space2023": (PHASES_2023, FILES_2023)}
CONTENT = {"questions": "questions", "answers": "gold"}


def enter_by_hand(task: SharedTask, edition: str) -> None:
    """The two requests that the page sends."""
    phases, files = BY_HAND[edition]
    dates = [
        {"kind": kind, "starts_at": beijing(starts), "ends_at": beijing(ends) if ends else None}
        for kind, (starts, ends) in phases.items()
    ]
    answer = task.organiser.put(f"{task.url}/phases", json={"phases": dates})
    assert answer.status_code == 200, answer.text
    dated = [{"task": name, "what": what, "at": beijing(at)} for (name, what), at in files.items()]
    answer = task.organiser.put(f"{task.url}/calendar", json={"files": dated, "events": []})
    assert answer.status_code == 200, answer.text


def take_over(task: SharedTask, edition: str) -> None:
    answer = task.organiser.post(f"{task.url}/calendar/preset", json={"preset": edition})
    assert answer.status_code == 200, answer.text


def edition_task(clients: Clients, edition: str) -> SharedTask:
    """A competition of the edition with every file its calendar names."""
    near(clients.server)
    organiser = clients.person("organiser", Role.BUILDER)
    made = organiser.post("/api/competitions", json={"title": edition, "edition": edition})
    task = SharedTask(clients, organiser, made.json()["id"])
    for name, what in BY_HAND[edition][1]:
        part, _, content = what.partition(" ")
        short = name if "task3" not in name or edition == "space2022" else "space2023/task3"
        source = (
            f"{short}_examples" if short == "space2023/task3" else f"{short}_{'train' if part == 'train' else 'dev'}"
        )
        if content == "questions" and short != "space2023/task3":
            source += "_input"
        added = task.add_file(name, part, CONTENT.get(content, "gold"), example(f"{source}.jsonl"))
        assert added.status_code == 201, added.text
    assert organiser.patch(task.url, json={"open": True}).status_code == 200
    return task


def fetched(client: TestClient, task: SharedTask) -> set[tuple[str, str]]:
    """The files one gets by asking for each of them by its number, whatever the page lists."""
    listed = task.organiser.get(task.url).json()["files"]
    got = set()
    for file in listed:
        what = (
            "train"
            if file["part"] == "train"
            else f"{file['part']} {'answers' if file['content'] == 'gold' else 'questions'}"
        )
        status = client.get(f"{task.url}/files/{file['id']}").status_code
        assert status in (200, 403, 404)
        if status == 200:
            got.add((file["task"], what))
    return got


@pytest.mark.parametrize("enter", [enter_by_hand, take_over])
@pytest.mark.parametrize("edition", ["space2022", "space2023"])
def test_every_file_comes_out_on_its_day(
    clients: Clients, set_clock: SetClock, edition: str, enter: Callable[[SharedTask, str], None]
) -> None:
    task = edition_task(clients, edition)
    enter(task, edition)
    walk_through(task, edition, set_clock)


def walk_through(task: SharedTask, edition: str, set_clock: SetClock) -> None:
    """As a team and as a visitor, a moment before every date and at it: exactly what is due can be fetched."""
    phases, files = BY_HAND[edition]
    set_clock(beijing(phases["registration"][0]) + DAY)
    team, visitor = task.team("li"), task.clients.anonymous()
    published = beijing(phases["published"][0])
    for moment in sorted({beijing(at) for at in files.values()} | {published}):
        for now in (moment - MOMENT, moment):
            set_clock(now)
            out = {file for file, at in files.items() if beijing(at) <= now}
            assert fetched(team, task) == out, now
            assert fetched(visitor, task) == (out if now >= published else set()), now


@pytest.mark.parametrize("edition", ["space2022", "space2023"])
def test_the_preset_is_what_one_enters_by_hand(clients: Clients, edition: str) -> None:
    task = edition_task(clients, edition)
    enter_by_hand(task, edition)
    by_hand = task.organiser.get(f"{task.url}/calendar").json()
    take_over(task, edition)
    preset = task.organiser.get(f"{task.url}/calendar").json()
    assert sorted(map(str, preset["files"])) == sorted(map(str, by_hand["files"]))
    assert [entry for entry in preset["entries"] if entry["kind"] == "phase"] == [
        entry for entry in by_hand["entries"] if entry["kind"] == "phase"
    ]
    assert preset["changes"] == []


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


def test_registration_goes_on_beside_dev(task: SharedTask, clients: Clients, set_clock: SetClock) -> None:
    take_over(task, "space2022")
    set_clock(beijing("2022-08-20T23:59"))
    assert {p["kind"] for p in task.organiser.get(task.url).json()["phases"] if p["open"]} == {"registration", "dev"}
    task.team("late")
    set_clock(beijing("2022-08-21"))
    refused = clients.person("later", Role.TEAM).post(f"{task.url}/teams", json={"name": "太晚"})
    assert (refused.status_code, refused.json()["code"]) == (403, "registration-closed")


def test_answers_to_questions_that_are_not_out_are_refused(task: SharedTask, set_clock: SetClock) -> None:
    take_over(task, "space2022")
    set_clock(beijing("2022-08-08"))
    team = task.team("li")
    assert task.submit(team, answers("a", 1, 2)).status_code == 201
    early = task.submit(team, answers("a", 3))
    assert (early.status_code, early.json()["code"]) == (403, "not-yet")
    set_clock(beijing("2022-08-12"))
    assert task.submit(team, answers("a", 3)).status_code == 201


def test_dev_and_test_may_be_open_together(task: SharedTask, set_clock: SetClock) -> None:
    """As in 2024: both sets came out on one day, and answers to both were taken until the same day."""
    take_over(task, "space2024")
    set_clock(beijing("2024-04-01"))
    team = task.team("li")
    set_clock(beijing("2024-04-22"))
    assert task.submit(team, answers("a"), phase="dev").json()["phase"] == "dev"
    assert task.submit(team, answers("b"), phase="test").json()["phase"] == "test"
    left = team.get(f"{task.url}/left").json()
    assert {(row["phase"], row["in_all"]) for row in left} == {("dev", None), ("test", 2)}
    set_clock(beijing("2024-05-18"))
    closed = task.submit(team, answers("a"), phase="test")
    assert (closed.status_code, closed.json()["code"]) == (403, "phase-closed")


def test_a_file_for_everybody_needs_no_team(task: SharedTask, clients: Clients, set_clock: SetClock) -> None:
    at = beijing("2022-08-08")
    body = {"files": [{"task": "space2022/task1", "what": "dev questions", "at": at, "public": True}]}
    assert task.organiser.put(f"{task.url}/calendar", json=body).status_code == 200
    for now, out in ((at - MOMENT, set()), (at, {("space2022/task1", "dev questions")})):
        set_clock(now)
        assert fetched(clients.anonymous(), task) == out


def test_moved_dates_are_told_to_everybody(task: SharedTask, clients: Clients) -> None:
    take_over(task, "space2022")
    before = {"kind": "test", "starts_at": beijing("2022-09-15T09:00"), "ends_at": beijing("2022-09-18T22:00")}
    after = {**before, "ends_at": beijing("2022-09-19T22:00")}
    sent = {"phases": [after], "reason": "配合会议日程"}
    assert task.organiser.put(f"{task.url}/phases", json=sent).status_code == 200
    (change,) = clients.anonymous().get(f"{task.url}/calendar").json()["changes"][:1]
    title = PHASE_TITLES[PhaseKind.TEST]
    assert change["subject"] == {"zh": f"{title.zh}（结束）", "en": f"{title.en} (end)"}
    assert (change["before"], change["after"], change["reason"]) == (
        before["ends_at"],
        after["ends_at"],
        "配合会议日程",
    )


def test_everything_wrong_with_a_calendar_is_told_at_once(task: SharedTask) -> None:
    take_over(task, "space2022")
    early = beijing("2022-10-13")
    body: dict[str, Any] = {
        "files": [
            {"task": "space2022/task1", "what": "test answers", "at": early},
            {"task": "space2022/task9", "what": "train", "at": early},
            {"task": "space2022/task1", "what": "test answers", "at": early + DAY},
        ],
        "events": [{"title": "研讨会", "starts_at": early, "ends_at": early}],
    }
    refused = task.organiser.put(f"{task.url}/calendar", json=body)
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-calendar")
    for words in ("早于结果公布", "没有 space2022/task9", "有两个日期", "“研讨会”的结束不晚于开始"):
        assert words in refused.json()["message"]["zh"]


def test_test_answers_come_out_on_their_date_once_results_are_published(
    task: SharedTask, clients: Clients, set_clock: SetClock
) -> None:
    take_over(task, "space2022")
    at = beijing("2022-10-20")
    files = [{"task": "space2022/task1", "what": "test answers", "at": at}]
    assert task.organiser.put(f"{task.url}/calendar", json={"files": files}).status_code == 200
    set_clock(beijing("2022-08-08"))
    team = task.team("li")
    gold = ("space2022/task1", "test answers")
    for now, out in ((at - MOMENT, False), (at, True)):
        set_clock(now)
        assert (gold in fetched(team, task)) is out
        assert (gold in fetched(task.organiser, task)) is out
        assert gold not in fetched(clients.anonymous(), task)


def test_presets_can_be_moved_to_another_year(task: SharedTask) -> None:
    listed = {row["id"]: row["year"] for row in task.organiser.get("/api/calendars").json()}
    assert listed == {f"space{year}": year for year in range(2021, 2026)}
    for preset in listed:
        answer = task.organiser.post(f"{task.url}/calendar/preset", json={"preset": preset, "year": 2031})
        assert answer.status_code == 200, answer.text
        years = {datetime.fromtimestamp(entry["starts_at"], BEIJING).year for entry in answer.json()["entries"]}
        assert years == {2031}
    unknown = task.organiser.post(f"{task.url}/calendar/preset", json={"preset": "space1999"})
    assert unknown.status_code == 404
