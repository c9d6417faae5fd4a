"""A shared task from registration to published ranking, over HTTP."""

import json
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from pingce.formats.checksum import bytes_sha256
from pingce.leaderboard.competition.counting import RULES
from pingce.leaderboard.competition.files import StoredFile
from pingce.leaderboard.competition.phases import PhaseKind
from pingce.leaderboard.competition.scorer_version import EQUAL_BEFORE
from pingce.leaderboard.competition.scoring_jobs import ScoredAnswers, score_submission
from pingce.leaderboard.ranking import ranking
from pingce.leaderboard.table import read_table
from pingce.server.request_context import Server
from pingce.store.database import migrate, open_database
from pingce.store.people import Role
from pingce.tasks.catalog import EDITIONS

from .builders import SECRET, Clients
from .shared_task import (
    DAY,
    EDITION,
    EXAMPLES,
    MARK,
    TASKS,
    SharedTask,
    answers,
    digest,
    example,
    make_shared_task,
    marked_gold,
    released,
)

VALUES = {
    "a": {"task1": 0.85, "task2": 0.4909090909090909, "task3": 0.8332336259419592},
    "b": {"task1": 0.75, "task2": 0.9138112305854241, "task3": 0.6351576278659611},
}
"""What `pingce score` says about the example systems."""


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


def values(board: dict[str, Any]) -> dict[str, dict[str, float]]:
    return {one["task"]: {row["team"]: row["value"] for row in one["rows"]} for one in board["tasks"]}


def test_from_registration_to_published_ranking(task: SharedTask, clients: Clients) -> None:
    li, wang = task.team("li"), task.team("wang")
    task.phase("dev")
    task.handed_in(li, answers("a"))
    task.handed_in(wang, answers("b"))
    board = task.board(li, "dev")
    assert board["sight"] == "all"
    for i, one in enumerate(TASKS, start=1):
        expected = {"li队": VALUES["a"][f"task{i}"], "wang队": VALUES["b"][f"task{i}"]}
        assert values(board)[one] == pytest.approx(expected, abs=1e-12)
    # With two teams a Z is ±1/√2 whatever the scores; li is better in two of three subtasks.
    assert [(row["rank"], row["team"], round(row["z_mean"], 4)) for row in board["overall"]] == [
        (1, "li队", 0.2357),
        (2, "wang队", -0.2357),
    ]
    task.phase("test")
    task.handed_in(li, answers("b"))
    task.handed_in(wang, answers("a"))
    hidden = task.board(li, "test")
    assert (hidden["sight"], hidden["overall"], [one["rows"] for one in hidden["tasks"]]) == ("none", [], [[], [], []])
    assert task.board(task.organiser, "test")["overall"][0]["team"] == "wang队"
    task.phase("published")
    shown = task.board(clients.anonymous(), "test")
    assert [row["team"] for row in shown["overall"]] == ["wang队", "li队"]


def test_the_same_on_postgresql(postgres_url: str) -> None:
    engine = open_database(postgres_url)
    migrate(engine)
    clients = Clients(Server(engine, SECRET))
    task = make_shared_task(clients)
    test_from_registration_to_published_ranking(task, clients)
    number = task.organiser.get(f"{task.url}/submissions").json()["rows"][-1]["id"]
    assert clients.of("li").get(f"/api/submissions/{number}/errors", params={"task": TASKS[2]}).status_code == 200
    assert task.organiser.post(f"{task.url}/rescore", json={"reason": "核对", "everything": True}).json() == {
        "queued": 12
    }
    task.score()
    assert task.board(clients.anonymous(), "test")["overall"][0]["team"] == "wang队"
    engine.dispose()


def test_rows_carry_intervals_groups_and_what_gave_the_score(task: SharedTask) -> None:
    li, wang = task.team("li"), task.team("wang")
    task.phase("dev")
    number = task.handed_in(li, answers("a"))
    task.handed_in(wang, answers("b"))
    rows = {row["team"]: row for row in task.board(li, "dev")["tasks"][2]["rows"]}
    assert rows["li队"]["place"] == 1
    assert (rows["li队"]["group"], rows["wang队"]["group"]) == (1, 2)
    assert rows["li队"]["low"] < rows["li队"]["value"] < rows["li队"]["high"]
    entry = li.get(f"/api/submissions/{number}").json()["entries"][2]
    assert (entry["task"], entry["state"], entry["ahead"]) == (TASKS[2], "scored", None)
    [score] = entry["scores"]
    assert score["current"]
    assert score["data_sha256"] == digest(example(f"{TASKS[2]}_dev.jsonl").decode())
    assert len(score["fingerprint"]) == 64
    assert score["signature"].startswith(f"{TASKS[2]}|f1|")


def test_teams_register_beside_the_dev_phase_until_registration_ends(task: SharedTask, clients: Clients) -> None:
    li, now = task.team("li"), time.time()

    def phases(registration_ends: float) -> list[dict[str, object]]:
        dates: dict[str, tuple[float, float | None]] = {
            "registration": (now - 12 * DAY, registration_ends),
            "dev": (now - DAY, now + 9 * DAY),
            "test": (now + 9 * DAY, now + 12 * DAY),
            "published": (now + 20 * DAY, None),
        }
        return [{"kind": kind, "starts_at": start, "ends_at": end} for kind, (start, end) in dates.items()]

    set_up = task.organiser.put(f"{task.url}/phases", json={"phases": phases(now + 3 * DAY)})
    assert set_up.status_code == 200, set_up.text
    view = li.get(task.url).json()
    assert [one["kind"] for one in view["phases"] if one["current"]] == ["dev"]
    assert view["registration"]
    late = clients.person("late", Role.TEAM).post(f"{task.url}/teams", json={"name": "晚到队"})
    assert late.status_code == 201, late.text
    task.handed_in(li, answers("a", 1))
    assert len(task.board(li, "dev")["tasks"][0]["rows"]) == 1
    task.organiser.put(f"{task.url}/phases", json={"phases": phases(now - DAY / 2)})
    too_late = clients.person("toolate", Role.TEAM).post(f"{task.url}/teams", json={"name": "太晚队"})
    assert (too_late.status_code, too_late.json()["code"]) == (403, "registration-closed")


def digits(value: object) -> int:
    """Most digits behind the point of any number in an answer."""
    if isinstance(value, float):
        return len(repr(value).partition(".")[2])
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return max(map(digits, inside), default=0)


SCORED = ("value", "numbers", "intervals", "low", "high", "scores", "z", "z_mean")


def scored_parts(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if key in SCORED} for row in rows]


@pytest.mark.parametrize(("shows", "intervals"), [("own", False), ("all", False), ("own", True), ("all", True)])
def test_scores_on_answers_that_are_held_back_have_few_digits_and_no_intervals(
    task: SharedTask, shows: str, intervals: bool
) -> None:
    """Unless the phase says so; every further digit would tell more of the answers."""
    li, wang = task.team("li"), task.team("wang")
    task.phase("test", shows=shows, intervals=intervals)
    number = task.handed_in(li, answers("a"))
    task.handed_in(wang, answers("b"))
    board = task.board(li, "test")
    rows = [row for one in board["tasks"] for row in one["rows"]]
    scores = [one["scores"][0] for one in li.get(f"/api/submissions/{number}").json()["entries"]]
    history = li.get(f"{task.url}/history", params={"phase": "test"}).json()
    told = scored_parts([*rows, *board["overall"], *scores, *history])
    assert digits(told) == 4
    assert {row["low"] is not None for row in rows} == {intervals}
    assert {bool(one["intervals"]) for one in scores} == {intervals}
    for seen in (task.organiser, li):
        if seen is li:
            task.phase("published")
        open_rows = [row for one in task.board(seen, "test")["tasks"] for row in one["rows"]]
        assert digits(scored_parts(open_rows)) > 4
        assert all(row["low"] is not None for row in open_rows)


def test_which_submission_counts_is_told_for_each_board(task: SharedTask) -> None:
    task.phase("dev")
    told = {one["kind"]: one["counts_text"] for one in task.clients.anonymous().get(task.url).json()["phases"]}
    assert told == {
        "registration": None,
        "dev": RULES[PhaseKind.DEV, "best-on-dev"]._asdict(),
        "test": RULES[PhaseKind.TEST, "last"]._asdict(),
        "published": None,
    }


def test_groups_follow_a_withdrawal(task: SharedTask) -> None:
    li, wang = task.team("li"), task.team("wang")
    task.phase("dev")
    first = task.handed_in(li, answers("a", 3))
    task.handed_in(wang, answers("b", 3))
    li.post(f"/api/submissions/{first}/withdraw", json={})
    assert [row["group"] for row in task.board(li, "dev")["tasks"][2]["rows"]] == [None]
    task.score()
    assert [row["group"] for row in task.board(li, "dev")["tasks"][2]["rows"]] == [1]


def test_an_invalid_file_is_refused_with_all_problems_and_costs_nothing(task: SharedTask) -> None:
    li = task.team("li")
    task.phase("dev", in_all=1)
    answer = task.submit(li, example(f"{EDITION}/broken-task3.jsonl"), "task3.jsonl")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-answers")
    problems = answer.json()["problems"]
    assert len(problems) > 5
    assert all(one["where"].startswith("task3.jsonl") and one["message"]["zh"] for one in problems)
    assert li.get(f"{task.url}/submissions").json()["total"] == 0
    assert [one["in_all"] for one in li.get(f"{task.url}/left").json()] == [1, 1, 1]
    task.handed_in(li, answers("a", 3))
    assert [one["in_all"] for one in li.get(f"{task.url}/left").json()] == [1, 1, 0]
    again = task.submit(li, answers("a", 3))
    assert (again.status_code, again.json()["code"]) == (429, "limit-in-all")


def test_what_the_official_script_scores_is_taken_and_scored(task: SharedTask) -> None:
    li = task.team("li")
    task.phase("dev")
    lines = example(f"{EDITION}/pred-a-task1.jsonl").decode().splitlines()
    odd = [*lines[:-1], lines[0], '{"qid": "zz", "judge": 1}', '{"judge": 1}']
    handed_in = task.submit(li, "\n".join(odd).encode(), "task1.jsonl")
    assert handed_in.status_code == 201, handed_in.text
    task.score()
    [entry] = li.get(f"/api/submissions/{handed_in.json()['id']}").json()["entries"]
    assert (entry["state"], entry["warnings"]) == ("scored", 4)
    assert (entry["scores"][0]["items"], entry["scores"][0]["answered"]) == (20, 19)
    url = f"/api/submissions/{handed_in.json()['id']}/warnings"
    told = li.get(url, params={"task": TASKS[0]}).json()
    assert (told["records"], told["warnings"], len(told["problems"])) == (21, 4, 4)
    assert [(one["code"], one["level"], one["count"]) for one in told["kinds"]] == [
        ("duplicate-qid", "warning", 1),
        ("unknown-qid", "warning", 1),
        ("no-qid", "warning", 1),
        ("missing-qid", "warning", 1),
    ]
    assert told["kinds"][1]["official"] == {
        "zh": "继续，此处不得分；略过这条记录",
        "en": "goes on; this earns nothing; passes over the record",
    }
    assert told["kinds"][1]["example"]["where"] == "task1.jsonl:21"
    assert li.get(url, params={"task": TASKS[1]}).status_code == 404
    assert task.team("wang").get(url, params={"task": TASKS[0]}).status_code == 404
    assert task.organiser.get(url, params={"task": TASKS[0]}).json() == told
    other = task.submit(li, b'{"qid": "1-train-1", "judge": 1}', "task1.jsonl")
    assert (other.status_code, other.json()["code"]) == (422, "invalid-answers")
    assert "[nothing-answered]" in other.json()["problems"][0]["message"]["en"]


def test_what_is_not_open_to_a_team_says_why(task: SharedTask, clients: Clients) -> None:
    stranger = clients.person("stranger", Role.TEAM)
    cases = [(task.submit(stranger, answers("a")), 403, "not-registered")]
    waiting = clients.person("waiting", Role.TEAM)
    assert waiting.post(f"{task.url}/teams", json={"name": "候"}).json()["state"] == "pending"
    cases.append((task.submit(waiting, answers("a")), 403, "not-approved"))
    li = task.team("li")
    cases.append((task.submit(li, answers("a")), 403, "phase-closed"))
    cases.append((li.post(f"{task.url}/teams", json={"name": "又"}), 409, "registered-already"))
    other = clients.person("other", Role.TEAM)
    cases.append((other.post(f"{task.url}/teams", json={"name": "li队"}), 409, "name-taken"))
    task.phase("dev", agreement="不公开数据。")
    cases.append((task.submit(li, answers("a")), 403, "agreement-needed"))
    cases.append((task.submit(li, answers("a"), phase="test"), 403, "phase-closed"))
    task.phase("test")
    cases.append((other.post(f"{task.url}/teams", json={"name": "迟"}), 403, "registration-closed"))
    assert [(answer.status_code, answer.json()["code"]) for answer, _, _ in cases] == [c[1:] for c in cases]


def test_an_agreement_is_accepted_in_the_words_that_were_read(task: SharedTask) -> None:
    li = task.team("li")
    task.phase("dev", agreement="不公开数据。")
    old = li.post(f"{task.url}/agreements", json={"phase": "dev", "sha256": digest("别的文本")})
    assert (old.status_code, old.json()["code"]) == (409, "agreement-changed")
    accepted = li.post(f"{task.url}/agreements", json={"phase": "dev", "sha256": digest("不公开数据。")})
    assert accepted.json()["accepted"] == ["dev"]
    task.handed_in(li, answers("a", 1))
    task.phase("dev", agreement="不公开数据，也不公开模型。")
    assert task.submit(li, answers("a", 1)).json()["code"] == "agreement-needed"


def test_the_public_list_masks_leader_and_address_and_shows_admitted_teams_only(
    task: SharedTask, clients: Clients
) -> None:
    team = {"name": "远山", "leader": "张三丰", "email": "zhang@example.org", "members": ["李四", "王五"]}
    made = clients.anonymous().post(
        f"{task.url}/signup", json={"account": "yuanshan", "password": "long enough", "team": team}
    )
    assert made.status_code == 201
    assert clients.anonymous().get(f"{task.url}/teams").json() == []
    task.organiser.patch(f"{task.url}/teams/{made.json()['id']}", json={"state": "approved"})
    [shown] = clients.anonymous().get(f"{task.url}/teams").json()
    assert (shown["leader"], shown["email"], shown["members"]) == ("张**", "z***@***.org", 2)
    assert "张三丰" not in clients.anonymous().get(f"{task.url}/teams").text


def test_three_sign_ups_from_one_address_are_enough(task: SharedTask, clients: Clients) -> None:
    codes = [
        clients.anonymous()
        .post(f"{task.url}/signup", json={"account": f"t{i}", "password": "long enough", "team": {"name": f"队{i}"}})
        .status_code
        for i in range(4)
    ]
    assert codes == [201, 201, 201, 429]


def test_files_are_for_admitted_teams_in_the_phase_that_lists_them(task: SharedTask, clients: Clients) -> None:
    li = task.team("li")
    questions = {
        (one["part"], one["task"]): one["id"]
        for one in task.organiser.get(task.url).json()["files"]
        if one["content"] == "questions"
    }
    dev, test = (f"{task.url}/files/{questions[part, TASKS[0]]}" for part in ("dev", "test"))
    task.phase("dev")
    assert li.get(dev).content == example(f"{TASKS[0]}_dev_input.jsonl")
    assert li.get(dev).headers["content-type"] == "application/octet-stream"
    assert (li.get(test).status_code, clients.anonymous().get(dev).status_code) == (403, 403)
    task.phase("test")
    assert li.get(test).status_code == 200


def test_a_withdrawn_submission_leaves_the_board_but_keeps_its_cost(task: SharedTask) -> None:
    li = task.team("li")
    task.phase("dev", in_all=2)
    number = task.handed_in(li, answers("a", 1))
    assert task.board(li, "dev")["tasks"][0]["rows"][0]["value"] == 0.85
    taken = li.post(f"/api/submissions/{number}/withdraw", json={"reason": "交错了文件"})
    assert taken.json()["withdrawn_reason"] == "交错了文件"
    assert task.board(li, "dev")["tasks"][0]["rows"] == []
    assert li.get(f"{task.url}/left").json()[0]["in_all"] == 1
    assert li.post(f"/api/submissions/{number}/withdraw", json={}).json()["code"] == "withdrawn-already"
    task.phase("test")
    other = task.handed_in(li, answers("b", 1))
    task.phase("published")
    assert li.post(f"/api/submissions/{other}/withdraw", json={}).json()["code"] == "phase-closed"


@pytest.mark.parametrize(("counts", "shown"), [("last", 0.75), ("best-on-dev", 0.85)])
def test_which_submission_counts_is_the_phases_rule(task: SharedTask, counts: str, shown: float) -> None:
    li = task.team("li")
    task.phase("dev", counts=counts)
    task.handed_in(li, answers("a", 1))
    task.handed_in(li, answers("b", 1))
    [row] = task.board(li, "dev")["tasks"][0]["rows"]
    assert row["value"] == shown
    points = li.get(f"{task.url}/history", params={"task": TASKS[0]}).json()
    assert [(one["value"], one["counts"]) for one in points] == [(0.85, shown == 0.85), (0.75, shown == 0.75)]


def test_on_the_test_board_the_system_that_was_best_on_dev_counts(task: SharedTask) -> None:
    li = task.team("li")
    task.phase("dev")
    task.handed_in(li, answers("a", 1), system="甲")
    task.handed_in(li, answers("b", 1), system="乙")
    task.phase("test", counts="best-on-dev")
    task.handed_in(li, answers("b", 1), system="甲")
    task.handed_in(li, answers("a", 1), system="乙")
    [row] = task.board(task.organiser, "test")["tasks"][0]["rows"]
    assert (row["system"], row["value"]) == ("甲", 0.75)


def test_own_scores_only(task: SharedTask, clients: Clients) -> None:
    li, wang = task.team("li"), task.team("wang")
    task.phase("dev", shows="own")
    mine = task.handed_in(li, answers("a", 1))
    task.handed_in(wang, answers("b", 1))
    board = task.board(li, "dev")
    assert (board["sight"], values(board)[TASKS[0]], board["overall"]) == ("own", {"li队": 0.85}, [])
    assert values(task.board(clients.anonymous(), "dev"))[TASKS[0]] == {}
    assert {one["team"] for one in li.get(f"{task.url}/history").json()} == {"li队"}
    assert wang.get(f"/api/submissions/{mine}").status_code == 404


def test_a_baseline_is_marked_takes_no_place_and_needs_no_phase(task: SharedTask) -> None:
    made = task.organiser.post(f"{task.url}/baselines", json={"name": "基线"}).json()
    li, wang = task.team("li"), task.team("wang")
    task.phase("dev")
    task.handed_in(task.organiser, answers("a"), team=made["id"], phase="test")
    task.handed_in(task.organiser, answers("a"), team=made["id"], phase="dev")
    task.handed_in(li, answers("a"))
    task.handed_in(wang, answers("b"))
    rows = task.board(li, "dev")["tasks"][0]["rows"]
    assert [(row["team"], row["place"], row["baseline"]) for row in rows] == [
        ("li队", 1, False),
        ("基线", None, True),
        ("wang队", 2, False),
    ]
    assert task.submit(li, answers("a"), team=made["id"]).json()["code"] == "not-your-team"


def test_ties_and_missing_tasks_are_explained(task: SharedTask) -> None:
    for name in ("li", "wang"):
        client = task.team(name)
        task.phase("dev")
        task.handed_in(client, answers("a", 1))
        task.phase("registration")
    task.phase("dev")
    board = task.board(task.organiser, "dev")
    assert [row["place"] for row in board["tasks"][0]["rows"]] == [1, 1]
    assert board["tasks"][0]["notes"][0]["en"] == "Teams with the same score share a place."
    said = " ".join(note["en"] for note in board["notes"])
    assert "li队 has no score in task2, task3" in said
    assert [row["rank"] for row in board["overall"]] == [None, None]


def test_a_mended_answer_file_scores_again_and_keeps_the_old_score_with_the_reason(task: SharedTask) -> None:
    li = task.team("li")
    task.phase("dev")
    number = task.handed_in(li, answers("a"))
    lines = example(f"{TASKS[0]}_dev.jsonl").decode().splitlines()
    first = json.loads(lines[0])
    first["judge"] = 1 - first["judge"]
    mended = "\n".join([json.dumps(first, ensure_ascii=False), *lines[1:]]).encode()
    assert task.add_file(TASKS[0], "dev", "gold", mended).json()["code"] == "reason-missing"
    added = task.add_file(TASKS[0], "dev", "gold", mended, "第一题答案有误").json()
    assert added["queued"] == 1
    task.score()
    scores = li.get(f"/api/submissions/{number}").json()["entries"][0]["scores"]
    assert [(one["current"], one["reason"], one["value"]) for one in scores] == [
        (True, "第一题答案有误", pytest.approx(0.8)),
        (False, "", 0.85),
    ]
    assert task.board(li, "dev")["tasks"][0]["rows"][0]["scores"] == 2
    again = task.organiser.post(f"{task.url}/rescore", json={"reason": "核对"}).json()
    assert again == {"queued": 0}
    everything = task.organiser.post(f"{task.url}/rescore", json={"reason": "核对", "everything": True}).json()
    assert everything == {"queued": 3}
    task.score()
    assert len(li.get(f"/api/submissions/{number}").json()["entries"][0]["scores"]) == 2


def test_a_mended_scorer_scores_again(task: SharedTask, monkeypatch: pytest.MonkeyPatch) -> None:
    li = task.team("li")
    task.phase("dev")
    number = task.handed_in(li, answers("a", 1))
    monkeypatch.setattr("pingce.leaderboard.competition.scorer_version.fingerprint", lambda _: "f" * 64)
    monkeypatch.setattr("pingce.leaderboard.competition.scoring_jobs.fingerprint", lambda _: "f" * 64)
    assert task.organiser.post(f"{task.url}/rescore", json={"reason": "评分程序修正"}).json() == {"queued": 1}
    task.score()
    scores = li.get(f"/api/submissions/{number}").json()["entries"][0]["scores"]
    assert [(one["fingerprint"] == "f" * 64, one["reason"]) for one in scores] == [(True, "评分程序修正"), (False, "")]


def test_what_the_scorer_of_0_1_0_scored_is_not_scored_again(task: SharedTask, monkeypatch: pytest.MonkeyPatch) -> None:
    li = task.team("li")
    task.phase("dev")
    [before] = EQUAL_BEFORE[TASKS[0]]
    monkeypatch.setattr("pingce.leaderboard.competition.scoring_jobs.fingerprint", lambda _: before)
    monkeypatch.setattr("pingce.leaderboard.competition.scoring_jobs.pin", lambda *_: "0" * 64)
    number = task.handed_in(li, answers("a", 1))
    monkeypatch.undo()
    [entry] = li.get(f"/api/submissions/{number}").json()["entries"]
    assert [score["fingerprint"] for score in entry["scores"]] == [before]
    assert task.organiser.post(f"{task.url}/rescore", json={"reason": "核对"}).json() == {"queued": 0}


def test_what_broke_in_scoring_is_for_organisers_to_read(task: SharedTask, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(f"cannot read {MARK}")

    li = task.team("li")
    task.phase("dev")
    monkeypatch.setattr("pingce.server.scoring_thread.score_submission", broken)
    number = task.handed_in(li, answers("a", 1))
    [entry] = li.get(f"/api/submissions/{number}").json()["entries"]
    assert (entry["state"], entry["problem"], entry["scores"]) == ("failed", "stopped", [])
    [entry] = task.organiser.get(f"/api/submissions/{number}").json()["entries"]
    assert entry["problem"] == f"RuntimeError: cannot read {MARK}"
    monkeypatch.undo()
    assert task.organiser.post(f"{task.url}/rescore", json={"reason": "修好了"}).json() == {"queued": 1}
    task.score()
    assert task.board(li, "dev")["tasks"][0]["rows"][0]["value"] == 0.85


def test_errors_can_be_filtered_and_two_submissions_compared_on_dev_only(task: SharedTask) -> None:
    li = task.team("li")
    task.phase("dev")
    one, two = task.handed_in(li, answers("a")), task.handed_in(li, answers("b"))
    url = f"/api/submissions/{one}/errors"
    page = li.get(url, params={"task": TASKS[1]}).json()
    assert page["kinds"] == {"label": 5, "missed": 14, "role": 14, "boundary": 1}
    boundary = li.get(url, params={"task": TASKS[1], "kind": "boundary", "role": "text2"}).json()
    assert boundary["total"] == 1
    [found] = boundary["rows"]
    [error] = [error for error in found["errors"] if error["kind"] == "boundary"]
    text = found["texts"]["text"]
    assert "".join(text[i] for i in error["gold_at"]) == error["gold"]
    assert found["gold"]["reasons"]
    assert found["said"]["reasons"]
    labelled = li.get(url, params={"task": TASKS[1], "label": "B"}).json()
    assert labelled["total"] == sum("B" in row["labels"] for row in page["rows"])
    assert li.get(url, params={"task": TASKS[1], "wrong": False}).json()["total"] == 10
    compared = li.get(f"/api/submissions/{one}/compare/{two}", params={"task": TASKS[0]}).json()
    assert (compared["better"], compared["worse"], compared["same"]) == (5, 3, 12)
    task.phase("test")
    hidden = task.handed_in(li, answers("a"))
    refused = li.get(f"/api/submissions/{hidden}/errors", params={"task": TASKS[1]})
    assert (refused.status_code, refused.json()["code"]) == (403, "dev-only")


def test_a_comparison_whose_process_dies_is_an_answer(task: SharedTask, monkeypatch: pytest.MonkeyPatch) -> None:
    li = task.team("li")
    task.phase("dev")
    one, two = task.handed_in(li, answers("a")), task.handed_in(li, answers("b"))
    broken: Future[object] = Future()
    broken.set_exception(BrokenProcessPool())
    monkeypatch.setattr(task.clients.server.pool, "submit", lambda *_: broken)
    answer = li.get(f"/api/submissions/{one}/compare/{two}/significance", params={"task": TASKS[0]})
    assert (answer.status_code, answer.json()["code"]) == (422, "comparison-stopped")
    again = li.get(f"/api/submissions/{one}/warnings", params={"task": TASKS[0]})
    assert (again.status_code, again.json()["code"]) == (422, "check-stopped")


def test_two_submissions_are_compared_item_by_item_and_as_a_whole(task: SharedTask) -> None:
    li = task.team("li")
    task.phase("dev")
    one, two = task.handed_in(li, answers("a")), task.handed_in(li, answers("b"))
    url = f"/api/submissions/{one}/compare/{two}"

    def compared(of: str, **wanted: str) -> dict[str, Any]:
        found: dict[str, Any] = li.get(url, params={"task": of, **wanted}).json()
        return found

    everything = compared(TASKS[1])
    assert everything["better"] + everything["worse"] + everything["same"] == 10
    assert everything["total"] == everything["better"] + everything["worse"] + everything["otherwise"]
    gaps = [row["difference"] for row in everything["rows"]]
    assert gaps == sorted(gaps)
    assert all(row["first"]["said"] != row["second"]["said"] for row in everything["rows"])
    for winner, count in (("first", "better"), ("second", "worse"), ("neither", "otherwise")):
        assert compared(TASKS[1], winner=winner)["total"] == everything[count]
    wanted = everything["rows"][0]
    assert [row["id"] for row in compared(TASKS[1], search=wanted["id"])["rows"]] == [wanted["id"]]

    judged = li.get(f"{url}/significance", params={"task": TASKS[0]}).json()
    assert (judged["number"], judged["first"], judged["second"]) == ("accuracy", 0.85, 0.75)
    assert judged["low"] < judged["first"] - judged["second"] < judged["high"]
    assert judged["p_mcnemar"] == pytest.approx(0.7265625)  # 5 against 3
    assert 0.05 < judged["p_bootstrap"] <= 1
    assert li.get(f"{url}/significance", params={"task": TASKS[2]}).json()["p_mcnemar"] is None
    same = li.get(f"/api/submissions/{one}/compare/{one}/significance", params={"task": TASKS[0]}).json()
    assert (same["low"], same["high"], same["p_bootstrap"]) == (0, 0, 1)

    stranger = task.team("wang")
    assert stranger.get(url, params={"task": TASKS[0]}).status_code == 404
    assert stranger.get(f"{url}/significance", params={"task": TASKS[0]}).status_code == 404


def test_scores_of_different_answer_files_are_not_compared(task: SharedTask, monkeypatch: pytest.MonkeyPatch) -> None:
    def only_the_second(task_id: str, given: StoredFile, *rest: Any, **options: Any) -> ScoredAnswers:
        if given.sha256 == bytes_sha256(example(f"{EDITION}/pred-a-task1.jsonl")):
            raise RuntimeError("not now")
        return score_submission(task_id, given, *rest, **options)

    li = task.team("li")
    task.phase("dev")
    one = task.handed_in(li, answers("a", 1))
    mended = example(f"{TASKS[0]}_dev.jsonl").replace(b'"judge":1', b'"judge":0', 1)
    assert task.add_file(TASKS[0], "dev", "gold", mended, "更正").status_code == 201
    monkeypatch.setattr("pingce.server.scoring_thread.score_submission", only_the_second)
    two = task.handed_in(li, answers("b", 1))
    refused = li.get(f"/api/submissions/{one}/compare/{two}/significance", params={"task": TASKS[0]})
    assert (refused.status_code, refused.json()["code"]) == (422, "not-comparable")


def test_published_boards_are_shown_digit_for_digit(clients: Clients) -> None:
    admin = clients.person("admin", Role.ADMIN)
    printed = {
        "space2021": ["1.328", "0.709", "0.451", "0.103", "-0.021", "-0.308", "-0.373", "-0.543", "-1.346"],
        "space2022": ["0.2814", "-0.1110", "-0.1704", "-9.3703"],
    }
    for edition, z_means in printed.items():
        made = admin.post("/api/competitions", json={"title": edition, "edition": edition}).json()
        url = f"/api/competitions/{made['id']}"
        file = EXAMPLES / "leaderboard" / f"{edition}-published.csv"
        answer = admin.post(f"{url}/table", files={"file": (file.name, file.read_bytes())})
        assert answer.status_code == 201, answer.text
        admin.patch(url, json={"open": True})
        board = clients.anonymous().get(f"{url}/board").json()
        digits = len(z_means[0].partition(".")[2])
        assert [f"{row['z_mean']:.{digits}f}" for row in board["overall"]] == z_means
    cells = {row["team"]: row for row in board["overall"]}
    assert [f"{cells['CPIC']['z'][task]:.4f}" for task in TASKS] == ["0.5324", "-1.0153", "-0.0283"]
    assert [f"{cells['基线']['z'][task]:.4f}" for task in TASKS] == ["-29.1349", "-0.2102", "1.2342"]
    task2 = {row["team"]: row for row in board["tasks"][1]["rows"]}["无情垫底"]
    assert (task2["shown"], task2["numbers"]) == (
        "0.6748",
        {"strict.type_accuracy": 0.0036, "loose.macro_f1": 0.8075},
    )
    assert "CPIC task3 -0.0283 / -0.0284" in board["notes"][-1]["en"]


def test_awards_of_2021_follow_from_the_table(clients: Clients) -> None:
    admin = clients.person("admin", Role.ADMIN)
    made = admin.post("/api/competitions", json={"title": "2021", "edition": "space2021"}).json()
    file = EXAMPLES / "leaderboard" / "space2021-published.csv"
    admin.post(f"/api/competitions/{made['id']}/table", files={"file": (file.name, file.read_bytes())})
    board = admin.get(f"/api/competitions/{made['id']}/board").json()
    assert [f"{one['final']:.4f}" for one in board["awards"]] == [
        "0.9693", "0.5993", "0.5316", "0.4010", "0.1565", "0.1405",
    ]  # fmt: skip
    assert [row["team"] for row in board["overall"]] == [
        one.team for one in ranking(EDITIONS["space2021"], read_table(file, EDITIONS["space2021"])).standings
    ]


def test_a_table_and_a_team_cannot_have_the_same_name(task: SharedTask) -> None:
    task.team("li")
    table = "team,task1,task2,task3\nli队,0.5,0.5,0.5\n".encode()
    answer = task.organiser.post(f"{task.url}/table", files={"file": ("t.csv", table)})
    assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")


@pytest.mark.parametrize("kind", ["csv", "json", "md", "latex"])
def test_boards_are_exported_with_names_made_harmless(task: SharedTask, kind: str) -> None:
    li = task.team("li", "=<b>A&B|_队")
    task.phase("dev")
    task.handed_in(li, answers("a"))
    answer = task.organiser.get(f"{task.url}/board/export", params={"phase": "dev", "format": kind, "lang": "en"})
    assert answer.headers["content-disposition"].startswith("attachment;")
    expected = {
        "csv": "'=<b>A&B|_队",
        "json": "=<b>A&B|_队",
        "md": "=&lt;b&gt;A&amp;B\\|\\_队",
        "latex": "=<b>A\\&B|\\_队",
    }
    assert expected[kind] in answer.text
    assert answer.content.startswith(b"\xef\xbb\xbf") == (kind == "csv")  # or Excel takes it for another encoding
    one = task.organiser.get(f"{task.url}/board/export", params={"phase": "dev", "format": kind, "task": TASKS[0]})
    assert "0.85" in one.text


def test_a_draft_exists_for_its_organisers_only(clients: Clients) -> None:
    builder, other = clients.person("builder", Role.BUILDER), clients.person("other", Role.BUILDER)
    made = builder.post("/api/competitions", json={"title": "草稿", "tasks": ["wsd/senses"]}).json()
    assert builder.get(f"/api/competitions/{made['id']}").json()["organiser"]
    for client in (other, clients.anonymous(), clients.person("t", Role.TEAM)):
        assert client.get(f"/api/competitions/{made['id']}").status_code == 404
        assert client.get("/api/competitions").json() == []
    builder.patch(f"/api/competitions/{made['id']}", json={"open": True})
    assert other.patch(f"/api/competitions/{made['id']}", json={"about": "x"}).status_code == 403


def test_files_of_a_pack_come_in_at_once(task: SharedTask) -> None:
    manifest = {
        "name": "x",
        "version": "1",
        "items": {},
        "groups": {},
        "split_sha256": "",
    }
    files = {"path": f"{TASKS[0]}_test.jsonl", "content": "gold", "task": TASKS[0], "part": "test", "records": 20}
    questions = files | {"path": f"{TASKS[0]}_test_input.jsonl", "content": "questions"}
    pack = released(
        {
            "pack/public/release.json": json.dumps(manifest | {"files": [questions]}).encode(),
            f"pack/public/{questions['path']}": example(f"{TASKS[0]}_dev_input.jsonl"),
            "pack/private/release.json": json.dumps(manifest | {"files": [files]}).encode(),
            f"pack/private/{files['path']}": marked_gold(TASKS[0]),
        }
    )
    added = task.organiser.post(f"{task.url}/pack", files={"file": ("pack.zip", pack)})
    assert added.status_code == 201, added.text
    assert [(one["part"], one["content"], one["records"]) for one in added.json()["files"]] == [
        ("test", "questions", 20),
        ("test", "gold", 20),
    ]
    assert task.organiser.post(f"{task.url}/pack", files={"file": ("p.zip", b"no zip")}).json()["code"] == "bad-zip"


def test_an_answer_sheet_of_2021_answers_all_tasks_at_once(clients: Clients) -> None:
    task = make_shared_task(clients)
    made = task.organiser.post("/api/competitions", json={"title": "2021", "edition": "space2021"}).json()
    task.id = made["id"]
    for i in (1, 2, 3):
        for content, name in (("questions", f"task{i}-dev.json"), ("gold", f"task{i}-dev-with-answer.json")):
            form = {"task": f"space2021/task{i}", "part": "dev", "content": content}
            file = {"file": (name, example(f"space2021/{name}"))}
            assert task.organiser.post(f"{task.url}/files", files=file, data=form).status_code == 201
    task.organiser.patch(task.url, json={"open": True})
    task.phase("registration")
    li = task.team("li")
    task.phase("dev")
    answer = task.submit(li, example("space2021/sheet-a.json"), "sheet.json")
    assert [one["task"] for one in answer.json()["entries"]] == [f"space2021/task{i}" for i in (1, 2, 3)]
    task.score()
    assert task.board(li, "dev")["tasks"][2]["rows"][0]["value"] == pytest.approx(10 / 13)


def test_a_question_without_its_word_does_not_keep_a_team_from_handing_in(clients: Clients) -> None:
    task = make_shared_task(clients)
    made = task.organiser.post("/api/competitions", json={"title": "词义", "tasks": ["wsd/senses"]}).json()
    task.id = made["id"]
    asked = "他关上灯走了。 打开\n她走得很慢。 走\n"
    gold = "他关上灯走了。 打开 张开\n她走得很慢。 走 走路\n"
    for content, data in (("questions", asked), ("gold", gold), ("inventory", '{"打开": ["张开"], "走": ["走路"]}')):
        form = {"task": "wsd/senses", "part": "dev", "content": content}
        file = {"file": (f"{content}.txt", data.encode())}
        assert task.organiser.post(f"{task.url}/files", files=file, data=form).status_code == 201
    task.organiser.patch(task.url, json={"open": True})
    task.phase("registration")
    li = task.team("li")
    task.phase("dev")
    answers_only = '{"qid": "1", "senses": ["张开"]}\n{"qid": "2", "senses": ["走路"]}\n'
    for name, data in (("answers.jsonl", answers_only), ("lines.txt", gold)):
        assert task.submit(li, data.encode(), name).status_code == 201
    task.score()
    assert task.board(li, "dev")["tasks"][0]["rows"][0]["value"] == 1.0
