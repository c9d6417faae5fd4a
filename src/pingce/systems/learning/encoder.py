"""Pretrained encoders from a folder or by name, and texts as their tokens with character places.

Loads an encoder without any code of its author, from a folder or the hub, says in one message what is missing, and
writes what a model folder needs to build it again. How one is trained stands in ``trainer.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.systems.stored import damaged

MOST_LAYERS = 500
MOST_WORDS = 2**24
"""No encoder has as many words, nor anything else."""
Kind = Literal["encoder", "writer"]
"""Vectors of texts are wanted of one, words that go on a text of the other."""
BARE_NAMES = {r"^encoder\.(?=(embeddings|encoder|pooler)\.)": ""}
"""Weights of UIE in PyTorch keep the whole encoder under this name; the library would not find them, and not say so."""


@dataclass(frozen=True)
class Pretrained:
    """An encoder with its tokenizer; ``width`` is the size of its vectors."""

    encoder: torch.nn.Module
    tokenizer: Any
    width: int


def load_pretrained(name: Path, kind: Kind = "encoder") -> Pretrained:
    """From a folder, or by a hub name where one can be reached; the tokenizer must know character places."""
    from transformers import AutoConfig, AutoTokenizer

    quiet()
    try:
        refuse_own_code(name)
        config = from_library(AutoConfig, name)
        if kind == "writer":
            _refuse_no_writer(name, config.architectures or [])
        encoder = from_library(_maker(kind), name, dtype=torch.float32, key_mapping=BARE_NAMES)
        tokenizer = from_library(AutoTokenizer, name)
    except (OSError, ValueError, KeyError) as problem:
        raise not_loaded(name, problem) from problem
    if not tokenizer.is_fast:
        raise UserError(
            Words(f"编码器 {name} 的分词器给不出字符位置。", f"The tokenizer of {name} tells no character places."),
            code="no-encoder",
        )
    return Pretrained(encoder, tokenizer, config.hidden_size)


def _maker(kind: Kind) -> Any:  # noqa: ANN401 (a class of the library)
    from transformers import AutoModel, AutoModelForCausalLM

    return AutoModelForCausalLM if kind == "writer" else AutoModel


def _refuse_no_writer(name: Path, architectures: Sequence[str]) -> None:
    """The library would put a head that knows nothing on an encoder."""
    if not any(architecture.endswith("ForCausalLM") for architecture in architectures):
        listed = ", ".join(architectures) or "–"
        raise UserError(
            Words(f"{name} 是 {listed}，不是因果语言模型。", f"{name} is {listed}, no causal language model."),
            hint=Words("需要 …ForCausalLM。", "A …ForCausalLM is needed."),
            code="no-encoder",
        )


def from_library(maker: Any, name: Path, **options: Any) -> Any:  # noqa: ANN401 (of any class of the library)
    """What ``maker`` reads from a folder, or by a hub name; a folder is never looked up at the hub.

    No code of the folder is run, and nobody is asked whether it may be: a person who answers yes has seldom read it.
    """
    return maker.from_pretrained(str(name), trust_remote_code=False, local_files_only=name.is_dir(), **options)


def refuse_own_code(name: Path) -> None:
    """An encoder that brings its own classes; ours of the same name would read its weights and mean something else."""
    from transformers import PretrainedConfig

    told, _ = PretrainedConfig.get_config_dict(str(name), local_files_only=name.is_dir())
    if told.get("auto_map"):
        raise UserError(
            Words(
                f"编码器 {name} 带有自己的程序（config.json 的 auto_map），不运行。",
                f"The encoder {name} brings code of its own (auto_map in config.json), which is not run.",
            ),
            hint=Words("请用 transformers 自带的结构。", "Use one whose architecture is part of transformers."),
            code="foreign-code",
        )


def quiet() -> None:
    """No bars, and no report that the pooler, which nobody here uses, has no stored weights."""
    from transformers.utils import logging

    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]


def not_loaded(name: Path, problem: Exception) -> UserError:
    """What the library said, in one line."""
    told = str(problem).splitlines()[0][:200]
    return UserError(
        Words(f"找不到编码器 {name}：{told}", f"The encoder {name} cannot be loaded: {told}"),
        hint=Words(
            "给出含 config.json、权重与词表的文件夹，或模型库可达时给出名称。",
            "Name a folder with config.json, weights and vocabulary, or a hub name where the hub can be reached.",
        ),
        code="no-encoder",
    )


def save_pretrained(folder: Path, pretrained: Pretrained) -> None:
    """Configuration and tokenizer; the weights are saved with those of the head."""
    folder.mkdir(exist_ok=True)
    pretrained.encoder.config.save_pretrained(folder)  # type: ignore[union-attr,operator]
    pretrained.tokenizer.save_pretrained(folder)


def load_untrained(folder: Path, kind: Kind = "encoder") -> Pretrained:
    """The same encoder without weights, to be filled from the model's own."""
    from transformers import AutoConfig, AutoTokenizer

    must_be_there(folder)
    refuse_own_code(folder)
    config = from_library(AutoConfig, folder)
    _refuse_larger_than_its_weights(config, folder)
    encoder = _maker(kind).from_config(config, trust_remote_code=False)
    return Pretrained(encoder, from_library(AutoTokenizer, folder), config.hidden_size)


def _refuse_larger_than_its_weights(config: Any, folder: Path) -> None:  # noqa: ANN401 (of any architecture)
    """A configuration can ask for more memory than there is; what it asks for must be in the files of the model."""
    from transformers import AutoModel

    numbers = {name: value for name, value in config.to_dict().items() if isinstance(value, int)}
    many = {name: value for name, value in numbers.items() if value > (MOST_LAYERS if "layers" in name else MOST_WORDS)}
    if not many:
        with torch.device("meta"):  # the shapes without the numbers
            network = AutoModel.from_config(config, trust_remote_code=False)  # type: ignore[no-untyped-call]
        asked = 2 * sum(weights.numel() for weights in network.parameters())
        there = sum(path.stat().st_size for path in folder.parent.rglob("*") if path.is_file())
        if asked <= there:
            return
        many = {"bytes": asked}
    told = ", ".join(f"{name} {value}" for name, value in many.items())
    raise damaged(
        folder / "config.json", Words(f"权重文件里没有这么多：{told}", f"its weights are not as many: {told}")
    )


def must_be_there(folder: Path) -> None:
    """A part of a model that is missing is not looked for at the hub under the folder's name."""
    if not folder.is_dir():
        raise damaged(folder, Words("没有这个文件夹", "there is no such folder"))


def padded(rows: Sequence[Sequence[int]], fill: int) -> torch.Tensor:
    """Rows of numbers as one tensor, the short ones filled up."""
    width = max(map(len, rows))
    return torch.tensor([[*row, *[fill] * (width - len(row))] for row in rows])
