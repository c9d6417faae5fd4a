"""A benchmark made and changed over HTTP: only below the server's folder, only by those who belong to it."""

import io
import json
import zipfile
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from click.testing import CliRunner

from pingce.cli.corpus.dictionary.merge import merge as merge_command
from pingce.evaluation.files import score_files
from pingce.flow.benchmark import open_benchmark
from pingce.flow.dictionary_merge import DECISIONS
from pingce.flow.files import benchmark_files
from pingce.flow.forms import KIND_HELP, STAGE_OF, stage_forms
from pingce.flow.kinds import KINDS
from pingce.flow.make import Maker
from pingce.flow.new import new_benchmark
from pingce.formats.examples import example_folder
from pingce.report.score import RULES
from pingce.server.benchmarks import OpenedBenchmarks
from pingce.spec.task import RULE_SETS
from pingce.store.people import Actor, Role
from pingce.tasks.catalog import find_task

from .builders import Clients

TEXT = "小猫从箱子里跳出来，跑到桌子下面去了。书架的上层放着一只花瓶，旁边是一盏灯。"


@pytest.fixture
def home(clients: Clients, tmp_path: Path) -> Path:
    """The folder below which the server keeps benchmarks; `wang` is a builder."""
    folder = tmp_path / "benchmarks"
    clients.server.benchmarks = OpenedBenchmarks((), folder)
    clients.person("wang", Role.BUILDER)
    return folder


def make(clients: Clients, name: str = "mine", like: str = "space2022") -> Any:
    return clients.of("wang").post("/api/benchmarks", json={"name": name, "like": like})


def upload(clients: Clients, files: list[tuple[str, bytes]], **fields: str) -> Any:
    parts = [("files", (name, data)) for name, data in files]
    return clients.of("wang").post("/api/benchmarks/mine/sources", files=parts, data={"source": "texts", **fields})


def zipped(**members: bytes) -> bytes:
    pack = io.BytesIO()
    with zipfile.ZipFile(pack, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return pack.getvalue()


def test_a_builder_makes_a_benchmark_and_belongs_to_it(clients: Clients, home: Path) -> None:
    assert make(clients).status_code == 201
    assert (home / "mine" / "benchmark.toml").is_file()
    wang, other = clients.of("wang"), clients.person("other", Role.BUILDER)
    assert [row["name"] for row in wang.get("/api/benchmarks").json()] == ["mine"]
    assert other.get("/api/benchmarks").json() == []
    assert other.get("/api/benchmarks/mine/forms").status_code == 404
    assert other.put("/api/benchmarks/mine/stages/split", json={"inputs": [], "settings": {}}).status_code == 404
    again = make(clients)
    assert (again.status_code, again.json()["code"]) == (422, "already-a-benchmark")
    # Another process of the server, or the same one after a restart, finds it.
    clients.server.benchmarks = OpenedBenchmarks((), home)
    assert wang.get("/api/benchmarks/mine/plan").status_code == 200


@pytest.mark.parametrize("name", ["../x", "a/b", ".hidden", "a b", "x" * 65, "_x", ""])
def test_no_name_leads_out_of_the_folder(clients: Clients, home: Path, name: str) -> None:
    assert make(clients, name).status_code == 422
    assert not home.exists() or list(home.iterdir()) == []


def test_without_a_folder_nothing_is_made(clients: Clients) -> None:
    clients.person("wang", Role.BUILDER)
    assert make(clients).json()["code"] == "no-home"


def test_folders_that_are_no_benchmark_of_their_name_are_left_alone(clients: Clients, home: Path) -> None:
    new_benchmark(home / "right", "empty")
    new_benchmark(home / "other", "empty")
    (home / "other").rename(home / "renamed")
    (home / "link").symlink_to(home / "right", target_is_directory=True)
    (home / "broken").mkdir()
    (home / "broken" / "benchmark.toml").write_text("name = ", encoding="utf-8")
    assert list(OpenedBenchmarks((), home).folders) == ["right"]


def test_texts_become_a_source_with_genres(clients: Clients, home: Path) -> None:
    make(clients)
    files = [
        ("mine/小说/一 二.txt", TEXT.encode()),
        ("mine/小说/gbk.TXT", TEXT.encode("gb18030")),
        ("mine/.DS_Store", b"\0"),
        ("mine/flat.txt", b"\xef\xbb\xbf" + TEXT.encode()),
    ]
    stored = upload(clients, files, kind="web")
    assert (stored.status_code, stored.json()) == (201, {"files": 3, "characters": 3 * len(TEXT), "recoded": 1})
    folder = home / "mine" / "uploads" / "texts"
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.txt"))
    assert names == ["flat.txt", "小说/gbk.txt", "小说/一_二.txt"]
    assert (folder / "小说" / "gbk.txt").read_text(encoding="utf-8") == TEXT
    (source,) = clients.of("wang").get("/api/benchmarks/mine").json()["sources"]
    assert source == {"name": "texts", "path": "uploads/texts", "kind": "web", "genre": None, "task": None}
    added = upload(clients, [("more.zip", zipped(**{"报纸/a.txt": TEXT.encode(), "报纸/b.md": b"x"}))], add="true")
    assert added.json()["files"] == 1
    assert (folder / "a.txt").is_file(), "the one folder around everything is no genre"
    assert (folder / "flat.txt").is_file()
    assert upload(clients, [("new.txt", TEXT.encode())]).status_code == 201
    assert [path.name for path in folder.rglob("*")] == ["new.txt"]


def test_bad_texts_are_all_told_and_nothing_is_stored(clients: Clients, home: Path) -> None:
    make(clients)
    refused = upload(
        clients, [("a.docx", b"PK"), ("b.txt", b"\xff\xff\xff"), ("c.txt", b" "), ("d.txt", TEXT.encode())]
    )
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-texts")
    told = refused.json()["message"]["en"].splitlines()
    assert [line.split(":")[0] for line in told] == ["a.docx", "b.txt", "c.txt"]
    assert not (home / "mine" / "uploads").exists()
    for wrong in ("../x", "a/b", "-"):
        assert upload(clients, [("d.txt", TEXT.encode())], source=wrong).status_code == 422
    climbing = upload(clients, [("z.zip", zipped(**{"../../evil.txt": TEXT.encode(), "../../b.txt": TEXT.encode()}))])
    assert climbing.status_code == 201
    assert sorted(path.name for path in (home / "mine").rglob("*evil*")) == ["evil.txt"]
    assert [path.name for path in home.iterdir()] == ["mine"]


def test_settings_are_changed_and_refused_whole(clients: Clients, home: Path) -> None:
    make(clients)
    wang = clients.of("wang")
    view = wang.get("/api/benchmarks/mine/stages/passages").json()
    assert (view["settings"], view["next"]) == ({"shortest": 15}, ["replaced"])
    assert view["command"] == f"pingce make passages --benchmark {home / 'mine'}"
    body = {"inputs": ["texts"], "settings": {"shortest": 9, "min_weight": 1.5}}
    assert wang.put("/api/benchmarks/mine/stages/passages", json=body).json()["settings"] == body["settings"]
    assert wang.get("/api/benchmarks/mine/stages/passages").json()["settings"] == body["settings"]
    bad = {"inputs": ["texts"], "settings": {"shortest": 0, "weights": "/etc/passwd", "tagger": "http://x"}}
    refused = wang.put("/api/benchmarks/mine/stages/passages", json=bad)
    assert (refused.status_code, len(refused.json()["message"]["en"].splitlines())) == (422, 3)
    assert wang.get("/api/benchmarks/mine/stages/passages").json()["settings"] == body["settings"]
    new = {"name": "again", "kind": "replace", "inputs": ["passages"], "settings": {"sample": 5}}
    assert wang.post("/api/benchmarks/mine/stages", json=new).status_code == 201
    assert wang.delete("/api/benchmarks/mine/stages/passages").status_code == 422
    assert wang.delete("/api/benchmarks/mine/stages/again").status_code == 200
    assert wang.get("/api/benchmarks/mine/stages/again").json()["code"] == "unknown-stage"


def preview(clients: Clients, stage: str, **settings: object) -> Any:
    body = {"inputs": ["texts" if stage == "passages" else "passages"], "settings": settings}
    return clients.of("wang").post(f"/api/benchmarks/mine/stages/{stage}/preview", json=body)


def outcomes(page: Any) -> dict[str, tuple[int, int]]:
    """Of both settings, by the outcome in English."""
    rows = page["sections"][0]["blocks"][0]["rows"]
    return {row[0]["en"]: (int(row[1]["en"]), int(row[2]["en"])) for row in rows}


def test_other_settings_are_tried_on_a_sample_as_the_run_would_do_it(clients: Clients, home: Path) -> None:
    make(clients)
    files = sorted((example_folder() / "corpus" / "news").glob("*.txt"))[:2]
    upload(clients, [(path.name, path.read_bytes()) for path in files])
    folder = home / "mine"
    before = sorted(folder.rglob("*"))
    same = outcomes(preview(clients, "passages", shortest=15).json())
    assert all(first == second for first, second in same.values())
    strict = preview(clients, "passages", shortest=15, min_weight=6.0, weight_p=0.0).json()
    told = outcomes(strict)
    assert told["kept"][1] < told["kept"][0] == same["kept"][0]
    assert told["dropped: too few spatial words"][1] > told["dropped: too few spatial words"][0]
    changed = strict["sections"][1]["blocks"][0]["rows"]
    assert {row[2]["en"] for row in changed} == {"dropped: too few spatial words"}
    kept = strict["behind"]["after:kept"]["rows"]
    assert len(kept) == told["kept"][1]
    assert sorted(folder.rglob("*")) == before, "nothing was written"
    root = Actor(1, "wang", frozenset({Role.ADMIN, Role.BUILDER}))
    body = {"inputs": ["texts"], "settings": {"shortest": 15, "min_weight": 6.0, "weight_p": 0.0}}
    assert clients.of("wang").put("/api/benchmarks/mine/stages/passages", json=body).status_code == 200
    assert preview(clients, "replaced").json()["code"] == "nothing-to-try"
    Maker(open_benchmark(folder), clients.server.engine, root).make("passages")
    lines = (folder / "corpus" / "passages.jsonl").read_text(encoding="utf-8").splitlines()
    assert {row["item"] for row in kept} <= {json.loads(line)["id"] for line in lines}
    replaced = preview(clients, "replaced", mode="single", classes=["f"]).json()
    assert int(replaced["hero"]["value"]) == len(replaced["behind"]["after:kept"]["rows"])
    assert preview(clients, "replaced", classes=["x"]).json()["code"] == "unknown-class"
    assert preview(clients, "replaced", mode="treble").status_code == 422
    assert preview(clients, "split").json()["code"] in ("no-preview", "bad-settings")
    other = clients.person("other", Role.BUILDER)
    assert other.post("/api/benchmarks/mine/stages/passages/preview", json=body).status_code == 404


def test_the_lexicon_is_edited_with_its_history_and_used(clients: Clients, home: Path) -> None:
    make(clients)
    wang, address, folder = clients.of("wang"), "/api/benchmarks/mine/lexicon", home / "mine"
    ours = wang.get(address).json()
    assert (ours["own"], ours["history"], ours["steps"]) == (False, [], ["passages", "replaced"])
    colours = {"id": "自拟", "cls": "f", "model": "盒子", "words": ["左边", "尽头"]}
    others = [group for group in ours["groups"] if group["id"] != "f-左右"]
    groups = [colours, *({**group, "words": [word for word in group["words"] if word != "左边"]} for group in others)]
    words = {**ours["words"], "d": [word for word in ours["words"]["d"] if word != "远远"]}
    body = {"base": ours["version"], "groups": groups, "words": words, "steps": ["replaced"]}
    saved = wang.put(address, json=body)
    assert saved.status_code == 200, saved.text
    view = wang.get(address).json()
    assert view == saved.json()
    assert (view["own"], view["used_by"], view["groups"][0]) == (True, ["replaced"], colours)
    (first, second) = view["history"]
    assert (first["who"], second["who"], second["added"]) == ("", "wang", ["自拟：尽头", "自拟：左边"])
    assert second["removed"] == ["d：远远", "f-左右：右", "f-左右：左", "f-边：左边"]
    assert wang.get(f"{address}?version=1").json()["groups"] == ours["groups"]
    assert wang.get(f"{address}?version=3").status_code == 404
    assert wang.put(address, json=body).json()["code"] == "lexicon-changed"
    (folder / "corpus").mkdir()
    line = json.dumps({"id": "x", "text": "他站在桌子的左边，等着弟弟。"}, ensure_ascii=False)
    (folder / "corpus" / "passages.jsonl").write_text(line + "\n", encoding="utf-8")
    tried = preview(clients, "replaced", lexicon="lexicon", mode="single", classes=["f"]).json()
    pairs = [row[0]["zh"] for row in tried["sections"][0]["blocks"][1]["rows"]]
    assert pairs == ["左边→尽头"], "the only word with a group is exchanged within it"
    wrong = [{**colours, "words": ["左边"]}, {**colours, "words": ["上", "a b"]}, {**colours, "id": "z", "cls": "q"}]
    bad = {**body, "base": view["version"], "groups": [*groups, *wrong]}
    refused = wang.put(address, json=bad)
    assert refused.json()["code"] == "bad-lexicon"
    told = refused.json()["message"]["zh"]
    for part in ("用了两次", "至少要两个", "“上”在组“f-单字”", "没有空格和标点", "没有这一类"):
        assert part in told
    assert wang.get(address).json() == view, "nothing was changed"
    again = wang.put(address, json={**body, "base": view["version"], "steps": []}).json()
    assert (again["used_by"], len(again["history"])) == ([], 3)
    assert "lexicon" not in wang.get("/api/benchmarks/mine/stages/replaced").json()["settings"]
    assert clients.person("other", Role.BUILDER).get(address).status_code == 404


def test_small_files_are_read_and_written_at_the_top_only(clients: Clients, home: Path) -> None:
    make(clients)
    wang = clients.of("wang")
    assert [file["name"] for file in wang.get("/api/benchmarks/mine/files").json()] == ["LICENSE", "release.toml"]
    text = wang.get("/api/benchmarks/mine/files/release.toml").json()["text"]
    changed = text.replace("apache-2.0", "cc-by-4.0")
    assert wang.put("/api/benchmarks/mine/files/release.toml", json={"text": changed}).status_code == 200
    assert (home / "mine" / "release.toml").read_text(encoding="utf-8") == changed
    assert wang.put("/api/benchmarks/mine/files/release.toml", json={"text": "a = "}).json()["code"] == "bad-toml"
    for name in ("benchmark.toml", ".x.toml", "pingce.db", "..%2Fx.toml"):
        assert wang.put(f"/api/benchmarks/mine/files/{name}", json={"text": "x = 1"}).status_code in (404, 405, 422)
        assert wang.get(f"/api/benchmarks/mine/files/{name}").status_code == 404
    assert wang.get("/api/benchmarks/mine/output?path=release.toml").status_code == 404


def test_every_setting_is_described_and_its_default_is_one_it_takes(tmp_path: Path) -> None:
    benchmark = new_benchmark(tmp_path / "b", "space2022")
    forms = stage_forms(benchmark)
    assert [form.kind for form in forms] == list(KINDS)
    assert KIND_HELP.keys() == STAGE_OF.keys() == KINDS.keys()
    for form in forms:
        kind = KINDS[form.kind]
        assert kind.defaults.keys() <= kind.settings.keys()
        for field in form.fields:
            assert all((*field.title, *field.help)), (form.kind, field.name)
            empty = field.default in (None, "")
            assert empty or kind.settings[field.name].check(field.default) is None, (form.kind, field.name)
    shown = {(form.kind, field.name): field for form in forms for field in form.fields}
    assert [choice.value for choice in shown["train", "task"].choices] == ["space2022/task1", "space2022/task2"]
    assert "span-crf" in [choice.value for choice in shown["train", "system"].choices]


PACKED = """
name = "mine"
tasks = ["space2022/task1"]
[[sources]]
name = "gold"
path = "gold.jsonl"
task = "space2022/task1"
[[stages]]
name = "split"
run = "split"
from = ["gold"]
settings = { ratio = "2:1:1" }
[[stages]]
name = "pack"
run = "pack"
from = ["split"]
settings = { about = "release.toml" }
[[stages]]
name = "contest"
run = "competition"
from = ["pack"]
settings.title = "contest"
[[stages.settings.phases]]
kind = "test"
starts = "2020-01-01"
[[stages.settings.phases]]
kind = "published"
starts = "PUBLISHED"
"""


def test_a_pack_is_verified_and_downloaded_and_answers_leave_for_few(clients: Clients, home: Path) -> None:
    make(clients, like="empty")
    folder, address = home / "mine", "/api/benchmarks/mine/packs/pack"
    copyfile(example_folder() / "space2022" / "task1_dev.jsonl", folder / "gold.jsonl")
    (folder / "benchmark.toml").write_text(PACKED.replace("PUBLISHED", "2999-01-01"), encoding="utf-8")
    wang, root = clients.of("wang"), clients.person("root", Role.ADMIN)
    assert wang.get(address).json()["code"] == "no-pack"
    maker = Maker(open_benchmark(folder), clients.server.engine, Actor(1, "wang", frozenset({Role.ADMIN})))
    maker.make("pack")
    view = wang.get(address).json()
    assert (view["answers"], [stage["held_back"] for stage in view["stages"]]) == (False, [False, True, False])
    assert {content["side"] for content in view["contents"]} == {"public", "private"}
    sound = wang.post(f"{address}/verify").json()
    assert (sound["flaws"], sound["files"] >= len(view["contents"])) == ([], True)

    def names(answer: Any) -> set[str]:
        assert answer.status_code == 200, answer.text
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            return set(archive.namelist())

    public = names(wang.get(f"{address}/archive?what=public"))
    assert public == {f"public/{content['path']}" for content in view["contents"] if content["side"] == "public"}
    assert any("test_input" in name for name in names(wang.get(f"{address}/archive?what=test")))
    for held_back in ("private", "dev-answers"):
        refused = wang.get(f"{address}/archive?what={held_back}")
        assert (refused.status_code, refused.json()["code"]) == (403, "held-back-answers")
        assert names(root.get(f"{address}/archive?what={held_back}"))
    (folder / "packs" / "pack" / "organisers.txt").write_text("wang\n", encoding="utf-8")
    assert names(wang.get(f"{address}/archive?what=private"))
    assert wang.get(f"{address}/archive?what=nothing").json()["code"] == "unknown-stage"
    assert clients.person("other", Role.BUILDER).get(address).status_code == 404
    questions = next((folder / "packs" / "pack" / "public").rglob("task1_test_input.jsonl"))
    questions.write_bytes(questions.read_bytes() + b"\n")
    assert wang.post(f"{address}/verify").json()["flaws"][0]["file"].endswith("task1_test_input.jsonl")


def score(clients: Clients, data: bytes, part: str, task: str = "space2022/task1", **more: str) -> Any:
    fields = {"pack": "pack", "task": task, "part": part, **more}
    return clients.of("wang").post("/api/benchmarks/mine/answers", files={"file": ("a.jsonl", data)}, data=fields)


def test_answers_are_scored_but_not_with_those_a_competition_holds_back(clients: Clients, home: Path) -> None:
    make(clients, like="empty")
    folder = home / "mine"
    copyfile(example_folder() / "space2022" / "task1_dev.jsonl", folder / "gold.jsonl")
    (folder / "benchmark.toml").write_text(PACKED.replace("PUBLISHED", "2999-01-01"), encoding="utf-8")
    root = Actor(1, "wang", frozenset({Role.ADMIN, Role.BUILDER}))
    Maker(open_benchmark(folder), clients.server.engine, root).make("pack")
    questions = next((folder / "packs" / "pack" / "public").rglob("task1_test_input.jsonl"))
    records = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    answers = "\n".join(json.dumps({"qid": record["qid"], "judge": 1}) for record in records).encode()
    (page,) = score(clients, answers, "test").json()
    assert (page["name"], float(page["hero"]["value"]) <= 1) == ("score-0", True)
    worst = [block for section in page["sections"] for block in section["blocks"] if block["type"] == "itemcards"]
    assert all(item["gold"] and item["predicted"] for block in worst for item in block["items"])
    assert score(clients, b"", "test").status_code == 422
    assert score(clients, answers, "test", rules="page-task2").json()["code"] == "unknown-rules"
    assert score(clients, answers, "test", rules="mine").status_code == 422
    assert score(clients, b"nonsense", "test").status_code == 422
    wang = clients.of("wang")
    where = {"pack": "pack", "task": "space2022/task1", "part": "test"}
    two = {"file": ("a.jsonl", answers), "other_file": ("a.jsonl", answers.replace(b"1}", b"0}"))}
    compared = wang.post("/api/benchmarks/mine/answers", files=two, data=where).json()
    assert [shown["name"] for shown in compared] == ["comparison", "score-0", "score-1"]
    assert "a.jsonl (2)" in json.dumps(compared[0])
    nothing = wang.post("/api/benchmarks/mine/answers", data=where)
    assert (nothing.status_code, nothing.json()["code"]) == (422, "no-answers")
    no_model = wang.post("/api/benchmarks/mine/answers", data={**where, "stage": "split"})
    assert (no_model.status_code, no_model.json()["code"]) == (422, "no-answers")
    Maker(open_benchmark(folder), clients.server.engine, root).make("contest")
    held_back = score(clients, answers, "test")
    assert (held_back.status_code, held_back.json()["code"]) == (403, "held-back")
    (folder / "benchmark.toml").write_text(PACKED.replace("PUBLISHED", "2020-02-01"), encoding="utf-8")
    Maker(open_benchmark(folder), clients.server.engine, root).make("contest")
    assert score(clients, answers, "test").status_code == 200
    other = clients.person("other", Role.BUILDER)
    parts = {"pack": "pack", "task": "space2022/task1", "part": "test"}
    assert other.post("/api/benchmarks/mine/answers", files={"file": ("a", answers)}, data=parts).status_code == 404


MODELS = """
[[stages]]
name = "model"
run = "train"
from = ["pack"]
settings = { task = "space2022/task1", system = "majority" }
"""


def test_a_grid_is_trained_and_a_model_deleted_by_those_who_belong_to_the_benchmark(
    clients: Clients, home: Path
) -> None:
    make(clients, like="empty")
    folder = home / "mine"
    copyfile(example_folder() / "space2022" / "task1_dev.jsonl", folder / "gold.jsonl")
    packed = PACKED.replace("PUBLISHED", "2999-01-01") + MODELS
    (folder / "benchmark.toml").write_text(packed, encoding="utf-8")
    wang, other = clients.of("wang"), clients.person("other", Role.BUILDER)
    address = "/api/benchmarks/mine"
    for who, status in ((other, 404), (clients.person("zhao", Role.ANNOTATOR, Role.TEAM), 403)):
        assert who.get(f"{address}/models").status_code == status
        assert who.post(f"{address}/stages/model/grid", json={"grid": {"seed": [1]}}).status_code == status
        assert who.get(f"{address}/models/model/removal").status_code == status
        assert who.delete(f"{address}/models/model").status_code == status
    bad = wang.post(f"{address}/stages/model/grid", json={"grid": {"depth": [1]}})
    assert (bad.status_code, bad.json()["code"]) == (422, "bad-settings")
    added = wang.post(f"{address}/stages/model/grid", json={"grid": {"seed": [1, 2]}, "start": False})
    assert (added.status_code, added.json()) == (201, {"stages": ["model-1", "model-2"]})
    assert wang.get(f"{address}/orders").json() == []
    assert [model["seed"] for model in wang.get(f"{address}/models").json()] == [0, 1, 2]
    assert wang.get(f"{address}/models/model-1/removal").json()["stages"] == ["model-1"]
    assert wang.delete(f"{address}/models/model-1").status_code == 200
    assert [model["stage"] for model in wang.get(f"{address}/models").json()] == ["model", "model-2"]
    ordered = wang.post(f"{address}/stages/model/grid", json={"grid": {"seed": [3]}})
    assert ordered.status_code == 201
    assert [order["target"] for order in wang.get(f"{address}/orders").json()] == ordered.json()["stages"]


def test_answers_are_scored_by_the_rules_one_chooses(clients: Clients, home: Path) -> None:
    """As ``pingce score --rules`` does; nothing chosen is the official script."""
    task = "space2022/task2"
    make(clients, like="empty")
    folder = home / "mine"
    copyfile(example_folder() / "space2022" / "task2_dev.jsonl", folder / "gold.jsonl")
    recipe = PACKED.partition('[[stages]]\nname = "contest"')[0].replace("space2022/task1", task)
    (folder / "benchmark.toml").write_text(recipe.replace("2:1:1", "0:1:0"), encoding="utf-8")
    Maker(open_benchmark(folder), clients.server.engine, Actor(1, "wang", frozenset({Role.ADMIN}))).make("pack")
    gold = next((folder / "packs" / "pack" / "private").rglob("task2_dev.jsonl"))

    def records(path: Path) -> list[dict[str, Any]]:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

    # The pack has numbers of its own; texts tell which is which.
    texts = {record["qid"]: record["context"] for record in records(folder / "gold.jsonl")}
    numbers = {record["context"]: record["qid"] for record in records(gold)}
    predicted = records(example_folder() / "space2022" / "pred-a-task2.jsonl")
    answers = folder / "answers.jsonl"
    lines = [json.dumps(record | {"qid": numbers[texts[record["qid"]]]}) for record in predicted]
    answers.write_text("\n".join(lines), encoding="utf-8")
    values = set()
    for rules in (None, *RULE_SETS):
        chosen = {} if rules is None else {"rules": rules}
        (page,) = score(clients, answers.read_bytes(), "dev", task, **chosen).json()
        direct = score_files(find_task(task), str(answers), str(gold), rules=rules or "official")
        assert page["hero"]["value"] == f"{direct.result.main:.4f}", rules
        assert page["facts"][1][1] == RULES[rules or "official"]._asdict()
        values.add(page["hero"]["value"])
    assert len(values) > 1
    assert clients.of("wang").get(f"/api/tasks/{task}").json()["rules"] == list(RULE_SETS)


def test_a_word_is_shown_in_all_dictionaries_side_by_side(clients: Clients, home: Path) -> None:
    make(clients, like="wsd")
    folder, address = home / "mine", "/api/benchmarks/mine/dictionaries"
    wsd = example_folder() / "wsd"
    copyfile(wsd / "second-dictionary.json", folder / "second.json")
    (folder / "gold.jsonl").write_text('{"qid": "1", "text": "他在树下。"}\n', encoding="utf-8")
    (folder / "elsewhere.json").symlink_to(wsd / "inventory.json")
    (folder / "dictionaries").mkdir()
    line = {"word": "包袱", "glosses": [{"text": "裹着衣物的布包", "examples": ["背着包袱"]}]}
    (folder / "dictionaries" / "mine.jsonl").write_text(json.dumps(line, ensure_ascii=False), encoding="utf-8")
    wang = clients.of("wang")
    page = wang.get(address).json()
    names = ["dictionaries/mine.jsonl", "inventory.json", "second.json"]
    assert ([name["zh"] for name, _ in page["facts"]], page["sections"]) == (names, [])
    (section,) = wang.get(address, params={"word": " 包袱 "}).json()["sections"]
    (table,) = section["blocks"]
    assert [head["zh"] for head in table["head"]] == ["义项", *names]
    columns = [[row[i]["zh"] for row in table["rows"] if row[i]["zh"]] for i in (1, 2, 3)]
    inventories = [json.loads((folder / name).read_text(encoding="utf-8")) for name in names[1:]]
    assert columns == [["裹着衣物的布包|背着包袱"], *(words.get("包袱", []) for words in inventories)]
    (section,) = wang.get(address, params={"word": "没有的词"}).json()["sections"]
    assert section["blocks"][0]["lines"][0]["en"] == "No dictionary has this word."
    assert clients.person("other", Role.BUILDER).get(address).status_code == 404


def test_two_dictionaries_are_merged_as_people_decide(clients: Clients, home: Path) -> None:
    make(clients, like="wsd")
    folder, address = home / "mine", "/api/benchmarks/mine/dictionaries"
    texts = {"a": {"打开": ["拉开，揭开", "接通电路"]}, "b": {"打开": ["揭开，拉开", "接上电源"]}}
    for file, words in texts.items():
        (folder / f"{file}.json").write_text(json.dumps(words, ensure_ascii=False), encoding="utf-8")
    wang, chosen = clients.of("wang"), {"base": "a.json", "additions": "b.json"}

    def pairs(**options: str | bool) -> Any:
        return wang.get(f"{address}/pairs", params={**chosen, "near": "40", **options}).json()

    def decide(pair: dict[str, object], *, same: bool | None) -> int:
        body = {key: pair[key] for key in ("word", "gloss", "like")}
        return wang.put(f"{address}/decisions", json={**body, "same": same}).status_code

    assert wang.get(f"{address}/names").json() == ["a.json", "b.json", "inventory.json"]
    first = pairs()
    assert (first["waiting"], first["decided"]) == (2, 0)
    assert [(pair["gloss"], pair["same"]) for pair in first["pairs"]] == [("揭开，拉开", False), ("接上电源", False)]
    assert decide(first["pairs"][0], same=True) == decide(first["pairs"][1], same=True) == 200
    assert decide(first["pairs"][1], same=None) == 200
    assert [(pair["gloss"], pair["decided"]) for pair in pairs(decided=True)["pairs"]] == [("揭开，拉开", True)]
    lines = [json.loads(line) for line in (folder / DECISIONS).read_text(encoding="utf-8").splitlines()]
    assert [(line["who"], line.get("same")) for line in lines] == [("wang", True), ("wang", True), ("wang", None)]

    def merge(name: str, **options: str) -> Any:
        return wang.post(f"{address}/merge", json={**chosen, "name": name, **options})

    assert merge("both").json()["added_glosses"] == 1
    assert json.loads((folder / "both.json").read_text(encoding="utf-8"))["打开"][2:] == ["接上电源"]
    assert merge("both").status_code == 201  # again
    for name, options, code in (
        ("inventory", {}, "output-is-input"),
        ("a", {}, "output-is-input"),
        ("../x", {}, "bad-name"),
        ("c", {"base": "../a.json"}, "no-dictionary"),
        ("c", {"base": "b.json"}, "same-dictionary"),
    ):
        assert merge(name, **options).json()["code"] == code, name
    kept = {path.name for path in benchmark_files(open_benchmark(folder), models=False)}
    assert {DECISIONS, "both.json", "both.json.meta.json"} <= kept
    other = clients.person("other", Role.BUILDER)
    assert other.post(f"{address}/merge", json={**chosen, "name": "c"}).status_code == 404
    # The command in the terminal obeys the same decisions.
    parts = pairs()["command"].removeprefix("pingce corpus dictionary merge ").split()
    ran = CliRunner().invoke(merge_command, [str(folder / part) if "." in part else part for part in parts])
    assert (ran.exit_code, (folder / "merged.json").read_bytes()) == (0, (folder / "both.json").read_bytes())
