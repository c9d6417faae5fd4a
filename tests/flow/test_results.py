"""What a run leaves to be read: pages with the numbers of its result, and never at the cost of the run."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pingce.flow.make import Maker
from pingce.flow.result_pages import page_record, read_items, read_pages
from pingce.flow.runs import log_lines, runs_of
from pingce.flow.stages.context import StageContext, StageResult
from pingce.flow.stages.table import EXECUTE
from pingce.report.charts import Bar, BarTable, Bin
from pingce.report.sections import Chart, Drawn, Lines, Page, Section, Table
from pingce.spec.words import Words, same
from pingce.store.database import reading
from pingce.store.errors import NotFound

from .benchmarks import tiny
from .people import inhabited


@pytest.fixture
def maker(tmp_path: Path) -> Iterator[Maker]:
    with inhabited(tiny(tmp_path / "b")) as world:
        yield world.maker


def test_a_run_leaves_its_numbers_as_pages(maker: Maker) -> None:
    made = maker.make()
    with reading(maker.database) as db:
        runs = {run.stage: run for run in runs_of(db, maker.id)}
    assert len(runs) == len(made.runs) == 3
    screened, replaced, split = (
        read_pages(maker.benchmark, runs[name].id) for name in ("passages", "replaced", "split")
    )
    kept: Any = runs["passages"].result["counts"]
    assert screened[0]["hero"]["value"] == f"{kept['out']:,}"
    assert {block["type"] for section in screened[0]["sections"] for block in section["blocks"]} >= {"table", "chart"}
    assert replaced[0]["sections"]
    parts: Any = runs["split"].result["parts"]
    assert split[0]["hero"]["value"] == " : ".join(str(parts[name]) for name in ("train", "dev", "test"))
    assert read_pages(maker.benchmark, 999) == []


def counted(pages: list[dict[str, Any]]) -> Iterator[tuple[str, str, int]]:
    """Every number of tables that leads to items: page, group, number."""
    for page in pages:
        for section in page["sections"]:
            for block in section["blocks"]:
                for row, groups in zip(block.get("rows", ()), block.get("behind", ()), strict=False):
                    for cell, group in zip(row, groups, strict=False):
                        if group and cell["zh"].replace(",", "").isdigit() and cell["zh"] != "0":
                            yield page["name"], group, int(cell["zh"].replace(",", ""))


def test_every_number_leads_to_as_many_items(maker: Maker) -> None:
    maker.make()
    with reading(maker.database) as db:
        runs = {run.stage: run.id for run in runs_of(db, maker.id)}
    lines = (maker.benchmark.folder / "corpus" / "passages.jsonl").read_bytes().splitlines()
    kept = {json.loads(line)["id"] for line in lines}
    for stage, least in (("passages", 2), ("replaced", 5), ("split", 3)):
        numbers = list(counted(read_pages(maker.benchmark, runs[stage])))
        assert len(numbers) >= least, stage
        for page, group, n in numbers:
            items = read_items(maker.benchmark, runs[stage], page, group)
            assert items["total"] == n, (stage, group)
            assert 0 < len(items["rows"]) <= n
            assert all(row["item"] and row["text"] for row in items["rows"])
    for page, group, _ in counted(read_pages(maker.benchmark, runs["passages"])):
        shown = {row["item"] for row in read_items(maker.benchmark, runs["passages"], page, group)["rows"]}
        assert (shown <= kept) is (group == "kept"), "dropped passages are not among those kept"
    for page, group in (("split", "nothing"), ("nothing", "kept")):
        with pytest.raises(NotFound):
            read_items(maker.benchmark, runs["split"], page, group)


def test_a_page_that_cannot_be_made_takes_nothing_from_the_run(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = EXECUTE["screen"]

    def half(context: StageContext) -> StageResult:
        result = screen(context)

        def pages() -> Iterator[Page]:
            yield from result.pages
            raise ZeroDivisionError("x")

        return StageResult(result.counts, result.details, pages())

    monkeypatch.setitem(EXECUTE, "screen", half)
    (run,) = maker.make("passages").runs
    with reading(maker.database) as db:
        (row,) = runs_of(db, maker.id)
    assert row.state == "done"
    assert len(read_pages(maker.benchmark, run)) == 1
    assert any("ZeroDivisionError: x" in line for line in log_lines(maker.benchmark, run))


def test_every_kind_of_block_has_its_json() -> None:
    words = Words("空间", "space")
    both = {"zh": "空间", "en": "space"}
    blocks = (
        Table(words, [words], [[words]], words=frozenset({2, 1}), drawn=[Drawn(0.5, (0.4, 0.6)), None], tints=[[3]]),
        BarTable(words, (), [Bar(words, [0.5])], words),
        Chart(words, words, words, [Bin("1", 2, 1.0, 1.0)]),
        Lines([words]),
    )
    record = page_record(Page(words, same(""), [(words, words)], [Section(words, blocks)]))
    table, bars, chart, lines = record["sections"][0]["blocks"]
    assert (table["type"], table["rows"], table["words"]) == ("table", [[both]], [1, 2])
    assert table["drawn"] == [{"value": 0.5, "interval": [0.4, 0.6], "main": False}, None]
    assert (bars["type"], bars["bars"][0]["numbers"]) == ("bartable", [0.5])
    assert (chart["type"], chart["bins"][0]["n"]) == ("chart", 2)
    assert lines == {"type": "lines", "lines": [both]}
    assert record["facts"] == [[both, both]]
    with pytest.raises(TypeError):
        page_record(object())
