"""Packs load with the libraries people use."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.waiting import PATIENCE

from .making import Made

LOAD = """
import json, sys
import datasets
datasets.disable_progress_bars()
folder, cache = sys.argv[1:]
loaded = {
    name: {split: [len(rows), rows[0]] for split, rows in datasets.load_dataset(folder, name, cache_dir=cache).items()}
    for name in datasets.get_dataset_config_names(folder)
}
first = {split: len(rows) for split, rows in datasets.load_dataset(folder, cache_dir=cache).items()}
print(json.dumps({"loaded": loaded, "default": first}))
"""
SPLITS = {"train": "train", "validation": "dev", "test": "test"}


def run_offline(script: str, *arguments: Path) -> object:
    """These libraries warn of themselves; in a process of their own that is their business."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", script, *map(str, arguments)],
        env={**os.environ, "HF_HUB_OFFLINE": "1", "HF_EVALUATE_OFFLINE": "1", "HF_HOME": str(arguments[-1])},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_datasets_loads_every_task_from_the_folder(made: Made, tmp_path: Path) -> None:
    result = run_offline(LOAD, made.path / "public", tmp_path)
    assert isinstance(result, dict)
    counted = {
        name: {SPLITS[split]: count for split, (count, _) in parts.items()} for name, parts in result["loaded"].items()
    }
    assert counted == {task.replace("/", "-"): parts for task, parts in made.manifest.items.items()}
    assert {SPLITS[split]: count for split, count in result["default"].items()} == made.manifest.items[
        "score2026/choice"
    ]
    first = result["loaded"]["space2022-task3"]
    file = (made.path / "public/space2022/task3_train.jsonl").read_text(encoding="utf-8").splitlines()[0]
    assert first["train"][1] == json.loads(file)
    assert first["test"][1]["outputs"] is None


CROISSANT = """
import json, sys
import mlcroissant
folder = sys.argv[1]
dataset = mlcroissant.Dataset(jsonld=f"{folder}/croissant.json")
issues = dataset.metadata.ctx.issues
counts = {one.uuid: sum(1 for _ in dataset.records(one.uuid)) for one in dataset.metadata.record_sets}
print(json.dumps({"errors": sorted(issues.errors), "warnings": sorted(issues.warnings), "counts": counts}))
"""


def test_mlcroissant_validates_the_metadata_and_reads_every_file(made: Made, tmp_path: Path) -> None:
    result = run_offline(CROISSANT, made.path / "public", tmp_path)
    counts = {
        file.path.removesuffix(".jsonl"): file.records for file in made.manifest.files if file.path.endswith(".jsonl")
    }
    assert result == {"errors": [], "warnings": [], "counts": counts}
