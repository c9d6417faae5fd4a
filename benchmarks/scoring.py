"""How fast are the scorers, and how much memory do they take?

    python benchmarks/scoring.py --data DIR [--task ID …] [--against SCRIPT]

DIR holds the official training data as published (space2021/, space2022/, space2023/, wsd/). Each gold file is
scored against a shuffled, perturbed copy of itself. ``--against`` runs any other scoring script (or a command with
{gold} and {pred} in it) on the same two files in the same run and prints the ratio. Times are CPU seconds; what a
command needs for a one-item file is its start-up and is taken off; "library" is ``pingce.score`` in a process that has
scored before, and its ratio says how many times as fast it is. The machine's noise hits both sides alike.
"""

import argparse
import gc
import hashlib
import json
import os
import platform
import random
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FILES = {
    "space2021/task1": "space2021/task1-train-with-answer.json",
    "space2021/task2": "space2021/task2-train-with-answer.json",
    "space2022/task1": "space2022/task1_train.jsonl",
    "space2022/task2": "space2022/task2_train.jsonl",
    "space2022/task3": "space2022/task3_train.jsonl",
    "space2023/task1": "space2023/task1_train.jsonl",
    "space2023/task2": "space2023/task2_train.jsonl",
    "space2023/task3": "space2023/task3_examples.jsonl",
    "wsd/senses": "wsd/train.data.txt",
}
REPEATS = 3
SEED = 7

Record = dict[str, object]


def perturb(value: object, chance: random.Random) -> object:
    """A copy with the kinds of mistakes systems make: lost answers, cut fragments, turned judgements."""
    if isinstance(value, bool):
        return value if chance.random() > 0.3 else not value
    if isinstance(value, list) and value and all(isinstance(one, list | dict) for one in value):
        kept = [perturb(one, chance) for one in value if chance.random() > 0.1]
        doubled = [one for one in kept if chance.random() > 0.95]
        chance.shuffle(kept)
        return kept + doubled
    if isinstance(value, dict) and {"text", "idxes"} <= value.keys():
        cut = len(value["idxes"]) > 1 and chance.random() > 0.75
        return {**value, "text": value["text"][cut:], "idxes": value["idxes"][cut:]}
    if isinstance(value, list):
        return [perturb(one, chance) if isinstance(one, dict) else one for one in value]
    if isinstance(value, dict):
        return {key: perturb(one, chance) for key, one in value.items()}
    return value


def perturbed_records(records: list[Record], chance: random.Random) -> list[Record]:
    keep = {"qid", "qID", "judge", "judge1", "judge2", "reasons", "outputs", "results"}
    said = [{key: perturb(value, chance) for key, value in r.items() if key in keep} for r in records]
    chance.shuffle(said)
    return said


def write_pair(gold: Path, folder: Path) -> tuple[Path, Path]:
    """The perturbed copy of a gold file, and one-item files to measure start-up with."""
    chance = random.Random(SEED)  # noqa: S311 (no secret)
    pred = folder / f"pred-{gold.name.split('.')[0]}.jsonl"
    one = folder / "one"
    one.mkdir(exist_ok=True)
    text = gold.read_text(encoding="utf-8")
    if gold.suffix == ".txt":
        lines = text.splitlines()
        said: list[Record] = [
            {"qid": str(i), "senses": line.split(" ")[2].split("$$")[: 1 + (chance.random() > 0.5)]}
            for i, line in enumerate(lines, start=1)
        ]
        (one / gold.name).write_text(lines[0] + "\n", encoding="utf-8")
    else:
        records = json.loads(text) if gold.suffix == ".json" else [json.loads(line) for line in text.splitlines()]
        said = perturbed_records(records, chance)
        (one / gold.name).write_text(json.dumps(records[0], ensure_ascii=False) + "\n", encoding="utf-8")
    pred.write_text("\n".join(json.dumps(r, ensure_ascii=False) for r in said) + "\n", encoding="utf-8")
    (one / pred.name).write_text(json.dumps(said[0], ensure_ascii=False) + "\n", encoding="utf-8")
    return gold, pred


def cpu_seconds(command: list[str]) -> float:
    """CPU time of a command, the best of a few runs."""
    best = float("inf")
    for _ in range(REPEATS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def as_template(command: str, gold: Path, pred: Path) -> str:
    """A command with places for both files; a bare script is asked which of the usual options it takes."""
    if "{gold}" in command:
        return command
    start = f"{sys.executable} {command}" if command.endswith(".py") else command
    for options in (
        "{gold} {pred}",
        "--answer {gold} --prediction {pred}",
        "--answer_path {gold} --prediction_path {pred}",
        "--gold {gold} --pred {pred}",
    ):
        trial = [part.format(gold=gold, pred=pred) for part in shlex.split(f"{start} {options}")]
        if subprocess.run(trial, check=False, capture_output=True).returncode == 0:
            return f"{start} {options}"
    sys.exit(f"{command} takes none of the usual options; write the command with {{gold}} and {{pred}}.")


def without_start_up(template: str, gold: Path, pred: Path) -> float:
    def filled(folder: Path, from_gold: Path) -> list[str]:
        return [part.format(gold=from_gold, pred=folder / pred.name) for part in shlex.split(template)]

    whole = cpu_seconds(filled(pred.parent, gold))
    return max(1e-9, whole - cpu_seconds(filled(pred.parent / "one", pred.parent / "one" / gold.name)))


def work(task_id: str, gold_file: str, pred_file: str) -> None:
    """In a process of its own: read and score once, tell time and memory."""
    from pingce.formats.load import load_gold, load_predictions
    from pingce.scoring.run import make_cases, score
    from pingce.tasks.catalog import find_task

    gc.disable()  # as the command does
    task = find_task(task_id)
    before = peak_megabytes()
    start = time.process_time()
    gold = load_gold(task, gold_file)
    predicted = load_predictions(task, pred_file, gold)
    read = time.process_time()
    score(task, make_cases(gold.items, gold.answers, predicted.answers))
    done = time.process_time()
    peak = peak_megabytes()
    print(json.dumps([len(gold.items), read - start, done - read, peak - before, peak]))


def work_in_library(task_id: str, gold_file: str, pred_file: str) -> None:
    """What a notebook does, after a first score of one item that loads what is needed: CPU seconds."""
    import pingce

    one = Path(pred_file).parent / "one"
    pingce.score(task_id, one / Path(pred_file).name, one / Path(gold_file).name)
    start = time.process_time()
    pingce.score(task_id, pred_file, gold_file)
    print(json.dumps(time.process_time() - start))


def peak_megabytes() -> float:
    """The process's own peak; getrusage would also count what it was forked from."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024


def measure(task_id: str, gold: Path, pred: Path, against: str | None) -> list[str]:
    command = [sys.executable, __file__, "--worker", task_id, str(gold), str(pred)]
    runs = [json.loads(subprocess.check_output(command)) for _ in range(REPEATS)]
    n, read, scored, grown, peak = min(runs, key=lambda run: run[1] + run[2])
    whole = without_start_up(
        f"{Path(sys.executable).parent / 'pingce'} score {task_id} {{pred}} --gold {{gold}} --json", gold, pred
    )
    row = [task_id, f"{n:,}", f"{read:.3f}", f"{scored:.3f}", f"{n / (read + scored):,.0f}", f"{whole:.3f}"]
    command[2] = "--library"
    library = min(json.loads(subprocess.check_output(command)) for _ in range(REPEATS))
    row += [f"{library:.3f}", f"{whole / library:.2f}", f"{grown:.0f}", f"{peak:.0f}"]
    if against is not None:
        other = without_start_up(as_template(against, gold, pred), gold, pred)
        row += [f"{other:.3f}", f"{other / (read + scored):.1f}", f"{other / whole:.1f}"]
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the official training data")
    parser.add_argument("--task", action="append", choices=list(FILES), help="only this task; may be repeated")
    parser.add_argument("--against", help="another scoring script, for the same files")
    options = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    header = ["task", "items", "read s", "score s", "items/s", "command s", "library s", "ratio", "+MB", "peak MB"]
    header += ["other s", "ratio", "ratio of commands"] if options.against else []
    print("\t".join(header))
    with tempfile.TemporaryDirectory() as folder:
        for task_id in options.task or FILES:
            gold = options.data / FILES[task_id]
            checksum = hashlib.sha256(gold.read_bytes()).hexdigest()[:8]
            row = measure(task_id, *write_pair(gold, Path(folder)), options.against)
            print("\t".join([*row, f"{gold.name}@{checksum}"]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        work(*sys.argv[2:5])
    elif sys.argv[1:2] == ["--library"]:
        work_in_library(*sys.argv[2:5])
    else:
        main()
