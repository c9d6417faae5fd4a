"""Writes examples/space2022: JSON lines without a final newline, predictions, and a broken submission."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from pingce.formats.encode import Json
from pingce.formats.write import write_jsonl
from pingce.tasks.catalog import TASKS

from .answers import Line, judged, reasons2022, records, steps2022
from .broken import break_it
from .slips import Reasons, Steps, by_trigger, first_reason, flipped, one_of_each_type, without_time

TASK1, TASK2, TASK3 = (TASKS[f"space2022/task{n}"] for n in (1, 2, 3))
WRONG_A, WRONG_B = (2, 7, 16), (1, 5, 9, 12, 18)


def write(folder: Path) -> None:
    for number, lines in ((1, judged), (2, reasons2022), (3, steps2022)):
        task, train, dev = TASKS[f"space2022/task{number}"], lines("train"), lines("dev")
        name = f"task{number}"
        # Numbers run on from one part to the next.
        write_jsonl(folder / f"{name}_train.jsonl", records(task, f"{number}-train", 1, train), final=False)
        start = len(train) + 1
        write_jsonl(folder / f"{name}_dev.jsonl", records(task, f"{number}-dev", start, dev), final=False)
        asked = records(task, f"{number}-dev", start, dev, answers=False)
        write_jsonl(folder / f"{name}_dev_input.jsonl", asked, final=False)
        for system in ("a", "b"):
            answered = records(task, f"{number}-dev", start, predicted(system, number, dev), texts=False)
            write_jsonl(folder / f"pred-{system}-{name}.jsonl", answered)
    test_start = len(judged("train")) + len(judged("dev")) + 1
    asked = records(TASK1, "1-test", test_start, judged("test"), answers=False)
    write_jsonl(folder / "task1_test_input.jsonl", asked, final=False)
    write_jsonl(folder / "broken-task3.jsonl", break_it(submission()))


def submission() -> list[dict[str, Json]]:
    """The right answers to task 3 as a team would hand them in."""
    start = len(steps2022("train")) + 1
    return list(records(TASK3, "3-dev", start, steps2022("dev"), texts=False))


def predicted(system: str, number: int, lines: Sequence[Line]) -> list[Line]:
    if number == 1:
        judges = flipped(
            [int(cast("str", line.answer["judge"])) for line in lines], WRONG_A if system == "a" else WRONG_B
        )
        return [Line(line.text, {"judge": str(judge)}) for line, judge in zip(lines, judges, strict=True)]
    if number == 2:
        slip = first_reason if system == "a" else one_of_each_type
        return [
            Line(line.text, {"reasons": slip(i, cast("Reasons", line.answer["reasons"]))})
            for i, line in enumerate(lines, start=1)
        ]
    miss = by_trigger if system == "a" else without_time
    return [
        Line(line.text, {"tuples": miss(i, cast("Steps", line.answer["tuples"]))})
        for i, line in enumerate(lines, start=1)
    ]
