"""Code that an encoder brings along is not run, not even by somebody who says yes to everything."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pingce.spec.errors import UserError
from pingce.systems.judging.lm import load_language_model
from pingce.systems.learning.encoder import load_pretrained, load_untrained
from pingce.systems.train import load_model
from tests.waiting import PATIENCE

from ..mutants import rewrite
from ..runs import FILES, run
from ..tiny import tiny_encoder, tiny_masked_model

TASK = "space2022/task1"
CODE = """
from pathlib import Path
Path({ran!r}).touch()
from transformers import PretrainedConfig, PreTrainedModel
class Config(PretrainedConfig):
    model_type = "theirs"
class Model(PreTrainedModel):
    config_class = Config
"""


def with_code(folder: Path, ran: Path, **changes: Any) -> Path:
    """An encoder of a known kind that names classes of its own, or of an unknown one."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    own = {"AutoConfig": "theirs.Config", "AutoModel": "theirs.Model", "AutoModelForMaskedLM": "theirs.Model"}
    (folder / "config.json").write_text(json.dumps(config | {"auto_map": own} | changes), encoding="utf-8")
    (folder / "theirs.py").write_text(CODE.format(ran=str(ran)), encoding="utf-8")
    return folder


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    return tmp_path / "it-ran"


@pytest.mark.parametrize("kind", ["bert", "theirs"])
def test_it_is_one_message(tmp_path: Path, ran: Path, kind: str) -> None:
    folder = with_code(tiny_masked_model(tmp_path / "enc", ["书在桌子上"]), ran, model_type=kind)
    with pytest.raises(UserError, match="brings code of its own") as encoder:
        load_pretrained(folder)
    with pytest.raises(UserError, match="brings code of its own"):
        load_language_model(folder, "float32")
    with pytest.raises(UserError, match="brings code of its own"):
        load_untrained(folder)
    assert (encoder.value.code, ran.exists()) == ("foreign-code", False)


def test_a_tokenizer_with_code_is_not_run(tmp_path: Path, ran: Path) -> None:
    folder = tiny_encoder(tmp_path / "enc", ["书在桌子上"])
    (folder / "theirs.py").write_text(CODE.format(ran=str(ran)), encoding="utf-8")
    file = folder / "tokenizer_config.json"
    told = json.loads(file.read_text(encoding="utf-8"))
    told |= {"tokenizer_class": "Theirs", "auto_map": {"AutoTokenizer": ["theirs.Theirs", "theirs.Theirs"]}}
    file.write_text(json.dumps(told), encoding="utf-8")
    assert type(load_pretrained(folder).tokenizer).__module__.startswith("transformers.")
    assert not ran.exists()


def test_nor_is_that_of_a_model_folder(tmp_path: Path, ran: Path) -> None:
    encoder = tiny_encoder(tmp_path / "enc", [FILES[TASK].read_text(encoding="utf-8")])
    run(TASK, "encoder", tmp_path / "m", "reads=text", "epochs=1", "batch=20", encoder=encoder)
    with_code(tmp_path / "m" / "encoder", ran, model_type="theirs")
    rewrite(tmp_path / "m", lambda card: card)
    with pytest.raises(UserError, match="brings code of its own"):
        load_model(tmp_path / "m")
    (tmp_path / "m" / "encoder").rename(tmp_path / "away")
    rewrite(tmp_path / "m", lambda card: card)
    with pytest.raises(UserError, match="there is no such folder"):
        load_model(tmp_path / "m")
    assert not ran.exists()


def test_nobody_is_asked_on_a_terminal(tmp_path: Path, ran: Path) -> None:
    folder = with_code(tiny_encoder(tmp_path / "enc", ["书在桌子上"]), ran, model_type="theirs")
    command = (
        *("systems", "train", TASK, "--system", "encoder", "--encoder", str(folder)),
        *("--train", str(FILES[TASK]), "--out", str(tmp_path / "m")),
    )
    ours, theirs = pty.openpty()
    os.write(ours, b"y\ny\ny\n")
    try:
        done = subprocess.run(
            [sys.executable, "-c", "from pingce.cli.main import run; run()", *command],
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert (done.returncode, ran.exists(), "[y/N]" in done.stdout) == (1, False, False)
    (told,) = done.stdout.splitlines()
    assert told.startswith("Error: The encoder")
