"""Texts per second of an encoder by PyTorch, ONNX Runtime and with 8-bit weights, in one run on the same texts.

    python -m benchmarks.inference --data DIR --encoder FOLDER [--texts 512] [--batch 32] [--threads 1] [--out FILE]

``DIR`` holds the official training data (``space2022/task1_train.jsonl``). The rows are alternated (torch, onnx, int8,
torch, …), so that a machine that is busy with something else disturbs them alike; the best round of each counts.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROUNDS = 3


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
    print(f"{'runtime':<22}{'texts/s':>9}{'MB':>8}{'max diff':>11}{'mean cosine':>13}")
    for row in rows:
        difference, cosine = row["largest_difference"], row["mean_cosine"]
        print(f"{row['runtime']:<22}{row['texts_per_s']:>9}{row['MB']:>8}{difference:>11.1e}{cosine:>13.5f}")
    if given.out is not None:
        given.out.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")


def measure(data: Path, encoder: Path, *, texts: int, batch: int, threads: int) -> list[dict[str, float | str]]:
    import onnxruntime
    import torch

    from pingce.systems.data import read_examples
    from pingce.systems.learning.encoder import load_pretrained
    from pingce.systems.learning.export import quantize, write_onnx
    from pingce.systems.learning.onnx_encoder import EncoderSlot, OnnxEncoder
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
    holder = torch.nn.Module()
    holder.encoder = pretrained.encoder
    with tempfile.TemporaryDirectory() as folder:
        plain, small = Path(folder) / "plain.onnx", Path(folder) / "small.onnx"
        write_onnx(EncoderSlot(holder, "encoder"), plain)
        quantize(plain, small)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        config = pretrained.encoder.config
        weights = sum(one.numel() * one.element_size() for one in pretrained.encoder.parameters())
        runs = {
            "torch, as they come": (pretrained.encoder, as_they_come, weights),
            "torch": (pretrained.encoder, batches, weights),
            "onnx": (OnnxEncoder(onnxruntime.InferenceSession(plain, options), config), batches, plain.stat().st_size),
            "int8": (OnnxEncoder(onnxruntime.InferenceSession(small, options), config), batches, small.stat().st_size),
        }
        times: dict[str, list[float]] = {name: [] for name in runs}
        vectors: dict[str, torch.Tensor] = {}
        for _ in range(ROUNDS):
            for name, (run, order, _) in runs.items():
                begin = time.perf_counter()
                vectors[name] = _read(run, tokens, order, fill=pretrained.tokenizer.pad_token_id)
                times[name].append(time.perf_counter() - begin)
    expected = vectors["torch"]
    return [
        {
            "runtime": name,
            "texts_per_s": round(len(tokens) / min(times[name]), 1),
            "MB": round(size / 1e6, 1),
            "largest_difference": float((vectors[name] - expected).abs().max()),
            "mean_cosine": float(torch.nn.functional.cosine_similarity(vectors[name], expected).mean()),
        }
        for name, (_, _, size) in runs.items()
    ]


def _read(run, tokens: Sequence[Sequence[int]], order: Sequence[Sequence[int]], *, fill: int):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 (torch loads in main)
    """The first vector of every text, which stands for the text."""
    import torch

    from pingce.systems.learning.encoder import padded

    found: dict[int, torch.Tensor] = {}
    for batch in order:
        ids = padded([tokens[i] for i in batch], fill)
        mask = padded([[1] * len(tokens[i]) for i in batch], 0)
        with torch.no_grad():
            rows = run(input_ids=ids, attention_mask=mask).last_hidden_state[:, 0]
        found.update(zip(batch, rows, strict=True))
    return torch.stack([found[i] for i in range(len(tokens))])


if __name__ == "__main__":
    main()
