"""A picture of every page with the demo in it, on a desktop and on a tablet; nothing is wider than the window."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pingce.server.demo.people import PEOPLE
from pingce.server.demo.tell import tell_story

from .conftest import DESKTOP, Profiles
from .site import Site

SIZES = {"1280": (1280, 800), "768": (768, 1024)}
FOLDER_VARIABLE = "PINGCE_SCREENSHOTS"
ADMIN, BUILDER, ANNOTATOR, OTHER, THIRD, REVIEWER, SECOND, TEAM = (person.name for person in PEOPLE)
CHART = "[role=img] svg text"
DECIDED = "tr:has-text('已定') a[href*='/items/']"
RATING, ATTRIBUTION, STEP, ANOMALY, SCENE, WSD, EXPLANATION = range(1, 8)


@dataclass(frozen=True)
class Shot:
    """Who sees which page, what is done there first, and what must be on it."""

    name: str
    who: str | None
    path: str
    shows: str
    keys: tuple[str, ...] = ()
    click: str = ""
    english: bool = False
    dark: bool = False


SHOTS = (
    Shot("login", None, "/login", "text=演示模式"),
    Shot("not-found", ADMIN, "/nowhere", "text=没有这个页面"),
    Shot("error", BUILDER, "/manage/4711", ".error"),
    Shot("home-admin", ADMIN, "/", "text=词义标注"),
    Shot("home-annotator", ANNOTATOR, "/", "text=词义标注"),
    Shot("home-reviewer", REVIEWER, "/", "text=词义标注"),
    Shot("home-team", TEAM, "/", "main"),
    Shot("work-rating", ANNOTATOR, f"/work/{RATING}", ".answer-form", ("4",)),
    Shot("work-attribution", ANNOTATOR, f"/work/{ATTRIBUTION}", ".answer-form"),
    Shot("work-step", ANNOTATOR, f"/work/{STEP}", ".scene"),
    Shot("work-anomaly", OTHER, f"/work/{ANOMALY}", ".answer-form", ("n", ".", "Enter")),
    Shot("work-scene", OTHER, f"/work/{SCENE}", ".answer-form", ("2",)),
    Shot("work-wsd", OTHER, f"/work/{WSD}", ".answer-form", ("1",)),
    Shot("work-explanation", ANNOTATOR, f"/work/{EXPLANATION}", "blockquote"),
    Shot("work-guide", ANNOTATOR, f"/work/{STEP}", ".answer-form", ("F2",)),
    Shot("work-keys", ANNOTATOR, f"/work/{STEP}", ".answer-form", ("?",)),
    Shot("work-hints", ANNOTATOR, f"/work/{STEP}", ".answer-form", (";",)),
    Shot("work-skip", ANNOTATOR, f"/work/{RATING}", ".answer-form", ("Alt+s",)),
    Shot("work-mine", ANNOTATOR, f"/work/{RATING}", ".answer-form", ("Alt+m",)),
    Shot("review", REVIEWER, f"/review/{ATTRIBUTION}", "text=决定"),
    Shot("review-audit", REVIEWER, f"/review/{STEP}", "text=被抽审"),
    Shot("review-senses", REVIEWER, f"/review/{WSD}", "text=决定", ("1",)),
    Shot("review-edit", SECOND, f"/review/{ANOMALY}", "text=决定", ("e",)),
    Shot("review-none", REVIEWER, f"/review/{EXPLANATION}", "text=没有要审核的题"),
    Shot("appeals", SECOND, f"/appeals/{WSD}", "text=申诉"),
    Shot("inbox-rejected", ANNOTATOR, "/inbox", "text=去改正"),
    Shot("inbox", ANNOTATOR, "/inbox", "text=去改正", ("j", "j")),
    Shot("inbox-news", THIRD, "/inbox", "main"),
    Shot("manage", BUILDER, "/manage", "text=新建活动"),
    Shot("manage-new", BUILDER, "/manage/new", "text=选择流程", click="text=词义标注"),
    Shot("manage-overview", BUILDER, f"/manage/{RATING}", CHART),
    Shot("manage-overview-wsd", BUILDER, f"/manage/{WSD}", CHART),
    Shot("manage-items", BUILDER, f"/manage/{RATING}/items", "text=1-dev-42"),
    Shot("manage-members", BUILDER, f"/manage/{RATING}/members", "text=李静"),
    Shot("manage-rules", BUILDER, f"/manage/{STEP}/rules", ".rule"),
    Shot("manage-controls", BUILDER, f"/manage/{RATING}/controls", "text=正确率"),
    Shot("manage-relations", BUILDER, f"/manage/{WSD}/relations", "text=练出来的本领"),
    Shot("manage-settings", BUILDER, f"/manage/{RATING}/settings", "form, .settings, main"),
    Shot("manage-export", BUILDER, f"/manage/{RATING}/export", "a[download]"),
    Shot("manage-item", BUILDER, f"/manage/{RATING}/items/2", "text=近义替换"),
    Shot("manage-item-senses", BUILDER, f"/manage/{WSD}/items", "text=全部经过", click=DECIDED),
    Shot("manage-upload", BUILDER, f"/manage/{WSD}/items", "text=上传题目", click="text=上传题目"),
    Shot("people", ADMIN, "/people", "text=demo-annotator-1"),
    Shot("people-invites", ADMIN, "/people", "text=生成链接", click="text=邀请"),
    Shot("people-groups", ADMIN, "/people", "text=标注一组", click=".n-tabs-tab >> text=组"),
    Shot("people-new", ADMIN, "/people", "text=显示名", click="text=新增人员"),
    Shot("account", ADMIN, "/account", "text=令牌"),
    Shot("english-step", ANNOTATOR, f"/work/{STEP}", ".scene", english=True),
    Shot("english-overview", BUILDER, f"/manage/{RATING}", CHART, english=True),
    Shot("english-review", REVIEWER, f"/review/{ATTRIBUTION}", "text=Decision", english=True),
    Shot("dark-home", ADMIN, "/", "text=词义标注", dark=True),
    Shot("dark-step", ANNOTATOR, f"/work/{STEP}", ".scene", dark=True),
    Shot("dark-overview", BUILDER, f"/manage/{RATING}", CHART, dark=True),
    Shot("dark-review", REVIEWER, f"/review/{ATTRIBUTION}", "text=决定", dark=True),
)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("demo"), demo=True)
    tell_story(site.server.engine)
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kept = os.environ.get(FOLDER_VARIABLE)
    path = Path(kept) if kept else tmp_path_factory.mktemp("screenshots")
    path.mkdir(parents=True, exist_ok=True)
    return path


class Rooms:
    """A browser profile for each person, kept from page to page as people do."""

    def __init__(self, demo: Site, profiles: Profiles) -> None:
        self.demo, self.profiles = demo, profiles
        self.open: dict[tuple[object, ...], BrowserContext] = {}

    def page(self, shot: Shot) -> Page:
        kind = (shot.who, shot.english, shot.dark)
        if kind not in self.open:
            self.open[kind] = self._context(shot)
        page = self.open[kind].new_page()
        page.goto(shot.path)
        return page

    def _context(self, shot: Shot) -> BrowserContext:
        colours: Literal["dark", "light"] = "dark" if shot.dark else "light"
        context = self.profiles.make(self.demo.url, reduced_motion="reduce", color_scheme=colours, viewport=DESKTOP)
        if shot.who is not None:
            answer = context.request.post("/api/demo/login", data={"name": shot.who})
            assert answer.ok, answer.text()
        if shot.english:
            context.add_init_script("if (location.origin !== 'null') localStorage.setItem('pingce.lang', 'en')")
        return context


@pytest.fixture(scope="module")
def rooms(demo: Site, chromium: Browser) -> Iterator[Rooms]:
    profiles = Profiles(chromium)
    yield Rooms(demo, profiles)
    profiles.close()


def wide(page: Page) -> list[str]:
    """What sticks out of the window, from the outside in; elements that scroll in themselves may be wider inside."""
    found: list[str] = page.evaluate(
        """() => document.scrollingElement.scrollWidth <= innerWidth ? [] :
             [...document.body.querySelectorAll('*')]
               .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
               .slice(0, 5).map((one) => `${one.tagName}.${one.className}`)"""
    )
    return found


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_every_page_fits_the_window(shot: Shot, rooms: Rooms, folder: Path) -> None:
    page = rooms.page(shot)
    if shot.click:
        page.locator(shot.click).first.click()
    expect(page.locator(shot.shows).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    for key in shot.keys:
        page.keyboard.press(key)
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100))")
        page.screenshot(path=folder / f"{shot.name}-{name}.png", full_page=True, animations="disabled")
        assert wide(page) == []
    page.close()
    complaints, rooms.profiles.complaints = rooms.profiles.complaints, []
    assert complaints == []
