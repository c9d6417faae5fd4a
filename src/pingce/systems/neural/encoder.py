"""Pretrained encoders from a folder or by name, and texts as their tokens with character places."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from pingce.spec.errors import UserError
from pingce.spec.words import Words


@dataclass(frozen=True)
class Pretrained:
    """An encoder with its tokenizer; ``width`` is the size of its vectors."""

    encoder: torch.nn.Module
    tokenizer: Any
    width: int


def load_pretrained(name: Path) -> Pretrained:
    """From a folder, or by a hub name where one can be reached; the tokenizer must know character places."""
    from transformers import AutoConfig, AutoModel, AutoTokenizer

    quiet()
    try:
        config = AutoConfig.from_pretrained(str(name))
        encoder = AutoModel.from_pretrained(str(name), dtype=torch.float32)
        tokenizer = AutoTokenizer.from_pretrained(str(name))
    except (OSError, ValueError, KeyError) as problem:
        raise not_loaded(name, problem) from problem
    if not tokenizer.is_fast:
        raise UserError(
            Words(f"编码器 {name} 的分词器给不出字符位置。", f"The tokenizer of {name} tells no character places."),
            code="no-encoder",
        )
    return Pretrained(encoder, tokenizer, config.hidden_size)


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


def load_untrained(folder: Path) -> Pretrained:
    """The same encoder without weights, to be filled from the model's own."""
    from transformers import AutoConfig, AutoModel, AutoTokenizer

    config = AutoConfig.from_pretrained(str(folder))
    encoder = AutoModel.from_config(config)  # type: ignore[no-untyped-call]
    return Pretrained(encoder, AutoTokenizer.from_pretrained(str(folder)), config.hidden_size)


def padded(rows: Sequence[Sequence[int]], fill: int) -> torch.Tensor:
    width = max(map(len, rows))
    return torch.tensor([[*row, *[fill] * (width - len(row))] for row in rows])
