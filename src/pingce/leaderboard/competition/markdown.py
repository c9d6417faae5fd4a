"""Markdown of announcements as HTML that is safe on any page.

HTML in the text is shown as text, links lead to http(s) and mail only (markdown-it refuses javascript: and data:), and
there are no pictures: they would tell their server who reads.
"""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


@cache
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")


def safe_html(text: str) -> str:
    """The text as HTML."""
    return str(_markdown().render(text))
