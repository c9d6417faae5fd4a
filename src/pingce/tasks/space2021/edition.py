"""SpaCE2021 as a whole."""

from pingce.spec.task import Award, EditionSpec
from pingce.spec.words import Words

EDITION = EditionSpec(
    id="space2021",
    title=Words("第一届中文空间语义理解评测", "First evaluation of Chinese spatial semantics"),
    tasks=("space2021/task1", "space2021/task2", "space2021/task3"),
    ranked=("space2021/task1", "space2021/task2", "space2021/task3"),
    ddof=0,
    baseline_counts=True,
    award=Award(ranking_share=0.8, jury_share=0.2),
    note=Words(
        "总体标准差，基线也计入均值与标准差；获奖分由入围队伍的平均 Z 与评委分各自归一到 [0,1] 后按 0.8 : 0.2 合成。",
        "Population standard deviation over all rows, the baseline included; awards scale the finalists' mean Z and "
        "the jury's marks to [0,1] each and weigh them 0.8 : 0.2.",
    ),
)
