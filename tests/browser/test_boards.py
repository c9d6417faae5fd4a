"""What a team and a visitor read about a board: the same rule everywhere, and first a board with numbers on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pingce.leaderboard.competition.counting import RULES

from .profiles import Profiles
from .site import Site
from .test_pages import TEAM

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
