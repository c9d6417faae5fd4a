"""How scores, data and reports show themselves in a notebook: plain tables with their own inline style.

A notebook mixes them with everything else on its page, so nothing here brings scripts or global styles; every text is
escaped.
"""

from collections.abc import Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, assert_never

from pingce.report.answers import Block, blocks
from pingce.report.charts import BarTable
from pingce.report.marks import MarkedPiece
from pingce.report.score import comparison_page, measures_section
from pingce.report.sections import Block as ReportBlock
from pingce.report.sections import Chart, CodeLines, ItemCards, Lines, Page, Table, plain_table
from pingce.spec.task import AnswerField
from pingce.spec.values import Answer, Item
from pingce.spec.words import Lang, Words, same

if TYPE_CHECKING:
    from .data import Data
    from .scores import Comparisons, Score

CELL = "padding:2px 10px;text-align:left;vertical-align:top"
NUMBER = "padding:2px 10px;text-align:right;font-variant-numeric:tabular-nums"
COLOURS = {"r0": "#cfe8d5", "r1": "#fde2c4", "r2": "#d6e0f5", "r3": "#f6d5e1", "r4": "#e5dcf4", "r5": "#f3efbf"}
"""Of roles in marked texts; the dark text on them is readable in light and dark notebooks."""
GREY = "#dddddd"


def score_html(score: "Score", lang: Lang) -> str:
    """All numbers with their intervals, the one that ranks marked, and the signatures."""
    result = score.scored.result
    about = f"{result.task.id} · n = {result.n}"
    title = Words(f"{result.task.title.zh}（{about}）", f"{result.task.title.en} ({about})")
    return page_html(Page(title, result.task.summary, (), [measures_section(result)]), lang)


def comparisons_html(comparisons: "Comparisons", lang: Lang) -> str:
    """The systems, and every pair of them."""
    page = comparison_page(comparisons.compared, gold="")
    return page_html(page._replace(facts=()), lang)


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
    slots = [(entry.name, same(entry.text), same(entry.where)) for entry in block.entries]
    listed = _table_html(Table(same(""), (), slots, words=frozenset({1, 2})), lang) if slots else ""
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
        case Table() | BarTable() | Chart():
            table = plain_table(block)
            return "" if table is None or table.folded else _table_html(table, lang)
        case Lines():
            return "".join(f"<p>{escape(line.say(lang))}</p>" for line in block.lines)
        case CodeLines():
            return "".join(f"<p><code>{escape(line)}</code></p>" for line in block.lines)
        case ItemCards():
            return ""
        case _:
            assert_never(block)


def _table_html(table: Table, lang: Lang) -> str:
    """Numbers to the right, words to the left."""
    head = "".join(f'<th style="{CELL}">{escape(cell.say(lang))}</th>' for cell in table.head)
    left = table.words | table.long | {0}
    rows = [
        "".join(
            f'<td style="{CELL if i in left else NUMBER}">{escape(cell.say(lang))}</td>' for i, cell in enumerate(row)
        )
        for row in table.rows
    ]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
