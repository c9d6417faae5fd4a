"""Answers that are no annotation export: a file per person in the task's own format, or a table of labels."""

from collections.abc import Mapping, Sequence

from pingce.formats.entries import checked_entries
from pingce.formats.findings import Findings
from pingce.formats.load import BadFileError, Loaded, is_unreadable, load_gold, load_predictions, refuse_invalid
from pingce.formats.source import find_source
from pingce.formats.textlines import csv_cells, text_lines
from pingce.spec.problem import Violation, shown
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words, same

from .annotations import Annotation, Annotations, Field
from .asked_fields import free_labels

GOLD, GENRE, BATCH = "gold", "genre", "batch"
"""Columns of a table that are nobody's answers."""
LABEL = "label"
COLUMNS = Words("题号列，然后每人一列，列名各不相同", "the item, then a column per person, names all different")


def read_answer_files(task: TaskSpec, files: Mapping[str, str], *, gold_file: str | None = None) -> Annotations:
    """One file per person, as submissions are written; right answers from ``gold_file``."""
    gold = load_gold(task, gold_file) if gold_file is not None else None
    items: dict[str, Item] = dict(gold.items) if gold is not None else {}
    versions: list[Annotation] = []
    for person, name in files.items():
        read = load_predictions(task, name, gold) if gold is not None else _answers(task, name)
        for key, answer in read.answers.items():
            items.setdefault(key, read.items[key])
            genre = items[key].extra.get(GENRE, "")
            versions.append(Annotation(key, person, answer, genre=genre))
    fields = tuple(Field(field.name, field.title, field.shape) for field in task.public_answer)
    names = ", ".join(files)
    return Annotations(names, task, fields, items, versions, gold=gold.answers if gold is not None else {})


def _answers(task: TaskSpec, name: str) -> Loaded:
    """A person's answers where nobody knows the right ones; what cannot be read is fatal."""
    source = find_source(name)
    read = Loaded(Findings(source.name))
    with refuse_invalid(read.findings, when=is_unreadable):
        for entry in checked_entries(task, source, read.findings, "submission", None, thorough=False):
            key = task.match_key(entry.id)
            read.items[key] = entry.item
            read.answers[key] = entry.answer or {}
    return read


def read_table(name: str, *, scale: Sequence[str] = ()) -> Annotations:
    """A CSV table: first column the item, then a column per person; an empty cell is no answer.

    Columns named gold, genre and batch are not people. ``scale`` lists the labels in their order, if they have one.
    """
    source = find_source(name)
    findings = Findings(source.name)
    with refuse_invalid(findings):
        return _LabelsTable(source.base_name, findings, tuple(scale)).read(list(text_lines(source, findings)))


class _LabelsTable:
    """A table of labels; collects everything that is wrong with it."""

    def __init__(self, name: str, findings: Findings, scale: tuple[str, ...]) -> None:
        self.name, self.findings, self.scale = name, findings, scale

    def read(self, lines: Sequence[tuple[int, str]]) -> Annotations:
        cells = [(line, csv_cells(text, line, self.findings, COLUMNS)) for line, text in lines]
        header = [name.strip() for name in cells[0][1]]
        self._check_header(header, cells[0][0])
        items: dict[str, Item] = {}
        gold: dict[str, Answer] = {}
        versions: list[Annotation] = []
        for line, row in cells[1:]:
            if len(row) != len(header):
                self._say("wrong-field-count", line, str(len(row)), same(str(len(header))))
                continue
            item, *values = (cell.strip() for cell in row)
            if not item or item in items:
                expected = Words("未用过的题号", "an item not used before")
                self._say("duplicate-qid" if item else "missing-key", line, shown(item), expected)
                continue
            items[item] = Item(item, {})
            named = dict(zip(header[1:], values, strict=True))
            versions += self._row(item, line, named, gold)
        if not versions and not self.findings.error_count:
            self._say("empty-file", None, "–", Words("至少一个标签", "at least one label"))
        if self.findings.error_count:
            raise BadFileError(self.findings)
        labels = self.scale or sorted(
            {str(annotation.answer[LABEL]) for annotation in versions} | {str(a[LABEL]) for a in gold.values()}
        )
        field = Field(LABEL, Words("标签", "label"), free_labels(labels), ordered=bool(self.scale))
        return Annotations(self.name, None, (field,), items, versions, gold=gold)

    def _check_header(self, header: Sequence[str], line: int) -> None:
        people = [name for name in header[1:] if name not in (GOLD, GENRE, BATCH)]
        if len(set(header)) != len(header) or "" in header[1:] or not people:
            self._say("wrong-field-count", line, shown(", ".join(header)), COLUMNS)

    def _row(self, item: str, line: int, named: Mapping[str, str], gold: dict[str, Answer]) -> list[Annotation]:
        annotations = []
        for person, label in named.items():
            if person in (GENRE, BATCH) or not label:
                continue
            if self.scale and label not in self.scale:
                self._say("unknown-label", line, shown(label), same("/".join(self.scale)))
            elif person == GOLD:
                gold[item] = {LABEL: label}
            else:
                genre, batch = named.get(GENRE, ""), named.get(BATCH, "")
                annotations.append(Annotation(item, person, {LABEL: label}, genre=genre, batch=batch))
        return annotations

    def _say(self, code: str, line: int | None, value: str, expected: Words) -> None:
        self.findings.add(Violation(code, "", value, expected), line=line)
