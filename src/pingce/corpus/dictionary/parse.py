"""An entry page → an entry, and what was odd about the page. A page never stops the run.

HTML comes in, an entry with its sections and glosses comes out, beside notes on what did not look like other pages.
Which pages those are is for a person to read, never a reason to stop.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pingce.spec.words import Words

from ..entries import HAN, DictionaryEntry, Gloss
from .encoding import Decoded, agrees, decode
from .layout import PageLayout
from .lines import Line, one_line, open_page, page_lines
from .urls import absolute

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser

NOTES = {
    "wrong-encoding": Words("网页的编码与自称的不同", "the page is in another encoding than it says"),
    "mixed-encoding": Words("网页混用编码，或有坏字节", "the page mixes encodings or has broken bytes"),
    "no-word": Words("标题里没有词", "no word in the heading or the title"),
    "other-word": Words("网页说的是别的词", "the page is about another word than asked for"),
    "no-section": Words("没有释义一节", "the section of glosses is missing"),
    "no-glosses": Words("释义一节里没有释义", "the section has no glosses"),
    "several-readings": Words(
        "词有几个读音，释义依次排列", "the word has several readings; their glosses follow each other"
    ),
}
"""Everything that can be odd about a page."""
WORD = re.compile(f"[{HAN}][{HAN}，、·]{{0,15}}")


class Note(NamedTuple):
    """Something odd about a page."""

    code: str
    detail: str = ""


class Parsed(NamedTuple):
    """What a page gave."""

    entry: DictionaryEntry | None
    links: tuple[str, ...]
    """Addresses of other entries, in the order of the page, each once."""
    notes: tuple[Note, ...]


def parse_page(
    page: bytes, layout: PageLayout, *, url: str = "", charset: str | None = None, asked: str | None = None
) -> Parsed:
    """``charset`` is that of the HTTP header; ``asked`` the word the page was fetched for."""
    decoded = decode(page, header=charset)
    tree = open_page(decoded.text, layout)
    lines = page_lines(tree, layout)
    links = tuple(dict.fromkeys(_links(lines, layout, url, decoded.encoding)))
    notes = list(_encoding_notes(decoded))
    word = _word(tree, layout)
    if asked is not None and word != asked:
        if word is not None:
            notes.append(Note("other-word", word))
        word = asked if word is None else word
    sections = _sections(lines, layout)
    glosses = [gloss for section in sections for gloss in section_glosses(section, layout)]
    if word is None:
        notes.append(Note("no-word"))
    if not sections:
        notes.append(Note("no-section"))
    elif not glosses:
        notes.append(Note("no-glosses"))
    readings = list(dict.fromkeys(gloss.reading for gloss in glosses if gloss.reading))
    if len(readings) > 1:
        notes.append(Note("several-readings", ", ".join(readings)))
    entry = DictionaryEntry(word, tuple(glosses), links, url) if word is not None and glosses else None
    return Parsed(entry, links, tuple(notes))


def _encoding_notes(decoded: Decoded) -> Iterator[Note]:
    if decoded.encoding == "mixed" or decoded.lost:
        yield Note("mixed-encoding", f"{decoded.lost} characters lost")
    elif not agrees(decoded):
        yield Note("wrong-encoding", f"says {decoded.declared}, is {decoded.encoding}")


def _word(tree: "LexborHTMLParser", layout: PageLayout) -> str | None:
    for node in tree.css(layout.word_css) if layout.word_css else ():
        text = one_line(node.text()).replace(" ", "")
        if WORD.fullmatch(text):
            return text
    title = tree.css_first("title")
    match = layout.title.search(one_line(title.text())) if title is not None else None
    return match[1] if match else None


def _sections(lines: Sequence[Line], layout: PageLayout) -> list[list[Line]]:
    """The lines after each heading, up to the next one; empty ones too, since the heading may be navigation."""
    sections: list[list[Line]] = []
    inside = False
    for line in lines:
        if match := layout.heading.match(line.text):
            rest = line.text[match.end() :].strip()
            inside = not layout.end.match(rest)
            sections.append([line._replace(text=rest)] if rest and inside else [])
        elif layout.end.match(line.text):
            inside = False
        elif inside:
            sections[-1].append(line)
    return sections


def section_glosses(section: Sequence[Line], layout: PageLayout) -> list[Gloss]:
    """Numbered glosses, or the whole section as one."""
    parts: list[list[str]] = []
    readings: list[str] = []
    loose: list[str] = []
    reading = ""
    for line in section:
        if match := layout.reading.match(line.text):
            reading = match[1].strip("[]()（） ")
            continue
        before, *numbered = _split(line, layout)
        if before and parts:
            parts[-1].append(before)
        elif before:
            loose.append(before)
        for text in numbered:
            parts.append([text] if text else [])
            readings.append(reading)
    if not parts and loose and layout.unnumbered:
        parts, readings = [loose], [reading]
    glosses = [_joined(lines, layout) for lines in parts]
    return [
        Gloss(text, tuple(rest), reading_of) for (text, rest), reading_of in zip(glosses, readings, strict=True) if text
    ]


def _split(line: Line, layout: PageLayout) -> list[str]:
    """What stands before the first number, then the text after each; a list item begins a gloss by itself."""
    starts = list(layout.number.finditer(line.text))
    if not starts:
        return ["", line.text] if line.item else [line.text]
    ends = [*(match.start() for match in starts[1:]), len(line.text)]
    before = line.text[: starts[0].start()].strip()
    return [before, *(line.text[match.end() : end].strip() for match, end in zip(starts, ends, strict=True))]


def _joined(lines: Sequence[str], layout: PageLayout) -> tuple[str, Sequence[str]]:
    if not lines:
        return "", ()
    return (lines[0], lines[1:]) if layout.continuation == "example" else ("".join(lines), ())


def _links(lines: Sequence[Line], layout: PageLayout, url: str, encoding: str) -> Iterator[str]:
    inside = False
    for line in lines:
        if layout.links_heading.match(line.text):
            inside = True
        elif layout.links_end.match(line.text):
            inside = False
        for link in line.links:
            if (inside or layout.links_more.search(link.text)) and layout.links_href.search(link.href):
                address = absolute(url, link.href, encoding=encoding)
                if address is not None and address != url:
                    yield address
