"""``benchmark.toml``: read whole or refused with everything that is wrong; nothing in it leads out of its folder."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pingce.flow.benchmark import FILE, Benchmark, find_benchmark, open_benchmark
from pingce.flow.kinds import KINDS
from pingce.flow.new import LIKES, Like, new_benchmark
from pingce.spec.errors import UserError

from ..cli.conftest import Run

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def read(folder: Path, text: str) -> Benchmark:
    (folder / FILE).write_text(text, encoding="utf-8")
    return open_benchmark(folder)


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(UserError) as refused:
        read(folder, text)
    assert len(refused.value.words.zh.splitlines()) == len(refused.value.words.en.splitlines())
    return refused.value.message


@pytest.mark.parametrize("like", LIKES)
def test_every_preset_opens_with_its_sample(tmp_path: Path, like: Like) -> None:
    made = new_benchmark(tmp_path / "我的-bench", like, now=NOON)
    assert (made.name, made.folder.name) == ("我的-bench", "我的-bench")
    text = (made.folder / FILE).read_text(encoding="utf-8")
    assert ("{name}" in text, "从原始文本到榜单" in text, "From raw text" in text or "from raw text" in text) == (
        False,
        True,
        True,
    )
    for source in made.sources:
        assert made.path(source.path).exists()
    if like != "empty":
        assert {stage.kind.name for stage in made.stages} <= set(KINDS)
        assert made.stages[-1].output == "boards/board.csv"
        assert 'starts = "2026-03-03"' in text


def test_new_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "release.toml").write_text("mine", encoding="utf-8")
    made = new_benchmark(tmp_path / "old", "space2022", now=NOON)
    assert (made.folder / "release.toml").read_text(encoding="utf-8") == "mine"
    with pytest.raises(UserError, match="is a benchmark already"):
        new_benchmark(tmp_path / "old", "space2022")
    with pytest.raises(UserError, match="cannot be a name"):
        new_benchmark(tmp_path / "a b", "empty")
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="Cannot write"):
        new_benchmark(tmp_path / "file" / "below", "empty")


def test_the_nearest_folder_upwards_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_benchmark(tmp_path / "outer", "empty")
    inner = tmp_path / "outer" / "deep" / "inner"
    new_benchmark(inner, "empty")
    assert find_benchmark(inner / "nowhere").name == "inner"
    assert find_benchmark(inner.parent).name == "outer"
    assert find_benchmark(inner, given=tmp_path / "outer").name == "outer"
    monkeypatch.chdir(inner)
    assert find_benchmark().name == "inner"
    for start, given in ((tmp_path, None), (inner, tmp_path)):
        with pytest.raises(UserError, match=r"There is no benchmark\.toml in"):
            find_benchmark(start, given)


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    message = refusal(
        tmp_path,
        """
name = "a b"
title = 3
editions = ["space1999"]
tasks = ["space2022/task1", "none"]
engine = "cloud"
workers = true
secret = 1
[[sources]]
name = "texts"
path = "../other"
kind = "rumour"
task = "none"
[[sources]]
name = "texts"
path = "/etc"
[[stages]]
name = "passages"
run = "screen"
settings = { shortest = 0, colour = "red", lexicon = "~/words", similarity = "high", min_weight = true }
[[stages]]
name = "replaced"
run = "replace"
from = ["later", "passages"]
settings = { classes = "f", tagger = "https://example.org/tagger" }
[[stages]]
name = "rating"
run = "campaign"
from = []
settings = { preset = "space-rating", campaign = { answers = 51 }, rules = [], open = 1 }
[[stages]]
name = "x"
run = "cook"
[[stages]]
name = "model"
run = "train"
from = ["rating"]
settings = { system = "llm", settings = { base_url = "x", key_env = "HOME", n = 3 }, encoder = "C:/models" }
[[stages]]
name = "contest"
run = "competition"
from = ["model"]
settings.title = ""
settings.phases = [{ kind = "dev" }, { kind = "dev", starts = "2026-01-01", settings = { agreement = "$HOME" } }]
[[stages]]
name = "contest-2"
run = "competition"
from = ["model"]
settings.phases = 3
""",
    )
    for said in (
        'name: found "a b"; expected a name of letters',
        "title: found 3; expected a string or",
        'editions: found "space1999"; expected ',
        'tasks: found "none"; expected',
        'engine: found "cloud"; expected local/ray',
        "workers: found true; expected a whole number from 0 to 1024",
        "secret: found 1; expected only name",
        'sources[0].path: found "../other"; expected a path inside the folder',
        'sources[0].kind: found "rumour"; expected web/professional',
        'sources[0].task: found "none"; expected',
        'sources[1].name: found "texts"; expected a name that is not taken',
        'sources[1].path: found "/etc"; expected a path inside the folder',
        "stages[0].settings.shortest: found 0; expected a whole number, at least 1",
        'stages[0].settings.colour: found "red"; expected only weights',
        'stages[0].settings.similarity: found "high"; expected a number',
        "stages[0].settings.min_weight: found true; expected a number",
        'stages[1].from: found "later"; expected something earlier of the kind screen, cleaned, source: texts',
        'stages[1].settings.classes: found "f"; expected a list of strings',
        'stages[1].settings.tagger: found "https://example.org/tagger"; expected no address',
        "stages[2].from: found []; expected at least one input",
        "stages[2].settings.campaign: found",
        "stages[2].settings.rules: found []; expected a table",
        "stages[2].settings.open: found 1; expected true/false",
        'stages[3].run: found "cook"; expected screen/',
        'stages[4].from: found "rating"; expected something earlier of the kind pack: –',
        "stages[4].settings.task: found –; expected a value",
        "no base_url: only whoever runs it gives that",
        "no key_env: only whoever runs it gives that",
        'stages[4].settings.encoder: found "C:/models"; expected a path inside the folder',
        'stages[5].settings.title: found ""; expected a string',
        "expected kind (registration/dev/test/published), starts",
        "expected a value that leads nowhere outside the folder",
        "stages[6].settings.phases: found 3; expected a list of phases",
    ):
        assert said in message, said
    assert "stages[1].from: found" in message
    assert "expected 1 input" in message


def test_a_link_that_leads_out_is_refused_also_later(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "bench"
    outside.mkdir()
    inside.mkdir()
    (inside / "sources").symlink_to(outside)
    text = 'name = "b"\n[[sources]]\nname = "s"\npath = "sources"\n'
    assert "sources[0].path" in refusal(inside, text)
    (inside / "sources").unlink()
    (inside / "sources").mkdir()
    benchmark = read(inside, text)
    assert benchmark.path("sources") == inside / "sources"
    (inside / "sources").rmdir()
    (inside / "sources").symlink_to(outside)
    with pytest.raises(UserError, match="leads out of"):
        benchmark.path("sources")


def test_a_stage_that_reads_texts_takes_all_of_them(tmp_path: Path) -> None:
    benchmark = read(
        tmp_path,
        'name = "b"\ntitle = "B"\n[[sources]]\nname = "a"\npath = "a"\n[[sources]]\nname = "b"\npath = "b"\n'
        '[[stages]]\nname = "p"\nrun = "screen"\n',
    )
    assert benchmark.by_name["p"].inputs == ("a", "b")
    assert (benchmark.title.zh, benchmark.engine, benchmark.workers) == ("B", "local", 1)
    assert (benchmark.output(benchmark.by_name["p"]), benchmark.sources_by_name["a"].path) == (
        tmp_path / "corpus" / "p.jsonl",
        "a",
    )
    assert benchmark.database == str(tmp_path / "pingce.db")


def test_a_task_of_the_folder_counts(tmp_path: Path) -> None:
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks" / "mine.toml").touch()
    assert read(tmp_path, 'name = "b"\ntasks = ["b/mine"]\n').tasks == ("b/mine",)


def test_the_command(pingce: Run, tmp_path: Path) -> None:
    made = pingce("new", tmp_path / "b", "--like", "wsd", "--lang", "zh")
    assert (made.code, "2 份语料，11 步" in made.out) == (0, True)
    assert pingce("new", tmp_path / "b").code == 1
