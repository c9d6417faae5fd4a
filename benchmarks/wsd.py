"""How good are the word-sense systems, what does training cost, and how fast do they answer?

    python benchmarks/wsd.py --data DIR [--encoder DIR] [--only NAME …] [--set NAME=VALUE …] [--models DIR]

DIR holds the official data as published (wsd/train.data.txt, wsd/val.data.txt, wsd/wsd_multi_sense_only_final.json).
Systems are trained on train and measured on val: derived-instance accuracy, overall and in the four frequency subsets.
Without --encoder only the systems that need none take part. Models stay in --models; what is there is measured, not
trained again, and an interrupted training goes on. The published rows below are of a large encoder and, for the
subsets, of the test part: near, not the same.
"""

import argparse
import hashlib
import json
import os
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path

TRAIN, VAL, INVENTORY = "wsd/train.data.txt", "wsd/val.data.txt", "wsd/wsd_multi_sense_only_final.json"
PLAIN = ("mfs", "first", "gloss-overlap")
NEURAL = ("embed", "bem", "glossbert", "escher")
SUBSETS = ("mfs", "frequent", "few", "zero")
COSTS = "costs.json"
ALONE = 50
"""Sentences asked one by one."""

PUBLISHED = (
    ("GlossBERT, large, dev | test subsets", 0.6993, (0.9173, 0.7982, 0.4310, 0.4128)),
    ("BEM, large, dev | test subsets", 0.7098, (0.9298, 0.8021, 0.4648, 0.4473)),
    ("ESCHER, large, dev | test subsets", 0.7585, (0.9141, 0.8364, 0.5572, 0.5047)),
)
"""README of the data set: chinese-roberta-wwm-ext-large, mean of three seeds."""


def train(options: argparse.Namespace, name: str) -> dict[str, float]:
    """Minutes and memory of a training; those of an earlier call are added where it was interrupted."""
    folder = options.models / name
    written = options.models / f"{name}-{COSTS}"
    costs: dict[str, float] = json.loads(written.read_text(encoding="utf-8")) if written.is_file() else {}
    if (folder / "model.toml").is_file():
        return costs
    program = Path(sys.executable).parent / "pingce"
    command = [str(program), "systems", "train", "wsd/senses", "--system", name, "--out", str(folder)]
    command += ["--train", str(options.data / TRAIN), "--dev", str(options.data / VAL)]
    command += ["--inventory", str(options.data / INVENTORY)]
    if name in NEURAL:
        command += ["--encoder", str(options.encoder)]
    if name in NEURAL[1:]:
        command += [part for change in options.set for part in ("--set", change)]
    start = time.monotonic()
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    # Of this child alone: getrusage would give the largest of all children so far.
    _, status, used = os.wait4(running.pid, 0)
    costs = {
        "minutes": costs.get("minutes", 0.0) + (time.monotonic() - start) / 60,
        "cpu_minutes": costs.get("cpu_minutes", 0.0) + (used.ru_utime + used.ru_stime) / 60,
        "megabytes": max(costs.get("megabytes", 0.0), used.ru_maxrss / 1024),
    }
    written.write_text(json.dumps(costs), encoding="utf-8")
    if status:
        sys.exit(f"Training {name} ended with {os.waitstatus_to_exitcode(status)}; its cost so far is kept.")
    return costs


def work(folder: str, train_file: str, gold_file: str) -> None:
    """In a process of its own: load, answer everything, answer some one by one, score."""
    from pingce.scoring.frequency import by_frequency, count_senses
    from pingce.scoring.run import score_answers
    from pingce.systems.data import read_examples
    from pingce.systems.interface import NoProgress
    from pingce.systems.train import load_model
    from pingce.tasks.catalog import find_task

    task = find_task("wsd/senses")
    examples, _ = read_examples(task, gold_file)
    seen, _ = read_examples(task, train_file)
    model, _, _ = load_model(Path(folder))
    items = [example.item for example in examples]
    model.predict(items[:1], NoProgress())
    start, cpu = time.monotonic(), time.process_time()
    predictions = model.predict(items, NoProgress())
    seconds, cpu_seconds = time.monotonic() - start, time.process_time() - cpu
    cpu = time.process_time()
    for item in items[:ALONE]:
        model.predict([item], NoProgress())
    alone = (time.process_time() - cpu) / ALONE
    result = score_answers(task, examples, [prediction.answer for prediction in predictions])
    subsets = by_frequency(result.cases, count_senses(seen))
    told = {
        "accuracy": result.main,
        "chosen": result.measures["chosen"].numbers["f1"],
        "exact": result.measures["exact"].numbers["accuracy"],
        "subsets": {group.name: [group.n, group.numbers["accuracy"]] for group in subsets.groups},
        "per_second": len(items) / seconds,
        "per_cpu_second": len(items) / cpu_seconds,
        "milliseconds": 1000 * alone,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(told))


def measure(options: argparse.Namespace, name: str) -> list[str]:
    costs = train(options, name)
    files = [str(options.models / name), str(options.data / TRAIN), str(options.data / VAL)]
    told = json.loads(subprocess.check_output([sys.executable, __file__, "--worker", *files]))
    subsets = [f"{told['subsets'][key][1]:.4f}" if key in told["subsets"] else "–" for key in SUBSETS]
    spent = [f"{costs[key]:.1f}" if key in costs else "–" for key in ("minutes", "cpu_minutes")]
    return [
        name,
        f"{told['accuracy']:.4f}",
        *subsets,
        f"{told['chosen']:.4f}",
        f"{told['exact']:.4f}",
        *spent,
        f"{costs.get('megabytes', 0):.0f}",
        f"{told['per_second']:,.0f}",
        f"{told['milliseconds']:.1f}",
        f"{told['megabytes']:.0f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the official training data")
    parser.add_argument("--encoder", help="folder or name of a pretrained encoder")
    parser.add_argument("--only", action="append", choices=(*PLAIN, *NEURAL), help="may be repeated")
    parser.add_argument("--set", action="append", default=[], help="a setting of the trained encoder systems")
    parser.add_argument("--models", type=Path, default=Path("wsd-models"), help="where models are kept")
    options = parser.parse_args()
    options.models.mkdir(parents=True, exist_ok=True)
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for file in (TRAIN, VAL, INVENTORY):
        print(f"{file}@{hashlib.sha256((options.data / file).read_bytes()).hexdigest()[:8]}")
    header = ["system", "derived", *SUBSETS, "chosen F1", "exact", "train min", "train CPU min", "train MB"]
    print("\t".join([*header, "sentences/s", "one sentence, CPU ms", "MB"]))
    for name in options.only or (*PLAIN, *(NEURAL if options.encoder else ())):
        print("\t".join(measure(options, name)), flush=True)
    for name, accuracy, subsets in PUBLISHED:
        print("\t".join([name, f"{accuracy:.4f}", *(f"{value:.4f}" for value in subsets)]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(*sys.argv[2:5])
    else:
        main()
