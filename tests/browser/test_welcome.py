"""The first five minutes: what this is, one's way in, a walk over the pages, help, and out of the demo."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .profiles import Profiles
from .site import Site


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, told_demo: Path) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("demo"), demo=told_demo)
    site.start()
    yield site
    site.stop()


def test_a_visitor_is_told_what_this_is_and_walks_over_what_is_open(demo: Site, profiles: Profiles) -> None:
    page = profiles.page(demo.url)
    page.goto("/")
    expect(page).to_have_url(f"{demo.url}/welcome")
    expect(page.get_by_role("heading", level=1)).to_contain_text("从原始文本一直做到排行榜")
    expect(page.get_by_role("img", name="七个阶段")).to_be_visible()
    expect(page.locator("[data-role]")).to_have_count(5)
    page.get_by_role("main").get_by_role("button", name="两分钟导览").click()
    tour = page.get_by_role("dialog", name="导览")
    expect(tour).to_contain_text("1 / 3")
    expect(page).to_have_url(f"{demo.url}/competitions")
    tour.get_by_role("button", name="下一步").click()
    expect(page).to_have_url(f"{demo.url}/try")
    page.keyboard.press("Alt+ArrowLeft")
    expect(tour).to_contain_text("1 / 3")
    page.keyboard.press("Escape")
    expect(tour).to_have_count(0)


def test_a_builder_walks_over_all_their_pages(demo: Site, profiles: Profiles) -> None:
    page = profiles.page(demo.url)
    page.goto("/")
    page.locator(".demo button", has_text="管理员").first.click()
    expect(page).to_have_url(f"{demo.url}/")
    page.get_by_role("button", name="两分钟导览").click()
    tour = page.get_by_role("dialog", name="导览")
    for path in ("/", "/benchmarks", "/manage", "/people", "/trace", "/competitions", "/try"):
        expect(page).to_have_url(f"{demo.url}{path}")
        tour.get_by_role("button", name="下一步").click()
    expect(page).to_have_url(f"{demo.url}/account")
    expect(tour.get_by_role("button", name="下一步")).to_have_count(0)


def test_the_demo_says_so_and_leads_to_a_workbench_of_ones_own(demo: Site, profiles: Profiles) -> None:
    page = profiles.page(demo.url)
    page.goto("/competitions")
    banner = page.get_by_role("complementary", name="这是演示")
    banner.get_by_role("link", name="建自己的工作台").click()
    expect(page.get_by_label("pingce new mybench --like space2022")).to_be_visible()
    page.get_by_label("名字").fill("我的 评测; rm -rf")
    expect(page.get_by_label("pingce new 我的评测rm-rf --like space2022")).to_be_visible()
    banner.get_by_role("button", name="不再显示").click()
    expect(banner).to_have_count(0)


def test_no_banner_where_it_is_no_demo(visit: Visit) -> None:
    page = visit("annotator", "/")
    expect(page.get_by_role("link", name="收件箱")).to_be_visible()
    expect(page.get_by_text("这是演示")).to_have_count(0)


def test_the_documentation_is_read_and_searched(demo: Site, profiles: Profiles) -> None:
    page = profiles.page(demo.url)
    page.goto("/welcome")
    page.get_by_role("link", name="帮助").click()
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    page.locator("input[name=query]").fill("标注")
    expect(page.locator(".md-search-result__item a").first).to_be_visible()
