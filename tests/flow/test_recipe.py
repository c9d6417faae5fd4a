"""benchmark.toml as pages change it: only the lines meant, never into something that cannot be read."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pingce.flow.benchmark import BenchmarkSource, open_benchmark
from pingce.flow.new import LIKES, new_benchmark
from pingce.flow.recipe import add_stage, change_stage, put_source, remove_stage
from pingce.formats.tomlfile import toml_value
from pingce.spec.errors import UserError


def said(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "benchmark.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "value",
    ['a"b\\c\n\x7f空间', "", 1, -2.5, 1e300, True, [1, "x", [False]], {"a": 1, "b c": {"空": "间"}}, {}, []],
)
def test_values_are_written_as_toml_reads_them(value: object) -> None:
    assert tomllib.loads(f"x = {toml_value(value)}")["x"] == value


@pytest.mark.parametrize("like", LIKES[:3])
def test_every_stage_of_a_preset_can_be_written_anew_and_says_the_same(tmp_path: Path, like: Any) -> None:
    benchmark = new_benchmark(tmp_path / "b", like)
    before = said(benchmark.folder)
    for stage in benchmark.stages:
        benchmark = change_stage(benchmark, stage.name, inputs=stage.inputs, settings=stage.settings)
    assert said(benchmark.folder) == before
    assert "# 评测：阶段的日期按自己的日程改" in (benchmark.folder / "benchmark.toml").read_text(encoding="utf-8")


def test_a_change_touches_the_lines_of_its_stage_only(tmp_path: Path) -> None:
    benchmark = new_benchmark(tmp_path / "b", "space2022")
    path = benchmark.folder / "benchmark.toml"
    before = path.read_text(encoding="utf-8").splitlines()
    change_stage(benchmark, "passages", inputs=["texts"], settings={"shortest": 20, "min_weight": 2.5})
    after = path.read_text(encoding="utf-8").splitlines()
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [("settings = { shortest = 15 }", "settings = { shortest = 20, min_weight = 2.5 }")]


def test_stages_and_sources_come_and_go(tmp_path: Path) -> None:
    benchmark = new_benchmark(tmp_path / "b", "empty")
    benchmark = put_source(benchmark, BenchmarkSource("texts", "sources/texts", "web", "微博"))
    benchmark = add_stage(benchmark, "passages", "screen", inputs=["texts"], settings={})
    benchmark = add_stage(benchmark, "replaced", "replace", inputs=["passages"], settings={"classes": ["f"]})
    benchmark = put_source(benchmark, BenchmarkSource("more", "sources/more"))
    benchmark = put_source(benchmark, BenchmarkSource("texts", "sources/texts", "professional"))
    assert [(source.name, source.kind, source.genre) for source in benchmark.sources] == [
        ("texts", "professional", None),
        ("more", None, None),
    ]
    assert benchmark.by_name["replaced"].effective["classes"] == ["f"]
    with pytest.raises(UserError, match="passages"):
        remove_stage(benchmark, "passages")
    assert [stage.name for stage in open_benchmark(benchmark.folder).stages] == ["passages", "replaced"]
    benchmark = remove_stage(remove_stage(benchmark, "replaced"), "passages")
    assert benchmark.stages == ()


def test_everything_that_is_wrong_is_told_and_the_file_stays(tmp_path: Path) -> None:
    benchmark = new_benchmark(tmp_path / "b", "space2022")
    path = benchmark.folder / "benchmark.toml"
    before = path.read_bytes()
    with pytest.raises(UserError) as refused:
        change_stage(
            benchmark,
            "replaced",
            inputs=["nowhere"],
            settings={"sample": 0, "mode": "triple", "lexicon": "../x", "tagger": "https://example.org"},
        )
    lines = refused.value.words.en.splitlines()
    assert [line.split(":")[0].split(".")[-1] for line in lines] == ["from", "sample", "mode", "lexicon", "tagger"]
    with pytest.raises(UserError, match="There is no stage 'nothing'"):
        change_stage(benchmark, "nothing", inputs=[], settings={})
    assert path.read_bytes() == before


def test_a_file_written_in_another_way_is_written_whole(tmp_path: Path) -> None:
    folder = tmp_path / "b"
    folder.mkdir()
    (folder / "benchmark.toml").write_text(
        'name = "b"\ntitle = "x"\nsources = [{ name = "t", path = "s" }]\nstages = [{ name = "p", run = "screen" }]\n',
        encoding="utf-8",
    )
    benchmark = change_stage(open_benchmark(folder), "p", inputs=["t"], settings={"longest": 99})
    assert benchmark.by_name["p"].settings == {"longest": 99}
    assert said(folder)["sources"] == [{"name": "t", "path": "s"}]
