"""The tuple systems trained, loaded, asked and interrupted, on the example data."""

import json
from pathlib import Path
from typing import cast

import pytest
import torch
from click.testing import CliRunner

from pingce.cli.systems import systems
from pingce.spec.values import StepTuple
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.learning.tokens import Tokens
from pingce.systems.train import load_model
from pingce.systems.tuples.network import ENDS, TAGS, AnchorCandidate, anchors_in, kept
from pingce.systems.tuples.neural import spans_of
from pingce.tasks.catalog import find_task
from tests.builders import make_item

from ..checked import problems
from ..runs import EXAMPLES, Interrupted, digests, run
from ..tiny import tiny_encoder

TRAIN = {
    "space2022/task3": EXAMPLES / "space2022" / "task3_train.jsonl",
    "space2023/task2": EXAMPLES / "space2023" / "task2_train.jsonl",
}
QUICK = ("epochs=2", "batch=4", "checkpoint_every=2", "hidden=16", "threshold=0.3")
ODD = make_item("odd", "2023年5月，李明把WiFi盒子放在第3层架子上，又走到门外。")
EMPTY = make_item("empty", "。")
BLANK = [make_item("nothing", ""), make_item("blanks", " \u3000")]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    texts = [path.read_text(encoding="utf-8") for path in TRAIN.values()]
    return tiny_encoder(tmp_path_factory.mktemp("tiny"), [*texts, ODD.text])


@pytest.mark.parametrize("task", TRAIN)
@pytest.mark.parametrize("system", ["tuple-crf", "tuple-place", "tuple-trigger", "tuple-entity"])
def test_every_answer_passes_the_check(tmp_path: Path, encoder: Path, task: str, system: str) -> None:
    neural = system != "tuple-crf"
    run(
        task, system, tmp_path / "m", *(QUICK if neural else ()), train=TRAIN[task], encoder=encoder if neural else None
    )
    model, _, spec = load_model(tmp_path / "m")
    items = [*(example.item for example in read_examples(spec, str(TRAIN[task]))[0]), ODD]
    predictions = model.predict(items, NoProgress())
    assert problems(spec, items, predictions, tmp_path) == []
    assert [prediction.answer for prediction in model.predict(BLANK, NoProgress())] == [{"tuples": ()}] * len(BLANK)
    assert sum(len(cast("tuple[StepTuple, ...]", prediction.answer["tuples"])) for prediction in predictions) > 0
    again = model.predict(items[::-1], NoProgress())[::-1]
    assert [prediction.answer for prediction in again] == [prediction.answer for prediction in predictions]


@pytest.mark.parametrize(("system", "after"), [("tuple-crf", 3), ("tuple-trigger", 3), ("tuple-place", 5)])
def test_an_interrupted_run_ends_with_the_same_model(tmp_path: Path, encoder: Path, system: str, after: int) -> None:
    task, neural = "space2022/task3", system != "tuple-crf"
    settings, start = (QUICK, encoder) if neural else ((), None)
    run(task, system, tmp_path / "undisturbed", *settings, train=TRAIN[task], encoder=start)
    with pytest.raises(KeyboardInterrupt):
        run(task, system, tmp_path / "m", *settings, train=TRAIN[task], encoder=start, progress=Interrupted(after))
    assert not (tmp_path / "m").exists()
    _, continued = run(task, system, tmp_path / "m", *settings, train=TRAIN[task], encoder=start)
    assert continued
    assert digests(tmp_path / "m") == digests(tmp_path / "undisturbed")


def test_a_model_of_one_edition_answers_in_the_form_of_the_other(tmp_path: Path) -> None:
    run("space2022/task3", "tuple-crf", tmp_path / "m", train=TRAIN["space2022/task3"])
    for task, file in TRAIN.items():
        model, _, spec = load_model(tmp_path / "m", task=find_task(task))
        items = [example.item for example in read_examples(spec, str(file))[0]]
        assert problems(spec, items, model.predict(items, NoProgress()), tmp_path) == []
    questions, out = tmp_path / "questions.jsonl", tmp_path / "out.jsonl"  # those of the last task
    asked = ["predict", str(tmp_path / "m"), str(questions), "--out", str(out), "--task", "space2023/task2"]
    assert CliRunner().invoke(systems, asked).exit_code == 0
    assert out.read_text(encoding="utf-8") == (tmp_path / "answers.jsonl").read_text(encoding="utf-8")
    gold = str(TRAIN["space2023/task2"])
    judged = CliRunner().invoke(systems, ["evaluate", str(tmp_path / "m"), gold, "--task", "space2023/task2", "--json"])
    assert json.loads(judged.stdout)["task"] == "space2023/task2"


def test_a_text_without_anything_in_it_has_no_tuples(tmp_path: Path) -> None:
    run("space2022/task3", "tuple-crf", tmp_path / "m", train=TRAIN["space2022/task3"])
    model, _, _ = load_model(tmp_path / "m")
    assert [prediction.answer for prediction in model.predict([EMPTY], NoProgress())] == [{"tuples": ()}]


def test_anchors_begin_where_the_network_is_sure_and_end_where_it_stops() -> None:
    logits = torch.full((7, 2), -9.0)
    logits[2, 0] = 9.0
    logits[3, 1] = 9.0
    logits[5, 0] = 8.0
    logits[0, 0] = 9.0  # the token before the text is never one
    assert [one[:3] for one in anchors_in(logits, "entity", 4)] == [(4, "entity", (2, 3)), (4, "entity", (5,))]
    assert [one[:3] for one in anchors_in(logits - 30, "entity", 4)] == [(4, "entity", (2,))]


def test_of_anchors_that_overlap_the_surer_stays_after_the_second_look() -> None:
    looks = [
        AnchorCandidate(0, "event", (4,)),
        AnchorCandidate(0, "event", (2, 3)),
        AnchorCandidate(0, "event", (3,)),
        AnchorCandidate(0, "place", (3,)),
    ]
    assert kept(list(zip(looks, [0.5, 0.6, 0.9, 0.7], strict=True)), 0.4) == [2, 0, 3]
    assert kept(list(zip(looks, [0.1, 0.2, 0.3, 0.1], strict=True)), 0.4) == [2]


TOKENS = Tokens(tuple(range(9)), ((0, 0), *((i, i + 1) for i in range(7)), (0, 0)))


@pytest.mark.parametrize(
    ("tagged", "ends", "expected"),
    [
        ((), (2, 3), (1, 2)),
        ((2, 3, 5), (2, 3), (1, 2, 4)),  # a second entity, as the first is tagged too
        ((5,), (2, 3), (1, 2)),  # another mention of the same one
    ],
)
def test_the_entity_is_pointed_at_and_others_are_added_only_beside_it(
    tagged: tuple[int, ...], ends: tuple[int, int], expected: tuple[int, ...]
) -> None:
    outputs = torch.zeros(9, len(TAGS) + ENDS)
    outputs[:, 0] = 1.0
    outputs[list(tagged), TAGS.index("空间实体")] = 2.0
    outputs[7, TAGS.index("处所")] = 2.0
    outputs[ends[0], len(TAGS)] = outputs[ends[1], len(TAGS) + 1] = 9.0
    assert spans_of(outputs, TOKENS, "place") == {"空间实体": expected, "处所": (6,)}
