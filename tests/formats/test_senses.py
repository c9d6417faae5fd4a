"""Files of word-sense data in all their kinds."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pingce.formats.check import check_file
from pingce.formats.load import BadFileError, Loaded, load_gold, load_inventory, load_predictions
from pingce.formats.senses import escher_lines, glossbert_lines, plain_lines
from pingce.scoring.run import make_cases, score
from pingce.spec.values import Answer, Item, Senses
from pingce.tasks.catalog import TASKS
from tests.builders import write, write_records

TASK = TASKS["wsd/senses"]
INVENTORY = {"打开": ["张开", "使松开", "开始工作"], "走": ["走路", "离开"]}
ITEMS = [
    (Item("1", {"sentence": "他打开灯走了。", "word": "打开"}), Senses(("张开", "开始工作"))),
    (Item("2", {"sentence": "他打开灯走了。", "word": "走"}), Senses(("离开",))),
    (Item("3", {"sentence": "她走得很慢。", "word": "走"}), Senses(("走路",))),
]
PLAIN = ["他打开灯走了。 打开 张开$$开始工作", "他打开灯走了。 走 离开", "她走得很慢。 走 走路"]
ESCHER = [
    "1.1 他打开灯走了。 打开 张开 开始工作",
    "1.2 他打开灯走了。 打开 开始工作 张开",
    "2.1 他打开灯走了。 走 离开 None",
    "3.1 她走得很慢。 走 走路 None",
]
KEY = ["1.1 张开", "1.2 开始工作", "2.1 离开", "3.1 走路"]
GLOSSBERT = [
    "target_id\tlabel\tsentence\tgloss\tsense_key",
    "0\t1\t他$打开$灯走了。\t打开:张开\t张开",
    "1\t0\t他$打开$灯走了。\t打开:使松开\t使松开",
    "2\t1\t他$打开$灯走了。\t打开:开始工作\t开始工作",
    "3\t0\t他打开灯$走$了。\t走:走路\t走路",
    "4\t1\t他打开灯$走$了。\t走:离开\t离开",
    "5\t1\t她$走$得很慢。\t走:走路\t走路",
    "6\t0\t她$走$得很慢。\t走:离开\t离开",
]
JSONL = ['{"qid": "1", "sentence": "他打开灯走了。", "word": "打开", "senses": ["张开", "开始工作"]}']


def _gold(tmp_path: Path, lines: list[str], end: str = "\n") -> Loaded:
    return load_gold(TASK, write(tmp_path / "gold.txt", end.join(lines) + end))


def _read(loaded: Loaded) -> list[tuple[Item, Answer]]:
    return [(item, loaded.answers[key]) for key, item in loaded.items.items()]


EXPECTED: list[tuple[Item, Answer]] = [(item, {"senses": senses}) for item, senses in ITEMS]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("lines", [PLAIN, ESCHER, GLOSSBERT], ids=["lines", "escher", "glossbert"])
def test_the_kinds_hold_the_same_items(lines: list[str], end: str, tmp_path: Path) -> None:
    loaded = _gold(tmp_path, lines, end)
    assert loaded.findings.problems == []
    assert _read(loaded) == EXPECTED


def test_jsonl_and_arrays_are_read_too(tmp_path: Path) -> None:
    assert _read(_gold(tmp_path, JSONL)) == EXPECTED[:1]
    assert _read(_gold(tmp_path, [f"[{JSONL[0]}]"])) == EXPECTED[:1]


def test_writing_gives_the_published_lines() -> None:
    assert list(plain_lines(ITEMS)) == PLAIN
    assert list(escher_lines(ITEMS, key_only=False)) == ESCHER
    assert list(escher_lines(ITEMS, key_only=True)) == KEY
    assert list(glossbert_lines(ITEMS, INVENTORY)) == GLOSSBERT


def test_questions_have_no_glosses(tmp_path: Path) -> None:
    lines = list(plain_lines([(item, None) for item, _ in ITEMS]))
    assert lines[0] == "他打开灯走了。 打开"
    checked = check_file(TASK, write(tmp_path / "q.txt", "\n".join(lines)))
    assert (checked.findings.role, checked.records, checked.answered) == ("questions", 3, 0)


def test_a_gloss_outside_the_inventory_still_gets_a_row() -> None:
    rows = list(glossbert_lines([(ITEMS[1][0], Senses(("溜走",)))], {"走": ["走路"]}))[1:]
    assert [row.split("\t")[1::2] for row in rows] == [["0", "走:走路"], ["1", "走:溜走"]]


def test_a_target_that_is_not_in_the_sentence_is_not_marked() -> None:
    item = Item("1", {"sentence": "他关灯。", "word": "打开"})
    assert list(glossbert_lines([(item, Senses(("张开",)))], {}))[1].split("\t")[2] == "他关灯。"


def test_the_same_sentence_twice_gives_two_items(tmp_path: Path) -> None:
    lines = ["7.1 他走了。 走 离开 None", "8.1 他走了。 走 离开 None"]
    assert [item.id for item, _ in _read(_gold(tmp_path, lines))] == ["7", "8"]


def test_instances_without_numbered_ids_are_counted(tmp_path: Path) -> None:
    lines = ["甲 他走了。 走 离开 走路", "乙 他走了。 走 走路 离开", "丙 她走了。 走 离开 None"]
    assert [(item.id, senses["senses"]) for item, senses in _read(_gold(tmp_path, lines))] == [
        ("1", Senses(("离开", "走路"))),
        ("2", Senses(("离开",))),
    ]


def _score(tmp_path: Path, predictions: str) -> tuple[Mapping[str, float], list[str]]:
    gold = _gold(tmp_path, PLAIN)
    said = load_predictions(TASK, write(tmp_path / "pred", predictions), gold)
    result = score(TASK, make_cases(gold.items, gold.answers, said.answers))
    return result.measures["derived"].numbers, [p.code for p in said.findings.problems]


def test_a_key_file_answers_the_derived_questions(tmp_path: Path) -> None:
    assert _score(tmp_path, "\n".join(KEY)) == ({"accuracy": 1.0}, [])
    wrong_order = ["1.2 张开", "1.1 张开", "2.1 走路"]
    assert _score(tmp_path, "\n".join(wrong_order)) == ({"accuracy": 0.25}, ["missing-qid"])


def test_a_derived_question_left_out_is_wrong(tmp_path: Path) -> None:
    assert _score(tmp_path, "1.2 开始工作\n2.1 离开\n3.1 走路\n") == ({"accuracy": 0.75}, [])


def test_numbers_beyond_any_word_are_no_derived_questions(tmp_path: Path) -> None:
    lines = ["1.1 张开", "1.99999999999999 张开", "1.0 张开", f"1.{'9' * 5_000} 张开"]
    checked = check_file(TASK, write(tmp_path / "key", "\n".join(lines)))
    assert [(p.code, p.line) for p in checked.findings.problems] == [("wrong-field-count", n) for n in (2, 3, 4)]


def test_scores_decide_the_ranking_and_a_gloss_counts_once(tmp_path: Path) -> None:
    gold = _gold(tmp_path, PLAIN[:1])
    scores = [{"gloss": gloss, "score": value} for gloss, value in (("张开", 0.9), ("使松开", 0.1), ("张开", 0.8))]
    said = load_predictions(TASK, write_records(tmp_path / "pred", [{"qid": "1", "senses": scores}]), gold)
    result = score(TASK, make_cases(gold.items, gold.answers, said.answers))
    assert [p.code for p in said.findings.problems] == ["repeated-gloss"]
    assert {name: measured.numbers for name, measured in result.measures.items()} == {
        "derived": {"accuracy": 0.5},
        "prefix": {"score": 0.5},
        "top1": {"accuracy": 1.0},
        "exact": {"accuracy": 0.0},
        "chosen": {"precision": 1.0, "recall": 0.5, "f1": pytest.approx(2 / 3)},
        "macro_word": {"accuracy": 0.5},
        "macro_sense": {"accuracy": 0.5},
    }


@pytest.mark.parametrize(
    ("senses", "code", "path"),
    [
        ('"张开"', "wrong-type", "senses"),
        ("{}", "wrong-type", "senses"),
        ("[]", "no-answer", "senses"),
        ("[17]", "wrong-type", "senses[0]"),
        ('["张开", {"gloss": "走路", "score": true}]', "wrong-type", "senses[1]"),
        ('["张开", {"gloss": "走路", "score": "高"}]', "wrong-type", "senses[1]"),
        ('["张开", {"gloss": "走路"}]', "missing-key", "senses[1]"),
    ],
)
def test_senses_of_the_wrong_kind(senses: str, code: str, path: str, tmp_path: Path) -> None:
    checked = check_file(TASK, write(tmp_path / "f", f'{{"qid": "1", "senses": {senses}}}'))
    assert (checked.findings.problems[0].code, checked.findings.problems[0].path) == (code, path)


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ([PLAIN[0], "他走了。  走"], 2),
        ([PLAIN[0], "a b c d"], 2),
        ([ESCHER[0], "1.2 句子 词 义"], 2),
        ([KEY[0], "没有编号 张开"], 2),
        ([GLOSSBERT[0], "0\t2\t他$走$了\t走:走路\t走路"], 2),
        ([GLOSSBERT[0], "0\t1\t他$走$了\t走路\t走路"], 2),
        ([GLOSSBERT[0], "0\t1\t他$走$了"], 2),
    ],
)
def test_lines_of_the_wrong_form_are_named(lines: list[str], line: int, tmp_path: Path) -> None:
    checked = check_file(TASK, write(tmp_path / "f", "\n".join(lines)))
    assert [(p.code, p.line) for p in checked.findings.errors if p.code != "missing-key"] == [
        ("wrong-field-count", line)
    ]


def test_a_byte_that_is_not_utf8_is_named_by_its_own_line(tmp_path: Path) -> None:
    content = "\n".join(PLAIN).encode() + b"\n\xff\xfe \xff \xff\n"
    checked = check_file(TASK, write(tmp_path / "f", content))
    assert [(p.code, p.line, p.found_in("en")) for p in checked.findings.problems] == [("not-utf8", 4, "byte 0xff")]


def test_an_overlong_line_ends_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pingce.formats.textlines.LONGEST", 60)
    checked = check_file(TASK, write(tmp_path / "f", "\n".join([PLAIN[1], "长" * 21])))
    assert [(p.code, p.line, p.found_in("en")) for p in checked.findings.problems] == [
        ("too-long", 2, "more than 60 bytes")
    ]


def test_bom_and_blank_lines_are_passed_over_but_counted(tmp_path: Path) -> None:
    loaded = load_gold(TASK, write(tmp_path / "f", "\ufeff" + PLAIN[0] + "\n\n" + PLAIN[2]))
    assert [item.id for item, _ in _read(loaded)] == ["1", "3"]
    assert loaded.items["1"].texts["sentence"] == "他打开灯走了。"


def test_an_inventory_is_read_as_it_is(tmp_path: Path) -> None:
    name = write(tmp_path / "i.json", '{"打开": ["张开", "使松开"], "独": ["只有一个"]}')
    assert load_inventory(name) == {"打开": ["张开", "使松开"], "独": ["只有一个"]}


@pytest.mark.parametrize(
    ("content", "code"), [("[]", "not-object"), ("", "empty-file"), ('{"打开": [', "truncated"), ("17", "not-object")]
)
def test_an_inventory_that_is_none(content: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as caught:
        load_inventory(write(tmp_path / "i.json", content))
    assert [p.code for p in caught.value.findings.problems] == [code]


def test_a_key_file_can_be_the_gold(tmp_path: Path) -> None:
    gold = load_gold(TASK, write(tmp_path / "gold.key.txt", "1.1 开始营业\n1.2 一天里第一次成交\n2.1 开始营业\n"))
    said = {"1": {"senses": Senses(("开始营业",))}}
    result = score(TASK, make_cases(gold.items, gold.answers, said))
    assert result.measures["derived"].counts == {"correct": 1, "instances": 3}


ASKED = "他关上灯走了。 打开"
"""A question as the official data has some: the word asked about is not in the sentence."""


@pytest.mark.parametrize(
    "answer",
    ['{"qid": "1", "senses": ["张开"]}', '{"qid": "1", "word": "打开", "senses": ["张开"]}', f"{ASKED} 张开"],
    ids=["no texts", "the word alone", "the same texts"],
)
@pytest.mark.parametrize("words", [{"打开": ["张开", "使松开"]}, {"走": ["离开"]}], ids=["known", "unknown word"])
def test_a_fault_of_the_question_is_not_charged_to_the_answer(
    answer: str, words: dict[str, list[str]], tmp_path: Path
) -> None:
    questions = write(tmp_path / "questions.txt", ASKED)
    inventory = write_records(tmp_path / "inventory.json", [words])
    checked = check_file(TASK, write(tmp_path / "pred", answer), questions=questions, inventory=inventory)
    assert (checked.findings.role, checked.findings.problems) == ("submission", [])
    gold = _gold(tmp_path, [f"{ASKED} 张开"])
    assert [p.code for p in gold.findings.problems] == ["target-not-in-sentence"]
    assert load_predictions(TASK, write(tmp_path / "pred", answer), gold).findings.problems == []


def test_texts_of_its_own_and_glosses_are_still_the_answers_fault(tmp_path: Path) -> None:
    questions = write(tmp_path / "questions.txt", "他打开灯走了。 打开")
    inventory = write_records(tmp_path / "inventory.json", [INVENTORY])
    answer = write(tmp_path / "pred", f"{ASKED} 离开")
    checked = check_file(TASK, answer, questions=questions, inventory=inventory)
    assert [p.code for p in checked.findings.problems] == ["target-not-in-sentence", "unknown-gloss", "changed-text"]


def test_lines_written_without_a_gloss_are_read_as_empty_predictions(tmp_path: Path) -> None:
    lines = list(plain_lines([(ITEMS[0][0], Senses(())), *ITEMS[1:]]))
    gold = _gold(tmp_path, PLAIN)
    said = load_predictions(TASK, write(tmp_path / "pred.txt", "\n".join(lines)), gold)
    assert (said.answers["1"], [p.code for p in said.findings.problems]) == ({"senses": Senses(())}, ["no-answer"])
    empty = score(TASK, make_cases(gold.items, gold.answers, said.answers))
    left_out = score(TASK, make_cases(gold.items, gold.answers, {k: a for k, a in said.answers.items() if k != "1"}))
    assert {name: one.numbers for name, one in empty.measures.items()} == {
        name: one.numbers for name, one in left_out.measures.items()
    }


def test_gold_lines_need_a_gloss(tmp_path: Path) -> None:
    with pytest.raises(BadFileError) as caught:
        _gold(tmp_path, [*PLAIN[:2], "她走得很慢。 走 "])
    assert [(p.code, p.line) for p in caught.value.findings.problems] == [("wrong-field-count", 3)]
