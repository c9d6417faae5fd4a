"""The signature of a number."""

from dataclasses import replace

from pingce import __version__
from pingce.scoring.measures.explanation import HumanRating
from pingce.scoring.run import score, signature
from pingce.tasks.catalog import TASKS
from tests.builders import make_case, make_reason


def test_a_signature_names_task_measure_parameters_data_size_and_version() -> None:
    task = TASKS["space2022/task2"]
    gold = {"reasons": (make_reason(S="小明", P="在桌子上"),)}
    result = score(task, [make_case(gold, gold)] * 3, data="dev@9f3c")
    assert result.measures["strict"].signature == (
        "space2022/task2|strict|field:reasons|same_role:True|typed:True|count_missed_roles:False|at_most:None"
        f"|data:dev@9f3c|n:3|v:{__version__}"
    )


def test_lists_among_the_parameters_are_joined() -> None:
    measure = replace(TASKS["space2023/task2"].measures["f1"], strict_extra=("时间", "距离"))  # type: ignore[type-var]
    found = signature(TASKS["space2023/task2"], "f1", measure, data="dev", n=0)
    assert found == f"space2023/task2|f1|at_most:100|strict_extra:时间+距离|data:dev|n:0|v:{__version__}"


def test_ratings_are_named_by_their_number_of_raters_not_by_their_content() -> None:
    task = TASKS["space2023/task3"]
    found = signature(task, "human", HumanRating({"a": [1, 2], "b": [3]}), data="test", n=2)
    assert found == f"space2023/task3|human|raters:2|data:test|n:2|v:{__version__}"


def test_signatures_of_the_measures_of_a_run_differ() -> None:
    result = score(TASKS["wsd/senses"], [])
    signatures = [m.signature for m in result.measures.values()]
    assert len(set(signatures)) == len(signatures)
