"""lm-evaluation-harness: a YAML per task and split, and a module whose functions it names.

``lm_eval --include_path FOLDER --tasks NAME`` asks the documents, hands each reply to ``process_results`` and the
outcomes of all documents to an aggregation per number, which scores them as ``pingce score`` does.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pingce.formats.write import write_text

from .bundle import DATA, PackTask, write_bundle
from .task import Outcome, TaskDescription, open_task

UNCERTAINTY = ("stderr", "low", "high")
"""Of the number that ranks: by clusters of items, which the harness's own standard errors do not know."""
MAX_TOKENS = 2048


class LmEvalTask:
    """What the YAML of a task names: its data, the reading of replies, and its numbers."""

    def __init__(self, folder: str | Path) -> None:
        self.task = open_task(folder)

    def dataset(self, **_: object) -> dict[str, Any]:
        """All splits as ``datasets.Dataset``."""
        from datasets import Dataset  # type: ignore[import-untyped]  # it has no types

        splits = self.task.about.splits
        return {
            split: Dataset.from_list([msgspec.to_builtins(document) for document in self.task.documents(split)])
            for split in splits
        }

    def process_results(self, doc: Mapping[str, str], results: Sequence[str]) -> dict[str, Outcome]:
        """The outcome of a reply, under the name of every number: each is computed from all of them."""
        outcome = self.task.outcome(doc["split"], doc["id"], results[0])
        return dict.fromkeys((*self.task.about.numbers, *UNCERTAINTY), outcome)

    def aggregation(self, number: str) -> Callable[[Iterable[Outcome]], float]:
        """The number over all outcomes."""

        def aggregate(outcomes: Iterable[Outcome]) -> float:
            return self.task.numbers(list(outcomes))[number]

        return aggregate


def write_lm_eval(folder: Path, tasks: Sequence[PackTask]) -> None:
    """Write the YAML files and modules of all tasks, and a group of them all."""
    names = []
    for task in tasks:
        about = write_bundle(folder, task)
        write_text(folder / f"{task.name}.py", "\n".join(_module(task, about)) + "\n")
        for split in task.asked_splits:
            name = task_name(task, split)
            names.append(name)
            write_text(folder / f"{name}.yaml", "\n".join(_yaml(task, about, name, split)) + "\n")
    group = [f"group: {_quoted(tasks[0].pack)}", "task:", *(f"- {_quoted(name)}" for name in names)]
    write_text(folder / "group.yaml", "\n".join(group) + "\n")


def task_name(task: PackTask, split: str) -> str:
    """How ``--tasks`` calls a split of a task."""
    return f"{task.pack}_{task.name}_{split}"


def _module(task: PackTask, about: TaskDescription) -> Iterator[str]:
    yield f'"""{task.spec.id} of {task.pack} {task.version}, for lm-evaluation-harness; needs pingce."""\n'
    yield "from pathlib import Path\n"
    yield "from pingce.harness.lm_eval import LmEvalTask\n"
    yield f"TASK = LmEvalTask(Path(__file__).parent / {json.dumps(DATA)} / {json.dumps(task.slug)})"
    yield "dataset, process_results = TASK.dataset, TASK.process_results"
    for number in (*about.numbers, *UNCERTAINTY):
        yield f"{_function(number)} = TASK.aggregation({json.dumps(number)})"


def _yaml(task: PackTask, about: TaskDescription, name: str, split: str) -> Iterator[str]:
    """A JSON string is a YAML string too; templates must not take the braces of our instructions for theirs."""
    module = task.name
    yield f"task: {_quoted(name)}"
    yield f"tag: {_quoted(task.pack + '_' + split)}"
    yield f"custom_dataset: !function {module}.dataset"
    yield f"test_split: {split}"
    if "train" in about.splits:
        yield "fewshot_split: train"
    yield "num_fewshot: 0"
    yield "output_type: generate_until"
    yield f"description: {_quoted('{% raw %}' + about.instructions + '{% endraw %}' + chr(10) * 2)}"
    yield 'doc_to_text: "{{question}}"'
    yield 'doc_to_target: "{{target}}"'
    yield 'target_delimiter: "\\n"'
    yield f"generation_kwargs: {{until: [], do_sample: false, temperature: 0.0, max_gen_toks: {MAX_TOKENS}}}"
    yield f"process_results: !function {module}.process_results"
    yield "metric_list:"
    for number in (*about.numbers, *UNCERTAINTY):
        yield f"- metric: {_quoted(number)}"
        yield f"  aggregation: !function {module}.{_function(number)}"
        yield f"  higher_is_better: {'false' if number == 'stderr' else 'true'}"
    yield f"metadata: {{version: {_quoted(task.version)}, pingce_task: {_quoted(task.spec.id)}}}"


def _function(number: str) -> str:
    return "".join(character if character.isalnum() else "_" for character in number)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
