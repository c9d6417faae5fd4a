"""The tables of a benchmark's pack: those of ``pingce quality dataset``, on its page and by the command."""

import json
from pathlib import Path

import pytest

from pingce.flow.tables import PackTables, benchmark_tables, pack_parts
from pingce.spec.errors import UserError

from ..cli.conftest import Run
from .benchmarks import packable
from .people import World, inhabited


def column(tables: PackTables, title: str) -> dict[str, str]:
    """First and second column of a table by the English title."""
    table = next(table for section in tables.sections for table in section.tables if table.title.en == title)
    return {row[0].en: row[1].en for row in table.rows}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return packable(tmp_path / "b", encoder=False)


def test_they_are_there_once_a_pack_is_made_and_count_every_part(folder: Path) -> None:
    with inhabited(folder) as world:
        assert benchmark_tables(world.benchmark) == PackTables("", (), ())
        world.maker.make("pack")
        tables = benchmark_tables(world.benchmark)
        assert tables.pack == "pack"
        parts = column(tables, "Parts")
        assert list(parts) == [f"space2022/task1 {part}" for part in ("train", "dev", "test")]
        assert sum(map(int, parts.values())) == 40
        assert {fact.title.en: fact.value.en for fact in tables.facts}["items"] == "40"
        assert [section.title.en for section in tables.sections][1:] == [
            "space2022/task1 Is the spatial expression right?"
        ]


def test_a_pack_that_names_a_file_outside_the_benchmark_is_refused(folder: Path) -> None:
    with inhabited(folder) as world:
        world.maker.make("pack")
        _lead_out(world)
        with pytest.raises(UserError):
            benchmark_tables(world.benchmark)


def _lead_out(world: World) -> None:
    manifest = world.folder / "packs" / "pack" / "private" / "release.json"
    record = json.loads(manifest.read_text(encoding="utf-8"))
    record["files"][0]["path"] = "../../../../outside.jsonl"
    manifest.write_text(json.dumps(record), encoding="utf-8")


def test_the_command_takes_a_pack_by_name(folder: Path, pingce: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with inhabited(folder) as world:
        world.maker.make("pack")
    monkeypatch.chdir(folder)
    by_name = pingce("quality", "dataset", "--pack", "pack", "--json")
    assert by_name.code == 0, by_name.err
    assert by_name.out == pingce("quality", "dataset", *pack_parts(folder / "packs" / "pack"), "--json").out
    assert pingce("quality", "dataset").code == 2
    assert pingce("quality", "dataset", "--pack", "pack", "space2022/task1=gold.jsonl").code == 2
    assert pingce("quality", "dataset", "--pack", "nothing").code == 1
