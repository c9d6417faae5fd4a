"""OpenCompass: a package with a data set and an evaluator, and configurations that name them.

A configuration is written out whole: OpenCompass reads it without calling anything that it imports.
The evaluator hands all predictions of a data set to :class:`HarnessTask` and returns its numbers, times 100 as is the
custom there.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from pprint import pformat
from typing import Any

import msgspec

from pingce.formats.write import write_text

from .bundle import DATA, PackTask, write_bundle
from .inspect_ai import package_name
from .lm_eval import MAX_TOKENS, UNCERTAINTY
from .task import open_task

PERCENT = 100
SHOTS = 4
"""Examples in the configuration that shows some."""


def opencompass_documents(folder: str | Path, split: str) -> list[dict[str, Any]]:
    """The documents of a split, as rows of a ``datasets.Dataset``."""
    return [msgspec.to_builtins(document) for document in open_task(folder).documents(split)]


def opencompass_scores(
    folder: str | Path, predictions: Sequence[str], documents: Sequence[Mapping[str, str]]
) -> dict[str, Any]:
    """What an evaluator returns: every number in percent, and what became of each reply."""
    task = open_task(folder)
    outcomes = [
        task.outcome(document["split"], document["id"], reply)
        for reply, document in zip(predictions, documents, strict=True)
    ]
    numbers = task.numbers(outcomes)
    shown = (*task.about.numbers, *UNCERTAINTY)
    return {**{number: PERCENT * numbers[number] for number in shown}, "details": outcomes}


def opencompass_dataset(folder: str | Path, *, package: str, split: str, shots: int = 0) -> dict[str, Any]:
    """The configuration of one task and split; ``shots`` examples of the training part are shown as rounds."""
    task = open_task(folder)
    shown = task.documents("train")[:shots] if shots else []
    rounds = [
        turn
        for example in shown
        for turn in (
            {"role": "HUMAN", "prompt": example.question},
            {"role": "BOT", "prompt": example.target},
        )
    ]
    template = {
        "begin": [{"role": "SYSTEM", "fallback_role": "HUMAN", "prompt": task.about.instructions}],
        "round": [*rounds, {"role": "HUMAN", "prompt": "{question}"}],
    }
    openicl = "opencompass.openicl"
    return {
        "abbr": f"{task.about.pack}_{task.about.task.replace('/', '-')}_{split}",
        "type": f"{package}.PingceDataset",
        "folder": Path(folder).name,
        "split": split,
        "reader_cfg": {"input_columns": ["question"], "output_column": "target", "train_split": "test"},
        "infer_cfg": {
            "prompt_template": {"type": f"{openicl}.icl_prompt_template.PromptTemplate", "template": template},
            "retriever": {"type": f"{openicl}.icl_retriever.ZeroRetriever"},
            "inferencer": {"type": f"{openicl}.icl_inferencer.GenInferencer", "max_out_len": MAX_TOKENS},
        },
        "eval_cfg": {"evaluator": {"type": f"{package}.PingceEvaluator", "folder": Path(folder).name}},
    }


def write_opencompass(folder: Path, tasks: Sequence[PackTask]) -> None:
    """Write the package, ``eval_PACKAGE.py`` and the same with examples; a person adds the models."""
    package = package_name(tasks[0].pack)
    (folder / package).mkdir()
    for task in tasks:
        write_bundle(folder / package, task)
    write_text(folder / package / "__init__.py", "\n".join(_module(tasks)) + "\n")
    write_text(folder / f"eval_{package}.py", _config(folder, package, tasks, shots=0))
    write_text(folder / f"eval_{package}_{SHOTS}shot.py", _config(folder, package, tasks, shots=SHOTS))


def _module(tasks: Sequence[PackTask]) -> Iterator[str]:
    yield f'"""{tasks[0].pack} {tasks[0].version} for OpenCompass; needs pingce."""\n'
    yield "from pathlib import Path\n"
    yield "from datasets import Dataset, DatasetDict"
    yield "from opencompass.datasets.base import BaseDataset"
    yield "from opencompass.openicl.icl_evaluator import BaseEvaluator"
    yield "from pingce.harness.opencompass import opencompass_documents, opencompass_scores\n"
    yield f"DATA = Path(__file__).parent / {json.dumps(DATA)}\n\n"
    yield "class PingceDataset(BaseDataset):"
    yield "    @staticmethod"
    yield "    def load(folder: str, split: str) -> DatasetDict:"
    yield '        return DatasetDict({"test": Dataset.from_list(opencompass_documents(DATA / folder, split))})\n\n'
    yield "class PingceEvaluator(BaseEvaluator):"
    yield "    def __init__(self, folder: str) -> None:"
    yield "        super().__init__()"
    yield "        self.folder = folder\n"
    yield "    def score(self, predictions, references, test_set):"
    yield "        return opencompass_scores(DATA / self.folder, predictions, list(test_set))"


def _config(folder: Path, package: str, tasks: Sequence[PackTask], *, shots: int) -> str:
    data = [
        opencompass_dataset(
            folder / package / DATA / task.slug,
            package=package,
            split=split,
            shots=shots if "train" in task.files else 0,
        )
        for task in tasks
        for split in task.asked_splits
    ]
    return f"datasets = {pformat(data, width=118, sort_dicts=False)}\n\nmodels = []  # add yours\n"
