"""The scoring program of a Codabench bundle: ``score.py INPUT OUTPUT``, as the platform runs it.

INPUT/ref holds the answers with ``tasks.json``, INPUT/res what a team handed in: a file per task, named like its
questions or its answers, or with the task's name in it. OUTPUT/scores.json gets the numbers,
OUTPUT/detailed_results.html what was wrong. A submission that cannot be used ends with a message a team understands,
and exit code 1.
"""

import html
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "copy"))
sys.path.append(str(HERE / "standin"))  # after everything else: real packages are better

from pingce.evaluation.files import score_files  # noqa: E402 (the copy beside this program)
from pingce.formats.taskfile.places import CarriedTasks  # noqa: E402
from pingce.spec.errors import UserError  # noqa: E402
from pingce.tasks.catalog import find_task  # noqa: E402
from pingce.tasks.own import open_tasks  # noqa: E402

SHOWN = 50


def find_answers(folder: Path, names: list[str]) -> Path | None:
    """The file of a team for one task, wherever it lies in what was handed in."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith((".", "__")))
    for name in names:
        for path in files:
            if path.stem == name:
                return path
    return None


def main(given: Path, output: Path) -> int:
    """Score a submission as Codabench lays it out (``ref`` and ``res``) and write its ``scores.json``."""
    reference, submission = given / "ref", given / "res"
    tasks = json.loads((reference / "tasks.json").read_text(encoding="utf-8"))
    open_tasks(CarriedTasks([reference]))
    scores: dict[str, float] = {}
    told: list[str] = []
    failed: list[str] = []
    for task_id, task in tasks.items():
        path = find_answers(submission, task["names"])
        if path is None:
            told.append(f"{task_id}: 没有找到答案文件 / no file of answers, expected {task['names'][0]}.jsonl")
            continue
        try:
            scored = score_files(find_task(task_id), str(path), str(reference / task["gold"]))
        except UserError as problem:
            failed.append(f"{task_id}: {problem}")
            continue
        result = scored.result
        scores[task["column"]] = result.main
        for name, measured in result.measures.items():
            scores.update({f"{task['column']}.{name}.{key}": value for key, value in measured.numbers.items()})
        told.append(f"{task_id}: {result.answered} / {result.n}")
        told += [problem.text("zh") + " / " + problem.text("en") for problem in scored.findings.problems[:SHOWN]]
    output.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"<li>{html.escape(line)}</li>" for line in [*failed, *told])
    (output / "detailed_results.html").write_text(f"<meta charset='utf-8'><ul>{lines}</ul>", encoding="utf-8")
    if failed or not scores:
        sys.stderr.write("\n".join(["这份提交无法评分。 / This submission cannot be scored.", *failed, *told]) + "\n")
        return 1
    (output / "scores.json").write_text(json.dumps(scores), encoding="utf-8")
    sys.stdout.write("\n".join(told) + "\n")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("score.py INPUT OUTPUT")
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
