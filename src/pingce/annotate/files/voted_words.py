"""Words to vote on: the output of ``pingce corpus words``, a list of words, or a whole inventory, with their glosses.

An item is a word; what people judge it by are its glosses, numbered, one per line.
"""

from collections.abc import Iterator, Mapping, Sequence

from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.load import refuse_invalid
from pingce.formats.source import Source
from pingce.spec.problem import Violation, shown
from pingce.spec.words import Words

from ..items import NewItem

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
