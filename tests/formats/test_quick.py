"""The quick way is taken for what it knows, and for nothing else."""

from dataclasses import replace

from pingce.formats.quick import quick_reader
from pingce.tasks.catalog import TASKS

TUPLES, JUDGED = TASKS["space2022/task3"], TASKS["space2022/task1"]


def test_a_task_with_an_answer_of_another_shape_is_read_the_ordinary_way() -> None:
    assert quick_reader(TUPLES, with_texts=True) is not None
    assert quick_reader(replace(TUPLES, answer=(*TUPLES.answer, *JUDGED.answer)), with_texts=True) is None
    assert quick_reader(JUDGED, with_texts=True) is None
