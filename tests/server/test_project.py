"""The project's folder: figures for everybody, reports and files for those who may see answers."""

import json
import os
from pathlib import Path

import pytest

from pingce.demo.filling import Filling, StepDone, read_filling, write_filling
from pingce.flow.layout import STAGES
from pingce.release.manifest import NAME as MANIFEST
from pingce.server.project import project as project_module
from pingce.server.project.project import Project
from pingce.store.people import Role

from .builders import Clients

PASSAGE = {"id": "a", "text": "猫在桌上。", "weight": 3.0, "density": 4.0}
REPLACED = {"id": "a-1", "text": "猫在桌下。", "origin": "a", "mode": "single", "replaced": []}
WORD = {"word": "包袱", "senses": 3, "frequency": 4}
SENTENCE = {"id": "s", "text": "他背着包袱。", "word": "包袱", "start": 3, "senses": 3}
PAGE = '<!doctype html><title data-zh="筛选 &amp; 替换" data-en="Screening">筛选</title><p>秘密'
PACKED = {
    "name": "p",
    "version": "1",
    "files": [],
    "items": {"space2022/task1": {"train": 30, "dev": 10, "test": 20}},
    "groups": {},
    "split_sha256": "",
}


def lines(*records: object) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)


CONTENTS = {
    "corpus/screened.jsonl": lines(PASSAGE, PASSAGE),
    "corpus/dropped.jsonl": lines({**PASSAGE, "reason": "low-weight"}),
    "corpus/replaced.jsonl": lines(REPLACED, REPLACED, REPLACED),
    "corpus/words.jsonl": lines(WORD),
    "corpus/sentences.jsonl": lines(SENTENCE, SENTENCE),
    "corpus/empty.jsonl": "",
    "corpus/odd.jsonl": "no json\n",
    "corpus/.half": "",
    "reports/corpus-screening.html": PAGE,
    "reports/mine.html": "<p>没有题目</p>",
    f"packs/p/public/{MANIFEST}": json.dumps(PACKED),
    "packs/p/public/task1_train.jsonl": "train",
    "packs/p/private/task1_test.jsonl": "ANSWERS",
    f"packs/broken/public/{MANIFEST}": "{",
    "tour.json": "",
    "secret.key": "SECRET",
}


@pytest.fixture
def folder(clients: Clients, tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for name, text in CONTENTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    os.utime(folder / "reports/mine.html", (1, 1))
    clients.server.project = Project(folder)
    return folder


def stages(clients: Clients, *roles: Role) -> dict[str, dict[str, object]]:
    answer = clients.person("somebody", *roles).get("/api/project")
    assert answer.status_code == 200
    assert [stage["name"] for stage in answer.json()["stages"]] == list(STAGES)
    return {stage["name"]: stage for stage in answer.json()["stages"]}


def figures(stage: dict[str, object]) -> dict[str, int]:
    return {figure["key"]: figure["value"] for figure in stage["figures"]}  # type: ignore[attr-defined] # JSON


def test_files_are_counted_by_what_they_hold(clients: Clients, folder: Path) -> None:
    found = stages(clients, Role.REVIEWER)
    assert figures(found["corpus"]) == {"passages": 2, "replaced": 3, "words": 1, "sentences": 2}
    assert figures(found["release"]) == {"packs": 2, "items": 60}
    assert figures(found["quality"]) == {"double": 0, "reports": 1}
    assert figures(found["leaderboard"]) == {"teams": 0, "submissions": 0, "competitions": 0}


def test_counts_are_live_but_not_counted_for_every_visitor(
    clients: Clients, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = clients.person("li", Role.ANNOTATOR)

    def passages() -> int:
        return int(client.get("/api/project").json()["stages"][0]["figures"][0]["value"])

    assert passages() == 2
    (folder / "corpus/screened.jsonl").write_text(lines(PASSAGE), encoding="utf-8")
    assert passages() == 2
    monkeypatch.setattr(project_module, "FRESH_SECONDS", 0.0)
    assert passages() == 1


def test_a_server_without_a_folder_has_nothing_to_show(clients: Clients) -> None:
    found = stages(clients, Role.BUILDER)
    assert all(stage["files"] == stage["reports"] == [] for stage in found.values())
    assert clients.of("somebody").get("/api/project/reports/x.html").status_code == 404
    assert clients.of("somebody").get("/api/project/files?path=corpus/x").status_code == 404


def test_builders_see_reports_with_their_titles_and_files(clients: Clients, folder: Path) -> None:
    found = stages(clients, Role.BUILDER)
    assert found["corpus"]["reports"] == [
        {
            "name": "corpus-screening.html",
            "title": {"zh": "筛选 & 替换", "en": "Screening"},
            "size": len(PAGE.encode()),
        }
    ]
    assert [one["title"]["zh"] for one in found["quality"]["reports"]] == ["mine"]  # type: ignore[attr-defined]
    paths = [one["path"] for one in found["corpus"]["files"]]  # type: ignore[attr-defined]
    assert paths == sorted(name for name in CONTENTS if name.startswith("corpus/") and "/." not in name)


@pytest.mark.parametrize("role", [Role.ANNOTATOR, Role.REVIEWER, Role.TEAM])
def test_others_see_figures_only(clients: Clients, folder: Path, role: Role) -> None:
    found = stages(clients, role)
    assert all(stage["files"] == stage["reports"] == [] for stage in found.values())
    client = clients.of("somebody")
    for address in ("reports/corpus-screening.html", "files?path=packs/p/public/task1_train.jsonl"):
        assert client.get(f"/api/project/{address}").status_code == 403


def test_a_report_is_shown_like_a_page_of_a_stranger(clients: Clients, folder: Path) -> None:
    answer = clients.person("lin", Role.BUILDER).get("/api/project/reports/corpus-screening.html")
    assert answer.text == PAGE
    [policy] = answer.headers.get_list("content-security-policy")
    assert policy.startswith("sandbox allow-scripts; default-src 'none';")
    assert "allow-same-origin" not in policy
    assert answer.headers.get_list("x-frame-options") == ["SAMEORIGIN"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    other = clients.of("lin").get("/api/project")
    assert other.headers.get_list("x-frame-options") == ["DENY"]


def test_the_public_side_of_a_pack_can_be_fetched(clients: Clients, folder: Path) -> None:
    answer = clients.person("lin", Role.BUILDER).get("/api/project/files?path=packs/p/public/task1_train.jsonl")
    assert (answer.status_code, answer.text) == (200, "train")
    assert answer.headers["content-disposition"] == 'attachment; filename="task1_train.jsonl"'


@pytest.mark.parametrize(
    "path",
    [
        "files?path=packs/p/private/task1_test.jsonl",
        "files?path=packs/p/public/../private/task1_test.jsonl",
        "files?path=packs/p/public/%2e%2e/private/task1_test.jsonl",
        "files?path=secret.key",
        "files?path=corpus/../secret.key",
        "files?path=corpus/%2e%2e%2fsecret.key",
        "files?path=corpus/.half",
        "files?path=corpus/link",
        "files?path=corpus/inner",
        "files?path=packs/p/public/answers",
        "files?path=/etc/passwd",
        "files?path=corpus",
        "reports/%2e%2e%2fsecret.key",
        "reports/..%2ftour.json",
        "reports/link.html",
        "reports/none.html",
    ],
)
def test_nothing_else_leaves_the_folder(clients: Clients, folder: Path, path: str) -> None:
    (folder / "corpus/link").symlink_to("/etc/passwd")
    (folder / "corpus/inner").symlink_to(folder / "secret.key")
    (folder / "packs/p/public/answers").symlink_to(folder / "packs/p/private/task1_test.jsonl")
    (folder / "reports/link.html").symlink_to("/etc/passwd")
    answer = clients.person("root", Role.ADMIN).get(f"/api/project/{path}")
    assert answer.status_code == 404
    assert "ANSWERS" not in answer.text
    assert "SECRET" not in answer.text


STEP = StepDone("corpus", "筛选", "screen", "pingce corpus screen", "…", 1.0)


def test_people_see_how_far_a_demo_is_filled(clients: Clients, folder: Path) -> None:
    client = clients.person("li", Role.ANNOTATOR)
    assert client.get("/api/project").json()["filling"] is None
    write_filling(folder, Filling("demo", "1", "running", 5, (STEP,), "corpus", "替换", "replace"))
    assert client.get("/api/project").json()["filling"] == {
        "state": "running",
        "steps": 5,
        "done": 1,
        "stage": "corpus",
        "step": {"zh": "替换", "en": "replace"},
    }
    write_filling(folder, Filling("tour", "1", "done", 5, (STEP,)))
    assert client.get("/api/project").json()["filling"] is None


@pytest.mark.parametrize("gone", [{"pid": 2**22 + 1}, {"started": 1}], ids=["nobody", "somebody-else"])
def test_a_process_that_is_gone_was_interrupted(tmp_path: Path, gone: dict[str, int]) -> None:
    write_filling(tmp_path, Filling("demo", "1", "running", 5))
    state = tmp_path / "tour.json"
    assert [one.state for one in [read_filling(tmp_path)] if one is not None] == ["running"]
    state.write_text(json.dumps({**json.loads(state.read_bytes()), **gone}), encoding="utf-8")
    assert [one.state for one in [read_filling(tmp_path)] if one is not None] == ["interrupted"]
