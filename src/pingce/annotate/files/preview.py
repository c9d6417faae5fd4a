"""What an import would bring, before anything is made: the first items, the columns, and everything that is wrong.

``preview_items`` reads the whole file as :func:`.items.read_new_items` does and stores nothing.
"""

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pingce.formats.load import BadFileError
from pingce.formats.source import members
from pingce.formats.tabular import Layout, TabularFile
from pingce.spec.errors import PlacedProblem, UserError
from pingce.spec.problem import Problem
from pingce.spec.words import Words

from ..forms import Form
from ..item_problems import TOLD, BadItems, item_problems
from ..items import NewItem
from .items import find_item_file, read_new_items
from .own import ColumnMapping, TableReading, WantedColumn, is_own_file, open_table, suggest_columns, wanted_columns

SHOWN = 8
"""Items and sample cells that are shown."""
SAMPLE_LENGTH = 60


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column with its first cells."""

    name: str
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PreviewItem:
    """An item as it would come in."""

    line: int | None
    id: str
    texts: dict[str, str]
    group: str


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What a file would bring, and what is wrong with it."""

    file: str
    layout: Layout | None
    """None: the task's own format, or the corpus stage's."""
    header: bool
    members: tuple[str, ...]
    """The files of a zip pack, where one has to be chosen."""
    columns: tuple[ColumnView, ...]
    mapping: ColumnMapping | None
    wanted: tuple[WantedColumn, ...]
    items: tuple[PreviewItem, ...]
    total: int
    problems: tuple[PlacedProblem, ...]
    more: int
    """Problems beyond those that are told."""


def preview_items(
    form: Form,
    name: str,
    *,
    group_by: str = "",
    control: bool = False,
    inventory: str | None = None,
    questions: str | None = None,
    table: TableReading,
) -> ImportPreview:
    """Everything people want to see before they say yes.

    How many items there are, the first of them, what each column of a table of one's own would become, and what is
    wrong; nothing is stored. The arguments are those of ``read_new_items``.
    """
    choices = pack_members(Path(name))
    if len(choices) > 1:
        return _view(form, Path(name).name, choices=choices)
    source = find_item_file(name)
    read: TabularFile | None = None
    mapping: ColumnMapping | None = None
    problems: list[PlacedProblem] = []
    items: list[NewItem] = []
    count = 0
    try:
        if not control and questions is None and is_own_file(form, source, table):
            read = open_table(form, source, table)
            mapping = table.columns or suggest_columns(form, read)
        coming = read_new_items(
            form, name, group_by=group_by, control=control, inventory=inventory, questions=questions, table=table
        )
        items.extend(coming)  # what came before a problem stays
    except BadItems as refused:
        problems, count = list(refused.problems), len(refused.problems) + refused.more
    except BadFileError as refused:
        problems = [_placed(problem, source.base_name) for problem in refused.findings.problems[:TOLD]]
        count = refused.findings.error_count
    except UserError as refused:
        problems, count = [PlacedProblem(source.base_name, refused.words)], 1
    wrong = list(_item_problems(form, items, source.base_name))
    return _view(
        form,
        source.base_name,
        table=read,
        mapping=mapping,
        items=items,
        problems=[*problems, *wrong][:TOLD],
        count=max(count, len(problems)) + len(wrong),
    )


def _placed(problem: Problem, file: str) -> PlacedProblem:
    told = problem._replace(file="", line=None)
    message = Words(told.text("zh").lstrip("： "), told.text("en").lstrip(": "))
    return PlacedProblem(file if problem.line is None else f"{file}:{problem.line}", message)


def pack_file(name: str, member: str) -> str:
    """The file of a pack that was chosen, as readers name it; one that the pack does not have is none of it."""
    return f"{name}/{member}" if member and member in pack_members(Path(name)) else name


def pack_members(path: Path) -> tuple[str, ...]:
    """The data files of a zip pack; none where it is no pack."""
    if path.suffix.lower() == ".xlsx" or not path.is_file() or not zipfile.is_zipfile(path):
        return ()
    with zipfile.ZipFile(path) as pack:
        return tuple(members(pack))


def _item_problems(form: Form, items: Sequence[NewItem], file: str) -> list[PlacedProblem]:
    return [
        PlacedProblem(
            file if item.line is None else f"{file}:{item.line}",
            Words(f"{item.id}：{words.zh}", f"{item.id}: {words.en}"),
        )
        for item, words in item_problems(form, items)
    ]


def _view(
    form: Form,
    file: str,
    *,
    choices: tuple[str, ...] = (),
    table: TabularFile | None = None,
    mapping: ColumnMapping | None = None,
    items: Sequence[NewItem] = (),
    problems: Sequence[PlacedProblem] = (),
    count: int = 0,
) -> ImportPreview:
    return ImportPreview(
        file=file,
        layout=table.layout if table is not None else None,
        header=table.header if table is not None else True,
        members=choices,
        columns=tuple(_column(table, name) for name in table.columns) if table is not None else (),
        mapping=mapping,
        wanted=wanted_columns(form),
        items=tuple(PreviewItem(item.line, item.id, dict(item.texts), item.group) for item in items[:SHOWN]),
        total=len(items),
        problems=tuple(problems),
        more=count - len(problems),
    )


def _column(table: TabularFile, name: str) -> ColumnView:
    cells = (str(row.cells.get(name, ""))[:SAMPLE_LENGTH] for row in table.rows[:SHOWN])
    return ColumnView(name, tuple(cells))
