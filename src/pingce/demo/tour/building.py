"""The first half of the story: from raw text to a released pack."""

from pingce.spec.words import Words

from .step import Step

RATING = "空间表达正误评级"
GOLD = " ".join(f"space2022/task{n}={{y22}}/task{n}_{part}.jsonl" for n in (1, 2, 3) for part in ("train", "dev"))
PARTS = GOLD.split()
TASK1 = " ".join(PARTS[:2])

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
        "corpus replace {out}/corpus/screened.jsonl {out}/corpus/replaced.jsonl --mode single --per-original 2 "
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

ANNOTATE = (
    Step(
        "annotate",
        Words(
            "演示的人员与活动：一周的标注、审核、申诉",
            "People and campaigns of the demo: a week of work, review, appeal",
        ),
        "annotate demo --database {db}",
    ),
    Step(
        "annotate",
        Words("用刚才的替换句建一个新活动", "A campaign of one's own from the replaced sentences"),
        "annotate create 替换句评级 --preset space-rating --open --database {db}",
        only="tour",
    ),
    Step(
        "annotate",
        Words("导入题目，同一原句的归一组", "Import the items; those of one original belong together"),
        "annotate import 替换句评级 {out}/corpus/replaced.jsonl --group-by origin --database {db}",
        only="tour",
    ),
    Step(
        "annotate",
        Words("请标注员加入", "Put annotators into it"),
        "annotate users assign 替换句评级 demo-annotator-1 demo-annotator-2 demo-annotator-3 --database {db}",
        only="tour",
    ),
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
    Step(
        "annotate",
        Words("导出已定的题，官方格式", "Export what is decided, in the official format"),
        f"annotate export {RATING} --out {{out}}/annotations/rating-decided.jsonl --database {{db}}",
        ("annotations/rating-decided.jsonl",),
    ),
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
        f"quality bias {TASK1} --originals {PARTS[4]} --originals {PARTS[5]}",
    ),
    Step(
        "quality",
        Words("泄漏：跨部分的相同文本与答案", "Leaks: texts and answers that two parts share"),
        f"quality leaks {GOLD}",
    ),
    Step(
        "quality",
        Words("一页看完整个阶段", "The whole stage on one page"),
        f"quality report {{out}}/annotations/rating-history.jsonl --data {PARTS[0]} --data {PARTS[1]} "
        f"--originals {PARTS[4]} --originals {PARTS[5]} --out {{out}}/reports/quality-report.html",
        ("reports/quality-report.html",),
    ),
)

RELEASE = (
    Step(
        "release",
        Words("划分：同一原句的题从不分开", "Split: items of one original stay together"),
        f"release split {GOLD} --ratio 5:2:3 --out {{out}}/splits/space2022",
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

BUILDING = (*CORPUS, *ANNOTATE, *QUALITY, *RELEASE)
