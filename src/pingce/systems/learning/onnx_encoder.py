"""Encoders computed otherwise: by ONNX Runtime, plain or with 8-bit weights, or by PyTorch in bfloat16.

Nearly all of a neural system's time goes into its encoder; the head above it is a few small layers that differ from
system to system. So only encoders are exchanged, and any system that keeps an encoder in one of its networks can use
the others without knowing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .runtimes import Runtime, need

FOLDER = "onnx"


class EncoderSlot(NamedTuple):
    """Where an encoder is: a network and the name of its part."""

    network: torch.nn.Module
    name: str

    @property
    def encoder(self) -> torch.nn.Module:
        child: torch.nn.Module = getattr(self.network, self.name)
        return child


def encoder_file(folder: Path, number: int, runtime: Runtime) -> Path:
    """Where the exported encoder of that number lies in a model folder."""
    return folder / FOLDER / f"encoder-{number}{'.int8' if runtime == 'int8' else ''}.onnx"


def use_runtime(model: object, folder: Path, runtime: Runtime) -> None:
    """Let the encoders of a loaded model be computed in another way than PyTorch's from now on."""
    if runtime != "bfloat16":
        use_exported(model, folder, runtime)
        return
    for slot in _places(model, folder):
        _exchange(model, slot.encoder, Bfloat16Encoder(slot.encoder))


def use_exported(model: object, folder: Path, runtime: Runtime) -> None:
    """Let exported encoders compute from now on."""
    need("onnxruntime")
    import onnxruntime

    places = _places(model, folder)
    files = [encoder_file(folder, i, runtime) for i in range(len(places))]
    if not all(file.is_file() for file in files):
        to = "--to onnx --int8" if runtime == "int8" else "--to onnx"
        raise UserError(
            Words(f"{folder} 里没有导出的编码器（{runtime}）。", f"{folder} has no exported encoder ({runtime})."),
            hint=Words(f"先运行 pingce systems export {folder} {to}。", f"First: pingce systems export {folder} {to}."),
            code="not-exported",
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = torch.get_num_threads()
    for slot, file in zip(places, files, strict=True):
        session = onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
        _exchange(model, slot.encoder, OnnxEncoder(session, slot.encoder.config))


def _places(model: object, folder: Path) -> list[EncoderSlot]:
    places = encoder_places(model)
    if not places:
        raise UserError(
            Words(f"{folder} 的系统没有编码器。", f"The system in {folder} has no encoder."),
            hint=Words("请去掉 --runtime。", "Leave out --runtime."),
            code="no-encoder",
        )
    return places


def _exchange(model: object, original: torch.nn.Module, replacement: torch.nn.Module) -> None:
    """An encoder that two networks share is exchanged in both."""
    for network in networks(model):
        for name, child in list(network.named_children()):
            if child is original:
                setattr(network, name, replacement)


@dataclass(frozen=True)
class Output:
    """As transformers' own, with the one part systems use."""

    last_hidden_state: torch.Tensor


class OnnxEncoder(torch.nn.Module):
    """Called like the encoder it stands for."""

    def __init__(self, session: Any, config: Any) -> None:  # noqa: ANN401 (libraries without types)
        super().__init__()
        self._session = session
        self.config = config
        self._inputs = [given.name for given in session.get_inputs()]

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor | None = None
    ) -> Output:
        given = {"input_ids": input_ids, "attention_mask": attention_mask.long()}
        given["token_type_ids"] = torch.zeros_like(input_ids) if token_type_ids is None else token_type_ids
        (vectors,) = self._session.run(None, {name: given[name].cpu().numpy() for name in self._inputs})
        return Output(torch.from_numpy(vectors).to(input_ids.device))


class Bfloat16Encoder(torch.nn.Module):
    """The encoder it is made of, with weights of half the size; the vectors come out as the heads expect them.

    Processors that multiply bfloat16 (AVX512-BF16, AMX) need a third of the time; others are slower than with float32.
    """

    def __init__(self, encoder: torch.nn.Module) -> None:
        super().__init__()
        self.config = encoder.config
        self._encoder = encoder.to(torch.bfloat16)

    def forward(self, **given: torch.Tensor) -> Output:
        return Output(self._encoder(**given).last_hidden_state.float())


def encoder_places(model: object) -> list[EncoderSlot]:
    """The pretrained encoders of a model's networks, each once, always in the same order."""
    from transformers import PreTrainedModel

    seen: set[int] = set()
    places = []
    for network in networks(model):
        for name, child in network.named_children():
            # The body of a BERT-like encoder has a part of that name; decoders and whole language models have not.
            if isinstance(child, PreTrainedModel) and hasattr(child, "encoder") and id(child) not in seen:
                seen.add(id(child))
                places.append(EncoderSlot(network, name))
    return places


def networks(model: object) -> list[torch.nn.Module]:
    """All networks a model keeps in its attributes, also in lists and in parts of the package's own classes."""
    return list(_networks(model, set()))


def _networks(holder: object, seen: set[int]) -> Iterator[torch.nn.Module]:
    if id(holder) in seen:
        return
    seen.add(id(holder))
    if isinstance(holder, torch.nn.Module):
        yield holder
        return
    parts: list[object] = []
    if isinstance(holder, list | tuple):
        parts = list(holder)
    elif isinstance(holder, dict):
        parts = list(holder.values())
    elif type(holder).__module__.startswith("pingce."):
        parts = [getattr(holder, name) for name in _attributes(holder)]
    for inner in parts:
        yield from _networks(inner, seen)


def _attributes(holder: object) -> list[str]:
    slots = [name for kind in type(holder).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*getattr(holder, "__dict__", ()), *(name for name in slots if hasattr(holder, name))]
