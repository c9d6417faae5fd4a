"""A page in pictures, on a desktop, a tablet and a phone, light and dark: nothing sticks out, all can use it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from playwright.sync_api import Error, Page, expect

FIRST = "1280"
PHONE = "390"
SIZES = {FIRST: (1280, 800), "768": (768, 1024), PHONE: (390, 844)}
AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
"""Installed with what the pages are built with."""
GRAVE = ("serious", "critical")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
NO_COLOURS = {**RULES, "rules": {"color-contrast": {"enabled": False}}}
"""Reading the colours of everything takes twice as long as all else, and they hang on the theme, not on the window."""


@dataclass(frozen=True)
class Album:
    """Where pictures go. If nobody will look at them, none is taken; the checks are the same."""

    folder: Path
    whole: bool


FITS = "() => document.scrollingElement.scrollWidth <= innerWidth"
SETTLED = 60_000
"""Milliseconds after which a page that is too wide stays so."""
LANGUAGES = ("zh-CN", "en")
THEMES = ("light", "dark")
CHECKED = (FIRST, PHONE)
"""Where axe looks; between them only what sticks out is of interest."""


def photograph(page: Page, album: Album, name: str, *, leaving: bool = False) -> None:
    """When everything has been fetched: in all sizes, both themes, both languages, without loading the page again.

    To draw a page anew in other colours or words takes as long as to look through it. So both change at once: every
    element is seen in both themes, every text is read in both languages. Colours are looked at on a desktop in one
    theme and on a phone in the other. The window and its language are left as they were, the theme is the other one;
    not even that for somebody who is ``leaving`` the page.
    """
    page.wait_for_load_state("networkidle")
    before, (lang, theme) = page.viewport_size, _appearance(page)
    _look(page, album, name, list(SIZES), lang, theme)
    if album.whole:
        _change(page, lang, _other(THEMES, theme))
        for size in CHECKED:
            _resize(page, size)
            _take(page, album, f"{name}-{size}-dark")
    _change(page, _other(LANGUAGES, lang), _other(THEMES, theme))
    _look(page, album, None, list(reversed(SIZES)), _other(LANGUAGES, lang), _other(THEMES, theme))
    if not leaving:
        _change(page, lang, _other(THEMES, theme))
    if before is not None:
        page.set_viewport_size(before)


def _look(page: Page, album: Album, name: str | None, sizes: list[str], lang: str, theme: str) -> None:
    for size in sizes:
        _resize(page, size)
        if name and album.whole:
            _take(page, album, f"{name}-{size}")
        with suppress(Error):  # what floats follows the window a moment later; what stays too wide is told below
            page.wait_for_function(FITS, timeout=SETTLED)
        assert not wide(page), f"{lang} {size}: {wide(page)}"
        if size in CHECKED:
            assert not unnamed(page), "\n".join(unnamed(page))
            found = barriers(page, RULES if size == sizes[0] else NO_COLOURS)
            assert not found, "\n".join((f"{lang} {size} {theme}", *found))


def _resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    _stand_still(page)


def _appearance(page: Page) -> tuple[str, str]:
    lang, theme = page.evaluate("() => [document.documentElement.lang, document.documentElement.dataset.theme]")
    return lang, theme


def _other(both: tuple[str, str], one: str) -> str:
    return both[1 - both.index(one)]


def _change(page: Page, lang: str, theme: str) -> None:
    """As if the language had been chosen in another tab, and the theme in the settings of the system."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.evaluate(
        "(newValue) => dispatchEvent(new StorageEvent('storage', { key: 'pingce.lang', newValue }))", lang[:2]
    )
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    _stand_still(page)


def _stand_still(page: Page) -> None:
    """Colours that are still changing would be found too pale; the end of one change may begin another inside it."""
    page.evaluate(
        """async () => {
             const frame = () => new Promise((done) => requestAnimationFrame(done))
             const ends = (one) => one.effect.getComputedTiming().endTime !== Infinity
             await new Promise((done) => setTimeout(done, 100))
             for (await frame(); document.getAnimations().some(ends); await frame())
               document.getAnimations().filter(ends).forEach((one) => one.finish())
           }"""
    )


def _take(page: Page, album: Album, name: str) -> None:
    page.screenshot(path=album.folder / f"{name}.png", full_page=True, animations="disabled")


def wide(page: Page) -> list[str]:
    """What sticks out of the window, from the outside in; elements that scroll in themselves may be wider inside."""
    found: list[str] = page.evaluate(
        """() => document.scrollingElement.scrollWidth <= innerWidth ? [] :
             [...document.body.querySelectorAll('*')]
               .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
               .slice(0, 5).map((one) => `${one.tagName}.${one.className}`)"""
    )
    return found


def unnamed(page: Page) -> list[str]:
    """Regions without a name, and elements whose name a script forgot; both are read aloud as they are."""
    tags: list[str] = page.evaluate(
        """() => ['[role=region]:not([aria-label], [aria-labelledby])', '[aria-label=undefined]']
             .flatMap((nameless) => [...document.querySelectorAll(nameless)])
             .map((element) => element.cloneNode(false).outerHTML)"""
    )
    return tags


def barriers(page: Page, rules: Mapping[str, object] = RULES) -> list[str]:
    """What keeps people out who cannot see well or use a mouse, by the rules of WCAG 2.1 AA; the grave ones."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())  # not as a script of the page, which may have none from elsewhere
    found: list[str] = page.evaluate(
        """async ([grave, rules]) => {
             // Reports in frames have no scripts; selectors and style sheets from elsewhere are for nobody here.
             const wanted = { resultTypes: ['violations'], iframes: false, selectors: false, preload: false, ...rules }
             const { violations } = await axe.run(document, wanted)
             return violations.filter((one) => grave.includes(one.impact)).flatMap((one) => one.nodes.map((node) =>
               `${one.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`))
           }""",
        [GRAVE, rules],
    )
    return found


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")
