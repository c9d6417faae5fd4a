"""OpenCompass: a package with a data set and an evaluator, and a configuration that names them.

The evaluator hands all predictions of a data set to :class:`HarnessTask` and returns its numbers, times 100 as is the
custom there.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pingce.formats.write import write_text

from .bundle import DATA, PackTask, write_bundle
from .inspect_ai import package_name
from .lm_eval import MAX_TOKENS, UNCERTAINTY
from .task import open_task

PERCENT = 100


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
        "folder": str(folder),
        "split": split,
        "reader_cfg": {"input_columns": ["question"], "output_column": "target", "train_split": "test"},
        "infer_cfg": {
            "prompt_template": {"type": f"{openicl}.icl_prompt_template.PromptTemplate", "template": template},
            "retriever": {"type": f"{openicl}.icl_retriever.ZeroRetriever"},
            "inferencer": {"type": f"{openicl}.icl_inferencer.GenInferencer", "max_out_len": MAX_TOKENS},
        },
        "eval_cfg": {"evaluator": {"type": f"{package}.PingceEvaluator", "folder": str(folder)}},
    }


def write_opencompass(folder: Path, tasks: Sequence[PackTask]) -> None:
    """Write the package and ``eval_PACKAGE.py``, to which a person adds the models."""
    package = package_name(tasks[0].pack)
    (folder / package).mkdir()
    for task in tasks:
        write_bundle(folder / package, task)
    write_text(folder / package / "__init__.py", "\n".join(_module(tasks)) + "\n")
    write_text(folder / f"eval_{package}.py", "\n".join(_config(package)) + "\n")


def _module(tasks: Sequence[PackTask]) -> Iterator[str]:
    splits = {task.slug: task.asked_splits for task in tasks}
    yield f'"""{tasks[0].pack} {tasks[0].version} for OpenCompass; needs pingce."""\n'
    yield "from pathlib import Path\n"
    yield "from datasets import Dataset, DatasetDict"
    yield "from opencompass.datasets.base import BaseDataset"
    yield "from opencompass.openicl.icl_evaluator import BaseEvaluator"
    yield "from pingce.harness.opencompass import opencompass_dataset, opencompass_documents, opencompass_scores\n"
    yield f"DATA = Path(__file__).parent / {json.dumps(DATA)}"
    yield f"SPLITS = {json.dumps(splits)}\n\n"
    yield "class PingceDataset(BaseDataset):"
    yield "    @staticmethod"
    yield "    def load(folder: str, split: str) -> DatasetDict:"
    yield '        return DatasetDict({"test": Dataset.from_list(opencompass_documents(folder, split))})\n\n'
    yield "class PingceEvaluator(BaseEvaluator):"
    yield "    def __init__(self, folder: str) -> None:"
    yield "        super().__init__()"
    yield "        self.folder = folder\n"
    yield "    def score(self, predictions, references, test_set):"
    yield "        return opencompass_scores(self.folder, predictions, list(test_set))\n\n"
    yield "def pingce_datasets(shots: int = 0) -> list:"
    yield "    return ["
    yield "        opencompass_dataset(DATA / slug, package=__name__, split=split, shots=shots)"
    yield "        for slug, splits in SPLITS.items()"
    yield "        for split in splits"
    yield "    ]"


def _config(package: str) -> Iterator[str]:
    yield f"from {package} import pingce_datasets\n"
    yield "datasets = pingce_datasets(shots=0)"
    yield "models = []  # add yours"
