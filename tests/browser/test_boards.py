"""What a team and a visitor read about a board: the same rule everywhere, and first a board with numbers on it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pingce.leaderboard.competition.counting import RULES
from pingce.report.words import MEASURES

from .profiles import Profiles
from .site import Site
from .test_pages import TEAM

RAW = re.compile(r"\b(?:" + "|".join(MEASURES) + r")\.[a-z]\w+|\b(?:space|score)20\d\d/\w+|\btask\d\b(?!\S)")
"""Names of numbers and of subtasks as files and commands have them."""
TOLD = {words.zh for words in RULES.values()}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, told_demo: Path) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("boards"), demo=told_demo)
    site.start()
    yield site
    site.stop()


def test_where_a_team_hands_in_it_reads_what_the_table_of_rules_says(demo: Site, profiles: Profiles) -> None:
    page = profiles.page(demo.url)
    assert page.context.request.post("/api/demo/login", data={"name": TEAM}).ok
    page.goto("/competitions/1")
    cells = page.locator("table.lined tr td:last-child")
    expect(cells.filter(has_text="开发集榜")).to_have_count(1)
    ruled = set(cells.all_inner_texts()) & TOLD
    page.goto("/competitions/1/submit")
    beside = page.locator(".left + p ~ p, aside p")
    expect(beside.filter(has_text="开发集榜")).to_have_count(1)
    assert set(beside.all_inner_texts()) & TOLD == ruled
    assert len(ruled) == 2
    other = [text for text in page.locator("main").all_inner_texts() for rule in TOLD - ruled if rule in text]
    assert other == []


@pytest.mark.parametrize("who", [None, TEAM])
def test_the_board_opens_with_scores_for_whoever_looks(who: str | None, demo: Site, profiles: Profiles) -> None:
    page = profiles.page(demo.url)
    if who is not None:
        assert page.context.request.post("/api/demo/login", data={"name": who}).ok
    page.goto("/competitions/1/board")
    expect(page.locator("main table tbody tr").first).to_be_visible()
    expect(page.get_by_text("成绩未公开")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "title"), [("zh", "中文空间语义正误判断"), ("en", "Is the spatial expression right?")]
)
def test_numbers_and_subtasks_are_called_by_their_titles(
    language: str, title: str, demo: Site, profiles: Profiles
) -> None:
    page = profiles.page(demo.url, english=language == "en")
    assert page.context.request.post("/api/demo/login", data={"name": TEAM}).ok
    handed_in = page.context.request.get("/api/competitions/1/submissions").json()["rows"]
    number = next(one["id"] for one in handed_in if one["phase"] == "dev")
    for path in (
        "/competitions/1",
        "/competitions/1/board?phase=dev",
        "/competitions/1/board?phase=dev&task=space2022/task1",
        "/competitions/1/submit",
        f"/competitions/1/submissions/{number}",
        f"/submissions/{number}/errors",
    ):
        page.goto(path)
        expect(page.locator("main")).to_contain_text(title)
        page.wait_for_load_state("networkidle")
        assert RAW.findall(page.locator("main").inner_text()) == [], path
