"""Tasks described in TOML go the whole way without any Python: check, score, form, agreement, pack, model, board."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from pingce.server.request_context import Server
from pingce.store.database import migrate, open_database
from pingce.store.people import Role
from pingce.tasks.own import opened
from tests.cli.conftest import EXAMPLES, Run
from tests.server.builders import Clients
from tests.server.shared_task import SharedTask, near, packed

from .bench import KEYS, MOODS, NAME, TASKS, Json, gold, make_benchmark, question, read, write

ABOUT = EXAMPLES / "release" / "release.toml"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = make_benchmark(tmp_path / NAME)
    monkeypatch.chdir(folder)
    return folder


def ok(pingce: Run, *words: str | Path) -> str:
    ran = pingce(*words)
    assert ran.code == 0, ran.err
    return ran.out


def slipped(name: str, records: list[Json]) -> list[Json]:
    """Answers of somebody who gets every third item wrong: another mood, roles changed round, a slot left out."""
    return [
        {"qid": record["qid"], KEYS[name]: SLIPS[name](record[KEYS[name]]) if i % 3 == 0 else record[KEYS[name]]}
        for i, record in enumerate(records)
    ]


def changed_round(groups: list[list[Json]]) -> list[list[Json]]:
    other = {"cause": "effect", "effect": "cause"}
    return [[{**span, "role": other[span["role"]]} for span in group] for group in groups]


SLIPS: dict[str, Callable[[Any], Any]] = {
    "mood": lambda mood: MOODS[MOODS.index(mood) - 1],
    "cause": changed_round,
    "event": lambda events: [event[:-1] for event in events],
}


@pytest.mark.parametrize("name", TASKS)
def test_files_are_checked_scored_described_and_converted(pingce: Run, bench: Path, name: str) -> None:
    task, file = f"{NAME}/{name}", bench / f"{name}.jsonl"
    ok(pingce, "check", task, file)
    assert json.loads(ok(pingce, "score", task, file, "--gold", file, "--json"))["value"] == 1.0
    said = write(bench / "said.jsonl", slipped(name, gold(name)))
    scored = json.loads(ok(pingce, "score", task, said, "--gold", file, "--json", "--html", bench / "score.html"))
    assert 0.5 < scored["value"] < 1.0
    ok(pingce, "convert", task, file, bench / "asked.jsonl", "--part", "questions")
    assert read(bench / "asked.jsonl") == [question(name, record) for record in gold(name)]
    assert NAME in ok(pingce, "quality", "dataset", f"{task}={file}")
    ok(pingce, "quality", "leaks", f"{task}:train={file}", f"{task}:dev={file}")
    broken = [{**record, KEYS[name]: "what"} for record in gold(name)]
    ran = pingce("check", task, write(bench / "broken.jsonl", broken))
    assert (ran.code, "broken.jsonl:1" in ran.err + ran.out) == (1, True)


def test_whoever_has_only_the_pack_checks_trains_and_scores(
    pingce: Run, bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [f"{NAME}/{name}={bench / f'{name}.jsonl'}" for name in TASKS]
    ok(pingce, "release", "split", *files, "--out", bench / "split", "--seed", "3")
    ok(
        pingce,
        "release",
        "pack",
        *files,
        "--split",
        bench / "split",
        "--about",
        ABOUT,
        "--out",
        bench / "pack",
        "--zip",
    )
    away = tmp_path / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    shutil.move(bench / "pack", away / "pack")
    ok(pingce, "release", "verify", away / "pack")
    shutil.copytree(away / "pack" / "public", away / "public")
    ok(pingce, "release", "verify", away / "public")
    train, asked = (away / "public" / NAME / f"mood_{part}.jsonl" for part in ("train", "dev_input"))
    ok(pingce, "check", f"{NAME}/mood", train)
    ok(pingce, "check", f"{NAME}/mood", away / "pack" / "public.zip" / f"public/{NAME}/mood_train.jsonl")
    ok(pingce, "systems", "train", f"{NAME}/mood", "--system", "majority", "--train", train, "--out", away / "model")
    shutil.move(away / "model", tmp_path / "model")
    shutil.copy(asked, tmp_path / "asked.jsonl")
    shutil.rmtree(away / "public")
    ok(pingce, "systems", "predict", tmp_path / "model", tmp_path / "asked.jsonl", "--out", tmp_path / "said.jsonl")
    hidden = away / "pack" / "private" / NAME / "mood_dev.jsonl"
    scored = json.loads(ok(pingce, "score", f"{NAME}/mood", tmp_path / "said.jsonl", "--gold", hidden, "--json"))
    assert scored["signatures"]["accuracy"].startswith(f"{NAME}/mood|accuracy")
    lost = pingce("score", f"{NAME}/mood", tmp_path / "said.jsonl", "--gold", tmp_path / "said.jsonl")
    assert (lost.code, "There is no task 'mybench/mood'" in lost.err) == (1, True)


@pytest.fixture
def server(bench: Path) -> Iterator[Server]:
    """A server that works in the folder of the benchmark."""
    path = str(bench / "pingce.db")
    engine = open_database(path)
    migrate(engine)
    engine.dispose()
    server = Server.open(path, bench, hosts=Server(open_database(path), b"").hosts)
    near(server)
    with ExitStack() as places:
        for place in server.tasks:
            places.enter_context(opened(place))
        yield server
    server.engine.dispose()


def answers_of(name: str, record: Json) -> Json:
    return {KEYS[name]: record[KEYS[name]]}


@pytest.mark.parametrize("name", TASKS)
def test_people_annotate_it_and_agree(pingce: Run, bench: Path, server: Server, name: str) -> None:
    task, clients = f"{NAME}/{name}", Clients(server)
    builder = clients.person("boss", Role.BUILDER, Role.ADMIN)
    preset = next(one for one in builder.get("/api/presets").json() if one["task"] == task)
    assert (preset["name"], preset["form"], preset["settings"]["answers"]) == ("own", task, 2)
    body = {"title": name, "preset": "own", "form": task, "settings": {"order": "given"}}
    made = builder.post("/api/campaigns", json=body)
    assert made.status_code == 201, made.text
    campaign = made.json()["id"]
    assert [field["key"] for field in made.json()["form_description"]["fields"]] == [KEYS[name], "comment"]
    records = gold(name, 6)
    asked = write(bench / "asked.jsonl", [question(name, record) for record in records])
    ok(pingce, "annotate", "import", name, asked, "--database", bench / "pingce.db")
    people = [clients.person(who, Role.ANNOTATOR) for who in ("li", "wang")]
    members = [{"user": person.get("/api/me").json()["id"], "roles": ["annotator"]} for person in people]
    assert builder.post(f"/api/campaigns/{campaign}/members", json={"members": members}).status_code == 200
    assert builder.patch(f"/api/campaigns/{campaign}", json={"status": "open"}).status_code == 200
    by_text = {record["context"]: record for record in records}
    for person in people:
        for _ in records:
            job = person.post(f"/api/campaigns/{campaign}/next", json={}).json()
            text = next(iter(job["item"]["texts"].values()))
            done = person.post(
                f"/api/jobs/{job['job']}/submit",
                json={
                    "version": job["version"],
                    "answer": answers_of(name, by_text[text]),
                    "key": f"own-task-{job['job']}",
                },
            )
            assert done.status_code == 200, done.text
    where = ("--database", bench / "pingce.db")
    ok(pingce, "annotate", "export", name, "--out", bench / "annotated.jsonl", *where)
    assert {record["context"] for record in read(bench / "annotated.jsonl")} == set(by_text)
    ok(pingce, "check", task, bench / "annotated.jsonl")
    ok(pingce, "annotate", "export", name, "--out", bench / "history.jsonl", "--format", "history", *where)
    assert "1.0" in ok(pingce, "quality", "agreement", bench / "history.jsonl", "--json")


def test_a_competition_ranks_it(bench: Path, server: Server) -> None:
    clients = Clients(server)
    organiser = clients.person("boss", Role.BUILDER)
    tasks = [f"{NAME}/{name}" for name in TASKS]
    own = next(one for one in organiser.get("/api/editions").json() if one["title"]["en"] == "tasks of your own")
    assert {task["id"] for task in own["tasks"]} == set(tasks)
    made = organiser.post("/api/competitions", json={"title": "自有", "tasks": tasks})
    assert made.status_code == 201, made.text
    contest = SharedTask(clients, organiser, made.json()["id"])
    for name in TASKS:
        records = gold(name)
        asked = [question(name, record) for record in records]
        for content, rows in (("questions", asked), ("gold", records)):
            data = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()
            assert contest.add_file(f"{NAME}/{name}", "dev", content, data).status_code == 201
    contest.phase("registration")
    assert organiser.patch(contest.url, json={"open": True}).status_code == 200
    li, wang = contest.team("li"), contest.team("wang")
    contest.phase("dev")

    def handed(rows: dict[str, list[Json]]) -> bytes:
        lines = {
            f"{name}.jsonl": "\n".join(json.dumps(row, ensure_ascii=False) for row in of) for name, of in rows.items()
        }
        return packed({name: text.encode() for name, text in lines.items()})

    right = {name: [{"qid": one["qid"], KEYS[name]: one[KEYS[name]]} for one in gold(name)] for name in TASKS}
    contest.handed_in(li, handed(right))
    second = contest.handed_in(wang, handed({name: slipped(name, gold(name)) for name in TASKS}))
    for name in TASKS:
        wrong = wang.get(f"/api/submissions/{second}/errors", params={"task": f"{NAME}/{name}"})
        assert wrong.status_code == 200, wrong.text
        assert wrong.json()["total"] == 8
    tables = contest.board(organiser, "dev")["tasks"]
    assert [[row["team"] for row in table["rows"]] for table in tables] == [["li队", "wang队"]] * len(TASKS)
    assert [table["rows"][0]["value"] for table in tables] == [1.0] * len(TASKS)
    # The description goes away; the competition knows it all the same.
    shutil.rmtree(bench / "tasks")
    assert contest.board(organiser, "dev")["tasks"] == tables
