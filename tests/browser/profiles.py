"""Browser profiles: every test gets empty ones, and what pages in them complain about fails it."""

from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, ViewportSize, WebError

PATIENCE = 120_000
"""Milliseconds: only a page that hangs takes so long, on however busy a machine."""
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
KEPT = 5
ENGLISH = "if (location.origin !== 'null') localStorage.setItem('pingce.lang', 'en')"


class Kind(NamedTuple):
    """What one profile has to have in common with another to take its place."""

    address: str
    english: bool
    dark: bool


class Emptied:
    """Profiles of earlier tests with nothing left in them.

    The first page of a new profile costs 1.8 s of CPU time: processes are started, all scripts compiled. Where a page
    has stayed open both are done, and the next one costs 0.5 s.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.kept: list[tuple[Kind, BrowserContext]] = []

    def take(self, kind: Kind) -> BrowserContext:
        """Pages stand still in it: what moves under the mouse gets the press and not the click."""
        for place, (other, context) in enumerate(self.kept):
            if other == kind:
                del self.kept[place]
                return context
        context = self.browser.new_context(
            base_url=kind.address,
            locale="zh-CN",
            viewport=DESKTOP,
            reduced_motion="reduce",
            color_scheme="dark" if kind.dark else "light",
        )
        context.set_default_timeout(PATIENCE)
        if kind.english:
            context.add_init_script(ENGLISH)
        return context

    def give_back(self, kind: Kind, context: BrowserContext) -> None:
        if _empty(context, kind.address):
            self.kept.append((kind, context))
        else:
            context.close()
        if len(self.kept) > KEPT:
            self.kept.pop(0)[1].close()


def _empty(context: BrowserContext, address: str) -> bool:
    """If it can be: some tests close it, or stop the server."""
    if not context.pages:
        return False
    stays, *others = context.pages
    for page in others:
        page.close()
    context.set_offline(False)
    try:
        stays.goto(f"{address}/api/health")  # a page without scripts
    except Error:
        return False
    context.clear_cookies()
    session = context.new_cdp_session(stays)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    session.detach()
    return True


class Profiles:
    """Those of one test, and whatever their pages complain about."""

    def __init__(self, emptied: Emptied) -> None:
        self.emptied = emptied
        self.opened: list[tuple[Kind, BrowserContext]] = []
        self.complaints: list[str] = []

    def make(self, address: str, *, english: bool = False, dark: bool = False) -> BrowserContext:
        kind = Kind(address, english, dark)
        context = self.emptied.take(kind)
        context.on("console", self._hear)
        context.on("weberror", self._note)
        self.opened.append((kind, context))
        return context

    def page(self, address: str, *, english: bool = False, dark: bool = False) -> Page:
        return self.make(address, english=english, dark=dark).new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        # That a request was refused or did not get through is what some tests are about.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.complaints.append(message.text)

    def _note(self, error: WebError) -> None:
        self.complaints.append(str(error.error))

    def close(self) -> None:
        for kind, context in self.opened:
            context.remove_listener("console", self._hear)
            context.remove_listener("weberror", self._note)
            self.emptied.give_back(kind, context)
