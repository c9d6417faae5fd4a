"""The pictures of the README: recorded from the demo by ``make pictures``, light and dark, small, all of them shown."""

import base64
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .profiles import Profiles
from .site import Site
from .test_pages import ANNOTATOR, STEP, TEAM, Shot

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs/pictures"
RECORD_VARIABLE = "PINGCE_PICTURES"
"""Set: the pictures are taken anew; otherwise those that are there are looked at."""
LARGEST = 150_000
QUALITY = 0.86
THEMES = ("light", "dark")
TAKEN = (
    Shot("flow", None, "/welcome", ".hero"),
    Shot("step", ANNOTATOR, f"/work/{STEP}", ".scene"),
    Shot("board", TEAM, "/competitions/1/board?phase=dev", "text=远山队 >> nth=1"),
)
NAMES = [f"{shot.name}-{theme}.webp" for shot in TAKEN for theme in THEMES]
TO_WEBP = """async ([png, quality]) => {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas.toDataURL('image/webp', quality).split(',')[1]
}"""


@pytest.fixture
def demo(tmp_path: Path, told_demo: Path) -> Iterator[Site]:
    site = Site(tmp_path, demo=told_demo)
    site.start()
    yield site
    site.stop()


def webp(page: Page, png: bytes) -> bytes:
    """The same picture, a quarter of the size; the browser knows how."""
    blank = page.context.new_page()
    encoded: str = blank.evaluate(TO_WEBP, [base64.b64encode(png).decode(), QUALITY])
    blank.close()
    return base64.b64decode(encoded)


@pytest.mark.parametrize("shot", TAKEN, ids=lambda shot: shot.name)
def record_pictures(shot: Shot, demo: Site, profiles: Profiles) -> None:
    page = profiles.page(demo.url)
    if shot.who is not None:
        assert page.context.request.post("/api/demo/login", data={"name": shot.who}).ok
    page.goto(shot.path)
    page.get_by_role("button", name="不再显示").click()
    expect(page.locator(shot.shows).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    for theme in THEMES:
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        part = page.locator(shot.shows) if shot.name == "flow" else page
        picture = webp(page, part.screenshot(animations="disabled"))
        PICTURES.mkdir(exist_ok=True)
        (PICTURES / f"{shot.name}-{theme}.webp").write_bytes(picture)


if RECORD_VARIABLE in os.environ:
    test_pictures_are_recorded = record_pictures


def test_the_readme_shows_every_picture_in_both_themes_and_all_are_small() -> None:
    shown = re.findall(r"docs/pictures/([\w.-]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert set(shown) == set(NAMES)
    assert sorted(path.name for path in PICTURES.iterdir()) == sorted(NAMES)
    assert [path.name for path in PICTURES.iterdir() if path.stat().st_size > LARGEST] == []
