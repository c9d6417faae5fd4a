"""Chinese input methods: words are composed in text fields as an input method does it, and no key of theirs is ours.

While something is being composed, Enter takes the candidate and digits choose one; neither may submit, choose a label
or leave the page, and what the field holds in the end is what was composed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from .profiles import Profiles
from .site import Site
from .test_pages import ADMIN, ANNOTATOR, BUILDER, RATING, REVIEWER, SCENE, STEP, TEAM, WSD

TYPED = "kongjian"
COMPOSED = "空间"
IN_COMPOSITION = 229
"""The code of keys that an input method takes."""


@dataclass(frozen=True)
class Written:
    """Who writes where; ``keys`` are pressed first."""

    name: str
    who: str | None
    path: str
    field: str
    keys: tuple[str, ...] = ()


ABOUT = "section:has(> h2:text-is('说明')) textarea"
"""The texts that teams accept, further up, are folded in: the first field of the page cannot be seen."""
FIELDS = (
    Written("login", None, "/login", "input[name=name]"),
    Written("find-in-text", ANNOTATOR, f"/work/{STEP}", "input.find", ("/",)),
    Written("comment", ANNOTATOR, f"/work/{STEP}", ".answer-form textarea >> nth=-1"),
    Written("scene-explanation", ANNOTATOR, f"/work/{SCENE}", ".answer-form textarea >> nth=0", ("1",)),
    Written("guide-search", ANNOTATOR, f"/work/{RATING}", ".n-drawer input", ("F2",)),
    Written("review-note", REVIEWER, f"/review/{WSD}", "textarea >> nth=0"),
    Written("trace", BUILDER, "/trace", "main input"),
    Written("people-search", ADMIN, "/people", "main input >> nth=0"),
    Written("start-name", None, "/start", "main input >> nth=0"),
    Written("search-everywhere", BUILDER, "/competitions", "[role=combobox]", ("Control+k",)),
    Written("comment-in-review", REVIEWER, f"/review/{WSD}", "textarea >> nth=-1"),
    Written("item-search", BUILDER, f"/manage/{RATING}/items", "main input >> nth=0"),
    Written("rule-search", BUILDER, f"/manage/{STEP}/rules", "main input[type=text] >> nth=0"),
    Written("campaign-title", BUILDER, f"/manage/{RATING}/settings", "main input >> nth=0"),
    Written("submission-system", TEAM, "/competitions/1/submit", "main input[type=text] >> nth=0"),
    Written("submission-method", TEAM, "/competitions/1/submit", "main textarea"),
    Written("competition-about", BUILDER, "/competitions/1/organise", ABOUT),
    Written("benchmark-name", BUILDER, "/new/benchmark", "main input[type=text] >> nth=0"),
)


class InputMethod:
    """What Chromium gets from an input method, through its own protocol."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)

    def compose(self, text: str) -> None:
        """Underlined in the field, not there yet."""
        place = {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
        self.session.send("Input.imeSetComposition", place)

    def press(self, key: str) -> None:
        """A key that goes to the input method."""
        for kind in ("rawKeyDown", "keyUp"):
            event = {"type": kind, "key": key, "windowsVirtualKeyCode": IN_COMPOSITION, "code": key}
            self.session.send("Input.dispatchKeyEvent", event)

    def take(self, text: str) -> None:
        """The candidate somebody chose."""
        self.session.send("Input.insertText", {"text": text})


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory, told_demo: Path) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("ime"), demo=told_demo)
    site.start()
    yield site
    site.stop()


def open_field(page: Page, written: Written) -> Locator:
    if written.who is not None:
        assert page.context.request.post("/api/demo/login", data={"name": written.who}).ok
    page.goto(written.path)
    page.wait_for_load_state("networkidle")
    if written.who == ANNOTATOR:
        expect(page.locator(".answer-form")).to_be_visible()
    for key in written.keys:
        page.keyboard.press(key)
    field = page.locator(written.field).first
    expect(field).to_be_visible()
    return field


@pytest.mark.parametrize("written", FIELDS, ids=lambda written: written.name)
def test_words_are_composed_and_no_key_of_it_does_anything_else(
    written: Written, demo: Site, profiles: Profiles
) -> None:
    page = profiles.page(demo.url)
    field = open_field(page, written)
    field.fill("")
    field.focus()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    where, method = page.url, InputMethod(page)
    for length in range(1, len(TYPED) + 1):
        method.compose(TYPED[:length])
    for key in ("1", "Enter", "Escape"):
        method.press(key)
    assert page.url == where
    assert [url for url in sent if "/submit" in url or "/login" in url or "/decide" in url] == []
    method.compose(COMPOSED)
    method.take(COMPOSED)
    expect(field).to_have_value(COMPOSED)
