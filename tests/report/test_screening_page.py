"""The page of a screening: both languages, nothing from elsewhere, nothing executable."""

import re
from pathlib import Path

import pytest

from pingce.corpus.inputs import CorpusFile
from pingce.corpus.reading import Trouble
from pingce.corpus.screen.counts import REASONS, GenreTally
from pingce.corpus.screen.oddities import KINDS, Oddity
from pingce.corpus.screen.run import Screening, ScreeningFindings
from pingce.corpus.screen.settings import load_settings
from pingce.corpus.screen.work import PlacedTrouble
from pingce.report.screening import ODDITIES, REASON_TITLES, screening_page
from pingce.spec.words import LANGS, Lang

EVIL = "<script>alert(1)</script>"


def tally(*rows: tuple[str, int, float | None]) -> GenreTally:
    made = GenreTally()
    made.count(rows)
    return made


def make_screening(tallies: dict[str, GenreTally], **findings: object) -> Screening:
    files = [CorpusFile(Path("a.txt"), "a.txt", None, "text", "plain", 10)]
    made = ScreeningFindings(tallies=tallies)
    for name, value in findings.items():
        setattr(made, name, value)
    return Screening(files, load_settings(), ("tagger 1", "lexicon 2"), made, ["gb.txt"])


def full() -> Screening:
    return make_screening(
        {
            EVIL: tally(*((reason, 40, None) for reason in REASONS[:11]), ("", 100, 5.5), ("", 140, 99.0)),
            "": tally(("low-weight", 20, 1.0), ("low-density", 200, 3.0), ("near-duplicate", 100, 5.5), ("", 30, 3.0)),
        },
        oddities={"hidden": Oddity(3, {"\u200b": 2, "\ufeff": 1}, "a.txt:1", f"\u200b{EVIL}")},
        trouble_counts={"bad-bytes": 30},
        troubles=[PlacedTrouble("a.txt", Trouble("bad-bytes", 7, 99, "byte 0xff"))],
    )


@pytest.mark.parametrize("lang", LANGS)
def test_everything_is_on_the_page(lang: Lang) -> None:
    page = screening_page(full(), lang=lang)
    assert f'class="{lang}"' in page
    for title in REASON_TITLES.values():
        assert title.zh in page
        assert title.en in page
    assert EVIL not in page
    assert "⟨U+200B⟩&lt;script&gt;" in page
    assert "U+FEFF" in page
    assert re.findall(r"[0-9]+ 行无法使用", page) == ["30 行无法使用"]
    assert "gb.txt" in page
    assert re.search(r'(src|href)="(?!#)', page) is None


def test_a_histogram_has_a_column_for_every_bin_between_the_first_and_the_last() -> None:
    page = screening_page(make_screening({"": tally(("", 40, 3.0), ("", 75, 3.5))}))
    length = page[page.index("长度（字）") :]
    assert re.findall(r'<tr><th scope="row">([0-9+]+)</th><td class="num">([0-9]+)</td>', length) == [
        ("32", "1"),
        ("48", "0"),
        ("64", "1"),
    ]


def test_a_corpus_without_passages_has_a_page_too() -> None:
    page = screening_page(make_screening({}))
    assert "histogram" not in page[page.index("<main") :]


def test_one_genre_needs_no_comparison() -> None:
    one = make_screening({"news": tally(("", 40, 3.0))})
    assert "各体裁" not in screening_page(one)
    assert "各体裁的删去原因" in screening_page(full())


def test_every_kind_of_odd_character_has_a_name() -> None:
    assert sorted(ODDITIES) == sorted(kind for kind, _ in KINDS)
    assert set(REASON_TITLES) == set(REASONS)
