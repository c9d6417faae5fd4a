"""Which scorer gave a stored number, so that a mended one can be told apart from the one that gave it.

A scorer is known by what it computes, not by how its code is written: the measures of the task with their versions and
parameters. Moving or tidying code changes nothing; whoever changes a number raises ``Measure.version``.
"""

from pingce.formats.checksum import bytes_sha256
from pingce.spec.task import TaskSpec
from pingce.tasks.catalog import TASKS, find_task
from pingce.tasks.own import answer_structure

READING = 1
"""Raised when answer files are read differently in a way that moves a number."""

EQUAL_BEFORE = {
    "space2021/task1": ("52c95bc2271c7b98be5888b0cb31b4c4af90d15da820b8a5f33dc568343ab8fa",),
    "space2021/task2": ("993c8d2afda863b3ac2ee7c903876af2927d4b5fc9131c57a423a4466ad2ac35",),
    "space2021/task3": ("cdb6fe451b6622681b8b96ea2b352235fe15d944072084c89fa676ae4b209d4d",),
    "space2022/task1": ("f1f17874502b370256c1a86f32e804be8ef9b898c1b93eff0efd65c350c7cb44",),
    "space2022/task2": ("7581ea8b83bbb0142f41af4c050f159212853e54f82084ebba9af5124d8b53b6",),
    "space2022/task3": ("f74a2e731a503de8da76bd71ecf5a772292c24d399b7caa1af3d5d35c4a409a6",),
    "space2023/task1": ("9563693de038417eb8a3f6cd355fe017ddbb1ef5a02b796ff9fd7c1f36aa79d3",),
    "space2023/task2": ("20701436bc43b43bd8652e70d8cba13ed9e087633316c6d858876e09b0e4e5e9",),
    "space2023/task3": ("b1d5801e53072186b3848a38c7f0abfab1387d908addfe8bb1231844d18f4e35",),
    "wsd/senses": ("5161def8ce3372f1504c5ecde8704aec31d807fb79321d415011e99d67a01868",),
}
"""Fingerprints of 0.1.0, which were taken of the source text, of scorers that give the numbers of version 1.

They count only while every measure of the task is still at version 1.
"""


def scorer(task: TaskSpec) -> str:
    """What a board's numbers of the task are computed with, in one readable line.

    Of a task of one's own the answer may change as well as its measures; that of a built-in task is fixed.
    """
    measures = (
        f"{name}@{measure.version}({', '.join(f'{key}={value!r}' for key, value in measure.parameters().items())})"
        for name, measure in task.measures.items()
    )
    answer = () if task.id in TASKS else (f"answer@{bytes_sha256(answer_structure(task).encode())[:16]}",)
    return "|".join((task.id, f"reading@{READING}", *measures, f"ranked by {'.'.join(task.rank_by)}", *answer))


def fingerprint(task_id: str) -> str:
    """Digest of the scorer's description, as it is stored beside every score."""
    return bytes_sha256(scorer(find_task(task_id)).encode())


def is_current(task_id: str, stored: str) -> bool:
    """Whether the scorer with this stored fingerprint gives the numbers today's gives."""
    if stored == fingerprint(task_id):
        return True
    first_versions = READING == 1 and all(measure.version == 1 for measure in find_task(task_id).measures.values())
    return first_versions and stored in EQUAL_BEFORE.get(task_id, ())


def pin(task_id: str, data_sha256: str, ratings_sha256: str = "") -> str:
    """The same pin gives the same numbers for the same answers."""
    return bytes_sha256("|".join((fingerprint(task_id), data_sha256, ratings_sha256)).encode())
