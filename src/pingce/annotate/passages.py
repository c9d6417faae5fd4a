"""What the corpus stage writes (an id, a text, where it comes from) as items of a campaign."""

from collections.abc import Iterator, Mapping

from pingce.formats.check import BadFileError
from pingce.formats.findings import Findings, StopReading
from pingce.formats.jsonfile import json_records
from pingce.formats.source import Source
from pingce.language.replacement import read_changes
from pingce.spec.errors import UserError
from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words

from .forms import Form
from .services.imports import NewItem
from .views import Json

ID, TEXT = "id", "text"


def holds_passages(form: Form, source: Source) -> bool:
    """Whether a file is the corpus stage's rather than the task's own; only its first record is looked at."""
    if len(form.task.texts) != 1 or "lines" in form.task.kinds:
        return False
    try:
        _, first = next(json_records(source, Findings(source.name)), (0, {}))
    except StopReading:
        return False  # told by whoever reads the file
    return ID in first and TEXT in first and form.task.id_key not in first


def read_passages(form: Form, source: Source, *, group_by: str = "") -> list[NewItem]:
    """All passages or replaced sentences of a file, or all that is wrong with it."""
    findings = Findings(source.name)
    try:
        items = [passage_item(form, record, group_by=group_by) for record in _records(source, findings)]
    except StopReading:
        raise BadFileError(findings) from None
    if findings.error_count:
        raise BadFileError(findings)
    return items


def _records(source: Source, findings: Findings) -> Iterator[Json]:
    for line, record in json_records(source, findings):
        wrong = [key for key in (ID, TEXT) if not isinstance(record.get(key), str) or not record[key]]
        for key in wrong:
            expected = Words("非空字符串", "a string that is not empty")
            findings.add(Violation("wrong-type", key, shown(record.get(key)), expected), line=line)
        if not wrong:
            yield record


def passage_item(form: Form, record: Json, *, group_by: str = "") -> NewItem:
    more = {key: value for key, value in record.items() if key not in (ID, TEXT)}
    texts = {form.task.texts[0].name: str(record[TEXT])}
    return NewItem(str(record[ID]), texts, provenance(more), group_of(str(record[ID]), texts, more, group_by))


def group_of(item_id: str, texts: Mapping[str, str], more: Json, group_by: str) -> str:
    """What the items of a group have in common: a text (``word``) or another key (``origin``)."""
    if not group_by:
        return ""
    found = texts.get(group_by, more.get(group_by))
    if not isinstance(found, str | int):
        raise UserError(
            Words(f"{item_id} 没有可用于分组的 {group_by}。", f"{item_id} has no {group_by} to group by."),
            code="no-group-key",
        )
    return str(found)


def provenance(more: Json) -> Json:
    """Where a replaced sentence comes from, in the keys the rules know; other keys as they are."""
    extra = {key: value for key, value in more.items() if key not in ("replaced", "origin")}
    changes = read_changes(more.get("replaced"))
    if changes is not None:
        extra["replaced"] = [i for change in changes for i in range(change.at, change.at + len(change.new))]
        extra["original"] = {"id": more.get("origin"), "changes": more["replaced"]}
    source = more.get("source")
    if isinstance(source, dict) and isinstance(source.get("genre"), str):
        extra["genre"] = source["genre"]
    return extra
