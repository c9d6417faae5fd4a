"""Exported encoders say what PyTorch says."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from click import Command
from click.testing import CliRunner

from pingce.cli.systems.evaluate import evaluate
from pingce.cli.systems.export import export as export_command
from pingce.cli.systems.predict import predict
from pingce.scoring.measures.senses import senses
from pingce.spec.errors import UserError
from pingce.systems.data import read_examples
from pingce.systems.interface import NoProgress
from pingce.systems.learning.onnx_encoder import Bfloat16Encoder, OnnxEncoder, networks
from pingce.systems.learning.runtimes import RUNTIMES, Runtime
from pingce.systems.train import Order, load_model, train_model
from pingce.tasks.catalog import find_task
from tests.systems.runs import digests
from tests.systems.tiny import tiny_encoder

WSD = Path(__file__).parents[3] / "examples" / "wsd"
TASK = find_task("wsd/senses")
TOLERANCE = {"onnx": 1e-4, "int8": 0.05, "bfloat16": 0.02}
"""Of the shares a question's glosses get."""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An encoder that nobody trained, exported once for all tests."""
    place = tmp_path_factory.mktemp("onnx")
    examples, _ = read_examples(TASK, str(WSD / "train.data.txt"))
    texts = [*(e.item.texts["sentence"] for e in examples), (WSD / "inventory.json").read_text(encoding="utf-8")]
    encoder = tiny_encoder(place / "encoder", texts)
    order = Order(
        task=TASK,
        system="embed",
        train=str(WSD / "train.data.txt"),
        dev=str(WSD / "val.data.txt"),
        out=place / "model",
        encoder=str(encoder),
        inventory=str(WSD / "inventory.json"),
    )
    train_model(order, NoProgress())
    ran = CliRunner().invoke(export_command, [str(place / "model"), "--to", "onnx", "--int8"])
    assert ran.exit_code == 0, ran.output
    assert "encoder-0.int8.onnx" in ran.output
    return place / "model"


def test_vectors_are_those_of_pytorch(model: Path) -> None:
    from pingce.systems.learning.export import _compared
    from pingce.systems.learning.onnx_encoder import encoder_file, encoder_places

    (place,) = encoder_places(load_model(model)[0])
    plain, small = (_compared(place, encoder_file(model, 0, runtime), runtime) for runtime in ("onnx", "int8"))
    assert plain.largest_difference < 1e-5
    assert small.mean_cosine > 0.99
    assert small.bytes < plain.bytes


@pytest.mark.parametrize("runtime", ["onnx", "int8"])
def test_answers_are_those_of_pytorch_within_the_tolerance(model: Path, runtime: Runtime) -> None:
    items = [example.item for example in read_examples(TASK, str(WSD / "val.data.txt"))[0]]
    usual, exported = load_model(model)[0], load_model(model, runtime=runtime)[0]
    assert any(isinstance(part, OnnxEncoder) for one in networks(exported) for part in one.children())
    for one, other in zip(usual.predict(items, NoProgress()), exported.predict(items, NoProgress()), strict=True):
        expected = dict(senses(one.answer).scores)
        assert dict(senses(other.answer).scores) == pytest.approx(expected, abs=TOLERANCE[runtime])
        if runtime == "onnx":
            assert senses(other.answer).chosen == senses(one.answer).chosen


def test_bfloat16_needs_no_export_and_says_nearly_what_pytorch_says(model: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(model, copy, ignore=shutil.ignore_patterns("onnx"))
    card = copy / "model.toml"
    card.write_text(
        "\n".join(line for line in card.read_text(encoding="utf-8").split("\n") if "onnx/" not in line),
        encoding="utf-8",
    )
    items = [example.item for example in read_examples(TASK, str(WSD / "val.data.txt"))[0]]
    usual, smaller = load_model(model)[0], load_model(copy, runtime="bfloat16")[0]
    (encoder,) = [part for one in networks(smaller) for part in one.children() if isinstance(part, Bfloat16Encoder)]
    assert {str(one.dtype) for one in encoder.parameters()} == {"torch.bfloat16"}
    pairs = list(zip(usual.predict(items, NoProgress()), smaller.predict(items, NoProgress()), strict=True))
    for one, other in pairs:
        expected = dict(senses(one.answer).scores)
        assert dict(senses(other.answer).scores) == pytest.approx(expected, abs=TOLERANCE["bfloat16"])
    assert any(senses(one.answer).scores != senses(other.answer).scores for one, other in pairs)


def test_padding_does_not_change_an_answer(model: Path) -> None:
    items = [example.item for example in read_examples(TASK, str(WSD / "val.data.txt"))[0]]
    exported = load_model(model, runtime="onnx")[0]
    together = exported.predict(items, NoProgress())
    for item, prediction in zip(items, together, strict=True):
        (alone,) = exported.predict([item], NoProgress())
        assert dict(senses(alone.answer).scores) == pytest.approx(dict(senses(prediction.answer).scores), abs=1e-4)


def test_second_part_of_a_text_is_told_from_the_first(model: Path) -> None:
    import torch

    from pingce.systems.learning.onnx_encoder import encoder_places

    (usual,) = encoder_places(load_model(model)[0])
    (exported,) = [
        part
        for one in networks(load_model(model, runtime="onnx")[0])
        for part in one.children()
        if isinstance(part, OnnxEncoder)
    ]
    ids = torch.tensor([[2, 5, 6, 3, 7, 3], [2, 8, 3, 9, 3, 0]])
    given = {"input_ids": ids, "attention_mask": (ids != 0).long()}
    types = torch.tensor([[0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 0]])
    with torch.no_grad():
        expected = usual.encoder(**given, token_type_ids=types).last_hidden_state
        untyped = usual.encoder(**given).last_hidden_state
    found = exported(**given, token_type_ids=types).last_hidden_state
    assert (found - expected).abs()[ids != 0].max() < 1e-4
    assert (found - untyped).abs().max() > 1e-3


def test_files_are_under_the_checksums_of_the_card(model: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(model, copy)
    file = copy / "onnx" / "encoder-0.onnx"
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(UserError) as caught:
        load_model(copy, runtime="onnx")
    assert caught.value.code == "damaged-model"


def test_not_exported_says_how(model: Path, tmp_path: Path) -> None:
    from pingce.systems.learning.onnx_encoder import use_exported

    with pytest.raises(UserError) as caught:
        use_exported(load_model(model)[0], tmp_path, "int8")
    assert caught.value.code == "not-exported"
    assert caught.value.hint == f"First: pingce systems export {tmp_path} --to onnx --int8."


def test_a_system_without_encoder_is_not_sent_to_the_export(model: Path, tmp_path: Path) -> None:
    from pingce.systems.learning.onnx_encoder import use_runtime

    for runtime in RUNTIMES[1:]:
        with pytest.raises(UserError) as caught:
            use_runtime(object(), tmp_path, runtime)
    assert str(caught.value) == f"The system in {tmp_path} has no encoder. Leave out --runtime."
    assert caught.value.code == "no-encoder"


def test_system_without_encoder_has_nothing_to_export(tmp_path: Path) -> None:
    from pingce.systems.learning.export import export

    train = str(WSD / "train.data.txt")
    train_model(Order(task=TASK, system="mfs", train=train, dev=train, out=tmp_path / "mfs"), NoProgress())
    with pytest.raises(UserError) as caught:
        export(tmp_path / "mfs", int8=False)
    assert caught.value.code == "no-encoder"


def test_encoder_that_differs_is_refused(model: Path, tmp_path: Path) -> None:
    import torch

    from pingce.systems.learning.export import _compared
    from pingce.systems.learning.onnx_encoder import encoder_places

    (place,) = encoder_places(load_model(model)[0])
    with torch.no_grad():
        for parameter in place.encoder.parameters():
            parameter.add_(0.5)
    copy = tmp_path / "encoder-0.onnx"
    copy.write_bytes((model / "onnx" / "encoder-0.onnx").read_bytes())
    with pytest.raises(UserError) as caught:
        _compared(place, copy, "onnx")
    assert caught.value.code == "export-differs"
    assert not copy.exists()


def test_the_command_answers_and_measures_with_the_runtime_it_was_told(model: Path, tmp_path: Path) -> None:
    answers, reports = {}, {}
    for runtime in RUNTIMES:
        out, questions = tmp_path / f"{runtime}.jsonl", str(WSD / "val.data.txt")
        ran = CliRunner().invoke(predict, [str(model), questions, "--out", str(out), "--runtime", runtime])
        assert ran.exit_code == 0, ran.output
        answers[runtime] = [json.loads(line)["senses"] for line in out.read_text(encoding="utf-8").splitlines()]
        ran = CliRunner().invoke(evaluate, [str(model), questions, "--runtime", runtime, "--json"])
        assert ran.exit_code == 0, ran.output
        reports[runtime] = json.loads(ran.output)["measures"]
    assert {len(said) for said in answers.values()} == {37}
    assert answers["int8"] != answers["torch"], "8-bit weights say it a little differently"
    assert reports["onnx"] == reports["torch"]


@pytest.mark.parametrize("command", [predict, evaluate])
def test_a_runtime_without_its_library_says_what_to_install(
    command: Command, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    out = ["--out", str(tmp_path / "a.jsonl")] if command is predict else []
    ran = CliRunner().invoke(command, [str(model), str(WSD / "val.data.txt"), *out, "--runtime", "onnx"])
    assert isinstance(ran.exception, UserError)
    assert ran.exception.message == "This needs onnxruntime: pip install 'pingce[torch,onnx]'."
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("library", ["onnxscript", "torch"])
def test_nothing_is_written_where_a_library_is_missing(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(model, copy, ignore=shutil.ignore_patterns("onnx"))
    before = digests(copy)
    monkeypatch.setitem(sys.modules, library, None)
    ran = CliRunner().invoke(export_command, [str(copy), "--to", "onnx"])
    assert isinstance(ran.exception, UserError)
    assert ran.exception.message == f"This needs {library}: pip install 'pingce[torch,onnx]'."
    assert digests(copy) == before
    assert not (copy / "onnx").exists()
