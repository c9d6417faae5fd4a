"""Writing a model's encoders as ONNX, and looking whether they still say the same.

``pingce systems export`` writes the encoders of a model as ONNX, on request with 8-bit weights, compares their vectors
with PyTorch's and keeps them beside the model.
"""

import logging
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.systems.model_folder import checksums, read_card, write_card
from pingce.systems.train import load_model

from .onnx_encoder import FOLDER, EncoderSlot, OnnxEncoder, encoder_file, encoder_places
from .runtimes import Runtime

TOLERANCE = 1e-3
"""The largest difference of any number of a vector; rounding gives about 1e-5."""
LEAST_COSINE = 0.95
"""Of vectors computed with 8-bit weights and their originals, in the mean."""
TEXTS, LENGTH = 8, 24
"""Of the random texts that are compared."""


@dataclass(frozen=True)
class ExportedEncoder:
    """One file and how near its vectors are to PyTorch's."""

    file: Path
    bytes: int
    largest_difference: float
    mean_cosine: float


def export(folder: Path, *, int8: bool) -> list[ExportedEncoder]:
    """Write ONNX files into the model folder and their checksums into its card."""
    card = read_card(folder)
    model, _, _ = load_model(folder)
    places = encoder_places(model)
    if not places:
        raise UserError(
            Words(f"系统 {card.system} 没有编码器可导出。", f"The system {card.system} has no encoder to export."),
            code="no-encoder",
        )
    (folder / FOLDER).mkdir(exist_ok=True)
    written = []
    for i, slot in enumerate(places):
        plain = encoder_file(folder, i, "onnx")
        write_onnx(slot, plain)
        written.append(_compared(slot, plain, "onnx"))
        if int8:
            small = encoder_file(folder, i, "int8")
            quantize(plain, small)
            written.append(_compared(slot, small, "int8"))
    write_card(folder, replace(card, files=checksums(folder)))
    return written


class _Vectors(torch.nn.Module):
    """The encoder with plain tensors in and out."""

    def __init__(self, encoder: torch.nn.Module, *, typed: bool) -> None:
        super().__init__()
        self.encoder, self.typed = encoder, typed

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor | None = None
    ) -> torch.Tensor:
        types = {"token_type_ids": token_type_ids} if self.typed else {}
        vectors: torch.Tensor = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, **types
        ).last_hidden_state
        return vectors


def write_onnx(slot: EncoderSlot, file: Path) -> None:
    """One encoder as an ONNX file with batch and length left open."""
    typed = getattr(slot.encoder.config, "type_vocab_size", 0) > 0
    names = ["input_ids", "attention_mask", *(["token_type_ids"] if typed else [])]
    given = _random(slot.encoder)
    batch = torch.export.Dim("batch")
    length = torch.export.Dim("length", max=int(slot.encoder.config.max_position_embeddings))  # type: ignore[union-attr,arg-type]
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter's own affairs
        torch.onnx.export(
            _Vectors(slot.encoder.eval(), typed=typed),
            tuple(given[name] for name in names),
            str(file),
            input_names=names,
            output_names=["vectors"],
            dynamic_shapes=tuple({0: batch, 1: length} for _ in names),
            external_data=False,
            verbose=False,
        )


def quantize(file: Path, small: Path) -> None:
    """Weights as 8-bit numbers. Half their range stays unused: on processors without VNNI full range overflows."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)  # advice about preprocessing
    try:
        quantize_dynamic(file, small, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    finally:
        root.setLevel(level)


def _random(encoder: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Texts of different lengths, so that the mask matters."""
    generator = torch.Generator().manual_seed(0)
    words = int(encoder.config.vocab_size)  # type: ignore[union-attr,arg-type]
    width = min(LENGTH, int(encoder.config.max_position_embeddings))  # type: ignore[union-attr,arg-type]
    ids = torch.randint(0, words, (TEXTS, width), generator=generator)
    lengths = torch.linspace(2, width, TEXTS).long().unsqueeze(1)
    mask = (torch.arange(width).unsqueeze(0) < lengths).long()
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": torch.zeros_like(ids)}


def _compared(slot: EncoderSlot, file: Path, runtime: Runtime) -> ExportedEncoder:
    import onnxruntime

    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    given = _random(slot.encoder)
    real = given["attention_mask"].bool()
    with torch.no_grad():
        ours = OnnxEncoder(session, slot.encoder.config)(**given).last_hidden_state[real]
        theirs = slot.encoder(input_ids=given["input_ids"], attention_mask=given["attention_mask"]).last_hidden_state[
            real
        ]
    difference = float((ours - theirs).abs().max())
    cosine = float(torch.nn.functional.cosine_similarity(ours, theirs).mean())
    if (difference > TOLERANCE) if runtime == "onnx" else (cosine < LEAST_COSINE):
        file.unlink()
        raise UserError(
            Words(
                f"{file.name} 算出的向量与 PyTorch 不同：最大差 {difference:.2g}，平均余弦 {cosine:.3f}。",
                f"{file.name} gives other vectors than PyTorch: largest difference {difference:.2g}, mean cosine "
                f"{cosine:.3f}.",
            ),
            hint=Words("这个编码器请用 --runtime torch。", "Use --runtime torch with this encoder."),
            code="export-differs",
        )
    return ExportedEncoder(file, file.stat().st_size, difference, cosine)
