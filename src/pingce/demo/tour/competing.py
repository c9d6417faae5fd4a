"""The second half of the story: systems, scores and a competition on the pack."""

from collections.abc import Iterator

from pingce.demo.competition import TITLE
from pingce.spec.words import Words
from pingce.systems.catalog import SYSTEMS as CATALOGUE

from . import acts
from .step import Step

COMPETITION = "空间语义小评测"
TEAMS = {
    "长亭队": ("linear", "span-crf", "tuple-crf"),
    "近水队": ("replacement", "span-crf-one", "tuple-crf-strict"),
    "小桥队": ("majority", "span-crf-short", "tuple-crf-short"),
}
"""Which models answer which task for which team."""
MODELS = (
    ("linear", 1, "linear", ""),
    ("replacement", 1, "replacement", ""),
    ("majority", 1, "majority", ""),
    ("span-crf", 2, "span-crf", ""),
    ("span-crf-one", 2, "span-crf", "--set types=one"),
    ("span-crf-short", 2, "span-crf", "--set iterations=8"),
    ("tuple-crf", 3, "tuple-crf", ""),
    ("tuple-crf-strict", 3, "tuple-crf", "--set threshold=0.5"),
    ("tuple-crf-short", 3, "tuple-crf", "--set iterations=8"),
)
"""Folder, task, system, settings."""
SENSES = "--train {wsd}/train.data.txt --dev {wsd}/val.data.txt --inventory {wsd}/inventory.json"
GOLD = "{pack}/private/space2022/task%d_test.jsonl"
ASKED = "{pack}/public/space2022/task%d_test_input.jsonl"
ANSWERS = "{out}/answers"
TASK1 = " ".join(f"{ANSWERS}/{team}/task1.jsonl" for team in TEAMS)


def _training() -> Iterator[Step]:
    for folder, task, system, more in MODELS:
        yield Step(
            "systems",
            Words(f"训练 {folder}（任务 {task}）", f"Train {folder} (task {task})"),
            f"systems train space2022/task{task} --system {system} {more} "
            f"--train {{pack}}/public/space2022/task{task}_train.jsonl --out {{out}}/models/{folder}",
            (f"models/{folder}",),
            needs=CATALOGUE[system].needs,
        )
    yield Step(
        "systems",
        Words(
            "用三千个自己的句子训练的判断，给大家试用",
            "A judge for everybody to try, trained on three thousand sentences of our own",
        ),
        "systems train space2022/task1 --system linear --set frames=true --set strength=0.3 "
        "--train {ex}/rated/task1.jsonl --out {out}/models/own-sentences",
        ("models/own-sentences",),
        needs=CATALOGUE["linear"].needs,
    )
    for system, zh in (("mfs", "最常用义项"), ("gloss-overlap", "释义与句子的字重合")):
        yield Step(
            "systems",
            Words(f"词义系统 {system}：{zh}", f"Word senses: {system}"),
            f"systems train wsd/senses --system {system} {SENSES} --out {{out}}/models/{system}",
            (f"models/{system}",),
        )
    yield Step(
        "systems",
        Words("场景异同：对齐差异并解释", "Same scene or not: align, judge, explain"),
        "systems train space2023/task3 --system scenes --out {out}/models/scenes",
        ("models/scenes",),
    )
    yield Step(
        "systems",
        Words("试用的系统要用的释义表", "The inventory for systems that people try"),
        "cp {wsd}/inventory.json {out}/models/inventory.json",
        ("models/inventory.json",),
        act=acts.copy_inventory,
    )


def _answering() -> Iterator[Step]:
    for team, models in TEAMS.items():
        for task, folder in enumerate(models, start=1):
            answers = f"answers/{team}/task{task}.jsonl"
            yield Step(
                "systems",
                Words(
                    f"{team}：{folder} 答任务 {task} 的测试题",
                    f"{team}: {folder} answers test questions of task {task}",
                ),
                f"systems predict {{out}}/models/{folder} {ASKED % task} --out {{out}}/{answers}",
                (answers,),
            )


SYSTEMS = (
    Step("systems", Words("有哪些系统", "What systems are there?"), "systems list space2022/task1"),
    *_training(),
    *_answering(),
    Step(
        "systems",
        Words("训练、作答、评分一步完成", "Answer and score in one go"),
        f"systems evaluate {{out}}/models/linear {GOLD % 1}",
    ),
    Step(
        "systems",
        Words("一句话里的一个词：哪个义项最合适", "A word in a sentence: which sense fits best?"),
        "systems senses 相声演员抖出一个包袱，全场大笑。 包袱 --inventory {wsd}/inventory.json",
    ),
)

SCORE = (
    Step(
        "score",
        Words("交之前先检查", "Check before handing in"),
        f"check space2022/task3 {ANSWERS}/长亭队/task3.jsonl --questions {ASKED % 3}",
    ),
    Step(
        "score",
        Words("一份有毛病的提交：一次列出全部问题", "A submission with mistakes: all of them at once"),
        "check space2022/task3 {y22}/broken-task3.jsonl --questions {y22}/task3_dev_input.jsonl",
        ends=1,
    ),
    Step(
        "score",
        Words("评分，按槽位细看，写出报告页", "Score, by slot, with a report page"),
        f"score space2022/task3 {ANSWERS}/长亭队/task3.jsonl --gold {GOLD % 3} --by slot "
        "--html {out}/reports/score-task3.html",
        ("reports/score-task3.html",),
    ),
    Step(
        "score",
        Words("判断题的报告页", "The page of a judging task"),
        f"score space2022/task1 {ANSWERS}/长亭队/task1.jsonl --gold {GOLD % 1} --html {{out}}/reports/score-task1.html",
        ("reports/score-task1.html",),
    ),
    Step(
        "score",
        Words("规则页与脚本不同的地方", "Where rules page and script differ"),
        f"score space2022/task3 {ANSWERS}/长亭队/task3.jsonl --gold {GOLD % 3} --rules page",
    ),
    Step(
        "score",
        Words("三个系统谁更好：成对检验", "Which of three systems is better? Paired tests"),
        f"score compare space2022/task1 {TASK1} --gold {GOLD % 1}",
    ),
    Step(
        "score",
        Words("词义：按训练中的频次分组", "Word senses, by frequency in training"),
        "score wsd/senses {wsd}/pred-a.jsonl --gold {wsd}/val.data.txt --train {wsd}/train.data.txt "
        "--html {out}/reports/score-senses.html",
        ("reports/score-senses.html",),
    ),
)


def _handing_in() -> Iterator[Step]:
    for team in TEAMS:
        archive = f"answers/{team}.zip"
        files = " ".join(f"{ANSWERS}/{team}/task{n}.jsonl" for n in (1, 2, 3))
        yield Step(
            "leaderboard",
            Words(f"{team}把三个任务的答案装在一起", f"{team} packs its answers to three tasks"),
            f"python -m zipfile -c {{out}}/{archive} {files}",
            (archive,),
            only="tour",
            act=acts.pack_answers(team, archive),
        )
        yield Step(
            "leaderboard",
            Words(f"{team}提交并等待评分", f"{team} hands in and waits for the score"),
            f"leaderboard submit {{out}}/{archive} --server {{address}} --competition {{competition}} "
            f"--system {TEAMS[team][0]}",
            team=team,
            only="tour",
        )


LEADERBOARD = (
    Step(
        "leaderboard",
        Words(
            "训练好的系统答测试题，作为组织者的基线交上",
            "The trained systems answer the test, as the organisers' baseline",
        ),
        "# 组织者在网页上代基线提交 · what organisers hand in on the pages",
        only="demo",
        act=acts.hand_in_baseline(TITLE, TEAMS["长亭队"]),
        uses=tuple(f"models/{model}" for model in TEAMS["长亭队"]),
    ),
    Step(
        "leaderboard",
        Words("演示里的评测：提交与得分", "The demo's competition: submissions and scores"),
        f"leaderboard status '{TITLE}' --database {{db}}",
        only="demo",
    ),
    Step(
        "leaderboard",
        Words("它的开发集榜单", "Its board on dev"),
        f"leaderboard export '{TITLE}' --phase dev --out {{out}}/boards/demo-dev.csv --database {{db}}",
        ("boards/demo-dev.csv",),
        only="demo",
    ),
    Step(
        "leaderboard",
        Words("由发布包建一次评测", "A competition from the pack"),
        f"leaderboard create {COMPETITION} --edition space2022 --pack {{pack}} --open --database {{db}}",
        only="tour",
    ),
    Step(
        "leaderboard",
        Words("报名阶段", "The registration phase"),
        f"leaderboard phase {COMPETITION} registration --from {{opened}} --database {{db}}",
        only="tour",
    ),
    Step(
        "leaderboard",
        Words("三支队伍报名，各得一个令牌", "Three teams register and get a token each"),
        "# 在网页上做的事：注册、报名、在账户页建令牌 · what teams do on the pages",
        only="tour",
        act=acts.register_teams(COMPETITION, tuple(TEAMS)),
    ),
    Step(
        "leaderboard",
        Words("组织者通过报名", "The organisers admit them"),
        f"leaderboard teams {COMPETITION} --admit all --database {{db}}",
        only="tour",
    ),
    Step(
        "leaderboard",
        Words("测试阶段：每个任务至多三次，成绩暂不公布", "The test phase: three tries, scores not shown"),
        f"leaderboard phase {COMPETITION} test --from {{begun}} --set in_all=3 --set shows=none --database {{db}}",
        only="tour",
    ),
    Step(
        "leaderboard",
        Words("打开服务器", "Start the server"),
        "pingce serve --demo --database {db} --port {port} &",
        only="tour",
        act=acts.start_server,
    ),
    *_handing_in(),
    Step(
        "leaderboard",
        Words("提交与得分", "Submissions and scores"),
        f"leaderboard status {COMPETITION} --database {{db}}",
        only="tour",
    ),
    Step(
        "leaderboard",
        Words("关上服务器", "Stop the server"),
        "kill %1",
        only="tour",
        act=acts.stop_server,
    ),
    Step(
        "leaderboard",
        Words("公布", "Publish"),
        f"leaderboard phase {COMPETITION} published --from {{now}} --database {{db}}",
        only="tour",
    ),
    Step(
        "leaderboard",
        Words("总榜：各任务的 Z 与平均", "The board: Zs by task and their mean"),
        f"leaderboard export {COMPETITION} --format md --database {{db}}",
        only="tour",
    ),
    *(
        Step(
            "leaderboard",
            Words(f"写成 {kind}", f"As {kind}"),
            f"leaderboard export {COMPETITION} --format {kind} --out {{out}}/boards/board.{kind} --database {{db}}",
            (f"boards/board.{kind}",),
            only="tour",
        )
        for kind in ("csv", "json")
    ),
    Step(
        "leaderboard",
        Words("没有服务器也能由成绩表算排名", "A ranking from a table of scores, without any server"),
        "leaderboard rank {ex}/leaderboard/space2022.csv --edition space2022",
    ),
)

COMPETING = (*SYSTEMS, *SCORE, *LEADERBOARD)
