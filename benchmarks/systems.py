"""How good, how fast and how large are the systems, next to what was published?

    python benchmarks/systems.py --data DIR [--only SYSTEM …] [--task TASK …] [--seeds N] [--out FILE]
                                 [--encoder FOLDER] [--lm FOLDER] [--models DIR]

DIR holds the official training data as published. Every system is trained on the same 85 % of a file and measured on
the other 15 %, split by original sentence with a fixed seed, each in a process of its own. ``--encoder`` and ``--lm``
name the pretrained models for systems that need one; without them those systems are left out. Published scores are on
the official test sets, which differ from the training data in the share of normal texts, so judging has balanced
accuracy beside the official accuracy. There is no public training data for 2021 task 3: its file is put together from
those of tasks 1 and 2 (see ``joint_records``).

Results are kept in --out (JSON) and added to; --models keeps the model folders.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pingce.spec.task import TaskSpec
    from pingce.systems.interface import Model

FILES = {
    "space2021/task1": "space2021/task1-train-with-answer.json",
    "space2021/task2": "space2021/task2-train-with-answer.json",
    "space2022/task1": "space2022/task1_train.jsonl",
    "space2022/task2": "space2022/task2_train.jsonl",
    "space2022/task3": "space2022/task3_train.jsonl",
    "space2023/task1": "space2023/task1_train.jsonl",
    "space2023/task2": "space2023/task2_train.jsonl",
}
JOINT = "space2021/task3"


@dataclass(frozen=True)
class Run:
    """A row of the table."""

    task: str
    system: str
    changes: tuple[str, ...] = ()
    start: Literal["", "encoder", "lm"] = ""
    """Which pretrained model it starts from."""
    decoding: tuple[str, ...] = ()
    """Settings that matter only for answering: the model is the one of the row without them."""
    of: tuple[str, ...] = ()
    """Systems whose models it asks, of all seeds there are; they come before it in the table."""

    @property
    def name(self) -> str:
        return " ".join([self.system, *self.changes, *self.decoding])


JUDGING = ("space2022/task1", "space2021/task1")
RUNS = (
    *(Run(task, "majority") for task in JUDGING),
    *(Run(task, system) for task in JUDGING for system in ("replacement", "linear")),
    *(
        Run(task, system, ("precision=bfloat16",), "lm")
        for task in JUDGING
        for system in ("replacement-lm", "linear-lm")
    ),
    *(Run(task, "encoder", ("precision=bfloat16",), "encoder") for task in (*JUDGING, "space2021/task2")),
    Run("space2022/task1", "ensemble", ("members=linear replacement",)),
    Run("space2021/task2", "pair"),
    Run(JOINT, "joint"),
    Run("space2022/task2", "span-crf"),
    Run("space2022/task2", "span-crf", decoding=("types=one",)),
    Run("space2023/task1", "span-crf"),
    Run("space2023/task1", "span-crf", decoding=("candidates=1",)),
    *(
        Run(task, system, ("precision=bfloat16", "keep=last"), "encoder")
        for task in ("space2022/task2", "space2023/task1")
        for system in ("span-tagger", "span-pointer")
    ),
    Run("space2022/task2", "span-tagger", ("precision=bfloat16", "keep=last"), "encoder", ("types=one",)),
    *(Run(task, "tuple-crf") for task in ("space2022/task3", "space2023/task2")),
    *(
        Run(task, system, ("precision=bfloat16", "keep=last"), "encoder")
        for task in ("space2022/task3", "space2023/task2")
        for system in ("tuple-place", "tuple-trigger", "tuple-entity")
    ),
    *(
        Run(task, "consensus", of=("tuple-crf", "tuple-place", "tuple-trigger"))
        for task in ("space2022/task3", "space2023/task2")
    ),
)

PUBLISHED = {
    "space2021/task1": (("bombflyman", 0.7343), ("official baseline", 0.6725)),
    "space2021/task2": (("bombflyman", 0.8412), ("official baseline", 0.7290)),
    "space2021/task3": (("三个火枪手", 0.6610), ("official baseline", 0.5267)),
    "space2022/task1": (("为章岳来", 0.7992), ("System4SpaCE2022", 0.6678), ("official baseline", 0.5864)),
    "space2022/task2": (("无情垫底 (all types)", 0.6748), ("official baseline", 0.4403)),
    "space2022/task3": (("无情垫底", 0.4950), ("official baseline", 0.5069)),
    "space2023/task1": (("MOSS", 0.5782), ("official baseline", 0.5547)),
    "space2023/task2": (("MOSS", 0.4739), ("official baseline", 0.4803)),
}
"""Scores on the official test sets, as published."""


def joint_records(data: Path) -> list[dict[str, object]]:
    """2021 task 3 from tasks 1 and 2: reasons with their wrong texts, and normal texts with a reason of a sibling.

    The reason given to a normal text belongs to a sentence of the same original and quotes what the text has; it does
    not hold, as in the official files.
    """
    from pingce.language.originals import groups_of
    from pingce.systems.judging.pair import take_apart

    texts = json.loads((data / FILES["space2021/task1"]).read_text(encoding="utf-8"))
    reasons = json.loads((data / FILES["space2021/task2"]).read_text(encoding="utf-8"))
    normal = [record["context"] for record in texts if record["judge1"]]
    groups = groups_of([*normal, *(record["context"] for record in reasons)])
    by_group: dict[int, list[str]] = {}
    for record, group in zip(reasons, groups[len(normal) :], strict=True):
        by_group.setdefault(group, []).append(record["reason"])
    pairs = [(record["context"], record["reason"], False, record["judge2"]) for record in reasons]
    for text, group in zip(normal, groups[: len(normal)], strict=True):
        fitting = [one for one in by_group.get(group, ()) if all(q in text for q in take_apart(one).quotes)]
        pairs += [(text, reason, True, False) for reason in fitting[:1]]
    return [
        {"qID": f"3-train-{i}", "context": text, "reason": reason, "judge1": judge1, "judge2": judge2}
        for i, (text, reason, judge1, judge2) in enumerate(pairs, start=1)
    ]


def work(run: Run, file: str, seed: int, encoder: str | None, out: str) -> None:
    """In a process of its own: train, load, answer, score."""
    from pingce.scoring.interval import intervals
    from pingce.scoring.measures.judging import Accuracy, BalancedAccuracy
    from pingce.scoring.run import make_cases, score
    from pingce.systems.catalog import open_system
    from pingce.systems.data import hold_out, read_examples
    from pingce.systems.interface import NoProgress
    from pingce.systems.settings import make_settings
    from pingce.systems.train import Order, load_model, train_model
    from pingce.tasks.catalog import find_task

    task = find_task(run.task)
    order = Order(
        task=task, system=run.system, train=file, out=Path(out), encoder=encoder, seed=seed, changes=run.changes
    )
    start = time.monotonic(), time.process_time()
    if not (Path(out) / "model.toml").is_file():
        train_model(order, NoProgress())
    wall, cpu = time.monotonic() - start[0], time.process_time() - start[1]
    model, _, _ = load_model(Path(out))
    if run.decoding:
        system = open_system(run.system, task)
        settings = make_settings(system.Settings, changes=(*run.changes, *run.decoding))
        model = system.load(Path(out), task, settings, None)
    _, dev = hold_out(read_examples(task, file)[0])
    answers, per_second = answered(model, dev)
    items = {str(i): example.item for i, example in enumerate(dev)}
    gold = {str(i): example.answer for i, example in enumerate(dev)}
    measure = task.measures[task.rank_by[0]]
    extra = {"balanced": BalancedAccuracy(measure.field)} if isinstance(measure, Accuracy) else {}
    result = score(task, make_cases(items, gold, dict(enumerate_keys(answers))), extra=extra)
    numbers = {
        f"{name}.{number}": [value, *intervals(one.measure, one.rows)[number]]
        for name, one in result.measures.items()
        for number, value in one.numbers.items()
    }
    print(
        json.dumps(
            {
                "dev_items": len(dev),
                "minutes": wall / 60,
                "cpu_minutes": cpu / 60,
                "texts_per_second": per_second,
                "peak_mb": peak_megabytes(),
                "parameters": parameters(Path(out)),
                "ranked_by": ".".join(task.rank_by),
                "numbers": numbers,
                "valid": valid(task, dev, answers),
            }
        )
    )


def enumerate_keys(answers: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    return ((str(i), answer) for i, answer in enumerate(answers))


def answered(model: "Model", dev: Sequence[Any]) -> tuple[list[Any], float]:
    """Answers, and texts per second of this thread's work; the first text warms up."""
    from pingce.systems.interface import NoProgress

    items = [example.item for example in dev]
    model.predict(items[:1], NoProgress())
    start = time.process_time()
    predictions = model.predict(items, NoProgress())
    return [prediction.answer for prediction in predictions], len(items) / max(1e-9, time.process_time() - start)


def valid(task: "TaskSpec", dev: Sequence[Any], answers: Sequence[Any]) -> bool:
    """Does the file of these answers pass ``pingce check``?"""
    from pingce.formats.save import kind_for, save

    with tempfile.TemporaryDirectory() as place:
        questions, said = Path(place) / "questions.jsonl", Path(place) / "answers.jsonl"
        kind = kind_for(task, said)
        save(task, questions, [(one.item, None) for one in dev], kind=kind, part="questions")
        pairs = [(one.item, answer) for one, answer in zip(dev, answers, strict=True)]
        save(task, said, pairs, kind=kind, part="answers")
        command = [str(Path(sys.executable).parent / "pingce"), "check", task.id, str(said)]
        checked = subprocess.run([*command, "--questions", str(questions)], check=False, capture_output=True)
        return checked.returncode == 0


def peak_megabytes() -> float:
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024


def parameters(folder: Path) -> int:
    """Numbers in the weight files."""
    import numpy as np

    total = 0
    for path in folder.rglob("*.safetensors"):
        from safetensors import safe_open

        with safe_open(path, "np") as file:
            total += sum(int(np.prod(file.get_slice(key).get_shape())) for key in file.keys())  # noqa: SIM118 (no mapping: it cannot be iterated)
    for path in folder.rglob("*.crf"):
        import pycrfsuite

        tagger = pycrfsuite.Tagger()
        tagger.open(str(path))
        total += len(tagger.info().state_features) + len(tagger.info().transitions)
    for path in folder.rglob("*.json"):
        found = json.loads(path.read_text(encoding="utf-8"))
        weights = found.get("weights", {}) if isinstance(found, dict) else {}
        total += sum(map(len, weights.values())) if isinstance(weights, dict) else 0
    for path in folder.rglob("*.npz"):
        with np.load(path, allow_pickle=False) as stored:
            total += stored["values"].size
    return total


def measure(run: Run, options: argparse.Namespace, seed: int, folder: Path) -> dict[str, Any]:
    name = run.name
    file = options.data / FILES[run.task] if run.task != JOINT else folder / "joint.json"
    if run.task == JOINT:
        file.write_text(json.dumps(joint_records(options.data), ensure_ascii=False), encoding="utf-8")
    encoder = {"": None, "encoder": options.encoder, "lm": options.lm}[run.start]
    out = model_folder(run.task, run.system, seed, options.models or folder)
    if run.of:
        asked = members(run, options.models or folder)
        name += f" of {', '.join(one.name.removeprefix(run.task.replace('/', '-') + '-') for one in asked)}"
        run = replace(run, changes=(*run.changes, f"models={' '.join(map(str, asked))}"))
    order = json.dumps([asdict(run), str(file), seed, encoder, str(out)])
    told = subprocess.run([sys.executable, __file__, "--worker", order], check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    return {"task": run.task, "system": name, "seed": seed, **found}


def model_folder(task: str, system: str, seed: int, where: Path) -> Path:
    return where / f"{task.replace('/', '-')}-{system}-{seed}"


def members(run: Run, where: Path) -> list[Path]:
    """Trained models it asks."""
    found = (sorted(where.glob(f"{run.task.replace('/', '-')}-{system}-[0-9]*")) for system in run.of)
    return [folder for folders in found for folder in folders]


def show(results: Sequence[dict[str, Any]]) -> None:
    """One Markdown table, a task after the other in the order of ``RUNS``, published scores below ours."""
    header = ["task", "system", "score [95 %]", "balanced", "type accuracy", "training, minutes of CPU", "texts/s"]
    print_row([*header, "peak MB", "parameters", "check"])
    print_row(["---"] * (len(header) + 3))
    order = {(run.task, run.name): i for i, run in enumerate(RUNS)}
    for task in dict.fromkeys(run.task for run in RUNS):
        ours = [one for one in results if one["task"] == task]
        for one in sorted(ours, key=lambda one: (order.get((task, one["system"]), len(order)), one["seed"])):
            print_row([task, *cells(one)])
        for who, value in PUBLISHED.get(task, ()) if ours else ():
            print_row([task, f"({who}, official test)", f"{value:.4f}", *["–"] * 7])


def cells(one: dict[str, Any]) -> list[str]:
    value, low, high = one["numbers"][one["ranked_by"]]
    balanced, types = (one["numbers"].get(name) for name in ("balanced.balanced_accuracy", "strict.type_accuracy"))
    return [
        f"`{one['system']}`" + (f", seed {one['seed']}" if one["seed"] else ""),
        f"{value:.4f} [{low:.3f}, {high:.3f}]",
        f"{balanced[0]:.4f}" if balanced else "–",
        f"{types[0]:.4f}" if types else "–",
        f"{one['cpu_minutes']:.1f}" if one["cpu_minutes"] > 0.05 else "–",
        f"{one['texts_per_second']:,.0f}",
        f"{one['peak_mb']:,.0f}",
        f"{one['parameters']:,}",
        "passes" if one["valid"] else "FAILS",
    ]


def print_row(cells: Sequence[str]) -> None:
    print("| " + " | ".join(cells) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the official training data")
    parser.add_argument("--only", nargs="+", default=[], help="only these systems")
    parser.add_argument("--task", nargs="+", default=[], help="only these tasks")
    parser.add_argument("--seeds", type=int, default=1, help="models of each system that starts from an encoder")
    parser.add_argument("--encoder", help="a pretrained encoder")
    parser.add_argument("--lm", help="a pretrained language model")
    parser.add_argument("--models", type=Path, help="keep the model folders here; those that are there are not trained")
    parser.add_argument("--out", type=Path, default=Path("systems.json"), help="results")
    options = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    available = {"": True, "encoder": options.encoder is not None, "lm": options.lm is not None}
    results: list[dict[str, Any]] = json.loads(options.out.read_text(encoding="utf-8")) if options.out.is_file() else []
    with tempfile.TemporaryDirectory() as folder:
        for run in RUNS:
            chosen = (not options.only or run.system in options.only) and (not options.task or run.task in options.task)
            if not chosen or not available[run.start]:
                continue
            if run.of and len(members(run, options.models or Path(folder))) < 3:
                continue  # with --only they may not be there
            for seed in range(options.seeds if run.start == "encoder" else 1):
                found = measure(run, options, seed, Path(folder))
                same = ("task", "system", "seed")
                results = [one for one in results if any(one[key] != found[key] for key in same)] + [found]
                options.out.write_text(json.dumps(results, ensure_ascii=False, indent=1), encoding="utf-8")
    show(results)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        given = json.loads(sys.argv[2])
        for name in ("changes", "decoding", "of"):
            given[0][name] = tuple(given[0][name])
        work(Run(**given[0]), *given[1:])
    else:
        main()
