"""One browser and one server for the tests of a process; a campaign of its own for every test."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from pingce.server.deps import COOKIE
from pingce.server.routes.pages import STATIC
from pingce.store.people import Role

from .site import Site, Stage

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000
"""Milliseconds: only a page that hangs takes so long, on however busy a machine."""
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
Visit = Callable[..., Page]
SCREENSHOTS_VARIABLE = "PINGCE_SCREENSHOTS"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    reason = (
        "Chromium is not installed (Debian: apt install chromium)"
        if CHROMIUM is None
        else "the pages are not built (make web)"
        if not (STATIC / "index.html").is_file()
        else None
    )
    for item in items:
        if reason and here in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures go; kept if a folder is named."""
    kept = os.environ.get(SCREENSHOTS_VARIABLE)
    path = Path(kept) if kept else tmp_path_factory.mktemp("screenshots")
    path.mkdir(parents=True, exist_ok=True)
    return path


@pytest.fixture
def stage(site: Site) -> Stage:
    return Stage(site.server.engine, number=next(site.numbers))


class Profiles:
    """Browser profiles, and whatever their pages complain about."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.opened: list[BrowserContext] = []
        self.complaints: list[str] = []

    def make(self, address: str, **options: Any) -> BrowserContext:
        context = self.browser.new_context(base_url=address, locale="zh-CN", **options)
        context.set_default_timeout(PATIENCE)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.opened.append(context)
        return context

    def page(self, address: str, *, english: bool = False, dark: bool = False) -> Page:
        """A page that stands still."""
        scheme: Literal["dark", "light"] = "dark" if dark else "light"
        context = self.make(address, viewport=DESKTOP, reduced_motion="reduce", color_scheme=scheme)
        if english:
            context.add_init_script("if (location.origin !== 'null') localStorage.setItem('pingce.lang', 'en')")
        return context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        # That a request was refused or did not get through is what some tests are about.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.complaints.append(message.text)

    def close(self) -> None:
        for context in self.opened:
            context.close()


@pytest.fixture
def profiles(chromium: Browser) -> Iterator[Profiles]:
    """For one test, which fails if a page complains."""
    made = Profiles(chromium)
    yield made
    made.close()
    assert made.complaints == []


@pytest.fixture
def visit(site: Site, stage: Stage, profiles: Profiles) -> Visit:
    """A page of somebody who is signed in; ``beside`` another page: in the same profile."""

    def open_page(name: str, path: str = "/", *, beside: Page | None = None, **options: Any) -> Page:
        context = beside.context if beside else profiles.make(site.url, viewport=DESKTOP, **options)
        if beside is None:
            user = (stage.people.get(name) or stage.person(name, Role(name))).id
            context.add_cookies([{"name": COOKIE, "value": site.key(user), "url": site.url}])
        page = context.new_page()
        page.goto(path)
        return page

    return open_page
