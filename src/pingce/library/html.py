"""How scores, data and reports show themselves in a notebook: plain tables with their own inline style.

A notebook mixes them with everything else on its page, so nothing here brings scripts or global styles; every text is
escaped.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, assert_never, cast

from pingce.report.answers import Block
from pingce.report.charts import BarTable
from pingce.report.items import ShownAnswer, ShownItem, show_item
from pingce.report.marks import MarkedPiece
from pingce.report.scene import scene_svg
from pingce.report.score import comparison_page, measures_section
from pingce.report.sections import Block as ReportBlock
from pingce.report.sections import Chart, CodeLines, Curves, ItemCards, Lines, Page, Table, plain_table
from pingce.spec.measure import Case
from pingce.spec.shapes import ListOf, SlotTuple
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item, StepTuple
from pingce.spec.words import Lang, Words

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
    shown = [item_html(data.task, item, answer, lang) for item, answer in islice(data, most)]
    left = len(data) - len(shown)
    more = Words(f"另有 {left} 题", f"{left} more items").say(lang) if left else ""
    title = f"{data.task.title.say(lang)}（{data.task.id}）· n = {len(data)}"
    return f"<p><b>{escape(title)}</b></p>{''.join(shown)}<p>{escape(more)}</p>"


def item_html(task: TaskSpec, item: Item, answer: Answer | None, lang: Lang) -> str:
    """An item: its texts and options with what is worth marking, its answer, and the scene that tuples describe."""
    shown = show_item(task, Case(item, answer or {}, None), 0.0)
    head = f"<p><code>{escape(item.id)}</code></p>"
    return _card([head, *_texts_html(shown, lang), *_sides_html(task, shown.gold, answer, lang)])


def worst_html(task: TaskSpec, cases: Iterable[tuple[Case, float]], lang: Lang) -> str:
    """Items that cost most, what is right beside what was said."""
    cards = []
    for case, value in cases:
        shown = show_item(task, case, value)
        columns = (
            (Words("标准", "gold"), shown.gold, case.gold),
            (Words("答案", "answer"), shown.predicted or (), case.predicted),
        )
        cells = [
            f'<td style="{CELL};width:50%"><b>{escape(title.say(lang))}</b>'
            + ("".join(_sides_html(task, sides, answer, lang)) or "<p>—</p>")
            + "</td>"
            for title, sides, answer in columns
        ]
        head = f"<p><code>{escape(case.item.id)}</code> {value:.4f}</p>"
        cards.append(_card([head, *_texts_html(shown, lang), f"<table><tr>{''.join(cells)}</tr></table>"]))
    return "".join(cards)


def _card(lines: Sequence[str]) -> str:
    return f'<div style="border-left:3px solid #3c7d5a;padding-left:10px;margin:8px 0">{"".join(lines)}</div>'


def _texts_html(shown: ShownItem, lang: Lang) -> list[str]:
    return [
        f"<p><small>{escape(title.say(lang))}</small> {''.join(_piece_html(piece, lang) for piece in text)}</p>"
        for title, text in shown.texts
    ]


def _sides_html(task: TaskSpec, sides: Sequence[ShownAnswer], answer: Answer | None, lang: Lang) -> Iterator[str]:
    """An answer field by field; tuples as the scene that they describe, to be unfolded slot by slot."""
    scenes = _scenes(task, answer or {}, lang)
    for side in sides:
        if not side.blocks:
            continue
        more = Words(f"另有 {side.left_out} 条", f"{side.left_out} more").say(lang) if side.left_out else ""
        told = f"{''.join(_block_html(block, lang) for block in side.blocks)}{more}"
        title = escape(side.title.say(lang))
        scene = scenes.get(side.title)
        if scene is None:
            yield f"<p><i>{title}</i></p>{told}"
        else:
            yield f"{scene}<details><summary>{title}</summary>{told}</details>"


def _scenes(task: TaskSpec, answer: Answer, lang: Lang) -> dict[Words, str]:
    """What tuples say, as drawings, by the title of their field; none where nothing can be drawn."""
    drawn = {
        field.title: scene_svg(cast("tuple[StepTuple, ...]", answer[field.name]), lang)
        for field in task.answer
        if isinstance(field.shape, ListOf) and isinstance(field.shape.each, SlotTuple) and field.name in answer
    }
    return {title: f"<div>{svg}</div>" for title, svg in drawn.items() if svg}


def _block_html(block: Block, lang: Lang) -> str:
    """One statement of an answer: a label, a marked text, slots with what stands in them."""
    head = f"<b>{escape(block.head.say(lang))}</b> " if block.head is not None else ""
    marked = "".join(_piece_html(piece, lang) for piece in block.pieces)
    rows = [
        f'<tr><td style="{CELL};background:{COLOURS.get(entry.colour, "none")}">{escape(entry.name.say(lang))}</td>'
        f'<td style="{CELL}">{escape(entry.text)}</td><td style="{CELL}">{escape(entry.where)}</td></tr>'
        for entry in block.entries
    ]
    listed = f"<table>{''.join(rows)}</table>" if rows else ""
    return f"<div>{head}{marked}{escape(block.text)}{listed}</div>"


def _piece_html(piece: MarkedPiece, lang: Lang) -> str:
    if not piece.marks:
        return escape(piece.text)
    mark = piece.marks[0]
    style, title = f"background:{COLOURS.get(mark.colour, GREY)};color:#1d2b24", escape(mark.title.say(lang))
    name = f"<sub>{escape(mark.name)}</sub>" if mark.name else ""
    return f'<span style="{style}" title="{title}">{escape(piece.text)}{name}</span>'


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
        case Table() | BarTable() | Chart() | Curves():
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
