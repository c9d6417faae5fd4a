"""inspect_ai: a package with an entry point, whose tasks ask the documents and score as ``pingce score`` does.

Every number is a metric over all samples; ``stderr``, ``low`` and ``high`` belong to the number that ranks and draw
whole clusters of items, and each sample carries its cluster for inspect's own clustered standard error.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pingce.formats.write import write_text

from .bundle import DATA, PackTask, write_bundle
from .lm_eval import UNCERTAINTY
from .task import HarnessDocument, HarnessTask, open_task


def inspect_task(folder: str | Path, *, split: str, shots: int = 0) -> Any:  # noqa: ANN401 (inspect_ai.Task)
    """An ``inspect_ai.Task`` of one split; ``shots`` examples of the training part are shown with every question."""
    from inspect_ai import Task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.solver import generate

    task = open_task(folder)
    shown = task.documents("train")[:shots] if shots else []
    samples = [
        Sample(
            id=document.id,
            input=_messages(task, shown, document),
            target=document.target,
            metadata={"split": split, "cluster": document.cluster, "pingce_task": task.about.task},
        )
        for document in task.documents(split)
    ]
    dataset = MemoryDataset(samples, name=f"{task.about.pack}/{task.about.task}/{split}")
    return Task(dataset=dataset, solver=generate(), scorer=_scorer(task, split), version=task.about.version)


def _messages(task: HarnessTask, shown: Sequence[HarnessDocument], document: HarnessDocument) -> list[Any]:
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
    )

    talk: list[Any] = [ChatMessageSystem(content=task.about.instructions)]
    for example in shown:
        talk += [ChatMessageUser(content=example.question), ChatMessageAssistant(content=example.target)]
    return [*talk, ChatMessageUser(content=document.question)]


def _scorer(task: HarnessTask, split: str) -> Any:  # noqa: ANN401
    from inspect_ai.scorer import Score, mean, scorer, stderr

    metrics = [_metric(task, number) for number in (*task.about.numbers, *UNCERTAINTY)]

    def pingce_score() -> Callable[..., Any]:
        async def read(state: Any, target: Any) -> Any:  # noqa: ANN401, ARG001 (gold is the pack's own file)
            outcome = task.outcome(split, str(state.sample_id), state.output.completion)
            return Score(
                value=outcome["value"],
                answer=None if outcome["answer"] is None else json.dumps(outcome["answer"], ensure_ascii=False),
                explanation="\n".join(outcome["problems"]) or None,
                metadata={"outcome": outcome},
            )

        return read

    return scorer(metrics=[*metrics, mean(), stderr(cluster="cluster")])(pingce_score)()


def _metric(task: HarnessTask, number: str) -> Any:  # noqa: ANN401
    from inspect_ai.scorer import metric

    name = f"clustered_{number}" if number in UNCERTAINTY else number

    def make() -> Callable[..., float]:
        def compute(scores: Sequence[Any]) -> float:
            return task.numbers([sample.score.metadata["outcome"] for sample in scores])[number]

        return compute

    return metric(name=name)(make)()


def write_inspect(folder: Path, tasks: Sequence[PackTask]) -> None:
    """Write the package: ``pip install FOLDER``, then ``inspect eval PACKAGE/TASK``."""
    package = package_name(tasks[0].pack)
    (folder / package).mkdir()
    for task in tasks:
        write_bundle(folder / package, task)
    write_text(folder / "pyproject.toml", "\n".join(_project(package, tasks[0].version)) + "\n")
    write_text(folder / package / "__init__.py", "\n".join(_module(tasks)) + "\n")


def package_name(pack: str) -> str:
    """The name of a pack as a Python package."""
    name = "".join(character if character.isascii() and character.isalnum() else "_" for character in pack)
    return name if name[:1].isalpha() else f"pack_{name}"


def _project(package: str, version: str) -> Iterator[str]:
    yield '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
    yield f'[project]\nname = "{package}"\nversion = {json.dumps(_plain_version(version))}'
    yield 'requires-python = ">=3.11"\ndependencies = ["inspect_ai", "pingce"]\n'
    yield f'[project.entry-points.inspect_ai]\n{package} = "{package}"\n'
    yield f'[tool.hatch.build.targets.wheel]\npackages = ["{package}"]'


def _plain_version(version: str) -> str:
    """A version that installers accept."""
    kept = "".join(character for character in version if character.isdigit() or character == ".").strip(".")
    return kept or "0"


def _module(tasks: Sequence[PackTask]) -> Iterator[str]:
    yield f'"""{tasks[0].pack} {tasks[0].version} for inspect_ai."""\n'
    yield "from pathlib import Path\n"
    yield "from inspect_ai import Task, task"
    yield "from pingce.harness.inspect_ai import inspect_task\n"
    yield f"DATA = Path(__file__).parent / {json.dumps(DATA)}"
    for task in tasks:
        yield f"\n\n@task\ndef {task.name}(split: str = {json.dumps(task.asked_splits[-1])}, shots: int = 0) -> Task:"
        yield f"    return inspect_task(DATA / {json.dumps(task.slug)}, split=split, shots=shots)"
