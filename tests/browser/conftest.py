"""One browser and one server for the tests of a process; a campaign of its own for every test."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from pingce.server.request_context import COOKIE
from pingce.server.routes.pages import STATIC
from pingce.store.people import Role

from .chromium import CHROMIUM
from .photos import Album
from .profiles import PATIENCE, Emptied, Profiles
from .site import Site, Stage

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Visit = Callable[..., Page]
SCREENSHOTS_VARIABLE = "PINGCE_SCREENSHOTS"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    reason = (
        "Chromium is not installed (Debian: apt install chromium-headless-shell)"
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
def emptied(chromium: Browser) -> Emptied:
    return Emptied(chromium)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.stop()


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Album:
    """All pictures, if a folder is named to keep them in."""
    kept = os.environ.get(SCREENSHOTS_VARIABLE)
    path = Path(kept) if kept else tmp_path_factory.mktemp("screenshots")
    path.mkdir(parents=True, exist_ok=True)
    return Album(path, whole=bool(kept))


@pytest.fixture
def stage(site: Site) -> Stage:
    return Stage(site.server.engine, number=next(site.numbers))


@pytest.fixture
def profiles(emptied: Emptied) -> Iterator[Profiles]:
    """For one test, which fails if a page complains."""
    made = Profiles(emptied)
    yield made
    made.close()
    assert made.complaints == []


@pytest.fixture
def visit(site: Site, stage: Stage, profiles: Profiles) -> Visit:
    """A page of somebody who is signed in; ``beside`` another page: in the same profile."""

    def open_page(name: str, path: str = "/", *, beside: Page | None = None) -> Page:
        context = beside.context if beside else profiles.make(site.url)
        if beside is None:
            user = (stage.people.get(name) or stage.person(name, Role(name))).id
            context.add_cookies([{"name": COOKIE, "value": site.key(user), "url": site.url}])
        page = context.new_page()
        page.goto(path)
        return page

    return open_page
