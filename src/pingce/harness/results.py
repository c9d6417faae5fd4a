"""A score as others exchange results: Every Eval Ever records, and ``.eval_results`` of a model's page on the Hub."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from pingce import __version__
from pingce.evaluation.files import Scored
from pingce.formats.encode import Json
from pingce.scoring.interval import RESAMPLES
from pingce.scoring.measures.explanation import HUMAN
from pingce.scoring.run import MeasureResult
from pingce.spec.errors import UserError
from pingce.spec.words import Words

from .names import Relationship, ResultFormat

SCHEMA = "0.3.0"
"""Of Every Eval Ever."""
LEVEL = 0.95


@dataclass(frozen=True)
class Evaluated:
    """What was evaluated and by whom, which answers do not say."""

    model: str
    """As the Hub names it: organisation/model."""
    organisation: str
    """Who evaluated."""
    relationship: Relationship = "third_party"
    """Of those who evaluated to the model."""
    dataset: str | None = None
    """The data set on the Hub: organisation/name."""
    split: str | None = None
    moment: datetime | None = None
    """When; now where nobody says."""

    @property
    def when(self) -> datetime:
        return self.moment or datetime.now(UTC)

    def check(self) -> None:
        """Names of two parts, as the Hub has them; all that is wrong at once."""
        named = {"--model": self.model, **({} if self.dataset is None else {"--dataset": self.dataset})}
        wrong = {option: name for option, name in named.items() if len([part for part in name.split("/") if part]) < 2}
        if wrong:
            listed = "; ".join(f"{option} {name}" for option, name in wrong.items())
            raise UserError(
                Words(f"{listed}：应为 机构/名称。", f"{listed}: expected ORGANISATION/NAME."), code="no-hub-name"
            )


def result_file(scored: Scored, about: Evaluated, form: ResultFormat) -> str:
    """The text of a file of results."""
    about.check()
    if form == "every-eval-ever":
        return json.dumps(every_eval_ever(scored, about), ensure_ascii=False, indent=2) + "\n"
    return hub_results(scored, about)


def every_eval_ever(scored: Scored, about: Evaluated) -> dict[str, Json]:
    """All numbers with their intervals as one record of Every Eval Ever."""
    task = scored.result.task
    stamp = f"{about.when.timestamp():.0f}"
    developer, _, name = about.model.partition("/")
    return {
        "schema_version": SCHEMA,
        "evaluation_id": f"{task.id.replace('/', '-')}/{about.model.replace('/', '_')}/{stamp}",
        "evaluation_timestamp": about.when.isoformat(timespec="seconds"),
        "retrieved_timestamp": stamp,
        "source_metadata": {
            "source_name": "pingce",
            "source_type": "evaluation_run",
            "source_organization_name": about.organisation,
            "evaluator_relationship": about.relationship,
        },
        "eval_library": {"name": "pingce", "version": __version__},
        "model_info": {
            "name": name,
            "id": about.model,
            "developer": developer,
            "additional_details": {"deployment_type": "unknown", "model_availability": "unknown"},
        },
        "evaluation_results": list(_numbers(scored, about)),
    }


def _numbers(scored: Scored, about: Evaluated) -> Iterator[Json]:
    result = scored.result
    source = _source(scored, about)
    for name, measured in result.measures.items():
        for number, value in measured.numbers.items():
            low, high = result.intervals[name][number]
            metric = f"{result.task.id}.{name}.{number}"
            yield {
                "evaluation_result_id": hashlib.sha256(f"{measured.signature}|{number}".encode()).hexdigest()[:16],
                "evaluation_name": result.task.id,
                "source_data": source,
                "metric_config": {
                    "evaluation_description": result.task.summary.en,
                    "metric_id": metric,
                    "metric_name": f"{name}.{number}",
                    "metric_parameters": _parameters(measured),
                    "lower_is_better": False,
                    "score_type": "continuous",
                    "min_score": 0,
                    "max_score": None if name == HUMAN else 1,
                },
                "score_details": {
                    "score": value,
                    "details": {
                        "signature": measured.signature,
                        "ranks": str((name, number) == result.ranked_by).lower(),
                        "answered": str(result.answered),
                    },
                    "uncertainty": {
                        "confidence_interval": {
                            "lower": low,
                            "upper": high,
                            "confidence_level": LEVEL,
                            "method": "bootstrap" if result.clusters is None else "cluster bootstrap",
                        },
                        "num_samples": result.n,
                        "num_bootstrap_samples": RESAMPLES,
                    },
                },
            }


def _source(scored: Scored, about: Evaluated) -> dict[str, Json]:
    if about.dataset is None:
        return {"dataset_name": scored.data, "source_type": "other"}
    split: dict[str, Json] = {} if about.split is None else {"hf_split": about.split}
    return {
        "dataset_name": scored.data,
        "source_type": "hf_dataset",
        "hf_repo": about.dataset,
        "samples_number": scored.result.n,
        **split,
    }


def _parameters(measured: MeasureResult) -> dict[str, Json]:
    """Of the measure; what is no plain value is written out."""
    return {
        name: value if isinstance(value, str | int | float | bool) or value is None else str(value)
        for name, value in measured.measure.parameters().items()
    }


def hub_results(scored: Scored, about: Evaluated) -> str:
    """``.eval_results/NAME.yaml`` of a model's repository: the number that ranks, by the task of the data set.

    JSON strings are YAML strings, too.
    """
    if about.dataset is None:
        raise UserError(
            Words("要写明 Hub 上的数据集。", "Name the data set on the Hub."),
            hint=Words("用 --dataset 机构/名称。", "With --dataset ORGANISATION/NAME."),
            code="no-hub-dataset",
        )
    result = scored.result
    signature = result.measures[result.ranked_by[0]].signature
    return "\n".join(
        [
            "- dataset:",
            f"    id: {json.dumps(about.dataset)}",
            f"    task_id: {json.dumps(result.task.id.replace('/', '-'))}",
            f"  value: {result.main!r}",
            f"  date: {json.dumps(about.when.isoformat(timespec='seconds'))}",
            f"  notes: {json.dumps(signature, ensure_ascii=False)}",
            "",
        ]
    )
