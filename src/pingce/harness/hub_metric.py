"""Hugging Face ``evaluate``: a folder that ``evaluate.load`` takes, whose numbers are those of ``pingce.score``.

``evaluate`` copies the script away from its folder and asks that both have one name. The script needs the public
surface of pingce alone, and no data: predictions and references are records, as in files of answers and of gold.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from pingce.formats.write import write_text
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.tasks.own import find_own

from .bundle import PackTask

METRIC = "pingce_metric"
SCRIPT = '''"""The numbers of ``pingce score`` for Hugging Face evaluate; needs pingce.

    metric = evaluate.load("pingce_metric", TASK)
    metric.compute(predictions=[{...}, None, ...], references=[{...}, {...}, ...])
"""

import json

import datasets
import evaluate
import pingce

TASKS = @TASKS@
USAGE = """
Args:
    predictions: records as in a file of answers, with the id of their item; None where there is no answer.
    references: records as in a gold file, as many.
Returns:
    value (the number that ranks), low and high (its 95 % interval), and all numbers by name.
"""


class PingceMetric(evaluate.Metric):
    """Records travel as JSON: their fields differ from task to task, and a table would fill them up with nulls."""

    def _info(self):
        if self.config_name == "default" and len(TASKS) == 1:
            self.config_name = TASKS[0]
        if self.config_name not in TASKS:
            raise pingce.UserError(f"evaluate.load: found {self.config_name}; expected a task of {', '.join(TASKS)}.")
        columns = {"predictions": datasets.Value("string"), "references": datasets.Value("string")}
        return evaluate.MetricInfo(
            description=f"{self.config_name} as pingce scores it",
            citation="",
            inputs_description=USAGE,
            features=datasets.Features(columns),
        )

    def add_batch(self, *, predictions=None, references=None, **others):
        """Add records of several items."""
        written = {"predictions": _written(predictions), "references": _written(references)}
        evaluate.Metric.add_batch(self, **written, **others)

    def add(self, *, prediction=None, reference=None, **others):
        """Add the records of an item."""
        [predicted], [right] = _written([prediction]), _written([reference])
        evaluate.Metric.add(self, prediction=predicted, reference=right, **others)

    def _compute(self, predictions, references, rules="official"):
        answers = [answer for answer in map(json.loads, predictions) if answer is not None]
        score = pingce.score(self.config_name, answers, [json.loads(line) for line in references], rules=rules)
        low, high = score.interval()
        return {"value": score.value, "low": low, "high": high, **score.measures}


def _written(rows):
    """Lines of JSON; a data set says null where a file leaves the key out."""
    if hasattr(rows, "features"):
        rows = [{key: value for key, value in row.items() if value is not None} for row in rows]
    return [json.dumps(row, ensure_ascii=False) for row in rows]
'''


def write_evaluate(folder: Path, tasks: Sequence[PackTask]) -> None:
    """Write ``pingce_metric/pingce_metric.py`` for the tasks of a pack."""
    own = [task.spec.id for task in tasks if find_own(task.spec.id) is not None]
    if own:
        raise UserError(
            Words(
                f"{'、'.join(own)} 是自有任务，evaluate 的脚本带不走它们的描述。",
                f"{', '.join(own)}: tasks of one's own, whose description a script for evaluate cannot carry.",
            ),
            hint=Words("用 --task 写明其他任务。", "Name the other tasks with --task."),
            code="own-task-in-metric",
        )
    (folder / METRIC).mkdir()
    script = SCRIPT.replace("@TASKS@", json.dumps([task.spec.id for task in tasks], ensure_ascii=False))
    write_text(folder / METRIC / f"{METRIC}.py", script)
