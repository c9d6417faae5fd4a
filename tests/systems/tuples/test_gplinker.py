"""GPLinker: tuples as triples of two slots, and back."""

from itertools import islice
from pathlib import Path

import torch

from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.learning.tokens import Tokens
from pingce.systems.train import load_model
from pingce.systems.tuples.assemble import MOST
from pingce.systems.tuples.gplinker import KINDS, merged_triples, pairs_of, scenes_in, triples_in, triples_of
from pingce.systems.tuples.scenes import Scene

from ..checked import problems
from ..runs import EXAMPLES, run
from ..tiny import tiny_encoder

FILE = EXAMPLES / "space2022" / "task3_train.jsonl"
FEW = 3
LEARN = ("epochs=100", "batch=4", "lr=0.003", "head_lr=0.02", "dropout=0", "head=16", "keep=last")
TOKENS = Tokens(tuple(range(14)), ((0, 0), *((i, i + 1) for i in range(12)), (0, 0)))


def numbers_of(scenes: list[Scene]) -> torch.Tensor:
    """What a network that knows all of it says."""
    numbers = torch.full((len(TOKENS), len(TOKENS), KINDS), -1.0)
    for first, second, kind in pairs_of(triples_of(scenes, TOKENS)):
        numbers[first, second, kind] = 1.0
    return numbers


def test_tuples_come_back_from_their_triples() -> None:
    scenes = [
        Scene({"空间实体": (0,), "事件": (2,), "处所": (4, 5)}, {"事实性": "假"}),
        Scene({"空间实体": (0,), "事件": (8,), "终点": (9,)}, {"时间标签": "过去"}),
        Scene({"空间实体": (7,), "处所": (10, 11)}, {}),
    ]
    found = scenes_in(numbers_of(scenes), TOKENS)
    by_place = {tuple(sorted(scene.spans.items())): scene.labels for scene in found}
    assert by_place == {tuple(sorted(scene.spans.items())): scene.labels for scene in scenes}


def test_what_is_linked_to_the_entity_alone_goes_to_all_its_events() -> None:
    scenes = [
        Scene({"空间实体": (0,), "事件": (2,)}, {}),
        Scene({"空间实体": (0,), "事件": (8,)}, {}),
        Scene({"空间实体": (0,), "处所": (4,)}, {}),
    ]
    told = list(merged_triples(triples_of(scenes, TOKENS)))
    assert [tuple_["处所"] for tuple_ in told] == [[(5, 5)], [(5, 5)]]


def test_nothing_around_the_text_is_found() -> None:
    assert scenes_in(torch.full((2, 2, KINDS), 9.0), Tokens((2, 3), ((0, 0), (0, 0)))) == []


def test_no_more_tuples_are_made_than_an_answer_may_have() -> None:
    text = Tokens(tuple(range(20)), ((0, 0), *((i, i + 1) for i in range(18)), (0, 0)))
    doubtful = torch.full((20, 20, KINDS), 9.0)
    assert len(list(islice(merged_triples(triples_in(doubtful)), MOST + 1))) == MOST + 1
    assert len(scenes_in(doubtful, text)) == MOST


def test_a_few_sentences_are_learned_by_heart(tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("".join(FILE.read_text(encoding="utf-8").splitlines(True)[:FEW]), encoding="utf-8")
    encoder = tiny_encoder(tmp_path / "tiny", [few.read_text(encoding="utf-8")])
    card, _ = run("space2022/task3", "gplinker", tmp_path / "m", *LEARN, train=few, dev=few, encoder=encoder)
    assert card.dev["f1.macro_f1"] >= 0.6
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(few))[0]]
    assert problems(spec, items, model.predict(items, NoProgress()), tmp_path) == []
