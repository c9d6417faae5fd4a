"""Quality pages: numbers as computed, charts with their tables, nothing unescaped."""

import re
from pathlib import Path

from pingce.quality.agreement.numbers import Number
from pingce.quality.agreement.run import agreement
from pingce.quality.human import human
from pingce.quality.levels import load_levels
from pingce.quality.outliers import load_outlier_rules
from pingce.quality.people import people
from pingce.quality.reading import read_annotations
from pingce.quality.tiers.rules import load_rules
from pingce.quality.tiers.run import tiers
from pingce.report.quality import Section, cell, quality_page
from pingce.report.quality_agreement import agreement_section
from pingce.report.quality_facts import facts
from pingce.report.quality_human import human_section
from pingce.report.quality_people import people_section
from pingce.report.quality_tiers import tiers_section
from pingce.scoring.interval import Interval
from pingce.spec.words import Words
from tests.builders import write_records
from tests.quality.builders import ratings, table

TITLE = Words("质量", "Quality")


def whole(tmp_path: Path) -> str:
    data = read_annotations(write_records(tmp_path / "a.jsonl", ratings()))
    crowd = people(data, load_levels())
    sections = [
        agreement_section(agreement(data)),
        people_section(crowd),
        tiers_section(tiers(data, crowd, load_rules("space2022-task1"))),
        human_section(human(data, load_outlier_rules()), data),
    ]
    return quality_page(TITLE, facts(data), sections)


def test_a_page_of_all_sections_is_complete_and_has_a_bar_per_number(tmp_path: Path) -> None:
    page = whole(tmp_path)
    assert page.count('class="part"') == 4
    assert page.count("<svg") == page.count("</svg>")
    # Every drawing has a title that says its number.
    drawings = re.findall(r'<svg class="bar[^>]*>\s*<title>([^<]*)</title>', page)
    assert drawings
    assert all(re.search(r"\d", title) for title in drawings)
    assert "undefined" not in page.lower().replace("undefined: ", "")


def test_pages_use_no_style_attributes_which_the_policy_forbids(tmp_path: Path) -> None:
    assert re.findall(r"\sstyle=", whole(tmp_path)) == []


def test_names_from_files_are_escaped() -> None:
    data = table({"<b>x</b>": "xy", "B": "xy"}, gold="xy")
    page = quality_page(TITLE, facts(data), [agreement_section(agreement(data))])
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page


def test_undefined_numbers_are_explained_on_the_page() -> None:
    data = table({"A": "xx", "B": "xx"}, labels="xy")
    page = quality_page(TITLE, facts(data), [agreement_section(agreement(data))])
    assert "只用了一个标签" in page


def test_a_cell_keeps_bars_inside_their_box_and_rounds() -> None:
    worse = cell(Number(-0.2, 10, Interval(-0.5, 0.1)))
    assert (worse.text, worse.brief, worse.share, worse.whisker) == ("-0.2000", "-0.200", 0.0, (0.0, 0.1))
    assert cell(Number(0.91666, 3)).brief == "0.917"
    assert cell(Number(None, 0, None, TITLE)).why == TITLE


def test_a_matrix_of_many_people_becomes_a_list() -> None:
    data = table({f"P{i}": "xyxy" for i in range(31)})
    page = quality_page(TITLE, facts(data), [agreement_section(agreement(data))])
    assert "每人（与各搭档的平均）" in page
    assert 'class="heat matrix"' not in page


def test_a_single_section_needs_no_contents() -> None:
    data = table({"A": "xy", "B": "xx"})
    one: list[Section] = [agreement_section(agreement(data))]
    assert 'class="contents"' not in quality_page(TITLE, facts(data), one)
