"""What a person does with a page: press keys, drag over characters, hand in."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

SHIFTED = frozenset(':?+"')


@dataclass
class Desk:
    """A page with a form on it; counts every key that goes down, modifiers included."""

    page: Page
    pressed: int = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += (1 if len(key) == 1 else key.count("+") + 1) + (key in SHIFTED)

    def cell(self, index: int) -> Locator:
        """A character of the text by its position in code points."""
        return self.page.locator(f'[data-main] [data-i="{index}"]')

    def jump(self, index: int, *, extend: bool = False) -> None:
        """By the letters over the words: to the word that begins there, or up to it."""
        self.press(":" if extend else ";")
        code = self.cell(index).locator("xpath=..").locator(".hint").inner_text()
        self.press(*code)
        expect(self.page.locator(".hint")).to_have_count(0)

    def drag(self, first: int, last: int, *, adding: bool = False) -> None:
        if adding:
            self.page.keyboard.down("Control")
        self._to(first)
        self.page.mouse.down()
        self._to(last)
        self.page.mouse.up()
        if adding:
            self.page.keyboard.up("Control")

    def _to(self, index: int) -> None:
        box = self.cell(index).bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def ready(self) -> None:
        """The form of a job stands there."""
        expect(self.page.locator(".answer-form")).to_be_visible()

    def field(self, name: str) -> Locator:
        return self.page.locator(f'[data-field="{name}"]')

    @contextmanager
    def handing_in(self, path: str = "/submit") -> Iterator[None]:
        """Around what makes the page send: the server has taken it when this ends."""
        with self.page.expect_response(lambda answer: answer.url.endswith(path)) as caught:
            yield
        taken = caught.value
        assert taken.ok, f"{taken.status}: {taken.text()}"

    def saved(self) -> None:
        """The draft is on the server."""
        expect(self.page.get_by_text("草稿已保存")).to_be_visible()


@contextmanager
def remembered(page: Page) -> Iterator[None]:
    """Around the choice of a language: the account has it when this ends."""
    with page.expect_response(lambda answer: answer.request.method == "PATCH") as caught:
        yield
    assert caught.value.ok
