"""A pack as tasks of a harness: ``pingce release harness``."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pingce.formats.taskfile.places import CarriedTasks
from pingce.formats.write import write_text
from pingce.release.pack.folder import new_folder
from pingce.release.split.run import SplitName
from pingce.tasks.own import opened

from .bundle import PackTask, pack_tasks
from .codabench import write_codabench
from .evalscope import write_evalscope
from .hub_metric import METRIC, write_evaluate
from .hub_tasks import choosing_tasks, hub_front, write_hub
from .inspect_ai import package_name, write_inspect
from .lm_eval import task_name, write_lm_eval
from .names import Harness
from .opencompass import write_opencompass

WRITERS: Mapping[Harness, Callable[[Path, Sequence[PackTask]], None]] = {
    "lm-eval": write_lm_eval,
    "inspect": write_inspect,
    "opencompass": write_opencompass,
    "evalscope": write_evalscope,
    "codabench": write_codabench,
    "evaluate": write_evaluate,
    "hub": write_hub,
}
WITHOUT_ANSWERS: tuple[Harness, ...] = ("evaluate",)
"""What is written for these can be given to everybody."""
HOLDS_ANSWERS = "本文件夹含答案，请勿公开。 · This folder holds answers; do not publish it."


def export_pack(
    pack: Path, harness: Harness, out: Path, *, with_test: bool = False, only: Sequence[str] = ()
) -> list[PackTask]:
    """Write the tasks of a pack for a harness into a new folder; returns what was written.

    ``with_test``: also the test part, whose answers the folder then holds.
    """
    splits: tuple[SplitName, ...] = ("dev", "test") if with_test else ("dev",)
    with opened(CarriedTasks([pack])):
        tasks = pack_tasks(pack, splits=splits, only=only)
        if harness == "hub":
            tasks = choosing_tasks(tasks)
        with new_folder(out) as folder:
            WRITERS[harness](folder, tasks)
            front = hub_front(tasks) if harness == "hub" else ()
            write_text(folder / "README.md", "\n".join([*front, *_readme(harness, tasks)]) + "\n")
    return tasks


def _readme(harness: Harness, tasks: Sequence[PackTask]) -> list[str]:
    """How to run it, in both languages."""
    first = tasks[0]
    return [
        f"# {first.pack} {first.version} · {harness}",
        "",
        *([] if harness in WITHOUT_ANSWERS else [HOLDS_ANSWERS, ""]),
        "```",
        *RUN[harness](tasks),
        "```",
        "",
        "| 任务 · task | 部分 · splits |",
        "| --- | --- |",
        *(f"| {task.spec.id} {task.spec.title.zh} | {', '.join(task.files)} |" for task in tasks),
    ]


def _run_lm_eval(tasks: Sequence[PackTask]) -> list[str]:
    name = task_name(tasks[0], tasks[0].asked_splits[-1])
    return [
        "pip install 'lm-eval[api]' pingce",
        "lm_eval --model local-chat-completions --apply_chat_template --fewshot_as_multiturn --log_samples \\",
        "  --model_args model=MODEL,base_url=http://localhost:8000/v1/chat/completions \\",
        f"  --include_path . --tasks {name} --num_fewshot 4 --output_path results",
    ]


def _run_inspect(tasks: Sequence[PackTask]) -> list[str]:
    package = package_name(tasks[0].pack)
    return ["pip install . pingce", f"inspect eval {package}/{tasks[0].name} --model openai/MODEL -T shots=4"]


def _run_opencompass(tasks: Sequence[PackTask]) -> list[str]:
    package = package_name(tasks[0].pack)
    return ["pip install opencompass pingce", f"PYTHONPATH=. opencompass eval_{package}.py"]


def _run_evalscope(tasks: Sequence[PackTask]) -> list[str]:
    name = f"{tasks[0].pack}_{tasks[0].name}"
    return ["pip install evalscope pingce", f"python run.py MODEL http://localhost:8000/v1 {name}"]


def _run_codabench(tasks: Sequence[PackTask]) -> list[str]:
    return ["zip -r bundle.zip .", f"# {tasks[0].pack}: https://www.codabench.org/competitions/upload/"]


def _run_evaluate(tasks: Sequence[PackTask]) -> list[str]:
    load = f"evaluate.load({METRIC!r}, {tasks[0].spec.id!r})"
    return [
        "pip install evaluate pingce",
        f'python -c "import evaluate; print({load}.inputs_description)"',
    ]


def _run_hub(tasks: Sequence[PackTask]) -> list[str]:
    name = f"ORGANISATION/{tasks[0].pack}"
    return [
        f"hf upload {name} . --repo-type dataset --private",
        f"inspect eval hf/{name} --model openai/MODEL",
    ]


RUN: Mapping[Harness, Callable[[Sequence[PackTask]], list[str]]] = {
    "lm-eval": _run_lm_eval,
    "inspect": _run_inspect,
    "opencompass": _run_opencompass,
    "evalscope": _run_evalscope,
    "codabench": _run_codabench,
    "evaluate": _run_evaluate,
    "hub": _run_hub,
}
