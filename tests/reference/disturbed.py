"""Answers to SpaCE2022 task 2 and 3 that are odd in every way the official scripts survive, made from gold."""

import copy
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Record = dict[str, Any]
Chance = random.Random
InRecords = Callable[[list[Record], Chance], None]
InRecord = Callable[[Record, Chance], None]

SHARE = 0.3
"""Of the records, for a kind that changes single records."""
LABEL_SLOTS = (3, 6, 17)
TWICE = "\ttwice"
"""Marks a record in which a key is written twice; the value under it comes first and is lost."""


def disturbed(task: str, gold: Sequence[Record], kinds: Sequence[str], chance: Chance) -> str:
    """Answers in lines; what was not disturbed is gold's."""
    key = ANSWER_KEYS[task]
    records: list[Record] = [{"qid": one["qid"], key: copy.deepcopy(one[key])} for one in gold]
    for kind in kinds:
        if kind in IN_RECORDS:
            IN_RECORDS[kind](records, chance)
            continue
        change = IN_RECORD[task][kind]
        for record in chance.sample(records, max(1, round(SHARE * len(records)))):
            change(record, chance)
    if "more than a hundred tuples" in kinds:
        # The script stops where that is the first question of all.
        for record in records:
            if record.get("qid") == gold[0]["qid"]:
                del record[key][100:]
    return "\n".join(_line(record) for record in records) + "\n"


def _line(record: Record) -> str:
    before = record.pop(TWICE, None)
    text = json.dumps(record, ensure_ascii=False)
    return text if before is None else text[0] + json.dumps(before, ensure_ascii=False)[1:-1] + ", " + text[1:]


# whole files


def _missing(records: list[Record], chance: Chance) -> None:
    for record in chance.sample(records, len(records) // 4):
        records.remove(record)


def _unknown(records: list[Record], chance: Chance) -> None:
    for record in chance.sample(records, min(3, len(records))):
        records.insert(chance.randrange(len(records) + 1), {**record, "qid": f"zz-{chance.randrange(10**6)}"})


def _repeated(records: list[Record], chance: Chance) -> None:
    """The same question once more, with the answer to another."""
    for record in chance.sample(records, len(records) // 4):
        other = copy.deepcopy(chance.choice(records))
        records.insert(chance.randrange(len(records) + 1), {**other, "qid": record.get("qid", "zz")})


def _without_qid(records: list[Record], chance: Chance) -> None:
    for record in chance.sample(records, len(records) // 5):
        records.insert(0, {key: value for key, value in copy.deepcopy(record).items() if key != "qid"})
        chance.choice(records).pop("qid", None)


def _odd_qid(records: list[Record], chance: Chance) -> None:
    for record in chance.sample(records, len(records) // 5):
        record["qid"] = chance.choice([7, 1.5, None, True, ""])


def _shuffled(records: list[Record], chance: Chance) -> None:
    chance.shuffle(records)


IN_RECORDS: Mapping[str, InRecords] = {
    "missing qids": _missing,
    "unknown qids": _unknown,
    "repeated qids": _repeated,
    "records without qid": _without_qid,
    "a qid that is no string": _odd_qid,
    "another order": _shuffled,
}


# records of both tasks


def _other_text(record: Record, chance: Chance) -> None:
    record["context"] = chance.choice(["别的句子。", "", 7, None])


def _unknown_key(record: Record, _: Chance) -> None:
    record["comment"] = {"by": "x"}


def _key_twice(record: Record, _: Chance) -> None:
    record[TWICE] = {key: "lost" for key in record if key in ANSWER_KEYS.values()}


BOTH: Mapping[str, InRecord] = {
    "another text of the question": _other_text,
    "an unknown key": _unknown_key,
    "a key twice": _key_twice,
}


# fragments


def _moved(idxes: list[int], chance: Chance) -> list[int]:
    by = chance.choice([-300, -1, 1, 2, 1000])
    return [i + by for i in idxes]


IDXES: Mapping[str, Callable[[list[int], Chance], list[Any]]] = {
    "positions moved": _moved,
    "a position twice": lambda idxes, chance: [*idxes, *idxes[: chance.randint(1, 3)]],
    "positions out of order": lambda idxes, _: idxes[::-1],
    "positions as 7.0": lambda idxes, _: [float(i) for i in idxes],
    "no positions": lambda _, __: [],
}


def _in_fragments(
    find: Callable[[Record], Iterator[Record]], change: Callable[[list[int], Chance], list[Any]]
) -> InRecord:
    def apply(record: Record, chance: Chance) -> None:
        for fragment in find(record):
            if chance.random() < 0.5:
                fragment["idxes"] = change(fragment["idxes"], chance)

    return apply


# task 2


def _spans(record: Record) -> Iterator[Record]:
    return (span for reason in record["reasons"] for span in reason["fragments"])


def _roles(record: Record, chance: Chance) -> None:
    for reason in record["reasons"]:
        reason["fragments"].append(
            {"role": chance.choice(["X", "S9", ""]), "text": "多", "idxes": chance.choices(range(9), k=3)}
        )


def _type_again(record: Record, chance: Chance) -> None:
    if record["reasons"]:
        again = copy.deepcopy(chance.choice(record["reasons"]))
        for span in again["fragments"]:
            span["idxes"] = _moved(span["idxes"], chance)
        record["reasons"].insert(chance.randint(0, len(record["reasons"])), again)


def _span_text(record: Record, chance: Chance) -> None:
    for span in _spans(record):
        span["text"] = chance.choice(["别的", "", 7, None])


def _no_span_text(record: Record, _: Chance) -> None:
    for span in _spans(record):
        span.pop("text", None)


def _other_type(record: Record, chance: Chance) -> None:
    """Its roles are then mostly unknown."""
    for reason in record["reasons"]:
        reason["type"] = chance.choice("ABC")


def _all_types(record: Record, _: Chance) -> None:
    said = {reason["type"] for reason in record["reasons"]}
    record["reasons"] += [{"fragments": [], "type": kind} for kind in "ABC" if kind not in said]


def _fewer_roles(record: Record, chance: Chance) -> None:
    for reason in record["reasons"]:
        reason["fragments"] = chance.sample(reason["fragments"], min(1, len(reason["fragments"])))


def _no_reasons(record: Record, _: Chance) -> None:
    record["reasons"] = []


# task 3


def _fragments(record: Record) -> Iterator[Record]:
    for one in record["outputs"]:
        for slot, element in enumerate(one):
            if isinstance(element, dict) and slot not in LABEL_SLOTS:
                yield element


def _length(record: Record, chance: Chance) -> None:
    for one in record["outputs"]:
        if chance.random() < 0.5:
            one.pop() if chance.random() < 0.5 else one.append(None)


def _hundred(record: Record, chance: Chance) -> None:
    """The first question is cut again afterwards."""
    if record["outputs"]:
        record["outputs"] = [copy.deepcopy(chance.choice(record["outputs"])) for _ in range(chance.randint(101, 120))]


def _label(record: Record, chance: Chance) -> None:
    for one in record["outputs"]:
        slot = chance.choice(LABEL_SLOTS)
        if slot < len(one):
            one[slot] = chance.choice(["真", "将来", "近", ""])


def _fragment_for_label(record: Record, chance: Chance) -> None:
    for one in record["outputs"]:
        slot = chance.choice(LABEL_SLOTS)
        if slot < len(one):
            one[slot] = chance.choice([{"text": "放", "idxes": [4]}, {"text": "假"}, {}, 7, [1], False])


def _words(record: Record, chance: Chance) -> None:
    for fragment in _fragments(record):
        if chance.random() < 0.5:
            fragment["text"] = chance.choice(["别处", fragment["text"][::-1], fragment["text"] * 2, ""])


def _entity(record: Record, chance: Chance) -> None:
    for one in record["outputs"]:
        if one:
            one[chance.choice([0, 1])] = chance.choice([None, {"text": "窗", "idxes": [chance.randrange(60)]}])


def _bare(record: Record, chance: Chance) -> None:
    for one in record["outputs"]:
        if chance.random() < 0.5:
            kept = chance.choice([1, 2, 3])
            one[kept:] = [None] * (18 - kept)


def _full(record: Record, chance: Chance) -> None:
    """Slots that exclude each other, and labels without their reference."""
    for one in record["outputs"]:
        for slot in chance.sample([4, 5, 7, 8, 9, 10, 16], 3):
            if slot < len(one):
                one[slot] = {"text": "那里", "idxes": [chance.randrange(60)]}


def _tuple_again(record: Record, chance: Chance) -> None:
    record["outputs"] += [copy.deepcopy(one) for one in record["outputs"] if chance.random() < 0.5]


def _nothing_filled(record: Record, _: Chance) -> None:
    record["outputs"].append([None] * 18)


def _fewer_tuples(record: Record, chance: Chance) -> None:
    record["outputs"] = [one for one in record["outputs"] if chance.random() < 0.5]


def _no_tuples(record: Record, _: Chance) -> None:
    record["outputs"] = []


def _gold_keys(record: Record, _: Chance) -> None:
    record["corefs"], record["non_corefs"] = [[], "x"], 7


ANSWER_KEYS = {"space2022/task2": "reasons", "space2022/task3": "outputs"}
IN_RECORD: Mapping[str, Mapping[str, InRecord]] = {
    "space2022/task2": {
        **BOTH,
        **{kind: _in_fragments(_spans, change) for kind, change in IDXES.items()},
        "unknown roles": _roles,
        "a type twice": _type_again,
        "other words": _span_text,
        "no words": _no_span_text,
        "another type": _other_type,
        "all types": _all_types,
        "fewer roles": _fewer_roles,
        "no reasons": _no_reasons,
    },
    "space2022/task3": {
        **BOTH,
        **{kind: _in_fragments(_fragments, change) for kind, change in IDXES.items()},
        "17 or 19 slots": _length,
        "more than a hundred tuples": _hundred,
        "another label": _label,
        "a fragment for a label": _fragment_for_label,
        "other words": _words,
        "another entity or none": _entity,
        "no place": _bare,
        "slots that exclude each other": _full,
        "a tuple twice": _tuple_again,
        "nothing filled in": _nothing_filled,
        "fewer tuples": _fewer_tuples,
        "no tuples": _no_tuples,
        "what only gold has": _gold_keys,
    },
}


def kinds_of(task: str) -> list[str]:
    return [*IN_RECORDS, *IN_RECORD[task]]


def submissions(task: str, gold: Sequence[Record], count: int, seed: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """What was done, and the answers; every kind is used by itself first, then several together."""
    chance = random.Random(seed)
    kinds = kinds_of(task)
    for number in range(count):
        chosen = [kinds[number]] if number < len(kinds) else chance.sample(kinds, chance.randint(2, 8))
        yield tuple(chosen), disturbed(task, gold, chosen, chance)
