"""Scores as others exchange results: what their schemas ask for is there, and the numbers are ours."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it has no types here
import yaml  # type: ignore[import-untyped]
from huggingface_hub import parse_eval_result_entries

import pingce
from pingce.harness.results import Evaluated, every_eval_ever
from tests.cli.conftest import EXAMPLES, Run

GOLD = str(EXAMPLES / "space2022/task3_dev.jsonl")
ANSWERS = str(EXAMPLES / "space2022/pred-a-task3.jsonl")
TASK = "space2022/task3"
SCHEMA = os.environ.get("PINGCE_EEE_SCHEMA", "")
"""``eval.schema.json`` of Every Eval Ever 0.3.0, where somebody has it."""
REQUIRED: dict[str, set[str]] = {
    "": {
        "schema_version",
        "evaluation_id",
        "retrieved_timestamp",
        "source_metadata",
        "model_info",
        "eval_library",
        "evaluation_results",
    },
    "source_metadata": {"source_type", "source_organization_name", "evaluator_relationship"},
    "model_info": {"name", "id", "additional_details"},
    "eval_library": {"name", "version"},
}


def record() -> tuple[dict[str, Any], pingce.Score]:
    score = pingce.score(TASK, ANSWERS, GOLD)
    moment = datetime(2026, 5, 1, tzinfo=UTC)
    about = Evaluated("qwen/qwen-small", "a laboratory", dataset="lab/bench", split="test", moment=moment)
    return every_eval_ever(score.scored, about), score


def test_a_record_has_every_number_with_its_interval() -> None:
    told, score = record()
    assert REQUIRED[""] <= told.keys()
    assert all(keys <= told[part].keys() for part, keys in REQUIRED.items() if part)
    results = {entry["metric_config"]["metric_name"]: entry for entry in told["evaluation_results"]}
    assert {name: entry["score_details"]["score"] for name, entry in results.items()} == score.measures
    ranked = results[score.ranked_by]["score_details"]
    interval = ranked["uncertainty"]["confidence_interval"]
    assert (interval["lower"], interval["upper"]) == tuple(score.interval())
    assert ranked["details"] == {
        "signature": score.signature,
        "ranks": "true",
        "answered": ranked["details"]["answered"],
    }
    ids = [entry["evaluation_result_id"] for entry in told["evaluation_results"]]
    assert len(set(ids)) == len(ids)
    assert json.loads(json.dumps(told)) == told


if SCHEMA:  # a file of another project, which is not ours to keep here

    def test_a_record_fulfils_the_published_schema() -> None:
        schema = json.loads(Path(SCHEMA).read_text(encoding="utf-8"))
        assert schema["version"] == "0.3.0"
        jsonschema.validate(record()[0], schema)


def test_the_hub_reads_the_number_that_ranks(tmp_path: Path, pingce: Run) -> None:
    out = tmp_path / "result.yaml"
    common = ["score", "results", TASK, ANSWERS, "--gold", GOLD, "--by", "a laboratory", "--out", str(out)]
    ran = pingce(*common, "--to", "hub", "--model", "qwen/qwen-small", "--dataset", "lab/bench")
    assert ran.code == 0, ran.err
    [entry] = parse_eval_result_entries(yaml.safe_load(out.read_text(encoding="utf-8")))
    told = json.loads(pingce("score", TASK, ANSWERS, "--gold", GOLD, "--json").out)
    assert (entry.dataset_id, entry.task_id, entry.value) == ("lab/bench", "space2022-task3", told["value"])
    assert entry.notes == told["signatures"][told["ranked_by"].partition(".")[0]]


def test_the_command_writes_a_record(tmp_path: Path, pingce: Run) -> None:
    out = tmp_path / "result.json"
    common = ["score", "results", TASK, ANSWERS, "--gold", GOLD, "--by", "a laboratory", "--out", str(out)]
    assert pingce(*common, "--to", "every-eval-ever", "--model", "qwen/qwen-small").code == 0
    told = json.loads(out.read_text(encoding="utf-8"))
    assert told["evaluation_results"][0]["source_data"]["source_type"] == "other"
    wrong = pingce(*common, "--to", "every-eval-ever", "--model", "small", "--dataset", "bench")
    assert (wrong.code, "--model small; --dataset bench: expected ORGANISATION/NAME" in wrong.err) == (1, True)
    unnamed = pingce(*common, "--to", "hub", "--model", "qwen/qwen-small")
    assert (unnamed.code, "Name the data set on the Hub." in unnamed.err) == (1, True)
