"""How scores, data and reports show themselves in a notebook: plain tables with their own inline style.

A notebook mixes them with everything else on its page, so nothing here brings scripts or global styles; every text is
escaped.
"""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, assert_never

from pingce.report.answers import Block, blocks
from pingce.report.charts import BarTable
from pingce.report.marks import MarkedPiece
from pingce.report.sections import Block as ReportBlock
from pingce.report.sections import Chart, CodeLines, ItemCards, Lines, Page, Table
from pingce.report.titles import called
from pingce.report.words import MEASURES, NUMBERS
from pingce.spec.task import AnswerField
from pingce.spec.values import Answer, Item
from pingce.spec.words import Lang, Words

if TYPE_CHECKING:
    from .data import Data
    from .scores import Comparisons, Score

CELL = "padding:2px 10px;text-align:left;vertical-align:top"
NUMBER = "padding:2px 10px;text-align:right;font-variant-numeric:tabular-nums"
COLOURS = {"r0": "#cfe8d5", "r1": "#fde2c4", "r2": "#d6e0f5", "r3": "#f6d5e1", "r4": "#e5dcf4", "r5": "#f3efbf"}
"""Of roles in marked texts; the dark text on them is readable in light and dark notebooks."""
GREY = "#dddddd"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """An HTML table; the first ``words`` columns hold words, the others numbers."""
    cells = "".join(f'<th style="{CELL}">{escape(cell)}</th>' for cell in head)
    lines = [
        "<tr>"
        + "".join(f'<td style="{CELL if i < words else NUMBER}">{escape(cell)}</td>' for i, cell in enumerate(row))
        + "</tr>"
        for row in rows
    ]
    return f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def score_html(score: "Score", lang: Lang) -> str:
    """All numbers with their intervals; the one that ranks is marked."""
    result = score.scored.result
    rows = []
    for name, measured in result.measures.items():
        for number, value in measured.numbers.items():
            low, high = result.intervals[name][number]
            ranks = "◀" if (name, number) == result.ranked_by else ""
            title = f"{called(name, MEASURES).say(lang)} · {called(number, NUMBERS).say(lang)}"
            rows.append([title, f"{value:.4f}", f"[{low:.4f}, {high:.4f}]", ranks])
    head = (
        Words("指标", "measure"),
        Words("数值", "value"),
        Words("95 % 区间", "95 % interval"),
        Words("排名", "ranks"),
    )
    title = f"{result.task.title.say(lang)}（{result.task.id}）· n = {result.n}"
    return (
        f"<p><b>{escape(title)}</b></p>"
        + table([words.say(lang) for words in head], rows)
        + f"<p><code>{escape(score.signature)}</code></p>"
    )


def comparisons_html(comparisons: "Comparisons", lang: Lang) -> str:
    """The systems, and every pair of them."""
    head = (
        Words("甲", "first"),
        Words("乙", "second"),
        Words("差", "difference"),
        Words("95 % 区间", "95 % interval"),
        Words("p（自助法）", "p (bootstrap)"),
        Words("p（McNemar）", "p (McNemar)"),
    )
    rows = [
        [
            pair.first,
            pair.second,
            f"{pair.difference:+.4f}",
            f"[{pair.interval.low:+.4f}, {pair.interval.high:+.4f}]",
            f"{pair.p_bootstrap:.4f}",
            "–" if pair.p_mcnemar is None else f"{pair.p_mcnemar:.4f}",
        ]
        for pair in comparisons.pairs
    ]
    systems = [[name, f"{value:.4f}"] for name, value in comparisons.values.items()]
    heading = [Words("系统", "system").say(lang), ".".join(comparisons.compared.ranked_by)]
    return table(heading, systems) + table([words.say(lang) for words in head], rows, words=2)


def data_html(data: "Data", lang: Lang, *, most: int) -> str:
    """The first items, fragments of the answers coloured by role."""
    shown = [item_html(data.task.answer, item, answer, lang) for item, answer in islice(data, most)]
    left = len(data) - len(shown)
    more = Words(f"另有 {left} 题", f"{left} more items").say(lang) if left else ""
    title = f"{data.task.title.say(lang)}（{data.task.id}）· n = {len(data)}"
    return f"<p><b>{escape(title)}</b></p>{''.join(shown)}<p>{escape(more)}</p>"


def item_html(fields: Sequence[AnswerField], item: Item, answer: Answer | None, lang: Lang) -> str:
    """One item: its texts and options, and its answer field by field."""
    lines = [f"<p><code>{escape(item.id)}</code></p>"]
    lines += [f"<p>{escape(text)}</p>" for text in item.texts.values()]
    lines += [f"<p>{escape(letter)}. {escape(option)}</p>" for letter, option in item.options.items()]
    for field in fields:
        if answer is not None and field.name in answer:
            parts = [
                _block_html(block, lang) for block in blocks(field.shape, answer[field.name], item.text, item.options)
            ]
            lines.append(f"<p><i>{escape(field.title.say(lang))}</i></p>{''.join(parts)}")
    return f'<div style="border-left:3px solid #3c7d5a;padding-left:10px;margin:8px 0">{"".join(lines)}</div>'


def _block_html(block: Block, lang: Lang) -> str:
    """One statement of an answer: a label, a marked text, slots with what stands in them."""
    head = f"<b>{escape(block.head.say(lang))}</b> " if block.head is not None else ""
    marked = "".join(map(_piece_html, block.pieces))
    rows = [[entry.name.say(lang), entry.text, entry.where] for entry in block.entries]
    listed = table((), rows, words=3) if rows else ""
    return f"<div>{head}{marked}{escape(block.text)}{listed}</div>"


def _piece_html(piece: MarkedPiece) -> str:
    if not piece.marks:
        return escape(piece.text)
    mark = piece.marks[0]
    return (
        f'<span style="background:{COLOURS.get(mark.colour, GREY)};color:#1d2b24" title="{escape(mark.title.en)}">'
        f"{escape(piece.text)}<sub>{escape(mark.name)}</sub></span>"
    )


def page_html(page: Page, lang: Lang) -> str:
    """The sections of a report with their tables; histograms as tables, what is folded is left out."""
    lines = [f"<p><b>{escape(page.title.say(lang))}</b></p>"]
    lines += [f"<p>{escape(name.say(lang))}: {escape(value.say(lang))}</p>" for name, value in page.facts]
    for section in page.sections:
        lines.append(f"<p><b>{escape(section.title.say(lang))}</b></p>")
        lines += [_report_block_html(block, lang) for block in section.blocks]
    return "".join(lines)


def _report_block_html(block: ReportBlock, lang: Lang) -> str:
    match block:
        case Table():
            rows = [[cell.say(lang) for cell in row] for row in block.rows]
            return "" if block.folded else table([words.say(lang) for words in block.head], rows)
        case BarTable():
            head = [block.title, *block.columns, block.n_title]
            bars = [
                [bar.name.say(lang), *(f"{number:.4f}" for number in bar.numbers), "" if bar.n is None else str(bar.n)]
                for bar in block.bars
            ]
            return table([words.say(lang) for words in head], bars)
        case Chart():
            return table(
                [block.unit.say(lang), block.counted.say(lang)], [[column.name, str(column.n)] for column in block.bins]
            )
        case Lines():
            return "".join(f"<p>{escape(line.say(lang))}</p>" for line in block.lines)
        case CodeLines():
            return "".join(f"<p><code>{escape(line)}</code></p>" for line in block.lines)
        case ItemCards():
            return ""
        case _:
            assert_never(block)
