"""Certificates as PDF, one page each, in Chinese or English.

The Chinese font is one of the standard Asian fonts that PDF readers bring or find on the system (STSong-Light), so no
font file comes with the package and a hundred certificates weigh as much as one picture. Every page carries the number
by which anybody can verify it.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from pingce.spec.extras import missing_extra
from pingce.spec.words import Lang, Words

from .calendar import BEIJING

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

FONT = "STSong-Light"
WIDTH, HEIGHT = 842.0, 595.0
"""A4 across, in points."""
MARGIN = 36.0
TITLE = Words("荣誉证书", "CERTIFICATE")
PARTICIPATION = Words("参赛证书", "certificate of participation")


@dataclass(frozen=True)
class CertificateFacts:
    """What is printed on a certificate."""

    number: str
    competition: str
    team: str
    organisation: str
    members: tuple[str, ...]
    prize: Words | None
    """None: the team took part."""
    rank: int | None
    issued_at: float


def certificates_pdf(certificates: Sequence[CertificateFacts], lang: Lang, verify_at: str = "") -> bytes:
    """All certificates in one file; ``verify_at``: the address of the page on which a number can be verified."""
    problem = missing_extra(Words("证书的 PDF", "A certificate as PDF"), "reportlab", extra="certificates")
    if problem is not None:
        raise problem
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(UnicodeCIDFont(FONT))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDTH, HEIGHT), invariant=True)
    canvas.setTitle(f"{TITLE.say(lang)} {certificates[0].competition}" if certificates else TITLE.say(lang))
    for facts in certificates:
        _page(canvas, facts, lang, verify_at)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _page(canvas: "Canvas", facts: CertificateFacts, lang: Lang, verify_at: str) -> None:
    canvas.setLineWidth(3)
    canvas.rect(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN)
    canvas.setLineWidth(0.7)
    canvas.rect(MARGIN + 7, MARGIN + 7, WIDTH - 2 * MARGIN - 14, HEIGHT - 2 * MARGIN - 14)
    _line(canvas, TITLE.say(lang), 465, 44)
    _line(canvas, facts.team, 390, 30)
    _line(canvas, " ".join(filter(None, [facts.organisation, _members(facts, lang)])), 355, 14)
    for text, y, size in zip(_said(facts, lang), (305, 268, 225), (18, 18, 26), strict=False):
        _line(canvas, text, y, size)
    _line(canvas, _day(facts.issued_at, lang), 150, 14)
    number = Words(f"编号 {facts.number}", f"No. {facts.number}").say(lang)
    _line(canvas, f"{number}    {verify_at}".strip(), 72, 10)


def _said(facts: CertificateFacts, lang: Lang) -> list[str]:
    prize = facts.prize or PARTICIPATION
    rank = Words("", "") if facts.rank is None else Words(f"，总排名第 {facts.rank}", f", rank {facts.rank} overall")
    if lang == "zh":
        return [
            f"在“{facts.competition}”中{f'表现优异{rank.zh}' if facts.prize else '完成比赛'}，特发此证。",
            "",
            prize.zh,
        ]
    done = f"for an outstanding result{rank.en}" if facts.prize else "for taking part"
    return [f"{done} in", facts.competition, prize.en]


def _members(facts: CertificateFacts, lang: Lang) -> str:
    return ("、" if lang == "zh" else ", ").join(facts.members)


def _day(at: float, lang: Lang) -> str:
    day = datetime.fromtimestamp(at, BEIJING)
    return f"{day.year} 年 {day.month} 月 {day.day} 日" if lang == "zh" else day.strftime("%d %B %Y")


def _line(canvas: "Canvas", text: str, y: float, size: float) -> None:
    """In the middle; smaller where it would not fit."""
    text = "".join(character for character in text if character.isprintable())
    width = canvas.stringWidth(text, FONT, size)
    room = WIDTH - 2 * MARGIN - 60
    if width > room:
        size = max(6.0, size * room / width)
    canvas.setFont(FONT, size)
    canvas.drawCentredString(WIDTH / 2, y, text)
