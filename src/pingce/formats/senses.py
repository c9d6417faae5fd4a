"""Files of word-sense data: lines, JSONL, the derivatives made for ESCHER and GlossBERT, inventories.

Lines carry no id; an item's id is its line number, so predictions in the same order fit.
"""

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from pingce.spec.problem import Violation, shown
from pingce.spec.values import Item, Senses
from pingce.spec.words import Words, same

from .findings import Findings, StopReading
from .jsonfile import json_records, whole_json
from .jsonsyntax import Record
from .sense_collections import by_gloss_records, is_by_gloss, is_micls, micls_records
from .source import Source
from .textlines import text_lines

GLOSS_SEPARATOR = "$$"
NO_OTHER = "None"
TSV_HEADER = ("target_id", "label", "sentence", "gloss", "sense_key")
DERIVED_ID = re.compile(r"([\w.-]+)\.([1-9][0-9]{0,3})", re.ASCII)
"""Item and number of the gold sense, counted from 1; four digits are more senses than any word has."""
LINE = Words("句子 词语 释义1$$释义2，以单个空格分隔", "sentence word gloss1$$gloss2, separated by single spaces")

Inventory = Mapping[str, Sequence[str]]
Located = tuple[int | None, Record]


def sense_records(
    source: Source, findings: Findings, *, predicted: bool = False, keys: bool = False
) -> Iterator[Located]:
    """Records of any of the file kinds, told apart by their first line.

    ``predicted``: a system may have found no gloss; a line then ends after the space that follows the word.
    """
    with source.open() as file:
        start = file.read(1 << 16).removeprefix(codecs.BOM_UTF8).lstrip()
    if is_by_gloss(start.decode(errors="replace")):
        return by_gloss_records(source, findings)
    if start.startswith((b"{", b"[")):
        return json_records(source, findings, keys=keys)
    lines = text_lines(source, findings)
    number, first = next(lines)
    again = chain([(number, first)], lines)
    if first.split("\t")[0] == TSV_HEADER[0]:
        return _glossbert(again, findings)
    if is_micls(first):
        return micls_records(again, findings)
    fields = first.split(" ")
    if len(fields) == 5:
        return _escher(again, findings)
    if len(fields) == 2 and DERIVED_ID.fullmatch(fields[0]):
        return _escher_key(again, findings)
    return _plain(again, findings, predicted=predicted)


def _plain(lines: Iterable[tuple[int, str]], findings: Findings, *, predicted: bool) -> Iterator[Located]:
    for number, line in lines:
        fields = line.split(" ")
        if len(fields) not in (2, 3) or not all(fields[:2] if predicted else fields):
            findings.add(Violation("wrong-field-count", "", shown(line), LINE), line=number)
            continue
        record: Record = {"qid": str(number), "sentence": fields[0], "word": fields[1]}
        if len(fields) == 3:
            record["senses"] = list(fields[2].split(GLOSS_SEPARATOR)) if fields[2] else []
        yield number, record


def _escher(lines: Iterable[tuple[int, str]], findings: Findings) -> Iterator[Located]:
    """Derived single-choice instances; those of one sentence stand together and give one item."""
    expected = Words("id 句子 词语 释义 其他释义|None", "id sentence word gloss otherGlosses|None")
    open_item: Record | None = None
    opened, count = 0, 0
    for number, line in lines:
        fields = line.split(" ")
        if len(fields) != 5 or not all(fields):
            findings.add(Violation("wrong-field-count", "", shown(line), expected), line=number)
            continue
        instance, sentence, word, gloss, others = fields
        golds = [gloss] if others == NO_OTHER else [gloss, *others.split(GLOSS_SEPARATOR)]
        if open_item is not None and (open_item["sentence"], open_item["word"]) == (sentence, word):
            listed = open_item["senses"]
            if isinstance(listed, list) and set(listed) == set(golds) and gloss in listed[1:]:
                continue
        if open_item is not None:
            yield opened, open_item
        count += 1
        derived = DERIVED_ID.fullmatch(instance)
        qid = derived[1] if derived else str(count)
        open_item, opened = {"qid": qid, "sentence": sentence, "word": word, "senses": golds}, number
    if open_item is not None:
        yield opened, open_item


def _escher_key(lines: Iterable[tuple[int, str]], findings: Findings) -> Iterator[Located]:
    """``id gloss`` lines: answers to derived instances, gathered by item."""
    expected = Words("题号.序号 释义", "item.number gloss")
    picks: dict[str, dict[int, str]] = {}
    for number, line in lines:
        fields = line.split(" ")
        derived = DERIVED_ID.fullmatch(fields[0])
        if len(fields) != 2 or derived is None:
            findings.add(Violation("wrong-field-count", "", shown(line), expected), line=number)
            continue
        picks.setdefault(derived[1], {})[int(derived[2])] = fields[1]
    for qid, chosen in picks.items():
        yield None, {"qid": qid, "senses": {"picks": [chosen.get(i) for i in range(1, max(chosen) + 1)]}}


def _glossbert(lines: Iterable[tuple[int, str]], findings: Findings) -> Iterator[Located]:
    """A row per candidate gloss; rows of one sentence stand together, label 1 marks the gold glosses."""
    open_item: Record | None = None
    opened, count = 0, 0
    for number, line in lines:
        fields = line.split("\t")
        if fields[0] == TSV_HEADER[0]:
            continue
        word, mark, gloss = fields[3].partition(":") if len(fields) == len(TSV_HEADER) else ("", "", "")
        if not mark or fields[1] not in ("0", "1"):
            expected = same("\t".join(TSV_HEADER).replace("\t", " ⇥ "))
            findings.add(Violation("wrong-field-count", "", shown(line), expected), line=number)
            continue
        sentence = fields[2].replace(f"${word}$", word, 1)
        if open_item is None or (open_item["sentence"], open_item["word"]) != (sentence, word):
            if open_item is not None:
                yield opened, open_item
            count += 1
            open_item, opened = {"qid": str(count), "sentence": sentence, "word": word, "senses": []}, number
        golds = open_item["senses"]
        if fields[1] == "1" and isinstance(golds, list):
            golds.append(gloss)
    if open_item is not None:
        yield opened, open_item


def plain_lines(items: Iterable[tuple[Item, Senses | None]]) -> Iterator[str]:
    """Word-sense items as the lines of the published format, one item a line."""
    for item, chosen in items:
        fields = [item.texts["sentence"], item.texts["word"]]
        yield " ".join(fields if chosen is None else [*fields, GLOSS_SEPARATOR.join(chosen.chosen)])


def escher_lines(items: Iterable[tuple[Item, Senses]], *, key_only: bool) -> Iterator[str]:
    """One line per gold sense: the other gold senses are named so that a reader can take them out."""
    for item, chosen in items:
        for k, gloss in enumerate(chosen.chosen, start=1):
            instance = f"{item.id}.{k}"
            if key_only:
                yield f"{instance} {gloss}"
                continue
            others = [g for g in chosen.chosen if g != gloss]
            tail = GLOSS_SEPARATOR.join(others) or NO_OTHER
            yield " ".join((instance, item.texts["sentence"], item.texts["word"], gloss, tail))


def glossbert_lines(items: Iterable[tuple[Item, Senses]], inventory: Inventory) -> Iterator[str]:
    """One row per candidate; the first occurrence of the target is marked, if there is one."""
    yield "\t".join(TSV_HEADER)
    row = 0
    for item, chosen in items:
        sentence, word = item.texts["sentence"], item.texts["word"]
        marked = sentence.replace(word, f"${word}$", 1)
        for gloss in dict.fromkeys([*inventory.get(word, ()), *chosen.chosen]):
            label = "1" if gloss in chosen.chosen else "0"
            yield "\t".join((str(row), label, marked, f"{word}:{gloss}", gloss))
            row += 1


def read_inventory(source: Source, findings: Findings) -> dict[str, list[str]]:
    """``{word: [gloss, …]}``; the key of a sense is word and gloss, since glosses are shared between words."""
    raw = whole_json(source, findings)
    if not isinstance(raw, dict):
        findings.add(Violation("not-object", "", shown(raw), Words("{词: [释义, …]}", "{word: [gloss, …]}")))
        raise StopReading
    inventory: dict[str, list[str]] = {}
    for word, listed in raw.items():
        glosses = list(listed) if isinstance(listed, dict) else listed  # sentences by gloss name the glosses, too
        if not isinstance(glosses, list) or not all(isinstance(g, str) and g for g in glosses):
            expected = Words("释义的列表", "a list of glosses")
            findings.add(Violation("wrong-type", word, shown(glosses), expected))
            continue
        for gloss in sorted({g for g in glosses if glosses.count(g) > 1}):
            findings.add(Violation("repeated-gloss", word, shown(gloss), Words("每条释义一次", "every gloss once")))
        if len(glosses) < 2:
            findings.add(Violation("one-sense", word, str(len(glosses)), Words("多义词", "a word with several senses")))
        inventory[word] = glosses
    return inventory


def word_violations(item: Item, inventory: Inventory | None) -> Iterator[Violation]:
    """What the texts alone can have wrong: the word is not where it should be."""
    sentence, word = item.texts.get("sentence"), item.texts.get("word")
    if sentence is not None and word is not None:
        times = sentence.count(word)
        if times == 0:
            yield Violation("target-not-in-sentence", "word", shown(word), same(shown(sentence)))
        elif times > 1:
            yield Violation("target-repeated", "word", f"{word} × {times}", Words("出现一次", "one occurrence"))
    if inventory is not None and word is not None and word not in inventory:
        yield Violation("unknown-word", "word", shown(word), Words("词表中的词", "a word of the inventory"))


def gloss_violations(word: str, senses: Senses, inventory: Inventory) -> Iterator[Violation]:
    """Glosses the word does not have; of a word that is not in the inventory nothing can be said."""
    if word not in inventory:
        return
    for gloss in (*senses.chosen, *(gloss for gloss, _ in senses.scores)):
        if gloss not in inventory[word]:
            expected = Words(f"“{word}”的释义", f"a gloss of {word}")
            yield Violation("unknown-gloss", "senses", shown(gloss), expected)
