"""Quality pages: numbers as computed, charts with their tables, nothing unescaped."""

import re
from pathlib import Path

from pingce.quality.agreement.numbers import AgreementNumber
from pingce.quality.agreement.run import agreement
from pingce.quality.agreement.whole_answers import likeness_of_all
from pingce.quality.human import human
from pingce.quality.levels import load_levels
from pingce.quality.outliers import load_outlier_rules
from pingce.quality.people import people
from pingce.quality.reading import read_annotations
from pingce.quality.tiers.rules import load_rules
from pingce.quality.tiers.run import tiers
from pingce.report.agreement import agreement_page
from pingce.report.annotations import around, bar, facts, heat, reasons, short, text
from pingce.report.human import human_page
from pingce.report.people import people_page
from pingce.report.sections import Table, composed_page, sections_page
from pingce.report.tiers import tiers_page
from pingce.scoring.interval import Interval
from pingce.spec.words import Words
from tests.builders import write_records
from tests.quality.builders import ratings, table

TITLE = Words("质量", "Quality")


def whole(tmp_path: Path) -> str:
    data = read_annotations(write_records(tmp_path / "a.jsonl", ratings()))
    crowd = people(data, load_levels())
    pages = [
        agreement_page(agreement(data), likeness_of_all(data)),
        people_page(crowd),
        tiers_page(tiers(data, crowd, load_rules("space2022-task1"))),
        human_page(human(data, load_outlier_rules()), data),
    ]
    return composed_page(TITLE, facts(data), pages, lang="zh")


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
    page = sections_page(agreement_page(agreement(data), likeness_of_all(data)))
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x&lt;/b&gt;" in page


def test_undefined_numbers_are_explained_on_the_page() -> None:
    data = table({"A": "xx", "B": "xx"}, labels="xy")
    page = sections_page(agreement_page(agreement(data), likeness_of_all(data)))
    assert "只用了一个标签" in page


def test_numbers_have_four_digits_an_interval_and_a_bar_or_a_reason() -> None:
    worse = AgreementNumber(-0.2, 10, Interval(-0.5, 0.1))
    assert (text(worse).en, around(worse).en, heat(worse)) == ("-0.2000", "[-0.5000, 0.1000]", 0)
    assert bar(worse) is not None
    missing = AgreementNumber(None, 0, None, TITLE)
    assert (text(missing).en, short(missing).en, short(None).en, bar(missing)) == ("– (Quality)", "–", "", None)
    assert reasons([missing, worse, missing, None]) == Words("“–”：质量", "“–”: Quality")
    assert reasons([worse]) is None


def test_a_bar_stays_inside_its_box() -> None:
    data = table({"A": "xyxy", "B": "yxyx"})
    page = sections_page(agreement_page(agreement(data), likeness_of_all(data)))
    widths = [float(width) for width in re.findall(r'class="fill" x="0" y="4" width="([-\d.]+)%"', page)]
    assert widths
    assert all(0 <= width <= 100 for width in widths)


def test_a_matrix_of_many_people_becomes_a_list() -> None:
    data = table({f"P{i}": "xyxy" for i in range(31)})
    page = sections_page(agreement_page(agreement(data), likeness_of_all(data)))
    assert "每人（与各搭档的平均）" in page
    assert "行平均" not in page


def test_a_single_section_needs_no_contents(tmp_path: Path) -> None:
    data = table({"A": "xy", "B": "xx"})
    assert 'class="contents"' not in sections_page(agreement_page(agreement(data), likeness_of_all(data)))
    assert 'class="contents"' in whole(tmp_path)


def test_tiers_and_rules_are_called_by_their_titles_where_nobody_types_their_names(tmp_path: Path) -> None:
    data = read_annotations(write_records(tmp_path / "a.jsonl", ratings()))
    graded = tiers(data, people(data, load_levels()), load_rules("space2022-task1"))
    names = {tier.name for tier in graded.rules.tiers} | {rule.name for rule in graded.rules.rules}

    def cells(*, with_names: bool) -> set[str]:
        page = tiers_page(graded, data, with_names=with_names)
        tables = [block for section in page.sections for block in section.blocks if isinstance(block, Table)]
        rows = [row for block in tables for row in (block.head, *block.rows)]
        rows += [row.cells for group in (page.behind or {}).values() for row in group.rows]
        return {words.zh for row in rows for words in row}

    assert names & cells(with_names=False) == set()
    assert {"相邻，可复审", "评级不相邻"} <= cells(with_names=False)
    assert names <= cells(with_names=True)
