"""Every system that starts from an encoder does so from BART, ELECTRA and DeBERTa as well as from BERT."""

from pathlib import Path

import pytest
import torch

from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress, Training
from pingce.systems.judging import encoder as judging
from pingce.systems.learning import reader
from pingce.systems.learning.trainer import Objective, Weighted, add_gradients
from pingce.systems.spans import neural as spans
from pingce.systems.train import load_model
from pingce.systems.tuples import neural as tuples

from ..runs import EXAMPLES, InterruptedTraining, digests, run
from ..senses.data import write_lines
from ..tiny import Kind, tiny_causal_model, tiny_encoder, tiny_encoder_of

KINDS: tuple[Kind, ...] = ("bart", "electra", "deberta")
TRAIN = {
    "space2022/task1": EXAMPLES / "space2022" / "task1_train.jsonl",
    "space2022/task2": EXAMPLES / "space2022" / "task2_train.jsonl",
    "space2022/task3": EXAMPLES / "space2022" / "task3_train.jsonl",
}
FEW = 6
"""Items to learn from."""
SYSTEMS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "encoder": ("space2022/task1", "encoder", ("reads=text", "batch=3")),
    "baseline-judge": ("space2022/task1", "baseline-judge", ("batch=3",)),
    "baseline-tuples": ("space2022/task3", "baseline-tuples", ("batch=3",)),
    "gplinker": ("space2022/task3", "gplinker", ("batch=3", "head=8")),
    "extract-generate": ("space2022/task3", "extract-generate", ("batch=3", "writer=WRITER", "writer_epochs=1")),
    "w2ner": ("space2022/task2", "w2ner", ("batch=3", "hidden=16", "channels=8")),
    "span-tagger": ("space2022/task2", "span-tagger", ("batch=3", "hidden=16")),
    "span-pointer": ("space2022/task2", "span-pointer", ("batch=3", "hidden=16")),
    "uie": ("space2022/task2", "uie", ("batch=4", "longest=128", "steps=5")),
    "uie, tuples": ("space2022/task3", "uie", ("batch=4", "longest=128", "steps=5")),
    "mrc": ("space2022/task2", "mrc", ("batch=3",)),
    "baseline-spans": ("space2022/task2", "baseline-spans", ("batch=3",)),
    "tuple-trigger": ("space2022/task3", "tuple-trigger", ("batch=3", "hidden=16")),
    "bem": ("wsd/senses", "bem", ("words=1", "sentences=6")),
    "bem, untied": ("wsd/senses", "bem", ("words=1", "sentences=6", "tied=false", "train_embeddings=true")),
    "glossbert": ("wsd/senses", "glossbert", ("pairs=24",)),
    "escher": ("wsd/senses", "escher", ("batch=6",)),
    "prototypes": ("wsd/senses", "prototypes", ("batch=6", "size=16")),
}
"""tuple-place and tuple-entity are the network of tuple-trigger with other anchors."""
SHORT = ("epochs=2", "checkpoint_every=1")
IN_PARTS = ("baseline-tuples", "extract-generate")
"""Their parts are not asked about dev, so there is nothing to keep but the last state."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A few items of every task."""
    folder = tmp_path_factory.mktemp("few")
    few = {"wsd/senses": write_lines(folder / "senses.data.txt")}
    for task, file in TRAIN.items():
        few[task] = folder / file.name
        few[task].write_text("".join(file.read_text(encoding="utf-8").splitlines(True)[:FEW]), encoding="utf-8")
    return few


@pytest.fixture(scope="module", params=KINDS)
def encoder(request: pytest.FixtureRequest, files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    texts = [file.read_text(encoding="utf-8") for file in files.values()]
    return tiny_encoder_of(request.param, tmp_path_factory.mktemp(request.param), [*texts, "：【】"])


@pytest.fixture(scope="module")
def writer(files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A language model beside the encoder."""
    return tiny_causal_model(tmp_path_factory.mktemp("writer"), [files["space2022/task3"].read_text(encoding="utf-8")])


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_interrupted_run_ends_with_the_same_model_and_it_answers(
    tmp_path: Path, encoder: Path, writer: Path, files: dict[str, Path], name: str
) -> None:
    task, system, changes = SYSTEMS[name]
    changes = tuple(change.replace("WRITER", str(writer)) for change in changes)
    changes = changes if system in IN_PARTS else (*changes, "keep=last")
    few = files[task]

    def train(out: str, progress: InterruptedTraining | None = None) -> bool:
        return run(
            task, system, tmp_path / out, *SHORT, *changes, train=few, dev=few, encoder=encoder, progress=progress
        )[1]

    train("undisturbed")
    with pytest.raises(KeyboardInterrupt):
        train("m", InterruptedTraining(2))
    assert train("m")
    assert digests(tmp_path / "m") == digests(tmp_path / "undisturbed")
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(few))[0]]
    assert all(prediction.answer for prediction in model.predict(items, NoProgress()))


def test_a_frozen_encoder_answers(tmp_path: Path, encoder: Path, files: dict[str, Path]) -> None:
    run("wsd/senses", "embed", tmp_path / "m", train=files["wsd/senses"], dev=files["wsd/senses"], encoder=encoder)
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(files["wsd/senses"]))[0]]
    assert all(prediction.answer for prediction in model.predict(items, NoProgress()))


@pytest.mark.parametrize("kind", ["electra", "deberta"])
def test_a_masked_language_model_compares_words(tmp_path: Path, files: dict[str, Path], kind: Kind) -> None:
    few = files["space2022/task1"]
    masked = tiny_encoder_of(kind, tmp_path / "encoder", [few.read_text(encoding="utf-8")], head="ForMaskedLM")
    run("space2022/task1", "replacement-lm", tmp_path / "m", train=few, dev=few, encoder=masked)
    model, _, spec = load_model(tmp_path / "m")
    items = [example.item for example in read_examples(spec, str(few))[0]]
    assert {prediction.answer["judge"] for prediction in model.predict(items, NoProgress())} <= {"0", "1"}


@pytest.mark.parametrize(
    "name", ["encoder", "gplinker", "w2ner", "span-tagger", "span-pointer", "mrc", "uie", "tuple-trigger"]
)
def test_gradients_of_parts_of_a_batch_add_up_to_those_of_the_batch(
    tmp_path: Path, files: dict[str, Path], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the real objectives, taken right before training: no text's share depends on its neighbours."""
    task, system, changes = SYSTEMS[name]
    texts = [file.read_text(encoding="utf-8") for file in files.values()]
    tiny = tiny_encoder(tmp_path / "tiny", [*texts, "：【】"])

    class Taken(Exception):  # noqa: N818 (no error)
        """What would be trained."""

    def take(training: Training, network: torch.nn.Module, objective: Objective, model: object) -> None:
        raise Taken(network, objective)

    for module in (reader, spans, tuples, judging):
        monkeypatch.setattr(module, "train_network", take)
    with pytest.raises(Taken) as taken:
        run(task, system, tmp_path / "m", *changes, train=files[task], dev=files[task], encoder=tiny)
    network, objective = taken.value.args
    network.train(False)
    batch = sorted(i for part in objective.batches(0) for i in part)[:5]
    weight = objective.weight if isinstance(objective, Weighted) else len

    def gradients(at_once: int | None) -> torch.Tensor:
        network.zero_grad()
        add_gradients(objective.loss, batch, at_once, weight)
        return torch.cat([p.grad.flatten() for p in network.parameters() if p.grad is not None])

    whole, parts = gradients(None), gradients(2)
    assert whole.abs().max() > 0
    assert torch.allclose(parts, whole, rtol=1e-3, atol=1e-5 * float(whole.abs().max()))
