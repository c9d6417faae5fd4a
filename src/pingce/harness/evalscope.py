"""EvalScope: a module that registers a benchmark per task, with an adapter that reads and scores as we do."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pingce.formats.write import write_text

from .bundle import DATA, PackTask, write_bundle
from .inspect_ai import package_name
from .lm_eval import UNCERTAINTY
from .task import open_task


def register(folder: str | Path, *, splits: Sequence[str]) -> str:
    """Register the task in a folder as a benchmark of EvalScope, its splits as subsets; returns its name."""
    from evalscope.api.benchmark import BenchmarkMeta, DefaultDataAdapter
    from evalscope.api.dataset import (
        DatasetDict,
        MemoryDataset,
        Sample,
    )
    from evalscope.api.messages import ChatMessageUser
    from evalscope.api.metric import AggScore, Score
    from evalscope.api.registry import register_benchmark

    task = open_task(folder)
    name = f"{task.about.pack}_{task.about.task.replace('/', '_')}"

    class PingceAdapter(DefaultDataAdapter):  # type: ignore[misc]  # untyped here
        """Documents of an exported task; outcomes of replies; numbers of all outcomes."""

        def load(self) -> tuple[Any, None]:
            by_split = {split: MemoryDataset(self._samples(split), name=split) for split in self.subset_list}
            return DatasetDict(by_split), None

        def _samples(self, split: str) -> list[Any]:
            shown = task.documents("train")[: self.few_shot_num] if self.few_shot_num else []
            examples = "".join(f"{example.question}\n{example.target}\n\n" for example in shown)
            return [
                Sample(
                    input=[ChatMessageUser(content=examples + document.question)],
                    target=document.target,
                    id=number,
                    group_id=number,
                    metadata={"id": document.id, "split": split, "cluster": document.cluster},
                )
                for number, document in enumerate(task.documents(split)[: self.limit])
            ]

        def match_score(self, original_prediction: str, *_: object, task_state: Any, **__: object) -> Any:  # noqa: ANN401
            asked = task_state.metadata
            outcome = task.outcome(asked["split"], asked["id"], original_prediction)
            return Score(
                value={task.about.ranked_by: outcome["value"]},
                prediction=original_prediction,
                extracted_prediction=json.dumps(outcome["answer"], ensure_ascii=False),
                main_score_name=task.about.ranked_by,
                metadata={"outcome": outcome},
            )

        def aggregate_scores(self, sample_scores: list[Any]) -> list[Any]:
            outcomes = [sample.score.metadata["outcome"] for sample in sample_scores]
            numbers = task.numbers(outcomes)
            shown = (*task.about.numbers, *UNCERTAINTY)
            return [AggScore(metric_name=number, score=numbers[number], num=len(outcomes)) for number in shown]

    meta = BenchmarkMeta(
        name=name,
        dataset_id=str(folder),
        pretty_name=task.about.title,
        description=task.about.instructions,
        subset_list=list(splits),
        default_subset=splits[0],
        eval_split="test",
        few_shot_num=0,
        system_prompt=task.about.instructions,
        metric_list=list(task.about.numbers),
        prompt_template="{question}",
    )
    register_benchmark(meta)(PingceAdapter)
    return name


def write_evalscope(folder: Path, tasks: Sequence[PackTask]) -> None:
    """Write the module that registers all tasks, and ``run.py``."""
    package = package_name(tasks[0].pack)
    (folder / package).mkdir()
    for task in tasks:
        write_bundle(folder / package, task)
    write_text(folder / package / "__init__.py", "\n".join(_module(tasks)) + "\n")
    write_text(folder / "run.py", "\n".join(_program(package)) + "\n")


def _module(tasks: Sequence[PackTask]) -> Iterator[str]:
    splits = {task.slug: task.asked_splits for task in tasks}
    yield f'"""{tasks[0].pack} {tasks[0].version} for EvalScope; needs pingce."""\n'
    yield "from pathlib import Path\n"
    yield "from pingce.harness.evalscope import register\n"
    yield f"DATA = Path(__file__).parent / {json.dumps(DATA)}"
    yield f"SPLITS = {json.dumps(splits)}"
    yield "BENCHMARKS = [register(DATA / slug, splits=splits) for slug, splits in SPLITS.items()]"


def _program(package: str) -> Iterator[str]:
    yield '"""python run.py MODEL URL [BENCHMARK ...]: all benchmarks of the pack, or those named."""\n'
    yield "import sys\n"
    yield "from evalscope import TaskConfig, run_task"
    yield f"from {package} import BENCHMARKS\n"
    yield "model, url, *chosen = sys.argv[1:]"
    yield "run_task(TaskConfig("
    yield '    model=model, api_url=url, api_key="EMPTY", eval_type="openai_api", datasets=chosen or BENCHMARKS,'
    yield '    generation_config={"temperature": 0.0, "max_tokens": 2048},'
    yield "))"
