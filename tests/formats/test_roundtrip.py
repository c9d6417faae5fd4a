"""Values survive files, for every task and whatever the text is made of."""

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pingce.formats.decode import Decoder
from pingce.formats.encode import encode_record
from pingce.formats.load import Loaded, load_gold, load_predictions
from pingce.formats.write import write_array, write_jsonl
from pingce.scoring.run import make_cases, score
from pingce.spec.measure import Case
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.tasks.catalog import TASKS
from tests import strategies
from tests.strategies import answers, fragments, texts

Question = tuple[Item, Answer, Answer]
UNDEFINED_ON_GOLD = ("space2021/task3",)
"""Its recall is over abnormal texts; a set without one has none."""

every_task = pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))


def _for_all(strategy: st.SearchStrategy[Any], check: Callable[[Any], None], examples: int = 20) -> None:
    settings(
        max_examples=examples, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )(given(strategy)(check))()


@st.composite
def questions(draw: st.DrawFn, task: TaskSpec) -> list[Question]:
    """Up to three items with gold and predicted answers."""
    found = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        item = draw(strategies.items(task, f"1-dev-{number}"))
        found.append((item, draw(answers(task, item.text, gold=True)), draw(answers(task, item.text, gold=False))))
    return found


@every_task
@pytest.mark.parametrize("gold", [True, False])
def test_encoding_and_decoding_give_the_same_answer_and_the_same_json(task: TaskSpec, gold: bool) -> None:
    decoder = Decoder(task, gold=gold)

    def check(asked: list[Question]) -> None:
        for item, wanted, said in asked:
            answer = wanted if gold else said
            record = encode_record(task, item, answer, gold=gold)
            read = json.loads(json.dumps(record))
            again, _ = decoder.answer(read, item.text)
            assert again == answer
            assert json.dumps(encode_record(task, item, again, gold=gold)) == json.dumps(record)

    _for_all(questions(task), check)


@every_task
def test_lines_and_arrays_give_the_same_items_answers_and_findings(task: TaskSpec) -> None:
    def check(asked: list[Question]) -> None:
        with tempfile.TemporaryDirectory() as name:
            gold, said = (
                [encode_record(task, item, wanted) for item, wanted, _ in asked],
                [encode_record(task, item, said, with_texts=False, gold=False) for item, _, said in asked],
            )
            loaded: list[tuple[Loaded, Loaded]] = []
            for write in (write_jsonl, write_array):
                folder = Path(name)
                write(folder / "gold", gold)
                write(folder / "pred", said)
                read = load_gold(task, str(folder / "gold"))
                loaded.append((read, load_predictions(task, str(folder / "pred"), read)))
        (gold_lines, lines), (gold_array, array) = loaded
        keys = [task.match_key(item.id) for item, _, _ in asked]
        assert gold_lines.items == gold_array.items == dict(zip(keys, (i for i, _, _ in asked), strict=True))
        assert gold_lines.answers == gold_array.answers == dict(zip(keys, (g for _, g, _ in asked), strict=True))
        for key, (_, _, said_here) in zip(keys, asked, strict=True):
            for read in (lines, array):
                assert {k: v for k, v in read.answers[key].items() if v != ()} == said_here
        assert lines.findings.counts == array.findings.counts

    _for_all(questions(task), check, examples=10)


def _cases(asked: list[Question], *, perfect: bool) -> list[Case]:
    items = {item.id: item for item, _, _ in asked}
    gold = {item.id: wanted for item, wanted, _ in asked}
    return make_cases(items, gold, gold if perfect else {item.id: said for item, _, said in asked[1:]})


@every_task
def test_gold_against_itself_scores_one(task: TaskSpec) -> None:
    def check(asked: list[Question]) -> None:
        if task.id in UNDEFINED_ON_GOLD and all(gold["judge1"] == "1" for _, gold, _ in asked):
            return
        for rules in task.rule_sets:
            assert score(task, _cases(asked, perfect=True), rules=rules).main == pytest.approx(1.0, abs=1e-12)

    _for_all(questions(task), check)


@every_task
def test_all_numbers_lie_between_zero_and_one(task: TaskSpec) -> None:
    def check(asked: list[Question]) -> None:
        for rules in task.rule_sets:
            for measured in score(task, _cases(asked, perfect=False), rules=rules).measures.values():
                for value in measured.numbers.values():
                    assert 0.0 <= value <= 1.0 + 1e-12

    _for_all(questions(task), check)


def test_offsets_are_code_points() -> None:
    def check(pair: Any) -> None:
        text, fragment = pair
        assert "".join(text[i] for i in fragment.idxes) == fragment.text

    _for_all(texts.flatmap(lambda text: st.tuples(st.just(text), fragments(text))), check)
    decoder = Decoder(TASKS["space2023/task1"], gold=True)
    record = {"results": [[{"role": "S1", "text": "在", "idxes": [1]}]]}
    assert decoder.answer(record, "𠮷在上")[1] == []
    assert [v.code for v in decoder.answer(record, "a在上")[1]] == []
    # In UTF-16 the character after 𠮷 would be at 2.
    record = {"results": [[{"role": "S1", "text": "在", "idxes": [2]}]]}
    assert [(v.code, v.found, v.expected.en) for v in decoder.answer(record, "𠮷在上")[1]] == [
        ("text-mismatch", '"在"', '"上"')
    ]
