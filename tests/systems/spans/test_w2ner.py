"""W2NER: fragments as relations between tokens, and back."""

from pathlib import Path

import pytest
import torch

from pingce.spec.values import Reason, RoleSpan
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.learning.encoder import load_pretrained
from pingce.systems.learning.grid import WordPairs, pair_traits
from pingce.systems.learning.tokens import Tokens
from pingce.systems.spans.shape import reason_shape
from pingce.systems.spans.w2ner import RoleRelations, paths
from pingce.systems.train import load_model
from pingce.tasks.catalog import find_task

from ..checked import problems
from ..runs import EXAMPLES, InterruptedTraining, digests, run
from ..tiny import tiny_encoder

FILE = EXAMPLES / "space2022" / "task2_train.jsonl"
FEW = 3
SIZES = ("batch=2", "hidden=32", "channels=16", "keep=last")
LEARN = (*SIZES, "epochs=40", "lr=0.004", "head_lr=0.01", "dropout=0", "checkpoint_every=1000")
SHORT = (*SIZES, "epochs=2", "checkpoint_every=1")
TEXT = "他从屋里走进屋外的院子"
TOKENS = Tokens(tuple(range(13)), ((0, 0), *((i, i + 1) for i in range(11)), (0, 0)))
RELATIONS = RoleRelations(reason_shape(find_task("space2022/task2")))


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


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("few") / "few.jsonl"
    file.write_text("".join(FILE.read_text(encoding="utf-8").splitlines(True)[:FEW]), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory, few: Path) -> Path:
    return tiny_encoder(tmp_path_factory.mktemp("tiny"), [few.read_text(encoding="utf-8")])


def test_a_few_sentences_are_learned_by_heart(tmp_path: Path, encoder: Path, few: Path) -> None:
    card, _ = run("space2022/task2", "w2ner", tmp_path / "m", *LEARN, train=few, dev=few, encoder=encoder)
    assert card.dev["strict.macro_f1"] >= 0.9
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(few))[0]]
    predictions = model.predict(items, NoProgress())
    assert problems(spec, items, predictions, tmp_path) == []
    again = [model.predict([item], NoProgress())[0] for item in items]
    assert [prediction.answer for prediction in again] == [prediction.answer for prediction in predictions]


def test_a_longer_text_beside_a_text_changes_nothing(encoder: Path) -> None:
    torch.manual_seed(0)
    network = WordPairs(load_pretrained(encoder), 5, hidden=8, channels=4, dropout=0.5).eval()
    short, long = [2, *range(5, 15), 3], [2, *range(5, 30), 3]
    with torch.no_grad():
        alone, both = network([short], 0), network([long, short], 0)
    assert torch.allclose(both[1, : len(short), : len(short)], alone[0], atol=1e-5)


def test_the_same_seed_gives_the_same_model_also_after_interruptions(tmp_path: Path, encoder: Path, few: Path) -> None:
    def train(out: str, seed: int, progress: InterruptedTraining | None = None) -> bool:
        files = {"train": few, "dev": few, "encoder": encoder}
        return run("space2022/task2", "w2ner", tmp_path / out, *SHORT, **files, seed=seed, progress=progress)[1]

    train("undisturbed", 3)
    train("other", 4)
    for after in (2, 1):
        with pytest.raises(KeyboardInterrupt):
            train("m", 3, InterruptedTraining(after))
    assert train("m", 3)
    assert digests(tmp_path / "m") == digests(tmp_path / "undisturbed")
    weights = "weights.safetensors"
    assert digests(tmp_path / "other")[weights] != digests(tmp_path / "m")[weights]
