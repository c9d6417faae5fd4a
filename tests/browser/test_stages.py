"""The seven stages on the home page and on pages of their own: live figures, reports in a sandbox, files."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pingce.cli.main import cli
from pingce.demo.filling import Filling, StepDone, write_filling
from pingce.demo.people import ANNOTATORS, BUILDER
from pingce.flow.layout import STAGES
from pingce.server.project.project import Project
from pingce.systems.measured import read_rows
from tests.waiting import wait_until

from .pages import remembered
from .photos import Album, photograph
from .profiles import Profiles
from .site import Site

EXAMPLES = Path(__file__).parents[2] / "examples"
STEP = StepDone("corpus", "筛选", "screen", "pingce corpus screen", "", 1.0)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, told_demo: Path) -> Iterator[Site]:
    """The demo with the first two steps of its folder taken."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("corpus", "reports"):
        (folder / name).mkdir()
    kept = str(folder / "corpus/screened.jsonl")
    page = str(folder / "reports/corpus-screening.html")
    cli.main(["corpus", "screen", str(EXAMPLES / "corpus"), "--out", kept, "--html", page], standalone_mode=False)
    replaced, page = str(folder / "corpus/replaced.jsonl"), str(folder / "reports/corpus-replacement.html")
    cli.main(["corpus", "replace", kept, replaced, "--mode", "single", "--html", page], standalone_mode=False)
    site = Site(folder, demo=told_demo)
    site.server.project = Project(folder)
    site.start()
    yield site
    site.stop()


def visit(project: Site, profiles: Profiles, who: str, path: str, **look: bool) -> Page:
    page = profiles.page(project.url, **look)
    assert page.context.request.post("/api/demo/login", data={"name": who}, max_retries=2).ok
    page.goto(path)
    return page


def test_the_home_page_shows_every_stage_with_what_there_is(
    project: Site, profiles: Profiles, screenshots: Album
) -> None:
    page = visit(project, profiles, BUILDER, "/")
    flow = page.get_by_label("评测的七个阶段").get_by_role("link")
    expect(flow).to_have_count(len(STAGES))
    assert [link.get_attribute("href") for link in flow.all()] == [f"/stages/{name}" for name in STAGES]
    expect(flow.nth(0)).to_contain_text("191")
    expect(flow.nth(0)).to_contain_text("筛选留下的段落")
    expect(flow.nth(1)).to_contain_text("已定的题")
    photograph(page, screenshots, "home-stages")


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_has_a_page_one_click_from_home(
    project: Site, profiles: Profiles, screenshots: Album, stage: str
) -> None:
    page = visit(project, profiles, BUILDER, "/")
    page.locator(f"ol a[href='/stages/{stage}']").click()
    expect(page.locator("nav a.router-link-active[href^='/stages/']")).to_have_attribute("href", f"/stages/{stage}")
    expect(page.locator("dl.figures dd").first).to_be_visible()
    expect(page.locator("dl.figures ~ details .command").first).to_be_hidden()  # for the few who want a terminal
    page.locator("summary", has_text="同样的事用命令做").click()
    expect(page.locator(".command code").first).to_have_text(re.compile("^pingce "))
    expect(page.get_by_role("link", name="详细说明")).to_have_attribute(
        "href", re.compile(rf"^/help/\d-{stage}\.html$")
    )
    photograph(page, screenshots, f"stage-{stage}")


def test_a_report_opens_on_a_page_of_its_own_in_its_language(project: Site, profiles: Profiles) -> None:
    page = visit(project, profiles, BUILDER, "/stages/corpus")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="语料筛选").click()
    expect(opened.value.get_by_role("heading", name="语料筛选")).to_be_visible()
    expect(opened.value.locator("html")).to_have_class("zh")
    with remembered(page):
        page.get_by_role("button", name="English").first.click()
    expect(page.locator("a[target=_blank][href*='/api/project/reports/'][href$='#en']").first).to_be_visible()
    expect(page.locator("iframe")).to_have_count(0)
    with remembered(page):  # the account is that of other tests too
        page.get_by_role("button", name="中文").first.click()


def test_files_can_be_fetched_by_those_who_may(project: Site, profiles: Profiles) -> None:
    page = visit(project, profiles, BUILDER, "/stages/corpus")
    with page.expect_download() as caught:
        page.get_by_role("link", name="corpus/screened.jsonl").click()
    assert len(caught.value.path().read_text(encoding="utf-8").splitlines()) == 191


def test_annotators_see_figures_and_why_there_is_no_more(project: Site, profiles: Profiles, screenshots: Album) -> None:
    page = visit(project, profiles, ANNOTATORS[0], "/stages/corpus", english=True, dark=True)
    expect(page.locator("dl.figures")).to_contain_text("191")
    expect(page.get_by_text("for builders and administrators")).to_be_visible()
    expect(page.locator("iframe")).to_have_count(0)
    photograph(page, screenshots, "stage-annotator")


def test_the_filling_of_a_demo_is_followed_to_its_end(project: Site, profiles: Profiles, screenshots: Album) -> None:
    folder = project.server.project.folder
    assert folder is not None
    write_filling(folder, Filling("demo", "1", "running", 4, (STEP,), "corpus", "替换空间词", "replace"))
    page = visit(project, profiles, BUILDER, "/")
    expect(page.get_by_text("1 / 4 · 替换空间词")).to_be_visible()
    photograph(page, screenshots, "home-filling")
    write_filling(folder, Filling("demo", "1", "failed", 4, (STEP,), "corpus", "替换空间词", "replace"))
    expect(page.get_by_text("演示数据没有准备完")).to_be_visible()
    page.reload()
    write_filling(folder, Filling("demo", "1", "done", 4, (STEP,)))
    page.reload()
    expect(page.get_by_label("评测的七个阶段")).to_be_visible()
    expect(page.get_by_text("演示数据没有准备完")).to_have_count(0)


def test_every_page_is_one_click_from_home(project: Site, profiles: Profiles) -> None:
    page = visit(project, profiles, "demo-admin", "/")

    wanted = {"/", "/manage", "/people", "/competitions", "/try", *(f"/stages/{name}" for name in STAGES)}

    def found() -> set[str]:
        links = page.get_by_role("link").evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
        return wanted.intersection(links)

    wait_until(lambda: found() == wanted, said=found)
    page.get_by_role("button", name="周敏").click()
    page.get_by_text("账户", exact=True).click()
    expect(page).to_have_url(f"{project.url}/account")


def test_the_page_of_the_systems_tells_what_each_was_measured_to_be_worth(
    project: Site, profiles: Profiles, screenshots: Album
) -> None:
    page = visit(project, profiles, BUILDER, "/stages/systems")
    table = page.get_by_role("region", name="所有系统与测得的成绩").get_by_role("table")
    linear = next(row for row in read_rows() if (row.task, row.name, row.seed) == ("space2022/task1", "linear", 0))
    expect(table.get_by_role("row", name="linear 空间词")).to_contain_text(f"{linear.score:.4f}")
    expect(table.get_by_role("row", name="公布：为章岳来")).to_contain_text("0.7992")
    photograph(page, screenshots, "systems-measured")
    page.locator(".n-base-selection").click()
    page.locator(".n-base-select-option", has_text="space2022/task2").click()
    expect(table.get_by_role("row", name="span-crf")).to_contain_text("0.6113")
