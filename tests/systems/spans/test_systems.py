"""The span systems trained, loaded, asked and interrupted, on the example data."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from pingce.language.lexicon.load import load_lexicon
from pingce.spec.values import Reason
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress, Prediction
from pingce.systems.spans.crf import CrfSpanModel
from pingce.systems.spans.neural import NeuralSpanModel
from pingce.systems.train import load_model
from pingce.tasks.catalog import find_task
from tests.builders import make_item

from ..checked import problems
from ..runs import EXAMPLES, Interrupted, digests, run
from ..tiny import tiny_encoder

TRAIN = {
    "space2022/task2": EXAMPLES / "space2022" / "task2_train.jsonl",
    "space2023/task1": EXAMPLES / "space2023" / "task1_train.jsonl",
}
QUICK = ("epochs=2", "batch=4", "checkpoint_every=2", "hidden=16")
ODD = make_item("odd", "2023年5月，GPS显示他从第3层走进去，又走出来。")
EMPTY = make_item("empty", "。")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    texts = [path.read_text(encoding="utf-8") for path in TRAIN.values()]
    return tiny_encoder(tmp_path_factory.mktemp("tiny"), [*texts, ODD.text])


def answers(folder: Path) -> list[Prediction]:
    model, _, task = load_model(folder)
    items = [example.item for example in read_examples(task, str(TRAIN[task.id]))[0]]
    return model.predict([*items, ODD, EMPTY], NoProgress())


def reasons(prediction: Prediction) -> tuple[Reason, ...]:
    return cast("tuple[Reason, ...]", prediction.answer["reasons"])


@pytest.mark.parametrize("task", TRAIN)
@pytest.mark.parametrize("system", ["span-crf", "span-tagger", "span-pointer"])
def test_every_answer_passes_the_check(tmp_path: Path, encoder: Path, task: str, system: str) -> None:
    neural = system != "span-crf"
    run(
        task, system, tmp_path / "m", *(QUICK if neural else ()), train=TRAIN[task], encoder=encoder if neural else None
    )
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(TRAIN[task]))[0]] + [ODD]
    predictions = model.predict(items, NoProgress())
    assert problems(spec, items, predictions, tmp_path) == []
    assert [len(reasons(prediction)) > 0 for prediction in predictions] == [True] * len(items)
    again = model.predict(items[::-1], NoProgress())[::-1]
    assert [prediction.answer for prediction in again] == [prediction.answer for prediction in predictions]


def test_what_is_marked_lies_around_a_spatial_word_and_is_in_the_text(tmp_path: Path) -> None:
    run("space2022/task2", "span-crf", tmp_path / "m", train=TRAIN["space2022/task2"])
    lexicon = load_lexicon()
    words = frozenset().union(*lexicon.classes.values())
    for prediction, example in zip(
        answers(tmp_path / "m"),
        read_examples(find_task("space2022/task2"), str(TRAIN["space2022/task2"]))[0],
        strict=False,
    ):
        start, word, _ = prediction.detail["suspicious"][0]
        assert word in words
        assert example.item.text.startswith(word, start)
        for reason in reasons(prediction):
            for span in reason.spans:
                assert span.text == "".join(example.item.text[i] for i in span.idxes)


def test_all_types_or_those_the_classifier_finds(tmp_path: Path) -> None:
    run("space2022/task2", "span-crf", tmp_path / "m", train=TRAIN["space2022/task2"])
    model, _, _ = load_model(tmp_path / "m")
    assert isinstance(model, CrfSpanModel)
    (every,) = model.predict([ODD], NoProgress())
    assert [reason.type for reason in reasons(every)] == ["A", "B", "C"]
    honest = replace(model, settings=replace(model.settings, types="one"))
    (found,) = honest.predict([ODD], NoProgress())
    assert 0 < len(reasons(found)) < 3
    assert set(reasons(found)) < set(reasons(every))


@pytest.mark.parametrize("most", [1, 2, 3])
def test_untyped_tasks_get_so_many_candidates(tmp_path: Path, most: int) -> None:
    run("space2023/task1", "span-crf", tmp_path / "m", f"candidates={most}", train=TRAIN["space2023/task1"])
    model, _, _ = load_model(tmp_path / "m")
    (prediction,) = model.predict([ODD], NoProgress())
    assert 0 < len(reasons(prediction)) <= most


def test_no_more_candidates_than_the_task_admits(tmp_path: Path) -> None:
    run("space2023/task1", "span-crf", tmp_path / "m", "candidates=9", train=TRAIN["space2023/task1"])
    assert max(len(reasons(prediction)) for prediction in answers(tmp_path / "m")) <= 3


def test_a_network_decides_types_by_its_own_head(tmp_path: Path, encoder: Path) -> None:
    run(
        "space2022/task2",
        "span-tagger",
        tmp_path / "m",
        *QUICK,
        "keep=last",
        train=TRAIN["space2022/task2"],
        encoder=encoder,
    )
    model, _, _ = load_model(tmp_path / "m")
    assert isinstance(model, NeuralSpanModel)
    honest = replace(model, settings=replace(model.settings, types="one", linear=0.0))
    (found,) = honest.predict([ODD], NoProgress())
    assert {"&".join(sorted(reason.type for reason in reasons(found)))} <= set(model.kinds)


@pytest.mark.parametrize(("system", "after"), [("span-crf", 18), ("span-tagger", 24)])
def test_an_interrupted_run_ends_with_the_same_model(tmp_path: Path, encoder: Path, system: str, after: int) -> None:
    task, neural = "space2022/task2", system != "span-crf"
    settings, start = (QUICK, encoder) if neural else ((), None)
    run(task, system, tmp_path / "undisturbed", *settings, train=TRAIN[task], encoder=start)
    with pytest.raises(KeyboardInterrupt):
        run(task, system, tmp_path / "m", *settings, train=TRAIN[task], encoder=start, progress=Interrupted(after))
    assert not (tmp_path / "m").exists()
    _, continued = run(task, system, tmp_path / "m", *settings, train=TRAIN[task], encoder=start)
    assert continued
    assert digests(tmp_path / "m") == digests(tmp_path / "undisturbed")
