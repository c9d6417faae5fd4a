"""Files that are wrong in one way each, by the code that says so."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from pingce.formats.findings import FileRole

TEXT = "小明把书放在桌子上。"
INVENTORY = '{"打开": ["张开", "使松开"], "走": ["离开", "走路"]}'


class Broken(NamedTuple):
    """A file that is wrong in one way, and what is said about it."""

    code: str
    task: str
    content: str | bytes
    path: str
    found: str
    expected: str
    line: int | None = 1
    questions: str | None = None
    inventory: str | None = None
    role: FileRole | None = None
    also: tuple[str, ...] = ()
    """Codes that cannot but come along."""


def record(**keys: object) -> str:
    return json.dumps({"qid": "1", **keys}, ensure_ascii=False)


def judge(**keys: object) -> str:
    return record(**{"context": TEXT, "judge": 1, **keys})


def options(**keys: object) -> str:
    asked = {"text": TEXT, "question": "书在()上。", "option": {"A": "桌子", "B": "椅子"}, "answer": ["A"]}
    return record(**{"qid": "1-dev-s-1", **asked, **keys})


def reason(kind: object, *fragments: object) -> str:
    return record(context=TEXT, reasons=[{"fragments": list(fragments), "type": kind}])


def span(role: str, *idxes: int, text: str | None = None) -> dict[str, object]:
    return {"role": role, "text": "".join(TEXT[i] for i in idxes) if text is None else text, "idxes": list(idxes)}


def piece(*idxes: int) -> dict[str, object]:
    return {"text": "".join(TEXT[i] for i in idxes), "idxes": list(idxes)}


def steps(*filled: Mapping[int, object], length: int = 18, corefs: object = (), **keys: object) -> str:
    arrays = [[step.get(i) for i in range(length)] for step in filled]
    return record(context=TEXT, corefs=corefs, non_corefs=[], outputs=arrays, **keys)


def roles(*objects: object) -> str:
    return record(context=TEXT, corefs=[], non_corefs=[], results=[list(objects)])


S, P, E = span("S", 0, 1), span("P", 5, 6, 7, 8), span("E", 4)
BOOK: dict[int, object] = {0: piece(3), 7: piece(5, 6, 7, 8)}
OBJECTS = "one JSON object per line, or a JSON array of objects"

BROKEN = [
    # the file as a whole
    Broken("empty-file", "space2022/task1", "", "", "–", OBJECTS, None),
    Broken("not-utf8", "space2022/task1", b'{"qid": "\xd5\xfd"}', "", "byte 0xd5", "text in UTF-8"),
    Broken("json-syntax", "space2022/task1", f"[{judge()}\n17]", "", 'a comma or ] is missing at "17]"', OBJECTS, 2),
    Broken("truncated", "space2022/task1", judge() + '\n{"qid": "2', "", '"{\\"qid\\": \\"2"', "complete JSON", 2),
    Broken("too-deep", "space2022/task1", "[" * 100_000, "", "brackets in brackets", "less nesting"),
    Broken("not-object", "space2022/task1", "17\n" + judge(), "", "17", OBJECTS),
    Broken(
        "no-such-sheet",
        "space2021/task1",
        '{"subtask2-dev": {}}',
        "",
        '"subtask2-dev"',
        "one key subtask1-dev or …-test",
        None,
    ),
    Broken(
        "wrong-field-count",
        "wsd/senses",
        "他打开门 打开 张开\n他打开门\n",
        "",
        '"他打开门"',
        "sentence word gloss1$$gloss2, separated by single spaces",
        2,
    ),
    # the record
    Broken("missing-key", "space2022/task1", record(context=TEXT) + "\n", "", '"qid, context"', "judge", role="gold"),
    Broken(
        "no-qid", "space2022/task1", judge() + '\n{"judge": 1}\n', "", '"judge"', "qid, a string", 2, role="submission"
    ),
    Broken(
        "missing-gold-key",
        "space2022/task3",
        record(context=TEXT, outputs=[[piece(3), *[None] * 6, piece(5), *[None] * 10]], corefs=[]),
        "",
        '"qid, context, outputs, corefs"',
        "non_corefs",
    ),
    Broken(
        "unknown-key",
        "space2022/task1",
        judge(genre="新闻") + "\n" + judge(qid="2", genre="小说"),
        "genre",
        '"genre"',
        "context/judge/qid",
    ),
    Broken(
        "repeated-key", "space2022/task1", '{"qid": "1", "judge": 0, "judge": 1}', "judge", '"judge"', "every key once"
    ),
    Broken("wrong-type", "space2022/task2", record(context=TEXT, reasons={}), "reasons", "{}", "a list"),
    Broken("duplicate-qid", "space2022/task1", judge() + "\n\n" + judge(judge=0), "", "1", "a qid not used before", 3),
    Broken(
        "unknown-qid",
        "space2022/task1",
        record(judge=1) + "\n" + record(qid="7", judge=1),
        "",
        "7",
        "a qid of the questions",
        2,
        questions=record(context=TEXT),
    ),
    Broken(
        "nothing-answered",
        "space2022/task1",
        record(qid="7", judge=1),
        "",
        "1 record",
        "answers to the questions",
        None,
        questions=record(context=TEXT),
        also=("unknown-qid", "missing-qid"),
    ),
    Broken(
        "missing-qid",
        "space2022/task1",
        record(judge=1),
        "",
        "no answer",
        "an answer to it",
        None,
        questions=record(context=TEXT) + "\n" + record(qid="2", context=TEXT),
    ),
    Broken(
        "changed-text",
        "space2022/task1",
        judge(context="别的"),
        "text",
        '"别的"',
        f'"{TEXT}"',
        questions=record(context=TEXT),
    ),
    # labels, roles, fragments
    Broken("unknown-label", "space2022/task1", judge(judge="1"), "judge", '"1"', "0/1"),
    Broken("loose-label", "space2022/task1", judge(judge=True), "judge", "true", "0/1"),
    Broken(
        "page-form",
        "space2023/task1",
        record(context=TEXT, fragments=[[span("S", 3)]]),
        "fragments",
        '"fragments"',
        "results",
    ),
    Broken(
        "loose-index",
        "space2022/task2",
        reason("C", {**span("S", 3), "idxes": [3.0]}, P),
        "reasons[0].fragments[0].idxes",
        "[3.0]",
        "a list of integers",
    ),
    Broken(
        "unknown-role",
        "space2022/task2",
        reason("C", S, P, span("X", 4)),
        "reasons[0].fragments[2].role",
        '"X"',
        "S/P/E",
    ),
    Broken("unknown-type", "space2022/task2", reason("D", S, P), "reasons[0].type", '"D"', "A/B/C"),
    Broken(
        "repeated-role",
        "space2022/task2",
        reason("C", S, P, span("S", 4)),
        "reasons[0].fragments[2].role",
        "S",
        "every role once",
    ),
    Broken(
        "idx-out-of-range",
        "space2022/task2",
        reason("C", S, span("P", 8, text="上") | {"idxes": [8, 10, -1]}),
        "reasons[0].fragments[1].idxes",
        "[10, -1]",
        "0 to 9",
        also=("unsorted-idxes",),
    ),
    Broken(
        "text-mismatch",
        "space2022/task2",
        reason("C", S, span("P", 7, 8, text="桌上")),
        "reasons[0].fragments[1].text",
        '"桌上"',
        '"子上"',
    ),
    Broken(
        "empty-fragment",
        "space2022/task2",
        reason("C", S, P, span("E")),
        "reasons[0].fragments[2]",
        '{"role": "E", "text": "", "idxes": []}',
        "at least one character",
    ),
    Broken(
        "unsorted-idxes",
        "space2022/task2",
        reason("C", S, span("P", 8, 5)),
        "reasons[0].fragments[1].idxes",
        "[8, 5]",
        "text order",
    ),
    Broken(
        "repeated-idx",
        "space2022/task2",
        reason("C", S, span("P", 5, 5)),
        "reasons[0].fragments[1].idxes",
        "[5, 5]",
        "every index once",
    ),
    Broken(
        "overlap",
        "space2022/task2",
        reason("A", span("text1", 3, 4), span("text2", 4, 5)),
        "reasons[0].fragments",
        "text1 ∩ text2: 4",
        "text1, text2 without common characters",
    ),
    Broken(
        "shared-characters",
        "space2022/task2",
        reason("C", span("S", 3, 4), E),
        "reasons[0].fragments",
        "S ∩ E: 4",
        "S, P, E without common characters",
    ),
    Broken("few-roles", "space2022/task2", reason("C", S), "reasons[0].fragments", "S", "at least 2 roles"),
    Broken(
        "role-order",
        "space2022/task2",
        reason("A", span("text1", 4), span("text2", 3)),
        "reasons[0].fragments",
        "4 … 3",
        "text1 before text2 in the text",
    ),
    # tuples
    Broken("wrong-length", "space2022/task3", steps(BOOK, length=17), "outputs[0]", "17", "18"),
    Broken(
        "slot-kind",
        "space2022/task3",
        steps(BOOK | {2: "放"}),
        "outputs[0][2]",
        '"放"',
        "a fragment for 事件 (text and idxes)",
    ),
    Broken("unknown-slot-label", "space2022/task3", steps(BOOK | {3: "真"}), "outputs[0][3]", '"真"', "假"),
    Broken(
        "slot-missing",
        "space2022/task3",
        steps({7: piece(5, 6, 7, 8)}),
        "outputs[0]",
        "处所",
        "at least one of 空间实体",
    ),
    Broken(
        "no-place",
        "space2022/task3",
        steps({0: piece(3), 2: piece(4)}),
        "outputs[0]",
        "空间实体, 事件",
        "at least one of 处所, 起点, 终点, 方向, 朝向, 部件处所, 部位, 形状, 路径, 距离文本, 距离标签",
    ),
    Broken(
        "slot-conflict",
        "space2022/task3",
        steps(BOOK | {4: piece(4), 6: "将来"}),
        "outputs[0]",
        "时间文本, 时间标签",
        "none of 参照事件, 时间标签 beside 时间文本",
    ),
    Broken(
        "slot-label",
        "space2022/task3",
        steps(BOOK | {6: "之后"}),
        "outputs[0]",
        "之后 − 参照事件",
        "时间标签 之时/之前/之后/之间 with 参照事件, 说话时/过去/将来 without",
    ),
    Broken(
        "slot-both",
        "space2023/task2",
        roles(
            {"role": "空间实体", "fragment": piece(0, 1)},
            {"role": "参照实体", "fragment": piece(3)},
            {"role": "距离", "fragment": piece(4), "label": "近"},
        ),
        "results[0]",
        "距离: fragment + label",
        "a fragment or a label in 距离, not both",
    ),
    Broken(
        "slot-order",
        "space2022/task3",
        steps({0: piece(3), 1: piece(0, 1), 17: "近"}),
        "outputs[0]",
        "3 … 0",
        "空间实体 before 空间实体2 in the text",
    ),
    Broken(
        "repeated-tuple",
        "space2022/task3",
        steps(BOOK, BOOK),
        "outputs[1]",
        '{"空间实体": "书", "处所": "在桌子上"}',
        "a different tuple",
    ),
    Broken(
        "too-many-tuples",
        "space2022/task3",
        steps(*[BOOK | {2: piece(*([4] * n))} for n in range(1, 102)]),
        "outputs",
        "101",
        "at most 100",
        also=("repeated-idx",),
    ),
    Broken("few-members", "space2022/task3", steps(BOOK, corefs=[[piece(3)]]), "corefs[0]", "1", "at least 2 members"),
    # lists of answers
    Broken("no-answer", "space2022/task2", record(context=TEXT, reasons=[]), "reasons", "[]", "at least 1"),
    Broken(
        "repeated-type",
        "space2022/task2",
        record(reasons=[{"fragments": [S, P], "type": "C"}] * 2),
        "reasons",
        "C, C",
        "one reason of each type",
    ),
    Broken(
        "too-many-answers",
        "space2023/task1",
        record(results=[[span("S1", i)] for i in range(4)]),
        "results",
        "4",
        "at most 3",
    ),
    # options of an item
    Broken(
        "bad-options",
        "space2024/choice",
        options(option={"A": "桌子", "C": "书"}),
        "option",
        '"A, C"',
        "2 to 4 options lettered ABCD in this order",
    ),
    Broken(
        "option-number",
        "space2024/choice",
        options(option={"A": "桌子", "B": 2.0}),
        "option.B",
        "2.0",
        "a string",
    ),
    Broken(
        "same-options",
        "space2024/choice",
        options(option={"A": "桌子", "B": "桌子"}),
        "option",
        '{"A": "桌子", "B": "桌子"}',
        "different options",
    ),
    Broken(
        "mixed-languages",
        "space2024/choice",
        options(question="The book is on ()."),
        "",
        "text: zh, question: en",
        "one language",
    ),
    Broken("not-letters", "space2024/choice", options(answer="A"), "answer", '"A"', 'a list of letters such as ["A"]'),
    Broken("unknown-letter", "space2024/choice", options(answer=["C"]), "answer", '"C"', "A/B"),
    Broken(
        "repeated-letter", "space2024/choice", options(answer=["A", "A"]), "answer", '["A", "A"]', "every letter once"
    ),
    Broken(
        "kind-mismatch",
        "space2024/choice",
        options(answer=["A", "B"]),
        "answer",
        "A, B",
        "one letter, since one option is right",
    ),
    # senses
    Broken(
        "unknown-word",
        "wsd/senses",
        "他关上门 关上 合拢\n",
        "word",
        '"关上"',
        "a word of the inventory",
        inventory=INVENTORY,
    ),
    Broken(
        "unknown-gloss",
        "wsd/senses",
        "他打开门 打开 合拢\n",
        "senses",
        '"合拢"',
        "a gloss of 打开",
        inventory=INVENTORY,
    ),
    Broken("repeated-gloss", "wsd/senses", "他打开门 打开 张开$$张开\n", "senses", '"张开"', "every gloss once"),
    Broken("target-not-in-sentence", "wsd/senses", "他关上门 打开 张开\n", "word", '"打开"', '"他关上门"'),
    Broken("target-repeated", "wsd/senses", "他走啊走 走 走路\n", "word", "走 × 2", "one occurrence"),
]
