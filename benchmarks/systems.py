"""How good, how fast and how large are the systems, next to what was published?

    python -m benchmarks.systems --data DIR [--only SYSTEM …] [--task TASK …] [--seeds N] [--encoder FOLDER]
                                 [--lm FOLDER] [--models DIR] [--rows FILE] [--again] [--plan]
    python -m benchmarks.systems --docs [--take FILE …]

DIR holds the official training data as published. Every system is trained on the same 85 % of a file and measured on
the other 15 %, split by original sentence with a fixed seed; word senses come in parts of their own. Systems that learn
nothing are measured on all of a file. ``--encoder`` and ``--lm`` name the pretrained models for systems that start from
one; without them those are left out. There is no public training data for 2021 task 3: its file is put together from
those of tasks 1 and 2 (see ``joint_records``).

Cheap rows come first. What has a row is left alone unless --again says otherwise, an interrupted training goes on, and
its minutes are added up: any subset may be run at any time. Rows go to --rows, by default into the program itself;
--docs writes them into the tables of docs/5-systems.md, --take adds those of another file before that.
"""

import argparse
import hashlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from benchmarks.results import write_tables
from pingce import __version__
from pingce.systems.measured import FILE as ROWS
from pingce.systems.measured import MeasuredRow, read_rows, rows_as_json, with_rows

if TYPE_CHECKING:
    from pingce.spec.task import TaskSpec
    from pingce.systems.interface import Example, Model


class Files(NamedTuple):
    """Data of a task: one file that is split, or training and dev; an inventory of senses."""

    train: str
    dev: str | None = None
    inventory: str | None = None


DATA = {
    "space2021/task1": Files("space2021/task1-train-with-answer.json"),
    "space2021/task2": Files("space2021/task2-train-with-answer.json"),
    "space2022/task1": Files("space2022/task1_train.jsonl"),
    "space2022/task2": Files("space2022/task2_train.jsonl"),
    "space2022/task3": Files("space2022/task3_train.jsonl"),
    "space2023/task1": Files("space2023/task1_train.jsonl"),
    "space2023/task2": Files("space2023/task2_train.jsonl"),
    "space2023/task3": Files("space2023/task3_examples.jsonl"),
    "space2024/choice": Files("space2024/train.jsonl"),
    "space2025/spr-zh": Files("space2025/spr_zh_train.jsonl"),
    "space2025/spr-en": Files("space2025/spr_en_train.jsonl"),
    "score2026/choice": Files("score2026/train.json"),
    "wsd/senses": Files("wsd/train.data.txt", "wsd/val.data.txt", "wsd/wsd_multi_sense_only_final.json"),
}
JOINT = "space2021/task3"
SPLIT_SEED = 0
COSTS = "costs.json"
PROGRAM = Path(sys.executable).parent / "pingce"


@dataclass(frozen=True)
class Run:
    """A row to be measured."""

    task: str
    system: str
    changes: tuple[str, ...] = ()
    start: Literal["", "encoder", "lm"] = ""
    """Which pretrained model it starts from."""
    decoding: tuple[str, ...] = ()
    """Settings that matter only for answering: the model is the one of the row without them."""
    of: tuple[str, ...] = ()
    """Systems whose models it asks, of all seeds there are; their rows come before it."""
    uses: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By setting, the task and system of a model that it is given."""
    writer: bool = False
    """Is given the pretrained language model as its setting ``writer``."""
    learns: bool = True
    budget: float | None = None
    """The settings were chosen so that training takes about so many minutes of CPU at most."""

    @property
    def name(self) -> str:
        return " ".join([self.system, *self.changes, *self.decoding])


QUICK = ("precision=bfloat16", "keep=last")
"""Half the time on processors that compute with it, and dev decides about nothing."""
JUDGING = ("space2022/task1", "space2021/task1")
SPANS = ("space2022/task2", "space2023/task1")
TUPLES = ("space2022/task3", "space2023/task2")
SENSES = "wsd/senses"
REASONING = ("space2025/spr-zh", "space2025/spr-en", "score2026/choice", "space2024/choice")


def _short(task: str, system: str, steps: int, *changes: str, minutes: float = 10) -> Run:
    """Training of so many steps: a number for every system before any is trained in full."""
    return Run(task, system, (*QUICK, f"steps={steps}", *changes), "encoder", budget=minutes)


RUNS: tuple[Run, ...] = (
    *(Run(task, "majority") for task in (*JUDGING, "space2021/task2", *REASONING)),
    *(Run(SENSES, system) for system in ("mfs", "first", "gloss-overlap")),
    *(Run(task, system) for task in JUDGING for system in ("replacement", "linear")),
    Run("space2021/task2", "pair"),
    Run(JOINT, "joint"),
    *(Run(task, "span-crf") for task in SPANS),
    Run("space2022/task2", "span-crf", decoding=("types=one",)),
    Run("space2023/task1", "span-crf", decoding=("candidates=1",)),
    *(Run(task, "tuple-crf") for task in TUPLES),
    *(Run(task, "solver", learns=False) for task in REASONING),
    Run("space2023/task3", "scenes", learns=False),
    Run("space2024/choice", "clues", uses={"judging": ("space2022/task1", "replacement")}, learns=False),
    Run("space2022/task1", "ensemble", ("members=linear replacement",)),
    Run(SENSES, "embed", ("precision=bfloat16",), "encoder"),
    Run(SENSES, "prototypes", (*QUICK, "width=64"), "encoder"),
    *(
        Run(task, system, ("precision=bfloat16",), "lm")
        for system in ("replacement-lm", "linear-lm")
        for task in JUDGING[::-1]
    ),
    _short("space2022/task2", "span-pointer", 300),
    *(_short(task, "baseline-judge", 100, minutes=5) for task in (*JUDGING, "space2021/task2")),
    *(Run(task, "baseline-tuples", ("precision=bfloat16", "steps=80"), "encoder", budget=5) for task in TUPLES),
    *(_short(task, system, 400) for task in SPANS for system in ("mrc", "baseline-spans")),
    _short("space2022/task3", "tuple-entity", 200),
    *(_short(task, "w2ner", 80, minutes=5) for task in SPANS),
    *(_short(task, "gplinker", 80, minutes=5) for task in TUPLES),
    *(_short(task, "uie", 400) for task in (*SPANS, *TUPLES)),
    *(
        Run(
            task,
            "extract-generate",
            ("precision=bfloat16", "steps=300", "writer_steps=600"),
            "encoder",
            writer=True,
            budget=30,
        )
        for task in TUPLES
    ),
    _short("space2021/task1", "encoder", 500),
    _short("space2022/task1", "encoder", 500),
    _short(SENSES, "escher", 200, "width=64"),
    _short(SENSES, "glossbert", 130, "width=64"),
    _short(SENSES, "bem", 350, "width=64", "pooling=both"),
    _short("space2021/task2", "encoder", 300),
    *(_short(task, system, 870, minutes=30) for task in SPANS for system in ("span-tagger", "span-pointer")),
    *(
        _short(task, system, 600, minutes=30)
        for task in TUPLES
        for system in ("tuple-place", "tuple-trigger", "tuple-entity")
    ),
    *(_short(task, "encoder", 1500, minutes=30) for task in JUDGING),
    _short(SENSES, "escher", 600, "width=64", minutes=30),
    _short(SENSES, "glossbert", 400, "width=64", minutes=30),
    *(Run(task, system, QUICK, "encoder") for task in SPANS for system in ("span-tagger", "span-pointer")),
    Run("space2022/task2", "span-tagger", QUICK, "encoder", ("types=one",)),
    *(
        Run(task, system, QUICK, "encoder")
        for task in TUPLES
        for system in ("tuple-place", "tuple-trigger", "tuple-entity")
    ),
    *(Run(task, "consensus", of=("tuple-crf", "tuple-place", "tuple-trigger")) for task in TUPLES),
    *(Run(task, "encoder", QUICK, "encoder") for task in (*JUDGING, "space2021/task2")),
    *(Run(SENSES, system, (*QUICK, "width=64"), "encoder") for system in ("glossbert", "escher")),
    Run(SENSES, "bem", (*QUICK, "width=64", "pooling=both"), "encoder"),
    Run(SENSES, "sense-ensemble", of=("prototypes", "bem", "escher", "glossbert", "mfs")),
)


def joint_records(data: Path) -> list[dict[str, object]]:
    """2021 task 3 from tasks 1 and 2: reasons with their wrong texts, and normal texts with a reason of a sibling.

    The reason given to a normal text belongs to a sentence of the same original and quotes what the text has; it does
    not hold, as in the official files.
    """
    from pingce.language.originals import groups_of
    from pingce.systems.judging.pair import take_apart

    texts = json.loads((data / DATA["space2021/task1"].train).read_text(encoding="utf-8"))
    reasons = json.loads((data / DATA["space2021/task2"].train).read_text(encoding="utf-8"))
    normal = [record["context"] for record in texts if record["judge1"]]
    groups = groups_of([*normal, *(record["context"] for record in reasons)])
    by_group: dict[int, list[str]] = {}
    for record, group in zip(reasons, groups[len(normal) :], strict=True):
        by_group.setdefault(group, []).append(record["reason"])
    pairs = [(record["context"], record["reason"], False, record["judge2"]) for record in reasons]
    for text, group in zip(normal, groups[: len(normal)], strict=True):
        fitting = [reason for reason in by_group.get(group, ()) if all(q in text for q in take_apart(reason).quotes)]
        pairs += [(text, reason, True, False) for reason in fitting[:1]]
    return [
        {"qID": f"3-train-{i}", "context": text, "reason": reason, "judge1": judge1, "judge2": judge2}
        for i, (text, reason, judge1, judge2) in enumerate(pairs, start=1)
    ]


# Training and answering


class Costs(NamedTuple):
    """Of a training, over all the times it was begun again."""

    cpu_minutes: float = 0.0
    megabytes: float = 0.0


def train(run: Run, folder: Path, command: Sequence[str], data: Path) -> Costs:
    """Train unless the model is there; what an interrupted training has cost is remembered beside it."""
    note = folder.with_name(f"{folder.name}-{COSTS}")
    costs = Costs(**json.loads(note.read_text(encoding="utf-8"))) if note.is_file() else Costs()
    if (folder / "model.toml").is_file():
        return costs
    running = subprocess.Popen([str(PROGRAM), *command], stdout=subprocess.DEVNULL, cwd=data, env=same_code())
    try:
        _, status, used = os.wait4(running.pid, 0)  # of this child alone
    except BaseException:
        running.terminate()
        _, _, used = os.wait4(running.pid, 0)
        raise
    finally:
        costs = Costs(
            costs.cpu_minutes + (used.ru_utime + used.ru_stime) / 60, max(costs.megabytes, used.ru_maxrss / 1024)
        )
        note.write_text(json.dumps(costs._asdict()), encoding="utf-8")
    if status:
        raise RuntimeError(f"training {run.task} {run.name} ended with {os.waitstatus_to_exitcode(status)}")
    return costs


def same_code() -> dict[str, str]:
    """The environment of processes that run elsewhere: they import what this one does, wherever they stand."""
    places = [str(Path(place).resolve()) for place in (str(Path(__file__).parents[1]), *sys.path)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(places))}


def answer(run: Run, folder: Path, files: Files, data: Path) -> dict[str, Any]:
    """What a model is worth, measured in a process of its own."""
    order = json.dumps([asdict(run), str(folder), list(files)])
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.systems", "--worker", order],
        check=True,
        stdout=subprocess.PIPE,
        cwd=data,
        env=same_code(),
    )
    measured: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return measured


def work(run: Run, folder: Path, files: Files) -> dict[str, Any]:
    """In that process: load, answer, score."""
    from pingce.scoring.interval import intervals
    from pingce.scoring.measures.judging import Accuracy, BalancedAccuracy
    from pingce.scoring.run import make_cases, score
    from pingce.systems.catalog import open_system
    from pingce.systems.data import hold_out, read_examples
    from pingce.systems.settings import make_settings
    from pingce.systems.train import load_model
    from pingce.tasks.catalog import find_task

    task = find_task(run.task)
    model, card, _ = load_model(folder, task=task)
    if run.decoding:
        system = open_system(run.system, task)
        model = system.load(folder, task, make_settings(system.Settings, changes=(*run.changes, *run.decoding)), None)
    examples = read_examples(task, files.train)[0]
    dev = read_examples(task, files.dev)[0] if files.dev is not None else examples
    if run.learns and files.dev is None:
        _, dev = hold_out(examples, seed=SPLIT_SEED, task=task)
    answers, per_second = answered(model, dev)
    items = {str(i): example.item for i, example in enumerate(dev)}
    gold = {str(i): example.answer for i, example in enumerate(dev)}
    measure = task.measures[task.rank_by[0]]
    extra = {"balanced": BalancedAccuracy(measure.field)} if isinstance(measure, Accuracy) else {}
    result = score(task, make_cases(items, gold, {str(i): said for i, said in enumerate(answers)}), extra=extra)
    numbers = {
        f"{name}.{number}": [value, *intervals(scored.measure, scored.rows)[number]]
        for name, scored in result.measures.items()
        for number, value in scored.numbers.items()
    }
    if run.task == SENSES:
        numbers |= dict(subsets(result.cases, examples))
    return {
        "items": len(dev),
        "ranked_by": ".".join(task.rank_by),
        "numbers": numbers,
        "texts_per_second": per_second,
        "answering_mb": peak_megabytes(),
        "parameters": parameters(folder),
        "valid": passes_check(task, dev, answers),
        "pingce": card.pingce,
    }


def subsets(cases: Any, seen: Sequence["Example"]) -> Iterator[tuple[str, list[float]]]:  # noqa: ANN401 (of the scorer)
    """The four subsets of senses by how often training showed them, without intervals."""
    from pingce.scoring.frequency import by_frequency, count_senses

    for group in by_frequency(cases, count_senses(seen)).groups:
        yield f"subset.{group.name}", [group.numbers["accuracy"]]


def answered(model: "Model", dev: Sequence["Example"]) -> tuple[list[Any], float]:
    """Answers, and texts per second of this thread's work; the first text warms up."""
    from pingce.systems.interface import NoProgress

    items = [example.item for example in dev]
    model.predict(items[:1], NoProgress())
    start = time.process_time()
    predictions = model.predict(items, NoProgress())
    return [prediction.answer for prediction in predictions], len(items) / max(1e-9, time.process_time() - start)


def passes_check(task: "TaskSpec", dev: Sequence["Example"], answers: Sequence[Any]) -> bool:
    """Whether the file of these answers passes ``pingce check``."""
    from pingce.formats.save import kind_for, save

    with tempfile.TemporaryDirectory() as place:
        questions, said = Path(place) / "questions.jsonl", Path(place) / "answers.jsonl"
        kind = kind_for(task, said)
        save(task, questions, [(example.item, None) for example in dev], kind=kind, part="questions")
        pairs = [(example.item, answer) for example, answer in zip(dev, answers, strict=True)]
        save(task, said, pairs, kind=kind, part="answers")
        command = [str(PROGRAM), "check", task.id, str(said), "--questions", str(questions)]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0


def peak_megabytes() -> float:
    """Of this process; getrusage would also count what it was forked from."""
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
        content = json.loads(path.read_text(encoding="utf-8"))
        weights = content.get("weights", {}) if isinstance(content, dict) else {}
        total += sum(map(len, weights.values())) if isinstance(weights, dict) else 0
    for path in folder.rglob("*.npz"):
        with np.load(path, allow_pickle=False) as stored:
            total += stored["values"].size
    return total


# A row


def measure(run: Run, options: argparse.Namespace, seed: int) -> MeasuredRow:
    """Train, ask and write down."""
    data, models = options.data.resolve(), options.models.resolve()
    folder = models / model_name(run, seed)
    files = DATA.get(run.task) or Files(str(joint_file(data, models)))
    members = tuple(path.name for path in member_folders(run, models))
    encoder = {"": None, "encoder": options.encoder, "lm": options.lm}[run.start]
    arguments = ["systems", "train", run.task, "--system", run.system, "--seed", str(seed)]
    if run.learns:
        arguments += ["--train", files.train]
    for option, file in (("--dev", files.dev), ("--inventory", files.inventory)):
        arguments += [option, file] if file is not None else []
    arguments += ["--encoder", str(Path(encoder).resolve())] if encoder is not None else []
    changes = [*run.changes, *(f"{name}={models / model_name(Run(*model), 0)}" for name, model in run.uses.items())]
    changes += [f"writer={Path(options.lm).resolve()}"] if run.writer else []
    changes += [f"models={' '.join(str(models / name) for name in members)}"] if members else []
    arguments += [part for change in changes for part in ("--set", change)]
    arguments += ["--out", str(folder)]
    costs = train(run, folder, arguments, data)
    measured = answer(run, folder, files, data)
    # Paths of this machine mean nothing to others.
    shown = shlex.join(["pingce", *arguments]).replace(f"{models}/", "models/")
    shown = shown.replace(f"{Path(encoder).resolve().parent}/", "") if encoder is not None else shown
    return MeasuredRow(
        task=run.task,
        system=run.system,
        settings=(*run.changes, *run.decoding),
        seed=seed,
        split_seed=SPLIT_SEED if run.learns and files.dev is None else None,
        encoder=Path(encoder).name if encoder is not None else "",
        members=members,
        cpu_minutes=None if run.decoding else round(costs.cpu_minutes, 2),
        budget_minutes=run.budget,
        training_mb=None if run.decoding else round(costs.megabytes),
        data={
            name: hashlib.sha256((data / name).read_bytes()).hexdigest()
            for name in files
            if name is not None and run.task != JOINT
        },
        command=shown,
        numbers={name: tuple(round(value, 6) for value in row) for name, row in measured.pop("numbers").items()},
        texts_per_second=round(measured.pop("texts_per_second"), 1),
        answering_mb=round(measured.pop("answering_mb")),
        **{**measured, "pingce": __version__},
    )


def joint_file(data: Path, models: Path) -> Path:
    """The file put together for 2021 task 3."""
    path = models / "joint.json"
    path.write_text(json.dumps(joint_records(data), ensure_ascii=False), encoding="utf-8")
    return path


def model_name(run: Run, seed: int) -> str:
    """Of the folder: other settings are another model, other decoding is not."""
    changed = hashlib.sha256(" ".join(run.changes).encode()).hexdigest()[:6] if run.changes else ""
    return "-".join(part for part in (run.task.replace("/", "-"), run.system, changed, str(seed)) if part)


def member_folders(run: Run, models: Path) -> list[Path]:
    """Trained models it asks."""
    parts = (sorted(models.glob(f"{run.task.replace('/', '-')}-{system}-*[0-9]")) for system in run.of)
    return [folder for folders in parts for folder in folders if (folder / "model.toml").is_file()]


def has_row(run: Run, seed: int, rows: Sequence[MeasuredRow]) -> bool:
    """A row with a checksum of the data; members are whatever there was."""
    return any((row.task, row.name, row.seed) == (run.task, run.name, seed) and row.command for row in rows)


def planned(options: argparse.Namespace, rows: Sequence[MeasuredRow]) -> Iterator[tuple[Run, int]]:
    """The rows to be measured, in the order of the table."""
    there = {"": True, "encoder": options.encoder is not None, "lm": options.lm is not None}
    for run in RUNS:
        asked = (not options.only or run.system in options.only) and (not options.task or run.task in options.task)
        for seed in range(options.seeds if run.start == "encoder" else 1):
            if (
                asked
                and there[run.start]
                and (there["lm"] or not run.writer)
                and (options.again or not has_row(run, seed, rows))
            ):
                yield run, seed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of the official training data")
    parser.add_argument("--only", nargs="+", default=[], help="only these systems")
    parser.add_argument("--task", nargs="+", default=[], help="only these tasks")
    parser.add_argument("--seeds", type=int, default=1, help="models of each system that starts from an encoder")
    parser.add_argument("--encoder", help="a pretrained encoder")
    parser.add_argument("--lm", help="a pretrained language model")
    parser.add_argument("--models", type=Path, default=Path("models"), help="where model folders are kept")
    parser.add_argument("--rows", type=Path, default=ROWS, help="the rows, read and added to")
    parser.add_argument("--again", action="store_true", help="also what has a row")
    parser.add_argument("--plan", action="store_true", help="only say what would be measured")
    parser.add_argument("--take", type=Path, nargs="+", default=[], help="add the rows of these files")
    parser.add_argument("--docs", action="store_true", help="write the tables of docs/5-systems.md")
    options = parser.parse_args()
    for file in options.take:
        options.rows.write_text(rows_as_json(with_rows(read_rows(options.rows), read_rows(file))), encoding="utf-8")
    if options.data is not None:
        options.models.mkdir(parents=True, exist_ok=True)
        for run, seed in list(planned(options, read_rows(options.rows))):
            if run.of and len(member_folders(run, options.models)) < 3:
                continue  # with --only they may not be there
            print(f"{time.strftime('%H:%M:%S')} {run.task} {run.name} seed {seed}", flush=True)
            if options.plan:
                continue
            try:
                row = measure(run, options, seed)
            except (RuntimeError, subprocess.CalledProcessError) as problem:
                print(f"  failed: {problem}", flush=True)
                continue
            print(f"  {row.score:.4f}, {row.cpu_minutes} minutes of CPU, {row.texts_per_second:,.0f}/s", flush=True)
            options.rows.write_text(rows_as_json(with_rows(read_rows(options.rows), [row])), encoding="utf-8")
    if options.docs:
        write_tables(Path(__file__).parents[1] / "docs" / "5-systems.md", read_rows(options.rows))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        given, folder_name, file_names = json.loads(sys.argv[2])
        for tuple_name in ("changes", "decoding", "of"):
            given[tuple_name] = tuple(given[tuple_name])
        print(json.dumps(work(replace(Run("", ""), **given), Path(folder_name), Files(*file_names))))
    else:
        main()
