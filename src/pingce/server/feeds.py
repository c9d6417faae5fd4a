"""Announcements as an RSS 2.0 feed, for feed readers."""

from collections.abc import Sequence
from email.utils import formatdate
from xml.sax.saxutils import escape

from pingce.leaderboard.competition.views import NewsView

MEDIA_TYPE = "application/rss+xml; charset=utf-8"


def rss(title: str, address: str, items: Sequence[NewsView]) -> str:
    """``address``: the page of the competition, to which every entry leads."""
    entries = "".join(
        f"<item><title>{_text(item.title)}</title><link>{_text(address)}</link>"
        f'<guid isPermaLink="false">{_text(address)}#{item.id}</guid>'
        f"<pubDate>{formatdate(item.published_at, usegmt=True)}</pubDate>"
        f"<description>{_text(item.html)}</description></item>"
        for item in items
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>'
        f"<title>{_text(title)}</title><link>{_text(address)}</link>"
        f"<description>{_text(title)}</description>{entries}</channel></rss>\n"
    )


def _text(text: str) -> str:
    """XML has no way to write most control characters."""
    return escape("".join(character for character in text if character.isprintable() or character in "\n\t"))
