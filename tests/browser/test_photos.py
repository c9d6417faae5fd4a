"""What every page is looked at for would be found."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from . import photos
from .photos import Album, barriers, photograph, unnamed, wide
from .profiles import DESKTOP

PALE = "<p style='color: #eee; background: #fff'>看不清</p>"
NAMELESS = "<button></button>"
WIDE_IN_ENGLISH = "<style>[lang=en] p { width: 900px }</style><p>长</p>"
NAMELESS_IN_ENGLISH = f"<style>html:not([lang=en]) button {{ display: none }}</style>{NAMELESS}"
NAMELESS_ON_DESKTOP = f"<style>@media (width < 1000px) {{ button {{ display: none }} }}</style>{NAMELESS}"
PALE_IN_THE_DARK = "<style>[data-theme=dark] p { color: #222; background: #000 }</style><p>看不清</p>"
FORGOTTEN = "<div role='region' aria-label='undefined'></div>"
PAGE = """<html lang='zh-CN' data-theme='light'><title>页</title><main>{body}</main><script>
const html = document.documentElement
addEventListener('storage', (event) => { html.lang = event.newValue === 'en' ? 'en' : 'zh-CN' })
matchMedia('(prefers-color-scheme: dark)').onchange = (dark) => { html.dataset.theme = dark.matches ? 'dark' : 'light' }
</script></html>"""


@pytest.fixture
def blank(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page(viewport=DESKTOP)
    yield page
    page.close()


def show(page: Page, body: str) -> None:
    page.set_content(PAGE.replace("{body}", body))
    expect(page.locator("main")).to_be_attached()


def test_pale_words_and_nameless_buttons_are_found(blank: Page) -> None:
    show(blank, PALE + NAMELESS)
    assert [found.split(":")[0] for found in barriers(blank)] == ["button-name", "color-contrast"]
    assert "<button></button>" in barriers(blank)[0]


def test_what_sticks_out_of_the_window_is_found(blank: Page) -> None:
    show(blank, "<div class='long' style='width: 1300px'>长</div>")
    assert wide(blank) == ["DIV.long"]
    show(blank, "<div style='overflow: auto'><div style='width: 1300px'>长</div></div>")
    assert wide(blank) == []


def test_regions_without_a_name_are_found(blank: Page) -> None:
    show(blank, "<div role='region'></div><div role='region' aria-label='表'></div>" + FORGOTTEN)
    assert unnamed(blank) == ['<div role="region"></div>', '<div role="region" aria-label="undefined"></div>']


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<div style='width: 900px'>长</div>", "768"),
        (FORGOTTEN, "undefined"),
        (NAMELESS, "button-name"),
        (PALE, "color-contrast"),
        (WIDE_IN_ENGLISH, "en 390"),
        (NAMELESS_IN_ENGLISH, "button-name"),
        (NAMELESS_ON_DESKTOP, "button-name"),
        (PALE_IN_THE_DARK, "color-contrast"),
    ],
)
def test_a_page_with_a_fault_is_not_photographed_in_peace(
    blank: Page, screenshots: Album, body: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "SETTLED", 500)
    show(blank, body)
    with pytest.raises(AssertionError, match=said):
        photograph(blank, screenshots, "fault")


@pytest.mark.parametrize("whole", [True, False])
def test_all_pictures_are_taken_where_they_are_kept(blank: Page, tmp_path: Path, whole: bool) -> None:
    show(blank, "<p>好</p>")
    photograph(blank, Album(tmp_path, whole=whole), "good")
    taken = {path.stem for path in tmp_path.iterdir()}
    every = {"good-1280", "good-768", "good-390", "good-1280-dark", "good-390-dark"}
    assert taken == (every if whole else set())
    assert blank.evaluate("() => [innerWidth, document.documentElement.lang]") == [DESKTOP["width"], "zh-CN"]
