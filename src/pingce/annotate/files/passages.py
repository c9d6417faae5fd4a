"""What the corpus stage writes as items of a campaign: passages and sentences, and words to vote on.

A passage has an id, a text, perhaps a word in it, and where it comes from. Words to vote on are the output of ``pingce
corpus words``, a list of words or a whole inventory; people judge them by their glosses, numbered, one per line.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.load import collect_problems, refuse_invalid
from pingce.formats.provenance import Provenance, joined, stated_provenance
from pingce.formats.replacement import read_changes
from pingce.formats.senses import Inventory
from pingce.formats.source import Source
from pingce.spec.errors import UserError
from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words

from ..forms import Form
from ..items import Json, NewItem

ID, TEXT = "id", "text"


def holds_passages(form: Form, source: Source) -> bool:
    """Whether a file is the corpus stage's rather than the task's own; only its first record is looked at."""
    main = [text for text in form.task.texts if text.passage]
    if len(main) != 1:
        return False
    first: Json = {}
    with collect_problems():  # told by whoever reads the file
        _, first = next(json_records(source, Findings(source.name)), (0, {}))
    return ID in first and TEXT in first and main[0].key not in first


def read_passages(
    form: Form,
    source: Source,
    *,
    group_by: str = "",
    glosses: Inventory | None = None,
    beside: Mapping[str, Provenance] | None = None,
) -> Iterator[NewItem]:
    """The passages, replaced sentences or sentences of words of a file; at its end all that is wrong with it.

    ``group_by`` names the key whose value groups the items; ``glosses`` are put on items with a word; ``beside`` is
    the provenance from a sidecar, by id.
    """
    findings = Findings(source.name)
    with refuse_invalid(findings):
        for line, record in _records(form, source, findings):
            if not findings.error_count:
                item = passage_item(form, record, group_by=group_by, glosses=glosses)
                origin = joined(stated_provenance(item.id, record), (beside or {}).get(item.id))
                yield replace(item, line=line, origin=origin)


def _records(form: Form, source: Source, findings: Findings) -> Iterator[tuple[int, Json]]:
    needed = (ID, TEXT, *(text.name for text in form.task.texts if not text.passage))
    for line, record in json_records(source, findings):
        if type(record.get(ID)) is int:  # a spreadsheet's or a database's own numbers
            record[ID] = str(record[ID])
        wrong = [key for key in needed if not isinstance(record.get(key), str) or not record[key]]
        for key in wrong:
            expected = Words("非空字符串", "a string that is not empty")
            findings.add(Violation("wrong-type", key, shown(record.get(key)), expected), line=line)
        if not wrong:
            yield line, record


def passage_item(form: Form, record: Json, *, group_by: str = "", glosses: Inventory | None = None) -> NewItem:
    """A record's `text` is the task's passage; what else the task shows (the word asked about) has its own name."""
    texts = {text.name: str(record[TEXT if text.passage else text.name]) for text in form.task.texts}
    more = {key: value for key, value in record.items() if key not in (ID, TEXT) and key not in texts}
    extra = provenance(more) | glosses_of(texts, glosses)
    return NewItem(str(record[ID]), texts, extra, group_of(str(record[ID]), texts, more, group_by))


def glosses_of(texts: Mapping[str, str], glosses: Inventory | None) -> Json:
    """What annotators of senses choose from."""
    if glosses is None:
        return {}
    listed = glosses.get(texts.get("word", ""), ())
    return {"glosses": [{"id": str(i), "text": gloss} for i, gloss in enumerate(listed, start=1)]}


def group_of(item_id: str, texts: Mapping[str, str], more: Json, group_by: str) -> str:
    """What the items of a group have in common: a text (``word``) or another key (``origin``)."""
    if not group_by:
        return ""
    value = texts.get(group_by, more.get(group_by))
    if not isinstance(value, str | int):
        raise UserError(
            Words(f"{item_id} 没有可用于分组的 {group_by}。", f"{item_id} has no {group_by} to group by."),
            code="no-group-key",
        )
    return str(value)


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


CARRIED = ("senses", "bin", "frequency", "rank")
"""What ``corpus words`` knows of a word."""


def read_words(source: Source, glosses: Mapping[str, Sequence[str]]) -> Iterator[NewItem]:
    """The words of a file, in its order; those that are excluded already are passed over.

    A word without glosses in the inventory, or there twice, is told with its line; nothing half comes through.
    """
    if source.base_name.endswith(".json"):  # an inventory: all of its words
        yield from (_item(word, listed, {}) for word, listed in glosses.items())
        return
    findings = Findings(source.name)
    seen: set[str] = set()
    with refuse_invalid(findings):
        for line, record in json_records(source, findings):
            word = record.get("word")
            if not isinstance(word, str) or not glosses.get(word):
                expected = Words("释义表里的词", "a word of the inventory")
                findings.add(Violation("wrong-type", "word", shown(word), expected), line=line)
            elif word in seen:
                expected = Words("未列过的词", "a word not listed before")
                findings.add(Violation("duplicate-qid", "", shown(word), expected), line=line)
            elif not record.get("excluded") and not findings.error_count:
                yield _item(word, glosses[word], {key: record[key] for key in CARRIED if key in record}, line)
            seen.add(str(word))


def _item(word: str, glosses: Sequence[str], extra: dict[str, object], line: int | None = None) -> NewItem:
    listed = "\n".join(f"{i}. {gloss}" for i, gloss in enumerate(glosses, start=1))
    return NewItem(word, {"glosses": listed, "word": word}, extra, line=line)
