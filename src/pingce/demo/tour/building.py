"""The first half of the story: from raw text to a released pack."""

from collections.abc import Iterator

from pingce.demo.benchmark import NAME as DEMO_BENCHMARK
from pingce.demo.campaigns import ATTRIBUTION, RATING, RELEASED, SCENE, STEP, STEP_GENRES
from pingce.spec.words import Words

from . import acts
from .step import Step

RATIO = "5:2:3"
"""Few items: more of them for dev and test than usual."""

TASKS = {f"space2022/task{number}": f"annotations/task{number}" for number in (1, 2, 3)}
"""Where the decisions of the campaigns are, below the story's folder."""
PARTS = [f"{task}={{out}}/{name}.jsonl" for task, name in TASKS.items()]
GOLD = " ".join(PARTS)
TASK1, _, ORIGINALS = PARTS

CORPUS = (
    Step(
        "corpus",
        Words("筛选：五种文体的 200 段，留下说到空间的", "Screen 200 passages of five genres for those about space"),
        "corpus screen {ex}/corpus --out {out}/corpus/screened.jsonl --dropped {out}/corpus/dropped.jsonl "
        "--html {out}/reports/corpus-screening.html",
        ("corpus/screened.jsonl", "corpus/dropped.jsonl", "reports/corpus-screening.html"),
    ),
    Step(
        "corpus",
        Words("替换：把空间词换成同组的另一个", "Replace spatial words by others of their group"),
        "corpus replace {out}/corpus/screened.jsonl {out}/corpus/replaced.jsonl --mode single --per-original 1 "
        "--html {out}/reports/corpus-replacement.html",
        ("corpus/replaced.jsonl", "reports/corpus-replacement.html"),
    ),
    Step(
        "corpus",
        Words("还原：替换句里记着原句", "Undo: replaced sentences remember their originals"),
        "corpus undo {out}/corpus/replaced.jsonl {out}/corpus/originals.jsonl",
        ("corpus/originals.jsonl",),
    ),
    Step(
        "corpus",
        Words("句对：只差一处的两段文本", "Pairs of texts that differ in one place"),
        "corpus pairs {out}/corpus/replaced.jsonl {out}/corpus/pairs.jsonl --per-original 1",
        ("corpus/pairs.jsonl", "corpus/pairs.provenance.jsonl"),
    ),
    Step(
        "corpus",
        Words(
            "合并两部词典；换个说法的同一释义不重复收", "Merge two dictionaries; a gloss in other words is no new one"
        ),
        "corpus dictionary merge {wsd}/inventory.json {wsd}/second-dictionary.json {out}/corpus/inventory.json "
        "--duplicates {out}/corpus/same-glosses.jsonl",
        ("corpus/inventory.json", "corpus/inventory.json.meta.json", "corpus/same-glosses.jsonl"),
    ),
    Step(
        "corpus",
        Words("释义表里有什么", "What the inventory holds"),
        "corpus dictionary stats {out}/corpus/inventory.json --html {out}/reports/corpus-inventory.html",
        ("reports/corpus-inventory.html",),
    ),
    Step(
        "corpus",
        Words("选词：每种义项数取最常用的", "Choose words: the most frequent of each number of senses"),
        "corpus words --corpus {wsd}/web.txt --inventory {out}/corpus/inventory.json --bins 4 --top 10 "
        "--out {out}/corpus/words.jsonl",
        ("corpus/words.jsonl",),
    ),
    Step(
        "corpus",
        Words("选句：每义两句，两个来源", "Draw sentences: two for each sense, from two sources"),
        "corpus sentences --words {out}/corpus/words.jsonl --web {wsd}/web.txt --professional {wsd}/edited.txt "
        "--per-sense 2 --fill --out {out}/corpus/sentences.jsonl",
        ("corpus/sentences.jsonl", "corpus/sentences.txt", "corpus/sentences.jsonl.summary.json"),
    ),
)


def _people(title: str) -> Iterator[Step]:
    yield Step(
        "annotate",
        Words("请标注员加入", "Put annotators into it"),
        f"annotate users assign '{title}' --group 标注一组 --database {{db}}",
        only="tour",
    )
    yield Step(
        "annotate",
        Words("请审核员加入", "Put reviewers into it"),
        f"annotate users assign '{title}' --group 审核组 --role reviewer --database {{db}}",
        only="tour",
    )
    yield Step(
        "annotate",
        Words(
            f"{title}：三位标注员、两位审核员工作一周（由程序扮演，答案时有差错）",
            f"{title}: three annotators and two reviewers work for a week (played by script, with errors)",
        ),
        "# 在网页上做的事：领题、作答、审核、回应退回 · what people do on the pages",
        only="tour",
        act=acts.people_at_work(title),
    )


def _graded(title: str) -> Step:
    return Step(
        "annotate",
        Words(f"{title}：分级；不可靠的题不往下走", f"{title}: tiers; what is not reliable goes no further"),
        f"quality tiers --campaign '{title}' --database {{db}}",
    )


def _chained(title: str, preset: str, more: Words, options: str = "", settings: str = "") -> Iterator[Step]:
    yield Step(
        "annotate",
        Words(f"下一个活动：{title}", f"The next campaign: {title}"),
        f"annotate create '{title}' --preset {preset} --set order=given {settings}--open --database {{db}}",
        only="tour",
    )
    yield Step("annotate", more, f"annotate chain {RATING} '{title}' {options}--database {{db}}", only="tour")
    yield from _people(title)


def _exported(task: str, title: str) -> Step:
    name = TASKS[task]
    return Step(
        "annotate",
        Words(
            f"{title}：导出已定的题，官方格式，出处另存", f"{title}: export what is decided, with a sidecar of origins"
        ),
        f"annotate export '{title}' --out {{out}}/{name}.jsonl --database {{db}}",
        (f"{name}.jsonl", f"{name}.provenance.jsonl"),
    )


ANNOTATE = (
    Step(
        "annotate",
        Words("演示的人员：一位管理员、一位建设者、三位标注员、两位审核员", "The people of the demo"),
        "# 管理员在网页上新增人员 · what an administrator does on the pages",
        only="tour",
        act=acts.bring_people,
    ),
    Step(
        "annotate",
        Words("建一个活动：替换句通不通，两人评", "A campaign: is the sentence right? Two people rate each"),
        f"annotate create {RATING} --preset space-rating --set order=given --set control_rate=0.1 --open "
        "--database {db}",
        only="tour",
    ),
    Step(
        "annotate",
        Words(
            "导入刚才的替换句，同一原句的归一组", "Import the replaced sentences; those of one original belong together"
        ),
        f"annotate import {RATING} {{out}}/corpus/replaced.jsonl --group-by origin --database {{db}}",
        only="tour",
    ),
    Step(
        "annotate",
        Words("再加一些知道答案的对照题", "And control items, whose answers are known"),
        f"annotate import {RATING} {{y22}}/task1_dev.jsonl --control --database {{db}}",
        only="tour",
    ),
    *_people(RATING),
    _graded(RATING),
    *_chained(
        ATTRIBUTION,
        "space-attribution",
        Words("评为显然异常的题去归因", "Those rated plainly wrong are asked for reasons"),
    ),
    *_chained(
        STEP,
        "space-step",
        Words("小说与交通的原句去标 STEP", "Originals of fiction and traffic are asked who is where"),
        f"--where genre={','.join(sorted(STEP_GENRES))} ",
        "--set audit_rate=0.5 ",
    ),
    *_chained(
        SCENE,
        "space-scene",
        Words("评为完全正常的题与原句配对", "Those rated fine are compared with their originals"),
    ),
    _graded(ATTRIBUTION),
    _graded(STEP),
    Step("annotate", Words("所有活动的进度", "All campaigns"), "annotate status --database {db}"),
    Step(
        "annotate",
        Words("一个活动的进度与数字", "Progress and figures of one of them"),
        f"annotate status {RATING} --database {{db}}",
    ),
    Step(
        "annotate",
        Words("导出全部经过，供质量阶段用", "Export everything that happened, for the quality stage"),
        f"annotate export {RATING} --format history --out {{out}}/annotations/rating-history.jsonl --database {{db}}",
        ("annotations/rating-history.jsonl",),
    ),
    *(_exported(task, title) for task, title in RELEASED.items()),
)

QUALITY = (
    Step(
        "quality",
        Words("一致性：κ、α、三级标准，各带区间", "Agreement: kappas, alpha, three levels, with intervals"),
        "quality agreement {out}/annotations/rating-history.jsonl",
    ),
    Step(
        "quality",
        Words("每个人的准确率、速度与等级", "Everybody's accuracy, speed and level"),
        "quality people {out}/annotations/rating-history.jsonl",
    ),
    Step(
        "quality",
        Words("分级：哪些题可靠，规则拿走了什么", "Tiers: which items are reliable, what each rule takes away"),
        "quality tiers {out}/annotations/rating-history.jsonl --out {out}/quality/tiers.jsonl",
        ("quality/tiers.jsonl",),
    ),
    Step("quality", Words("数据集的规模与标签", "Size and labels of the data set"), f"quality dataset {TASK1}"),
    Step(
        "quality",
        Words("偏差：不读文本能猜对多少", "Bias: how much can be guessed without reading"),
        f"quality bias {TASK1} --originals {ORIGINALS}",
    ),
    Step(
        "quality",
        Words("泄漏：跨部分的相同文本与答案", "Leaks: texts and answers that two parts share"),
        f"quality leaks {GOLD}",
    ),
    Step(
        "quality",
        Words("一页看完整个阶段", "The whole stage on one page"),
        f"quality report {{out}}/annotations/rating-history.jsonl --data {TASK1} --originals {ORIGINALS} "
        "--out {out}/reports/quality-report.html",
        ("reports/quality-report.html",),
    ),
)

RELEASE = (
    Step(
        "release",
        Words("划分：同一原句的题从不分开", "Split: items of one original stay together"),
        f"release split {GOLD} --ratio {RATIO} --out {{out}}/splits/space2022",
        ("splits/space2022",),
    ),
    Step(
        "release",
        Words("打包：题目公开，答案分存", "Pack: questions public, answers apart"),
        f"release pack {GOLD} --split {{out}}/splits/space2022 --about {{ex}}/release/release.toml --zip "
        "--organiser demo-builder --out {pack}",
        ("packs/space2022",),
    ),
    Step("release", Words("核对发布包", "Verify the pack"), "release verify {pack}"),
    Step("release", Words("分阶段公布的日程", "What becomes public when"), "release stage {pack}"),
)

FLOW = (
    Step(
        "release",
        Words("一个基准：从原始文本到评测，人在中间", "A benchmark from raw text to competition, with people between"),
        f"pingce make --benchmark {{out}}/benchmarks/{DEMO_BENCHMARK} --database {{db}}",
        only="demo",
        act=acts.make_benchmark,
    ),
)

BUILDING = (*CORPUS, *ANNOTATE, *QUALITY, *RELEASE, *FLOW)
