"""Files of a task as items of a campaign, and answers in files as answers on a form.

The way from a file on disk to ``NewItem`` values for the services, and from a prediction file to answers that a form
can show. Everything wrong with the file is told at once, nothing half comes through.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

from pingce.formats.encode import encode_value
from pingce.formats.entries import TaskRecord, checked_entries
from pingce.formats.findings import FileRole, Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.load import BadFileError, collect_problems, load_inventory, load_questions, refuse_invalid
from pingce.formats.provenance import joined, load_sidecar, stated_provenance
from pingce.formats.senses import Inventory
from pingce.formats.source import Source, Watch, find_source
from pingce.scoring.measures.senses import selection
from pingce.spec.errors import PlacedProblem, UserError
from pingce.spec.values import Answer, Item, Senses, Value, Verdict
from pingce.spec.words import Words

from ..forms import Form
from ..item_problems import TOLD, BadItems
from ..items import Json, NewItem, asked_with
from .own import AS_IT_IS, TableReading, is_own_file, need_own_files, open_table, suggest_columns, table_items
from .passages import glosses_of, group_of, holds_passages, provenance, read_passages, read_words

RATING_OF_JUDGE = {"1": "fine", "0": "bad"}
MEND = Words("改好或删去列出的记录，再导入。", "Mend the records listed or take them out, then import again.")
SCORE_COUNTS = 0.5
"""From which score on a system has decided for a sense, as in the measures."""


def read_new_items(
    form: Form,
    name: str,
    *,
    group_by: str = "",
    control: bool = False,
    inventory: str | None = None,
    questions: str | None = None,
    table: TableReading = AS_IT_IS,
    watch: Watch | None = None,
) -> Iterator[NewItem]:
    """The items of a file in the format of the form's task, of the corpus stage, or of one's own (``table`` says how to
    read it), one by one; at its end, if anything is wrong with it, all of its problems at once, so that what was taken
    so far has to be undone.

    ``group_by`` names a text (``word``) or another key of the records (``origin``). ``control``: the answers in the
    file are gold; otherwise they are passed over. ``inventory``: the glosses, for senses. ``questions``: the texts,
    where the file is a submission whose explanations are to be rated. Where the items come from is told by a sidecar
    beside the file (``X.provenance.jsonl``) and by keys of the records themselves.
    """
    source = find_item_file(name, watch)
    if not control and questions is None and is_own_file(form, source, table):
        yield from _own_items(form, source, table, group_by=group_by, inventory=inventory)
        return
    beside = load_sidecar(source.path) if source.member is None else None
    glosses = _glosses(form, inventory)
    if form.votes:
        yield from read_words(source, glosses or {})
        return
    if not control and questions is None and holds_passages(form, source):
        yield from read_passages(form, source, group_by=group_by, glosses=glosses, beside=beside)
        return
    asked = load_questions(form.task, questions) if questions is not None else None
    with_answers: FileRole = "gold" if asked is None else "submission"
    role: FileRole = with_answers if control or form.gives_points else "questions"
    further = _FurtherKeys(form, find_source(name))
    try:
        for entry in _entries(form, source, role, asked, answers=role != "questions"):
            more = further.of(entry)
            item = _new_item(form, entry, more, group_by, asked=asked, glosses=glosses, control=control)
            yield replace(item, origin=joined(stated_provenance(item.id, more), (beside or {}).get(item.id)))
    except BadFileError as problem:
        problem.advice = MEND
        raise


def find_item_file(name: str, watch: Watch | None = None) -> Source:
    """The file a name stands for; a workbook is a zip file, but no pack of files."""
    path = Path(name)
    return Source(path, None, watch) if path.suffix.lower() == ".xlsx" and path.is_file() else find_source(name, watch)


def _own_items(
    form: Form, source: Source, reading: TableReading, *, group_by: str, inventory: str | None
) -> Iterator[NewItem]:
    need_own_files(form)
    table = open_table(form, source, reading)
    columns = reading.columns or suggest_columns(form, table)
    problems: list[PlacedProblem] = []
    glosses = _glosses(form, inventory)
    yield from table_items(form, table, columns, problems, file=source.base_name, group_by=group_by, glosses=glosses)
    if problems:
        raise BadItems(problems[:TOLD], len(problems))


def read_suggestions(form: Form, name: str) -> Iterator[tuple[str, Json]]:
    """A prediction file as answers on the form, by the items' own ids."""
    for entry in _entries(form, find_source(name), "submission", None):
        if entry.answer:
            yield entry.id, answer_on_form(form, entry.answer)


def answer_on_form(form: Form, answer: Answer) -> Json:
    """What the task's files say, as an annotator would have said it."""
    if form.rating is not None:
        return {"rating": RATING_OF_JUDGE[str(answer["judge"])]}
    content: Json = {
        field.key: encode_value(field.shape, _decided(answer[field.name]))
        for field in form.task.answer
        if field.name in answer and field.name in form.by_name and answer[field.name] != ()
    }
    if "outcome" in form.by_name:
        content["outcome"] = "anomaly" if content else "fine"
    return content


def _decided(value: Value) -> Value:
    """Scores of senses become a choice: those a scorer would count, else the best."""
    if not isinstance(value, Senses) or not value.scores:
        return value
    best = sorted(value.scores, key=lambda pair: -pair[1])
    chosen = tuple(gloss for gloss, _ in best if gloss in selection(value, SCORE_COUNTS))
    return Senses(chosen or (best[0][0],))


def _entries(
    form: Form, source: Source, role: FileRole | None, asked: Mapping[str, Item] | None, *, answers: bool = True
) -> Iterator[TaskRecord]:
    """The entries of a file before anything is wrong with it; at its end all that is."""
    findings = Findings(source.name, strict=True)
    with refuse_invalid(findings):
        for entry in checked_entries(form.task, source, findings, role, asked, answers=answers):
            if not findings.error_count:
                yield entry


def _new_item(
    form: Form,
    entry: TaskRecord,
    more: Json,
    group_by: str,
    *,
    asked: Mapping[str, Item] | None,
    glosses: Inventory | None,
    control: bool,
) -> NewItem:
    item = entry.item if asked is None else asked[form.task.match_key(entry.id)]
    texts = item.texts
    keys = (*form.task.attributes, *form.task.gold_attributes)
    attributes: Json = {key: item.extra[key] for key in keys if key in item.extra}
    extra: Json = {**provenance(more), **attributes, **_explanation(form, entry), **glosses_of(texts, glosses)}
    extra |= asked_with(form.task, item)
    if control and isinstance(more.get("remark"), str):
        extra["remark"] = more["remark"]
    gold = answer_on_form(form, entry.answer or {}) if control else None
    return NewItem(entry.id, texts, extra, group_of(entry.id, texts, more, group_by), gold, entry.line)


def _explanation(form: Form, entry: TaskRecord) -> Json:
    if not form.gives_points:
        return {}
    verdicts = cast("tuple[Verdict, ...]", (entry.answer or {}).get("verdicts", ()))
    if not verdicts:
        raise UserError(
            Words(f"{entry.id} 没有解释，无从评分。", f"{entry.id} has no explanation to rate."), code="no-explanation"
        )
    return {"judge": verdicts[0].judge, "explanation": verdicts[0].explanation}


def _glosses(form: Form, inventory: str | None) -> Inventory | None:
    if "senses" not in form.by_name and not form.votes:
        return None
    if inventory is None:
        raise UserError(
            Words("词义标注需要释义表。", "Annotating senses needs the glosses."),
            hint=Words("用 --inventory 指定 inventory.json。", "Give the file with --inventory."),
            code="no-inventory",
        )
    return load_inventory(inventory)


class _FurtherKeys:
    """Keys the task does not know (where the sentence comes from …), whole; files of lines have none.

    Read beside the entries, which leave them out, and record by record like these.
    """

    def __init__(self, form: Form, source: Source) -> None:
        self.task = form.task
        lines = "lines" in form.task.kinds
        self.records = iter(()) if lines else json_records(source, Findings(source.name))

    def of(self, entry: TaskRecord) -> Json:
        with collect_problems():  # told by the reading of the entries
            for line, record in self.records:
                if (line, str(record.get(self.task.id_key))) == (entry.line, entry.id):
                    return {key: value for key, value in record.items() if key not in self.task.known_keys}
        return {}
