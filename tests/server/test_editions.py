"""What competitions are made from, and the rankings of past years."""

import shutil
from pathlib import Path

import pytest

from pingce.formats.examples import example_folder
from pingce.release.pack.organisers import write_organisers
from pingce.store.people import Role
from pingce.tasks.catalog import TASKS as CATALOG
from tests.leaderboard.published import PUBLISHED, PUBLISHED_2024, PUBLISHED_MEANS
from tests.release.making import make_pack

from .builders import Clients
from .shared_task import TASKS

PACKED = [f"{task}={task}_train.jsonl" for task in TASKS]


def test_every_task_can_be_chosen_once(clients: Clients) -> None:
    editions = clients.anonymous().get("/api/editions").json()
    ids = ["score2026", "space2025", "space2024", "space2023", "space2022", "space2021", None]
    assert [one["id"] for one in editions] == ids
    tasks = [task["id"] for one in editions for task in one["tasks"]]
    assert sorted(tasks) == sorted(CATALOG)
    assert [task["id"] for one in editions for task in one["tasks"] if task["human_rated"]] == ["space2023/task3"]


@pytest.mark.parametrize("edition", PUBLISHED)
def test_published_rankings_are_told_as_they_were_printed(clients: Clients, edition: str) -> None:
    found = {one["edition"]: one["board"] for one in clients.anonymous().get("/api/published").json()}[edition]
    scores = {(board["task"], row["team"]): row["shown"] for board in found["tasks"] for row in board["rows"]}
    shown = []
    for row in found["overall"]:
        cells = [text for task in row["z_shown"] for text in (scores[task, row["team"]], row["z_shown"][task])]
        cells = ["" if row["rank"] is None else str(row["rank"]), row["team"], *cells, row["z_mean_shown"]]
        shown.append((row["team"], [cells[0] or "–", *(cells[column] for column in PUBLISHED[edition].columns)]))
    assert shown == PUBLISHED[edition].rows


@pytest.mark.parametrize("edition", PUBLISHED_MEANS)
def test_rankings_by_means_are_told_as_they_were_printed(clients: Clients, edition: str) -> None:
    found = {one["edition"]: one["board"] for one in clients.anonymous().get("/api/published").json()}[edition]
    scores = {(board["task"], row["team"]): row["shown"] for board in found["tasks"] for row in board["rows"]}
    groups = [group["id"] for group in found["groups"]] if len(found["groups"]) > 1 else []
    shown = []
    for row in found["overall"]:
        cells = [scores[task, row["team"]] for task in row["scores"]]
        cells += [*(row["means_shown"][group] for group in groups), row["total_shown"]]
        shown.append((row["team"], ["–" if row["rank"] is None else str(row["rank"]), *cells]))
        assert row["z"] == {}
    assert shown == PUBLISHED_MEANS[edition]


def test_further_numbers_of_2024_are_told_as_they_were_printed(clients: Clients) -> None:
    boards = {one["edition"]: one["board"] for one in clients.anonymous().get("/api/published").json()}
    [board] = boards["space2024"]["tasks"]
    names = ["kind.s", "kind.m", *(f"ability.{n}" for n in range(1, 6)), "stability.stability"]
    shown = {row["team"]: [f"{row['numbers'][name]:.4f}" for name in names] for row in board["rows"]}
    assert shown == PUBLISHED_2024


@pytest.mark.parametrize("edition", PUBLISHED_MEANS)
def test_a_ranking_by_means_can_be_taken_away(clients: Clients, edition: str) -> None:
    answer = clients.anonymous().get(f"/api/published/{edition}/export", params={"lang": "en"})
    lines = [line.split(",") for line in answer.text.splitlines()]
    assert lines[0][-1] == "overall"
    assert [[line[0], *line[2:]] for line in lines[1:]] == [cells for _, cells in PUBLISHED_MEANS[edition]]


@pytest.mark.parametrize("edition", ["space2024", "space2025", "score2026"])
def test_phases_of_later_editions_begin_with_the_rules_they_were_held_by(clients: Clients, edition: str) -> None:
    builder = clients.person("builder", Role.BUILDER)
    told = {one["id"]: one["preset"]["en"] for one in builder.get("/api/editions").json()}
    assert "three submissions" in told[edition]
    assert ("one file" in told[edition]) is (edition == "space2025")
    assert told["space2022"] == ""
    number = builder.post("/api/competitions", json={"title": "评测", "edition": edition}).json()["id"]
    phases = [{"kind": "test", "starts_at": 1_000.0, "ends_at": None, "in_all": 30}]
    made = builder.put(f"/api/competitions/{number}/phases", json={"phases": phases}).json()
    [phase] = made["phases"]
    assert (phase["per_day"], phase["in_all"], phase["counts"], phase["shows"]) == (3, 30, "best", "all")
    assert "7B" in phase["agreement"]
    assert phase["counts_text"]["en"] == "On the test board a team's best submission counts."


def test_an_exported_board_keeps_the_digits_that_were_published(clients: Clients) -> None:
    admin = clients.person("admin", Role.ADMIN)
    made = admin.post("/api/competitions", json={"title": "2021", "edition": "space2021"}).json()
    file = example_folder() / "leaderboard" / "space2021-published.csv"
    admin.post(f"/api/competitions/{made['id']}/table", files={"file": (file.name, file.read_bytes())})
    text = admin.get(f"/api/competitions/{made['id']}/board/export", params={"lang": "en"}).text
    assert [line.rpartition(",")[2] for line in text.splitlines()] == [
        "mean Z",
        *(row[-1] for _, row in PUBLISHED["space2021"].rows),
    ]


@pytest.mark.parametrize("edition", PUBLISHED)
def test_a_published_ranking_can_be_taken_away_as_it_was_printed(clients: Clients, edition: str) -> None:
    answer = clients.anonymous().get(f"/api/published/{edition}/export", params={"lang": "en"})
    assert answer.headers["content-disposition"] == f'attachment; filename="{edition}-published.csv"'
    assert [line.rpartition(",")[2] for line in answer.text.splitlines()] == [
        "mean Z",
        *(row[-1] for _, row in PUBLISHED[edition].rows),
    ]


@pytest.mark.parametrize("form", ["csv", "json", "md", "latex"])
def test_one_subtask_of_a_past_year_can_be_taken_away(clients: Clients, form: str) -> None:
    asked = {"format": form, "task": "space2022/task2", "lang": "en"}
    answer = clients.anonymous().get("/api/published/space2022/export", params=asked)
    assert answer.status_code == 200
    assert answer.text.count(PUBLISHED["space2022"].rows[0][0]) == 1


def test_a_year_without_a_table_has_nothing_to_take_away(clients: Clients) -> None:
    answer = clients.anonymous().get("/api/published/space2023/export")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_pack_of_the_project_is_chosen_by_its_name_and_by_nothing_else(clients: Clients, tmp_path: Path) -> None:
    builder = clients.person("builder", Role.BUILDER)
    assert builder.get("/api/packs").json() == []
    made = make_pack(tmp_path, PACKED)
    (tmp_path / "project" / "packs").mkdir(parents=True)
    shutil.move(made.path, tmp_path / "project" / "packs" / "space2022")
    clients.server.project.folder = tmp_path / "project"
    write_organisers(tmp_path / "project" / "packs" / "space2022", ["builder"])
    assert builder.get("/api/packs").json() == [{"name": "space2022", "tasks": list(TASKS), "yours": True}]
    number = builder.post("/api/competitions", json={"title": "评测", "edition": "space2022"}).json()["id"]
    url = f"/api/competitions/{number}"
    for name in ("../packs/space2022", "space2022/public", "none", str(tmp_path / "project/packs/space2022")):
        assert builder.post(f"{url}/packs", json={"name": name}).status_code == 404
    added = builder.post(f"{url}/packs", json={"name": "space2022"})
    assert added.status_code == 201, added.text
    kinds = {(one["task"], one["part"], one["content"]) for one in added.json()["files"]}
    assert {(task, part, what) for task in TASKS for part in ("dev", "test") for what in ("questions", "gold")} <= kinds


PACK_USERS = [
    ("boss", [Role.ADMIN], [], True),
    ("lin", [Role.BUILDER], ["lin", "wu"], True),
    ("bea", [Role.BUILDER], ["lin", "wu"], False),
    ("bea", [Role.BUILDER], [], False),
]


@pytest.mark.parametrize(("name", "roles", "organisers", "may"), PACK_USERS)
def test_held_back_answers_are_for_administrators_and_those_the_pack_names(
    clients: Clients, tmp_path: Path, name: str, roles: list[Role], organisers: list[str], may: bool
) -> None:
    """A builder with a draft competition of her own is no organiser of the pack."""
    pack = tmp_path / "project" / "packs" / "space2022"
    pack.parent.mkdir(parents=True)
    shutil.move(make_pack(tmp_path, PACKED).path, pack)
    if organisers:
        write_organisers(pack, organisers)
    clients.server.project.folder = tmp_path / "project"
    client = clients.person(name, *roles)
    number = client.post("/api/competitions", json={"title": "草稿", "edition": "space2022"}).json()["id"]
    url = f"/api/competitions/{number}"
    assert [one["yours"] for one in client.get("/api/packs").json()] == [may]
    answer = client.post(f"{url}/packs", json={"name": "space2022"})
    assert (answer.status_code, answer.json().get("code")) == ((201, None) if may else (403, "held-back-answers"))
    assert bool(client.get(url).json()["files"]) is may
    if not may:
        assert name in answer.json()["hint"]["en"]


def test_a_pack_that_holds_nothing_back_is_for_every_builder(clients: Clients, tmp_path: Path) -> None:
    pack = tmp_path / "project" / "packs" / "space2022"
    pack.parent.mkdir(parents=True)
    shutil.move(make_pack(tmp_path, PACKED).path, pack)
    shutil.rmtree(pack / "private")
    clients.server.project.folder = tmp_path / "project"
    builder = clients.person("bea", Role.BUILDER)
    number = builder.post("/api/competitions", json={"title": "草稿", "edition": "space2022"}).json()["id"]
    added = builder.post(f"/api/competitions/{number}/packs", json={"name": "space2022"})
    assert added.status_code == 201, added.text
    assert {one["part"] for one in added.json()["files"] if one["content"] == "gold"} <= {"train"}


def test_a_competition_says_when_what_holds_now_ends(clients: Clients) -> None:
    builder = clients.person("builder", Role.BUILDER)
    number = builder.post("/api/competitions", json={"title": "评测", "edition": "space2022"}).json()["id"]
    [shown] = builder.get("/api/competitions").json()
    assert (shown["starts_at"], shown["changes_at"]) == (None, None)
    dates = [("registration", 1_000.0, None), ("dev", 2_000.0, 32_000_000_000.0), ("test", 32_100_000_000.0, None)]
    phases = [{"kind": kind, "starts_at": start, "ends_at": end} for kind, start, end in dates]
    assert builder.put(f"/api/competitions/{number}/phases", json={"phases": phases}).status_code == 200
    [shown] = builder.get("/api/competitions").json()
    assert (shown["phase"], shown["starts_at"], shown["changes_at"]) == ("dev", 1_000.0, 32_000_000_000.0)
