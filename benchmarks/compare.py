"""How long does the comparison of two submissions take, in a process that has compared nothing before?

    PYTHONPATH=src python benchmarks/compare.py

For SpaCE2022's three subtasks with test parts of their size: rows as the scorer stores them are drawn, and the time of
`significance` (interval of the difference, paired bootstrap over originals, McNemar) is measured from the first import
on and once more when everything is loaded.
"""

import random
import subprocess
import sys
import time

SIZES = {"space2022/task1": 3152, "space2022/task2": 1402, "space2022/task3": 396}
SEED = 7


def measure(task_id: str, n: int) -> None:
    """Wall seconds of the first and the second comparison of a process."""
    begun = time.perf_counter()
    from pingce.scoring.significance import mcnemar, paired_bootstrap
    from pingce.tasks.catalog import find_task

    task = find_task(task_id)
    definition = task.measures[task.rank_by[0]]
    dice = random.Random(SEED)  # noqa: S311 (a benchmark)
    first, second = ([tuple(float(dice.random() < 0.6) for _ in definition.columns) for _ in range(n)] for _ in "ab")
    clusters = [i // 2 for i in range(n)]
    for turn in ("first", "again"):
        paired_bootstrap(definition, task.rank_by[1], first, second, clusters=clusters)
        mcnemar(definition, first, second)
        print(f"{task_id:16} n={n:5} {turn} {time.perf_counter() - begun:6.2f} s")
        begun = time.perf_counter()


def main() -> None:
    """Each subtask in a process of its own."""
    if len(sys.argv) > 1:
        measure(sys.argv[1], SIZES[sys.argv[1]])
        return
    for task_id in SIZES:
        subprocess.run([sys.executable, __file__, task_id], check=True)


if __name__ == "__main__":
    main()
