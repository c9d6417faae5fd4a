"""The page of sense inventories."""

import pytest

from pingce.corpus.dictionary.statistics import Distribution, inventory_statistics
from pingce.corpus.entries import DictionaryEntry, Gloss
from pingce.report.charts import Bin
from pingce.report.inventory import columns, facts, inventory_page

EVIL = "<script>alert(1)</script>"
NUMBERS = inventory_statistics(
    [DictionaryEntry("打开", (Gloss("拉开", ("打开箱子",)), Gloss("接通"))), DictionaryEntry("石桥", (Gloss("桥"),))]
)


def test_columns_begin_at_the_smallest_value_and_end_in_one_for_the_rest() -> None:
    assert columns(Distribution({2: 3, 4: 1, 9: 2, 30: 2}), last=5) == [
        Bin("2", 3, 3 / 8, 0.75),
        Bin("3", 0, 0.0, 0.0),
        Bin("4", 1, 1 / 8, 0.25),
        Bin("≥5", 4, 0.5, 1.0),
    ]


def test_wide_columns_are_named_by_where_they_begin() -> None:
    assert [(one.name, one.n) for one in columns(Distribution({3: 1, 9: 1, 25: 2, 250: 1}), last=100, step=10)] == [
        ("0–", 2),
        ("10–", 0),
        ("20–", 2),
        *((f"{n}–", 0) for n in range(30, 100, 10)),
        ("≥100", 1),
    ]
    assert columns(Distribution({}), last=5) == []


def test_facts_are_the_paper_s() -> None:
    assert [text for _, text in facts(NUMBERS)][:8] == ["2", "1", "3", "1.50", "2.00", "2", "1.7", "3.3"]


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_page_has_a_column_and_charts_for_each_inventory(lang: str) -> None:
    page = inventory_page({"base.json": NUMBERS, EVIL: NUMBERS}, lang="zh" if lang == "zh" else "en")
    assert (page.count("<svg"), EVIL in page, "&lt;script&gt;alert(1)" in page) == (6, False, True)
    assert page.count(f'<html lang="{"zh-Hans" if lang == "zh" else "en"}" class="{lang}">') == 1


def test_an_empty_inventory_has_no_charts() -> None:
    assert inventory_page({"empty.json": inventory_statistics([])}).count("<svg") == 0
