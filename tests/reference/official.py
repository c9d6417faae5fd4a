"""All numbers of SpaCE2022 task 2 and 3 by the plain scripts, under the names pingce gives them."""

from tests.reference import overlap, step2022

Numbers = dict[str, dict[str, float]]


def numbers(task: str, answer: str, prediction: str) -> Numbers:
    """``answer`` and ``prediction`` are files."""
    if task == "space2022/task3":
        return {"f1": step2022.evaluate(answer, prediction)}
    return {level: overlap.evaluate("2022", level, answer, prediction) for level in ("strict", "loose")}


def largest_difference(ours: Numbers, theirs: Numbers) -> float:
    assert {name: ours[name].keys() for name in theirs} == {name: one.keys() for name, one in theirs.items()}
    return max(abs(value - ours[name][key]) for name, one in theirs.items() for key, value in one.items())
