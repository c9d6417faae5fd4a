"""W2NER: fragments as relations between tokens, and back."""

from pathlib import Path

import torch

from pingce.spec.values import Reason, RoleSpan
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.learning.grid import pair_traits
from pingce.systems.learning.tokens import Tokens
from pingce.systems.spans.shape import reason_shape
from pingce.systems.spans.w2ner import Relations, paths
from pingce.systems.train import load_model
from pingce.tasks.catalog import find_task

from ..checked import problems
from ..runs import EXAMPLES, run
from ..tiny import tiny_encoder

FILE = EXAMPLES / "space2022" / "task2_train.jsonl"
FEW = 6
QUICK = ("epochs=2", "batch=4", "lr=0.004", "hidden=16", "channels=8", "keep=last")
TEXT = "他从屋里走进屋外的院子"
TOKENS = Tokens(tuple(range(13)), ((0, 0), *((i, i + 1) for i in range(11)), (0, 0)))
RELATIONS = Relations(reason_shape(find_task("space2022/task2")))


def span(role: str, *idxes: int) -> RoleSpan:
    return RoleSpan(role, "".join(TEXT[i] for i in idxes), idxes)


def test_fragments_of_all_types_come_back_also_those_with_gaps() -> None:
    reasons = (
        Reason("A", (span("text1", 2, 3), span("text2", 6, 7))),
        Reason("C", (span("S", 0), span("P", 1, 2, 3, 7), span("E", 4, 5))),
    )
    held = RELATIONS.of_reasons(reasons, TOKENS)
    numbers = torch.zeros(len(TOKENS), len(TOKENS), RELATIONS.size)
    numbers[..., 0] = 5.0
    for first, second, relation in held:
        numbers[first, second, relation] = 9.0
    assert RELATIONS.reasons(numbers, TOKENS, TEXT) == reasons
    assert float(RELATIONS.loss(numbers, held)) < float(RELATIONS.loss(numbers, [])) < 1.0
    nothing = torch.zeros(len(TOKENS), len(TOKENS), RELATIONS.size)
    nothing[..., 0] = 5.0
    assert RELATIONS.reasons(nothing, TOKENS, TEXT) == ()


def test_nexts_everywhere_end_soon() -> None:
    nexts = {token: list(range(token + 1, 40)) for token in range(40)}
    assert len(list(paths(nexts, 0, 39))) <= 200
    assert list(paths({1: [2, 3], 2: [3]}, 1, 3)) == [(1, 3), (1, 2, 3)]


def test_distances_have_classes_on_either_side() -> None:
    distances, sides = pair_traits(4)
    assert distances.tolist()[1] == [8, 0, 1, 2]
    assert sides.tolist()[1] == [1, 0, 0, 0]


def test_every_answer_passes_the_check_whatever_the_order(tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("".join(FILE.read_text(encoding="utf-8").splitlines(True)[:FEW]), encoding="utf-8")
    encoder = tiny_encoder(tmp_path / "tiny", [few.read_text(encoding="utf-8")])
    run("space2022/task2", "w2ner", tmp_path / "m", *QUICK, train=few, dev=few, encoder=encoder)
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(few))[0]]
    predictions = model.predict(items, NoProgress())
    assert problems(spec, items, predictions, tmp_path) == []
    again = model.predict(items[::-1], NoProgress())[::-1]
    assert [prediction.answer for prediction in again] == [prediction.answer for prediction in predictions]
