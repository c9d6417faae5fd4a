"""Hugging Face Hub: a folder to push as a data set, whose ``eval.yaml`` makes its tasks evaluations there.

``inspect eval hf/ORGANISATION/NAME`` runs them, and the page of the data set shows what others report. That format
knows choices among options and no scorer of ours: tasks that choose (judging, multiple choice) are written, no others.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import ascii_uppercase

from pingce.evaluation.files import load_gold_with_origins
from pingce.formats.encode import Json, encode_value
from pingce.formats.write import write_jsonl, write_text
from pingce.release.pack.card import SPLITS
from pingce.spec.errors import UserError
from pingce.spec.shapes import Choice, Options
from pingce.spec.task import TaskSpec
from pingce.spec.values import Answer, Item
from pingce.spec.words import Words
from pingce.systems.llm.prompt import KINDS

from .bundle import DATA, PackTask

EVALUATION = "eval.yaml"
TEMPLATE = """{question}

{choices}

%s最后一行写“ANSWER: 字母”，字母取自 {letters}。"""
SINGLE = "只有一个正确选项。"
SEVERAL = "选出全部正确的选项，一个或几个。"


def choosing_tasks(tasks: Sequence[PackTask]) -> list[PackTask]:
    """The tasks whose answer is a choice and nothing else."""
    kept = [task for task in tasks if _asked(task.spec) is not None]
    if not kept:
        names = [task.spec.id for task in tasks]
        raise UserError(
            Words(f"{'、'.join(names)} 不是判断或选择。", f"{', '.join(names)}: neither judging nor multiple choice."),
            hint=Words(
                "eval.yaml 只能写判断和选择；其他任务用 --to inspect。",
                "eval.yaml can say judging and multiple choice only; use --to inspect for other tasks.",
            ),
            code="no-choices",
        )
    return kept


def _asked(task: TaskSpec) -> Choice | Options | None:
    """What is chosen from, where that is the whole answer."""
    shapes = [field.shape for field in task.public_answer]
    return shapes[0] if len(shapes) == 1 and isinstance(shapes[0], Choice | Options) else None


def write_hub(folder: Path, tasks: Sequence[PackTask]) -> None:
    """Write the records of every split, and ``eval.yaml`` for the splits that are evaluated."""
    lines = [
        f"name: {_quoted(tasks[0].pack)}",
        f"description: {_quoted('；'.join(task.spec.title.zh for task in tasks))}",
    ]
    lines += ["evaluation_framework: inspect-ai", "tasks:"]
    for task in tasks:
        (folder / DATA / task.slug).mkdir(parents=True)
        several = False
        for split in task.files:
            records = _records(task, split)
            several |= any(len(str(record["target"])) > 1 for record in records)
            write_jsonl(folder / _path(task, split), records)
        for split in task.asked_splits:
            lines += _evaluation(task, SPLITS[split], several=several)
    write_text(folder / EVALUATION, "\n".join(lines) + "\n")


def hub_front(tasks: Sequence[PackTask]) -> Iterator[str]:
    """The front matter by which ``datasets`` finds the files."""
    yield "---\nconfigs:"
    for task in tasks:
        yield f"- config_name: {_quoted(task.slug)}\n  data_files:"
        for split in task.files:
            yield f"  - split: {SPLITS[split]}\n    path: {_quoted(_path(task, split))}"
    yield "---\n"


def _path(task: PackTask, split: str) -> str:
    return f"{DATA}/{task.slug}/{split}.jsonl"


def _records(task: PackTask, split: str) -> list[dict[str, Json]]:
    gold = load_gold_with_origins(task.spec, str(next(path for name, path in task.files.items() if name == split)))
    return [hub_record(task.spec, gold.items[key], answer) for key, answer in gold.answers.items()]


def hub_record(task: TaskSpec, item: Item, answer: Answer) -> dict[str, Json]:
    """What is asked, the texts of the options, and the letters of the right ones by their place."""
    [field] = task.public_answer
    if isinstance(field.shape, Options):
        options = dict(item.options)
        right = [letter for letter in options if letter in answer[field.name]]
        told = KINDS.get(field.shape.kind(item), "")
    else:
        assert isinstance(field.shape, Choice), "choosing_tasks keeps no others"
        options = {label: _label(field.shape, label) for label in field.shape.labels}
        right = [str(answer[field.name])]
        told = ""
    letters = dict(zip(options, ascii_uppercase, strict=False))
    texts = [f"{text.title.zh}：{item.texts.get(text.name, '')}" for text in task.texts]
    return {
        "id": item.id,
        "input": "\n".join([f"{task.title.zh}。{task.summary.zh}", *texts, *([told] if told else [])]),
        "choices": [*options.values()],
        "target": "".join(letters[name] for name in right),
    }


def _label(shape: Choice, label: str) -> str:
    """A label by its title, else as files write it."""
    title = shape.titles.get(label)
    return title.zh if title is not None else str(encode_value(shape, label))


def _evaluation(task: PackTask, split: str, *, several: bool) -> Iterator[str]:
    """A task of a split; a JSON string is a YAML string too."""
    template = TEMPLATE % (SEVERAL if several else SINGLE)
    yield f"- id: {_quoted(f'{task.slug}-{split}')}"
    yield f"  config: {_quoted(task.slug)}"
    yield f"  split: {split}"
    yield "  field_spec:\n    input: input\n    target: target\n    choices: choices\n    metadata: [id]"
    yield "  solvers:\n  - name: multiple_choice"
    yield f"    args:\n      template: {_quoted(template)}\n      multiple_correct: {str(several).lower()}"
    yield "  scorers:\n  - name: choice"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
