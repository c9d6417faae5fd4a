"""The error explorer and the comparison of two submissions, as a team sees them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from pingce.server.request_context import COOKIE
from tests.server.builders import Clients
from tests.server.shared_task import TASKS, answers, make_shared_task

from .photos import Album, photograph
from .profiles import Profiles
from .site import Site

REASONS, TUPLES = TASKS[1], TASKS[2]


@dataclass(frozen=True)
class Entered:
    """A site where a team has handed in twice on dev."""

    site: Site
    key: str
    first: int
    second: int

    def errors(self, **query: str) -> str:
        return f"/submissions/{self.first}/errors?" + "&".join(f"{key}={value}" for key, value in query.items())


@pytest.fixture(scope="module")
def entered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Entered]:
    site = Site(tmp_path_factory.mktemp("explorer"))
    task = make_shared_task(Clients(site.server))
    li = task.team("li", "飞鸟队")
    task.phase("dev")
    first = task.handed_in(li, answers("a"), system="系统甲")
    second = task.handed_in(li, answers("b"), system="系统乙")
    site.start()
    yield Entered(site, li.cookies[COOKIE], first, second)
    site.stop()


@pytest.fixture
def team(entered: Entered, profiles: Profiles) -> Page:
    context = profiles.make(entered.site.url)
    context.add_cookies([{"name": COOKIE, "value": entered.key, "url": entered.site.url}])
    return context.new_page()


def lines(page: Page) -> list[str]:
    expect(page.locator(".list li").first).to_be_visible()
    return page.locator(".list li code").all_inner_texts()


def test_filters_are_in_the_address_and_survive_a_reload(entered: Entered, team: Page) -> None:
    team.goto(entered.errors(task=REASONS))
    everything = lines(team)
    assert len(everything) > 5
    team.get_by_role("button", name="边界错 1").click()
    expect(team).to_have_url(re.compile("kind=boundary"))
    expect(team.get_by_text("1 题", exact=True)).to_be_visible()
    [only] = lines(team)
    team.reload()
    expect(team.get_by_role("button", name="边界错 1")).to_have_attribute("aria-pressed", "true")
    assert lines(team) == [only]
    team.get_by_role("button", name="边界错 1").click()
    expect(team.get_by_text("1 题", exact=True)).to_have_count(0)
    team.locator(".n-base-selection", has_text="全部标签").click()
    team.locator(".n-base-select-option", has_text="B").click()
    expect(team).to_have_url(re.compile("label=B"))
    expect(team.locator(".list li")).not_to_have_count(len(everything))
    team.get_by_role("switch").click()
    expect(team).to_have_url(re.compile("all=1"))
    team.get_by_placeholder("文本中的字，或题号").fill(only)
    expect(team).to_have_url(re.compile("search="))


def test_both_answers_are_marked_in_the_text(entered: Entered, team: Page) -> None:
    team.goto(entered.errors(task=REASONS, kind="boundary"))
    text = team.locator(".layered")
    expect(text.locator(".gold").first).to_be_visible()
    expect(text.locator(".said").first).to_be_visible()
    expect(team.locator(".legend")).to_contain_text("标准答案")
    team.get_by_role("button", name="边界错", exact=True).click()
    row = team.locator("tr.chosen td")
    gold, said = row.nth(2).inner_text(), row.nth(3).inner_text()
    assert "".join(text.locator(".gold").all_inner_texts()) == gold
    assert "".join(text.locator(".said").all_inner_texts()) == said
    assert gold != said


def test_j_and_k_walk_through_the_items(entered: Entered, team: Page) -> None:
    team.goto(entered.errors(task=REASONS))
    first, second, *_ = lines(team)
    heading = team.locator(".detail h2")
    expect(heading).to_have_text(first)
    team.keyboard.press("j")
    expect(heading).to_have_text(second)
    expect(team).to_have_url(re.compile(f"item={second}"))
    team.keyboard.press("k")
    expect(heading).to_have_text(first)
    team.keyboard.press("k")  # there is nothing before the first
    expect(heading).to_have_text(first)
    team.keyboard.press("?")
    expect(team.locator(".keys-dialog")).to_contain_text("下一题")


def test_tuples_stand_in_two_tables_and_two_drawings(entered: Entered, team: Page) -> None:
    team.goto(entered.errors(task=TUPLES))
    tables = team.locator(".detail table:has(caption)")
    expect(tables).to_have_count(2)
    expect(tables.nth(0).locator("caption")).to_contain_text("标准答案")
    expect(team.locator(".detail .scene svg")).to_have_count(2)
    marked = team.locator(".layered .gold")
    before = marked.count()
    tables.nth(0).get_by_role("button", name="1", exact=True).click()
    expect(marked).not_to_have_count(before)
    assert team.locator(".layered [data-gold]").count() > 0
    assert team.locator(".layered .said").count() == 0


def test_two_submissions_side_by_side(entered: Entered, team: Page) -> None:
    team.goto(f"/submissions/{entered.first}/compare/{entered.second}?task={TASKS[0]}")
    expect(team.get_by_text("分不出高下")).to_be_visible()
    expect(team.get_by_text("McNemar p = 0.727")).to_be_visible()
    expect(team.get_by_text("A 更好 5")).to_be_visible()
    team.get_by_text("B 更好 3").click()
    expect(team.locator(".list li")).to_have_count(3)
    expect(team).to_have_url(re.compile("winner=second"))
    expect(team.locator(".detail")).to_contain_text("B 更好")
    beside = team.locator(".detail table thead th")
    expect(beside).to_have_text(["项目", "标准答案", "A", "B"])
    expect(team.locator(".detail table thead th.chosen")).to_have_text("A")
    differing = team.locator(".detail tr.differs")
    expect(differing).to_have_count(1)
    gold, a, b = differing.locator("td").all_inner_texts()
    assert gold == b != a
    team.keyboard.press("b")
    expect(team.get_by_text("没有错误")).to_be_visible()
    expect(team.locator(".detail table thead th.chosen")).to_have_text("B")
    team.get_by_role("button", name="交换").click()
    expect(team).to_have_url(re.compile(f"/submissions/{entered.second}/compare/{entered.first}"))
    expect(team.get_by_text("A 更好 3")).to_be_visible()


def test_gold_and_both_answers_are_drawn_in_one_text(entered: Entered, team: Page, screenshots: Album) -> None:
    team.goto(f"/submissions/{entered.first}/compare/{entered.second}?task={REASONS}")
    drawn = team.locator(".detail .stacked")
    expect(drawn.locator(".legend")).to_contain_text(re.compile(r"标准答案\s+A\s+B"))
    assert drawn.locator(".run.marked").count() > 0
    told = [title or "" for title in drawn.locator(".run.marked").evaluate_all("all => all.map(one => one.title)")]
    assert any("标准答案：" in title for title in told)
    assert any("A：" in title or "B：" in title for title in told)
    photograph(team, screenshots, "compare-in-one-text")


def test_tuples_of_gold_and_both_stand_below_each_other(entered: Entered, team: Page) -> None:
    team.goto(f"/submissions/{entered.first}/compare/{entered.second}?task={TUPLES}")
    captions = team.locator(".detail table caption")
    expect(captions).to_have_text([re.compile("标准答案"), re.compile("^A"), re.compile("^B")])
    team.locator(".detail table:has(caption)").nth(2).get_by_role("button", name="1", exact=True).click()
    expect(team.locator(".detail").get_by_role("radio", name=re.compile("^B"))).to_be_checked()


def test_a_difference_is_said_once(entered: Entered, team: Page) -> None:
    team.goto(entered.errors(task=TASKS[0]))
    expect(team.locator(".detail tr.differs")).to_have_count(1)
    expect(team.locator(".detail table").filter(visible=True)).to_have_count(1)
    team.goto(entered.errors(task=REASONS))
    expect(team.locator(".detail table").filter(visible=True)).to_have_count(1)
    team.get_by_text("完整的答案").click()
    expect(team.locator(".detail table").filter(visible=True)).to_have_count(2)


def test_what_is_not_ones_own_is_not_there(entered: Entered, profiles: Profiles, team: Page) -> None:
    team.goto("/submissions/4711/errors")
    expect(team.get_by_role("alert")).to_contain_text("没有")
    team.goto(entered.errors(task=REASONS, search="没有这样的字"))
    expect(team.get_by_text("没有符合条件的题")).to_be_visible()
    stranger = profiles.page(entered.site.url)
    stranger.goto(entered.errors(task=REASONS))
    expect(stranger).to_have_url(re.compile("/login"))


SHOTS = {
    "errors": ("errors", ".layered", {}),
    "errors-tuples": ("tuples", ".scene svg", {}),
    "errors-english": ("tuples", ".scene svg", {"english": True}),
    "compare": ("compare", ".values", {}),
    "compare-english": ("compare", ".values", {"english": True}),
}


@pytest.mark.parametrize("name", SHOTS)
def test_every_page_fits_the_window(name: str, entered: Entered, profiles: Profiles, screenshots: Album) -> None:
    kind, shows, look = SHOTS[name]
    addresses = {
        "errors": entered.errors(task=REASONS),
        "tuples": entered.errors(task=TUPLES),
        "compare": f"/submissions/{entered.first}/compare/{entered.second}?task={REASONS}",
    }
    page = profiles.page(entered.site.url, **look)
    page.context.add_cookies([{"name": COOKIE, "value": entered.key, "url": entered.site.url}])
    page.goto(addresses[kind])
    expect(page.locator(shows).first).to_be_visible()
    photograph(page, screenshots, name)
