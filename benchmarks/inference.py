"""Texts per second of an encoder by PyTorch, ONNX Runtime and OpenVINO, in one run on the same texts.

    python -m benchmarks.inference --data DIR --encoder FOLDER [--texts 512] [--batch 32] [--threads 1] [--out FILE]

``DIR`` holds the official training data (``space2022/task1_train.jsonl``). The rows are alternated (torch, onnx, int8,
torch, …), so that a machine that is busy with something else disturbs them alike; the best round of each counts, by
CPU time as well as by the clock. OpenVINO is no dependency: its rows are there where somebody has installed it
(``pip install openvino``); it reads the ONNX files that pingce writes. Vectors are compared with those of "torch".
"""

import argparse
import importlib.util
import json
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

ROUNDS = 3
Batches = Sequence[Sequence[int]]


class Way(NamedTuple):
    """One way to compute the vectors: what is called, the batches it gets, and the bytes of its weights."""

    call: Callable[..., Any]
    batches: Batches
    size: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=512)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    rows = measure(given.data, given.encoder, texts=given.texts, batch=given.batch, threads=given.threads)
    print(f"{'runtime':<22}{'texts/s':>9}{'per CPU s':>11}{'MB':>8}{'max diff':>11}{'mean cosine':>13}")
    for row in rows:
        difference, cosine = row["largest_difference"], row["mean_cosine"]
        speed = f"{row['texts_per_s']:>9}{row['texts_per_cpu_s']:>11}"
        print(f"{row['runtime']:<22}{speed}{row['MB']:>8}{difference:>11.1e}{cosine:>13.5f}")
    if given.out is not None:
        given.out.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")


def measure(data: Path, encoder: Path, *, texts: int, batch: int, threads: int) -> list[dict[str, float | str]]:
    import torch

    from pingce.systems.data import read_examples
    from pingce.systems.learning.encoder import load_pretrained
    from pingce.systems.learning.trainer import bucketed
    from pingce.tasks.catalog import find_task

    torch.set_num_threads(threads)
    pretrained = load_pretrained(encoder)
    pretrained.encoder.eval()
    examples, _ = read_examples(find_task("space2022/task1"), str(data / "space2022" / "task1_train.jsonl"))
    step = max(1, len(examples) // texts)
    chosen = [example.item.text for example in examples[::step]][:texts]
    tokens: list[list[int]] = pretrained.tokenizer(chosen, truncation=True, max_length=512)["input_ids"]
    as_they_come = [list(range(i, min(i + batch, len(tokens)))) for i in range(0, len(tokens), batch)]
    batches = bucketed([len(ids) for ids in tokens], batch, seed=0, epoch=0)
    with tempfile.TemporaryDirectory() as folder:
        ways = {
            "torch, as they come": _torch(pretrained.encoder, as_they_come),
            "torch": _torch(pretrained.encoder, batches),
            **_ways(pretrained.encoder, batches, Path(folder), threads),
        }
        clock: dict[str, list[float]] = {name: [] for name in ways}
        cpu: dict[str, list[float]] = {name: [] for name in ways}
        vectors: dict[str, torch.Tensor] = {}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                begin, begin_cpu = time.perf_counter(), time.process_time()
                vectors[name] = _read(way, tokens, fill=pretrained.tokenizer.pad_token_id)
                clock[name].append(time.perf_counter() - begin)
                cpu[name].append(time.process_time() - begin_cpu)
    expected = vectors["torch"]
    return [
        {
            "runtime": name,
            "texts_per_s": round(len(tokens) / min(clock[name]), 1),
            "texts_per_cpu_s": round(len(tokens) / min(cpu[name]), 1),
            "MB": round(way.size / 1e6, 1),
            "largest_difference": float((vectors[name] - expected).abs().max()),
            "mean_cosine": float(torch.nn.functional.cosine_similarity(vectors[name], expected).mean()),
        }
        for name, way in ways.items()
    ]


def _ways(encoder: Any, batches: Batches, folder: Path, threads: int) -> dict[str, Way]:  # noqa: ANN401 (a torch module)
    import copy

    import onnxruntime
    import torch

    from pingce.systems.learning.export import quantize, write_onnx
    from pingce.systems.learning.onnx_encoder import EncoderSlot, OnnxEncoder

    holder = torch.nn.Module()
    holder.encoder = encoder
    plain, small = folder / "plain.onnx", folder / "small.onnx"
    write_onnx(EncoderSlot(holder, "encoder"), plain)
    quantize(plain, small)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    ways = {"torch, bfloat16": _torch(copy.deepcopy(encoder).to(torch.bfloat16), batches)}
    for name, file in (("onnx", plain), ("int8", small)):
        session = onnxruntime.InferenceSession(file, options)
        ways[name] = Way(OnnxEncoder(session, encoder.config), batches, file.stat().st_size)
    if importlib.util.find_spec("openvino") is not None:
        for name, file, precision in (
            ("openvino", plain, "f32"),
            ("openvino, bfloat16", plain, "bf16"),
            ("openvino, int8", small, "f32"),
        ):
            ways[name] = Way(OpenVino(file, precision, threads), batches, file.stat().st_size)
    return ways


def _torch(encoder: Any, batches: Batches) -> Way:  # noqa: ANN401 (a torch module)
    return Way(encoder, batches, sum(one.numel() * one.element_size() for one in encoder.parameters()))


@dataclass(frozen=True)
class Output:
    """As transformers' own."""

    last_hidden_state: Any


class OpenVino:
    """An ONNX file computed by OpenVINO, called like the encoder it stands for."""

    def __init__(self, file: Path, precision: str, threads: int) -> None:
        import openvino

        core = openvino.Core()
        config = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": precision}
        self._compiled = core.compile_model(core.read_model(file), "CPU", config)
        self._inputs = [given.any_name for given in self._compiled.inputs]

    def __call__(self, *, input_ids: Any, attention_mask: Any) -> Output:  # noqa: ANN401 (tensors)
        import torch

        given = {
            "input_ids": input_ids,
            "attention_mask": attention_mask,
            "token_type_ids": torch.zeros_like(input_ids),
        }
        vectors = self._compiled({name: given[name].numpy() for name in self._inputs})[0]
        return Output(torch.from_numpy(vectors))


def _read(way: Way, tokens: Sequence[Sequence[int]], *, fill: int):  # type: ignore[no-untyped-def]  # noqa: ANN202 (torch loads in main)
    """The first vector of every text, which stands for the text."""
    import torch

    from pingce.systems.learning.encoder import padded

    found: dict[int, torch.Tensor] = {}
    for batch in way.batches:
        ids = padded([tokens[i] for i in batch], fill)
        mask = padded([[1] * len(tokens[i]) for i in batch], 0)
        with torch.no_grad():
            rows = way.call(input_ids=ids, attention_mask=mask).last_hidden_state[:, 0].float()
        found.update(zip(batch, rows, strict=True))
    return torch.stack([found[i] for i in range(len(tokens))])


if __name__ == "__main__":
    main()
