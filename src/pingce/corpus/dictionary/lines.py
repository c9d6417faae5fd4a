"""A page as lines, the way a reader sees it: block elements begin new ones, markup is gone, links are known."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from .layout import PageLayout

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode


class Link(NamedTuple):
    """A link and its text."""

    text: str
    href: str


class Line(NamedTuple):
    """What stands between two breaks."""

    text: str
    links: tuple[Link, ...] = ()
    item: bool = False
    """The first line of a list item, whose number the browser would draw."""


def open_page(html: str, layout: PageLayout) -> "LexborHTMLParser":
    """The page parsed, without the elements that the layout says to skip."""
    from selectolax.lexbor import LexborHTMLParser

    page = LexborHTMLParser(html)
    if layout.skip:
        for node in page.css(layout.skip):
            node.decompose()
    return page


def page_lines(page: "LexborHTMLParser", layout: PageLayout) -> list[Line]:
    """The lines of the page's content; without an element for it in the layout, of its body."""
    root = (page.css_first(layout.content) if layout.content else None) or page.body
    return list(_lines(root, layout.blocks)) if root is not None else []


def _lines(root: "LexborNode", blocks: frozenset[str]) -> Iterator[Line]:
    pieces: list[str] = []
    links: list[Link] = []
    item = False
    for node, entering in _walk(root):
        tag = node.tag or ""
        if tag == "-text":
            pieces.append(node.text_content or "")
        elif tag in blocks:
            if text := one_line("".join(pieces)):
                yield Line(text, tuple(links), item)
                item = False
            pieces, links = [], []
            if tag == "li":
                item = entering
        elif tag == "a" and entering and (href := node.attributes.get("href")):
            links.append(Link(one_line(node.text()), href))
    if text := one_line("".join(pieces)):
        yield Line(text, tuple(links), item)


def _walk(root: "LexborNode") -> Iterator[tuple["LexborNode", bool]]:
    """Every node when it begins and again when it ends; without recursion, since pages nest as deep as they like."""
    stack = [(root, True)]
    while stack:
        node, entering = stack.pop()
        yield node, entering
        if entering and node.tag != "-text":
            stack.append((node, False))
            stack.extend((child, True) for child in reversed(list(node.iter(include_text=True))))


def one_line(text: str) -> str:
    return " ".join(text.split())
