"""Files that are in no format of ours as items of a campaign: which column is the id, which a text of the task.

``suggest_columns`` guesses from the names of columns and from what stands in them; people confirm or change it, and
``table_items`` makes the items. Answers in such files are passed over.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.load import collect_problems, refuse_invalid
from pingce.formats.provenance import stated_provenance
from pingce.formats.sense_collections import is_by_gloss, is_micls
from pingce.formats.senses import TSV_HEADER, Inventory
from pingce.formats.source import Source
from pingce.formats.tabular import ANSWER_KEYS, TEXT, TabularFile, TabularRow, read_table
from pingce.spec.errors import PlacedProblem, UserError
from pingce.spec.task import TextField
from pingce.spec.values import Item
from pingce.spec.words import Words

from ..forms import Form
from ..items import NewItem, asked_with
from .passages import ID, glosses_of, group_of, provenance

ID_NAMES = frozenset({"id", "qid", "no", "number", "编号", "序号", "题号", "号"})
PASSAGE_NAMES = frozenset(
    {TEXT, "context", "sentence", "content", "passage", "句子", "文本", "正文", "原文", "语料", "内容", "语句", "段落"}
)
WORD_NAMES = frozenset({"word", "target", "词", "词语", "目标词", "待标词"})
ASKED_KEYS = frozenset(
    {"glosses", "relations", "judge", "explanation", "options", "option_kind", "replaced", "original"}
)
"""Keys that forms and rules read from an item; a stranger's column of that name is something else."""


@dataclass(frozen=True)
class ColumnMapping:
    """Which column is what; an empty ``id`` numbers the items by the name of their file."""

    id: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Name of a text of the task → column."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Letter → column, where items bring choices of their own."""


@dataclass(frozen=True)
class TableReading:
    """How to read a file of one's own; what is not said is guessed."""

    columns: ColumnMapping | None = None
    paragraphs: bool = False
    header: bool | None = None
    own: bool = False
    """Not in the task's format, even where it looks so."""


AS_IT_IS = TableReading()


@dataclass(frozen=True)
class WantedColumn:
    """What an item of a form needs, and what people call it."""

    name: str
    title: Words
    required: bool


def wanted_columns(form: Form) -> tuple[WantedColumn, ...]:
    """The id, the texts and the options of an item: what columns can be chosen for."""
    letters = form.task.options.letters if form.task.options is not None else ()
    fewest = form.task.options.fewest if form.task.options is not None else 0
    return (
        WantedColumn(ID, Words("题号", "id"), required=False),
        *(WantedColumn(text.name, text.title, required=True) for text in form.task.texts),
        *(
            WantedColumn(letter, Words(f"选项 {letter}", f"option {letter}"), required=place < fewest)
            for place, letter in enumerate(letters)
        ),
    )


def is_own_file(form: Form, source: Source, reading: TableReading) -> bool:
    """Whether a file is read as a table rather than in the task's format or the corpus stage's."""
    if reading.own or reading.columns is not None:
        return True
    ending = source.base_name.rpartition(".")[2].lower()
    if ending == "xlsx":
        return True
    with source.open() as file:
        start = file.read(1 << 12).lstrip(b"\xef\xbb\xbf \r\n\t")
    if "by-gloss" in form.task.kinds and is_by_gloss(start.decode(errors="replace")):
        return False
    if start[:1] in (b"{", b"["):  # lists of words for votes come as the corpus stage writes them
        return not form.votes and _has_foreign_keys(form, source)
    if ending in ("csv", "tsv", "tab"):
        first = start.decode(errors="replace").splitlines()[:1]
        is_pairs = "micls" in form.task.kinds and any(map(is_micls, first))
        return not (is_pairs or ("glossbert" in form.task.kinds and start.startswith(TSV_HEADER[0].encode())))
    return "lines" not in form.task.kinds and ending == "txt"


def _has_foreign_keys(form: Form, source: Source) -> bool:
    first: Mapping[str, object] = {}
    with collect_problems():  # told by whoever reads the file
        _, first = next(json_records(source, Findings(source.name)), (0, {}))
    keys = form.task.renamed(dict(first)).keys()
    if not keys or form.task.id_key in keys or form.task.sheet_key in keys:
        return False
    passages = [text for text in form.task.texts if text.passage]
    return not (len(passages) == 1 and {ID, TEXT} <= keys and "data" not in keys and not (ANSWER_KEYS & keys))


def open_table(form: Form, source: Source, reading: TableReading) -> TabularFile:
    """The table a file of one's own is; refused with all that is wrong where it cannot be read."""
    findings = Findings(source.name)
    with refuse_invalid(findings):
        return read_table(
            source,
            findings,
            paragraphs=reading.paragraphs,
            header=reading.header,
            is_column=column_test(form, reading.columns),
        )


def need_own_files(form: Form) -> None:
    """Refuse where a table of one's own cannot say what is asked: explanations that other people wrote are rated."""
    if form.gives_points:
        raise UserError(
            Words("解释评分需要提交文件（官方格式）。", "Rating explanations needs a submission file."),
            code="official-only",
        )


def column_test(form: Form, columns: ColumnMapping | None) -> Callable[[str], bool]:
    """Whether a cell of the first row is the name of a column that was named, else looks like one for this form."""
    if columns is not None:
        named = {columns.id, *columns.texts.values(), *columns.options.values()} - {""}
        return lambda cell: cell.strip() in named
    names = ID_NAMES.union(*(_names(form, text) for text in form.task.texts))
    return lambda cell: cell.strip().lower() in names


def suggest_columns(form: Form, table: TabularFile) -> ColumnMapping:
    """The likeliest mapping: by name; of the columns left over, the one with the longest texts is the passage."""
    free = list(table.columns)

    def take(names: frozenset[str]) -> str:
        column = next((column for column in free if column.strip().lower() in names), "")
        if column:
            free.remove(column)
        return column

    chosen_id = take(ID_NAMES)
    texts = {text.name: column for text in form.task.texts if (column := take(_names(form, text)))}
    letters = form.task.options.letters if form.task.options is not None else ()
    options = {letter: column for letter in letters if (column := take(_option_names(letter)))}
    for text in form.task.texts:
        if text.name not in texts and text.passage and free:
            texts[text.name] = max(free, key=lambda column: _mean_length(table, column))
            free.remove(texts[text.name])
    return ColumnMapping(chosen_id, texts, options)


def _names(form: Form, text: TextField) -> frozenset[str]:
    own = {text.name.lower(), text.key.lower(), text.title.zh, text.title.en.lower()}
    passages = [other.name for other in form.task.texts if other.passage]
    if not text.passage:
        return frozenset(own | WORD_NAMES)
    place = passages.index(text.name) + 1
    numbered = {f"{name}{place}" for name in PASSAGE_NAMES}
    return frozenset(own | numbered | (PASSAGE_NAMES if len(passages) == 1 else frozenset()))


def _option_names(letter: str) -> frozenset[str]:
    return frozenset({letter.lower(), f"选项{letter.lower()}", f"option {letter.lower()}"})


def _mean_length(table: TabularFile, column: str) -> float:
    cells = [len(str(row.cells.get(column) or "")) for row in table.rows[:100]]
    return sum(cells) / max(1, len(cells))


def table_items(
    form: Form,
    table: TabularFile,
    columns: ColumnMapping,
    problems: list[PlacedProblem],
    *,
    file: str,
    group_by: str = "",
    glosses: Inventory | None = None,
) -> Iterator[NewItem]:
    """The items of a table; rows that make none are told in ``problems``, each by its line."""
    need_own_files(form)
    unnamed = [want for want in wanted_columns(form) if want.required and not _column(columns, want.name)]
    strange = {*columns.texts.values(), *columns.options.values(), columns.id} - {"", *table.columns}
    problems += [
        PlacedProblem(file, Words(f"请选一列作为“{want.title.zh}”", f"choose a column for “{want.title.en}”"))
        for want in unnamed
    ]
    problems += [
        PlacedProblem(file, Words(f"没有“{column}”这一列", f"there is no column “{column}”"))
        for column in sorted(strange)
    ]
    if not table.rows:
        problems.append(PlacedProblem(file, Words("文件里没有内容", "there is nothing in the file")))
    if problems:
        return
    for number, row in enumerate(table.rows, start=1):
        item = _row_item(form, row, number, columns, problems, file=file, group_by=group_by, glosses=glosses)
        if item is not None:
            yield item


def _row_item(
    form: Form,
    row: TabularRow,
    number: int,
    columns: ColumnMapping,
    problems: list[PlacedProblem],
    *,
    file: str,
    group_by: str,
    glosses: Inventory | None,
) -> NewItem | None:
    where, before = f"{file}:{row.line}", len(problems)
    texts = {text.name: _cell(row, columns.texts[text.name]) for text in form.task.texts}
    for name, value in texts.items():
        if not value:
            column = columns.texts[name]
            problems.append(PlacedProblem(where, Words(f"“{column}”是空的", f"“{column}” is empty")))
    options = {letter: text for letter, column in columns.options.items() if (text := _cell(row, column))}
    if form.task.options is not None and len(options) < form.task.options.fewest:
        fewest = form.task.options.fewest
        problems.append(
            PlacedProblem(where, Words(f"至少要有 {fewest} 个选项", f"at least {fewest} options are needed"))
        )
    item_id = _cell(row, columns.id) if columns.id else f"{file.rpartition('.')[0] or file}-{number}"
    if not item_id:
        problems.append(PlacedProblem(where, Words(f"“{columns.id}”是空的", f"“{columns.id}” is empty")))
    word = texts.get("word", "")
    if glosses is not None and word and not glosses.get(word):
        problems.append(PlacedProblem(where, Words(f"释义表里没有“{word}”", f"the glosses do not have “{word}”")))
    if len(problems) > before:
        return None
    used = {columns.id, *columns.texts.values(), *columns.options.values()}
    rest = {key: value for key, value in row.cells.items() if key not in used and key not in ASKED_KEYS and value != ""}
    extra = provenance(rest) | glosses_of(texts, glosses) | asked_with(form.task, Item(item_id, texts, {}, options))
    origin = stated_provenance(item_id, rest)
    return NewItem(item_id, texts, extra, group_of(item_id, texts, rest, group_by), line=row.line, origin=origin)


def _column(columns: ColumnMapping, name: str) -> str:
    return columns.id if name == ID else columns.texts.get(name) or columns.options.get(name, "")


def _cell(row: TabularRow, column: str) -> str:
    value = row.cells.get(column)
    return "" if value is None else str(value).strip()
