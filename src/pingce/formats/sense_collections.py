"""Word senses as two published collections write them: SUDA's sentences by gloss, and the pairs of MiCLS.

SUDA's single-choice variant (``wsd_single_sense_sentence_final.json``) is one object, word → gloss → sentences; glosses
may have none. MiCLS is a table of pairs: word, context with the target between ``#``, definition, word formation, the
meanings of both morphemes, and whether the definition fits. What of a pair a sentence with its senses has no place for
stays with the item under ``micls``, so that the same pairs can be written again.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pingce.spec.problem import Violation, shown
from pingce.spec.values import Item, Senses
from pingce.spec.words import Words, same

from .encode import Json
from .findings import Findings, StopReading
from .jsonfile import whole_json
from .jsonsyntax import Record
from .source import Source

BY_GLOSS = re.compile(r'\{\s*"((?:[^"\\]|\\.)*)"\s*:\s*\{')
"""How a file of sentences by gloss begins; so does a record whose first key holds an object, which its key tells."""
KEYS_OF_RECORDS = frozenset({"qid", "sentence", "word", "senses"})
MICLS_HEADER = ("word", "context", "definition", "formation", "morpheme1", "morpheme2", "label")
MICLS = "micls"
"""The key of an item under which the pairs it was read from are kept."""
MARK = "#"
Located = tuple[int | None, Record]


def is_by_gloss(start: str) -> bool:
    """Whether a file that begins so has sentences by word and gloss."""
    match = BY_GLOSS.match(start)
    return match is not None and match[1] not in KEYS_OF_RECORDS


def is_micls(line: str) -> bool:
    """Whether a table that begins so is one of MiCLS pairs; its columns have names, as those published have."""
    return tuple(line.split("\t")) == MICLS_HEADER


def by_gloss_records(source: Source, findings: Findings) -> Iterator[Located]:
    """An item per word and sentence, with all glosses it stands under; numbered in the order of the file."""
    expected = Words("{词: {释义: [句子, …]}}", "{word: {gloss: [sentence, …]}}")
    raw = whole_json(source, findings)
    if not isinstance(raw, dict):
        findings.add(Violation("not-object", "", shown(raw), expected))
        raise StopReading
    number = 0
    for word, glosses in raw.items():
        senses_of: dict[str, list[Json]] = {}
        for gloss, sentences in _listed(word, glosses, expected, findings):
            for sentence in sentences:
                senses_of.setdefault(sentence, []).append(gloss)
        for sentence, senses in senses_of.items():
            number += 1
            yield None, {"qid": str(number), "sentence": sentence, "word": word, "senses": list(dict.fromkeys(senses))}


def _listed(word: str, glosses: object, expected: Words, findings: Findings) -> Iterator[tuple[str, Sequence[str]]]:
    if not isinstance(glosses, dict):
        findings.add(Violation("wrong-type", word, shown(glosses), expected))
        return
    for gloss, sentences in glosses.items():
        if isinstance(sentences, list) and all(isinstance(sentence, str) and sentence for sentence in sentences):
            yield gloss, sentences
        else:
            findings.add(Violation("wrong-type", f"{word}.{gloss}", shown(sentences), expected))


def by_gloss(
    items: Iterable[tuple[Item, Senses]], inventory: Mapping[str, Sequence[str]] | None
) -> dict[str, dict[str, list[str]]]:
    """The same the other way round: a sentence with several senses stands under each of them. Words and glosses of the
    inventory come first and in its order, those without a sentence too.
    """
    words: dict[str, dict[str, list[str]]] = {
        word: {gloss: [] for gloss in glosses} for word, glosses in (inventory or {}).items()
    }
    for item, senses in items:
        glosses = words.setdefault(item.texts["word"], {})
        for gloss in senses.chosen:
            glosses.setdefault(gloss, []).append(item.texts["sentence"])
    return words


class SensePair(NamedTuple):
    """One definition of the word, as MiCLS has it."""

    definition: str
    formation: str = ""
    morpheme1: str = ""
    morpheme2: str = ""
    label: str = "0"


def micls_records(lines: Iterable[tuple[int, str]], findings: Findings) -> Iterator[Located]:
    """An item per word and context; the definitions labelled 1 are its senses. Pairs of a context may stand apart."""
    expected = same(" ⇥ ".join(MICLS_HEADER))
    pairs: dict[tuple[str, str], tuple[int, list[SensePair]]] = {}
    for number, line in lines:
        fields = line.split("\t")
        if tuple(fields) == MICLS_HEADER:
            continue
        if len(fields) != len(MICLS_HEADER) or fields[-1] not in ("0", "1") or not all(fields[:3]):
            findings.add(Violation("wrong-field-count", "", shown(line), expected), line=number)
            continue
        word, context, *rest = fields
        if f"{MARK}{word}{MARK}" not in context:
            marked = Words(f"含有 #{word}# 的语境", f"a context with #{word}#")
            findings.add(Violation("target-not-in-sentence", "context", shown(context), marked), line=number)
        pairs.setdefault((word, context), (number, []))[1].append(SensePair(*rest))
    for count, ((word, context), (number, there)) in enumerate(pairs.items(), start=1):
        kept = json.dumps({"context": context, "pairs": [list(pair) for pair in there]}, ensure_ascii=False)
        yield (
            number,
            {
                "qid": str(count),
                "sentence": context.replace(f"{MARK}{word}{MARK}", word, 1),
                "word": word,
                "senses": [pair.definition for pair in there if pair.label == "1"],
                MICLS: kept,
            },
        )


def micls_lines(items: Iterable[tuple[Item, Senses]], inventory: Mapping[str, Sequence[str]] | None) -> Iterator[str]:
    """A pair per definition: those an item was read from, else its senses and the other glosses of the inventory, of
    which formation and morphemes are not known.
    """
    yield "\t".join(MICLS_HEADER)
    for item, senses in items:
        sentence, word = item.texts["sentence"], item.texts["word"]
        context, pairs = _kept(item)
        known = {pair.definition for pair in pairs}
        others = dict.fromkeys([*senses.chosen, *(inventory or {}).get(word, ())])
        pairs += [SensePair(gloss) for gloss in others if gloss not in known]
        context = context or sentence.replace(word, f"{MARK}{word}{MARK}", 1)
        for pair in pairs:
            label = "1" if pair.definition in senses.chosen else "0"
            yield "\t".join((word, context, *pair._replace(label=label)))


def _kept(item: Item) -> tuple[str, list[SensePair]]:
    """What a reader of MiCLS kept with the item; nothing where it came from elsewhere or was changed since."""
    try:
        kept = json.loads(item.extra.get(MICLS, ""))
        context, pairs = str(kept["context"]), [SensePair(*map(str, pair)) for pair in kept["pairs"]]
    except (ValueError, KeyError, TypeError):
        return "", []
    word = item.texts["word"]
    return (context, pairs) if context.replace(f"{MARK}{word}{MARK}", word, 1) == item.texts["sentence"] else ("", [])
