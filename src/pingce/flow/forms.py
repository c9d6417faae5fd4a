"""The form of a stage: its settings with what they mean, what holds if nothing is said, and what there is to choose.

Pages draw it, so that whoever fills it in needs no manual; a setting that ``kinds.py`` knows and this module does not
describe is a mistake, which a test tells.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pingce.spec.words import Words, same

from .benchmark import Benchmark
from .kinds import KINDS, StageKind
from .layout import StageName
from .settings import SettingForm

STAGE_OF: Mapping[str, StageName] = {
    "screen": "corpus",
    "sentences": "corpus",
    "replace": "corpus",
    "campaign": "annotate",
    "cleaned": "corpus",
    "chain": "annotate",
    "tiers": "quality",
    "export": "quality",
    "split": "release",
    "pack": "release",
    "train": "systems",
    "predict": "systems",
    "score": "score",
    "curve": "systems",
    "competition": "leaderboard",
    "board": "leaderboard",
}
"""Which of the seven stages a kind belongs to."""


@dataclass(frozen=True)
class SettingChoice:
    """One of the values offered for a setting."""

    value: str
    title: Words


@dataclass(frozen=True)
class SettingField:
    """One line of a form."""

    name: str
    form: SettingForm
    title: Words
    help: Words
    default: object
    """None: nothing holds where nothing is said, or the stage decides."""
    required: bool
    least: int | None
    choices: list[SettingChoice]
    closed: bool
    """Nothing but the choices can be entered."""


@dataclass(frozen=True)
class StageForm:
    """A kind of stage as somebody sees it who adds or changes one."""

    kind: str
    title: Words
    help: Words
    stage: StageName
    takes: list[str]
    """Kinds of stages whose output it reads, or ``source``."""
    most: int
    """Inputs it can take; 0: any number."""
    asks: Words | None
    fields: list[SettingField]


def stage_forms(benchmark: Benchmark) -> list[StageForm]:
    """Of all kinds, with what there is to choose from in this benchmark."""
    return [_form(benchmark, kind) for kind in KINDS.values()]


def _form(benchmark: Benchmark, kind: StageKind) -> StageForm:
    defaults = {**kind.defaults, **_stage_defaults(kind.name)}
    fields = []
    for name, setting in kind.settings.items():
        title, help_words = setting_words(kind.name, name)
        offered = [SettingChoice(label, choice_words(label)) for label in setting.labels]
        fields.append(
            SettingField(
                name,
                setting.form,
                title,
                help_words,
                defaults.get(name),
                name in kind.needs,
                setting.least,
                offered or list(_offered(benchmark, kind.name, name)),
                bool(setting.labels),
            )
        )
    takes = list(kind.takes)
    return StageForm(
        kind.name, kind.title, KIND_HELP[kind.name], STAGE_OF[kind.name], takes, kind.most, kind.asks, fields
    )


def _stage_defaults(kind: str) -> Mapping[str, object]:
    """Those that another part of the program has."""
    if kind != "screen":
        return {}
    from pingce.corpus.screen.settings import load_settings

    settings = load_settings()
    return {
        **{f"weight_{cls}": getattr(settings.weights, cls) for cls in CLASS_WORDS},
        "min_weight": settings.spatial.min_weight,
        "min_density": settings.spatial.min_density,
        "shortest": settings.passage.shortest,
        "target": settings.passage.target,
        "longest": settings.passage.longest,
        "similarity": settings.duplicates.similarity,
    }


def _offered(benchmark: Benchmark, kind: str, setting: str) -> Iterable[SettingChoice]:
    """Names that other parts of the program know."""
    match kind, setting:
        case _, "preset":
            from pingce.annotate.settings import PRESETS

            return [SettingChoice(name, preset.title) for name, preset in PRESETS.items()]
        case "train", "task":
            return [SettingChoice(task, same(task)) for task in benchmark.tasks]
        case "train" | "curve", "system":
            from pingce.systems.catalog import SENSES, SYSTEMS
            from pingce.tasks.catalog import TASKS

            # The curve takes the sentences of more and more words.
            names = SENSES if kind == "curve" else benchmark.tasks
            tasks = [TASKS[name] for name in names if name in TASKS]
            fitting = {
                name: entry
                for name, entry in SYSTEMS.items()
                if not tasks or any(entry.answers(task) for task in tasks)
            }
            return [SettingChoice(name, entry.title) for name, entry in fitting.items()]
        case "train", "endpoint":
            from .endpoints import endpoints

            return [SettingChoice(name, same(name)) for name in endpoints()]
        case "tiers", "rules":
            from pingce.quality.tiers.rules import presets

            return [SettingChoice(name, same(name)) for name in presets()]
        case "replace", "classes":
            return [SettingChoice(name, words) for name, words in CLASS_WORDS.items()]
        case "competition", "edition":
            from pingce.tasks.catalog import EDITIONS

            return [SettingChoice(name, same(name)) for name in EDITIONS]
        case _:
            return ()


def setting_words(kind: str, name: str) -> tuple[Words, Words]:
    """What a setting is called and what it does."""
    return SETTING_WORDS.get(f"{kind}.{name}") or SETTING_WORDS[name]


def choice_words(label: str) -> Words:
    return CHOICES.get(label, same(label))


CLASS_WORDS: Mapping[str, Words] = {
    "f": Words("方位词", "words of direction"),
    "s": Words("处所词", "words of place"),
    "dv": Words("趋向动词", "verbs of direction"),
    "p": Words("介词", "prepositions"),
    "d": Words("副词", "adverbs"),
}
CHOICES: Mapping[str, Words] = {
    "single": Words("只换一个词", "one word"),
    "double": Words("换两个词", "two words"),
    "both": Words("两种都要", "both ways"),
    "text": Words("句子", "the sentence"),
    "pair": Words("句子和原句", "the sentence beside its original"),
    "original": Words("原句", "the original"),
    "dev": Words("开发集", "the dev set"),
    "test": Words("测试集", "the test set"),
    "resplit": Words("重新划分（论文的做法）", "split anew, as in the paper"),
    "fixed-dev": Words("同一个开发集", "one dev set"),
    "official": Words("官方脚本", "the official script"),
    "page": Words("规则页", "the rules page"),
    "page-task2": Words("规则页旧文", "the rules page, older wording"),
}
KIND_HELP: Mapping[str, Words] = {
    "screen": Words(
        "把原始文本切成段落，留下空间信息足够的；残缺、不是现代汉语、重复的去掉。",
        "Cuts raw texts into passages and keeps those that say enough about space; what is incomplete, no modern "
        "Chinese or there twice is dropped.",
    ),
    "sentences": Words("为词表里的每个义项选取例句。", "Draws sentences for every sense of a list of words."),
    "replace": Words(
        "把段落里的空间词换成同组的另一个词，得到可能异常的句子。",
        "Replaces a spatial word by another of its group, which gives sentences that may be wrong.",
    ),
    "campaign": Words("新建标注活动，放进题目，等人标注。", "Makes a campaign with these items; people annotate them."),
    "cleaned": Words(
        "人工清理（clean-passages、clean-sentences）后的语料：留下的和改正的，出处不变。",
        "The texts that cleaning by hand (clean-passages, clean-sentences) has kept or mended, with their places.",
    ),
    "chain": Words(
        "把一个活动里已定的题接到下一个活动。", "Takes the items decided in a campaign on to another campaign."
    ),
    "tiers": Words("按标注的可靠程度给每题分级。", "Grades every item by how reliable its answers are."),
    "export": Words("把已定的题写成带答案的数据文件。", "Writes the decided items with their answers as a data file."),
    "split": Words(
        "划分为训练、开发、测试集；同一原句的题从不分开，并写下证明。",
        "Splits into train, dev and test; items of one original are never apart, and a proof is written.",
    ),
    "pack": Words(
        "做成发布包：题目公开，答案另存，附数据卡和校验和。",
        "Makes the pack to be released: questions public, answers apart, with card and checksums.",
    ),
    "train": Words("在发布包的训练集上训练一个系统。", "Trains a system on the pack's training set."),
    "predict": Words("让训练好的系统作答。", "Lets a trained system answer."),
    "score": Words("给系统的答案打分。", "Scores the answers of a system."),
    "curve": Words(
        "词义任务：用越来越多的词的句子训练同一个系统，看准确率怎样变；中断了接着做。",
        "Word senses: trains one system on the sentences of more and more words and measures each; goes on when "
        "interrupted.",
    ),
    "competition": Words(
        "用发布包开一次评测，基线的答案自动提交。",
        "Opens a competition on the pack; answers of the baselines are handed in.",
    ),
    "board": Words("评测公布以后写出榜单。", "Writes the board once the competition is published."),
}
_LEXICON = Words("自己的空间词表（文件夹），代替自带的。", "A spatial lexicon of your own (folder) instead of ours.")
_SEED = (Words("随机种子", "Seed"), Words("同样的种子得到同样的结果。", "The same seed gives the same result."))
_INVENTORY = (
    Words("释义表", "Inventory of senses"),
    Words("词义任务需要：每个词的义项和释义。", "Tasks of word senses need it: senses and glosses of every word."),
)
_TIERS = (
    Words("等级", "Tiers"),
    Words(
        "取哪些等级的题，如 A,B；不写：可发布的等级。", "Which tiers to take, such as A,B; empty: those to be released."
    ),
)
SETTING_WORDS: Mapping[str, tuple[Words, Words]] = {
    "weights": (
        Words("权重文件", "File of weights"),
        Words("各类空间词的权重（TOML）；没写的照旧。", "Weights of spatial words (TOML); what it leaves out stays."),
    ),
    **{
        f"weight_{cls}": (
            Words(f"{words.zh}的权重", f"Weight of {words.en}"),
            Words("这一类的一个词给段落加多少。", "What a word of this class adds to a passage."),
        )
        for cls, words in CLASS_WORDS.items()
    },
    "min_weight": (
        Words("最低空间权重", "Least weight"),
        Words("段落里空间词权重之和至少这么多才留下。", "A passage is kept if its spatial words weigh this much."),
    ),
    "min_density": (
        Words("最低密度", "Least density"),
        Words("每 100 字的权重至少这么多。", "Weight per 100 characters, at least."),
    ),
    "shortest": (Words("最短", "Shortest"), Words("段落至少多少字。", "Fewest characters of a passage.")),
    "target": (
        Words("目标长度", "Target length"),
        Words("到这么多字，遇到好的句末就收段。", "Characters from which a passage closes at the next sentence end."),
    ),
    "longest": (Words("最长", "Longest"), Words("段落至多多少字。", "Most characters of a passage.")),
    "similarity": (
        Words("重复的相似度", "Likeness of duplicates"),
        Words("0.3 到 1；相似到这个程度就算重复。", "0.3 to 1; passages as alike as this count as duplicates."),
    ),
    "tagger": (Words("分词器", "Tagger"), Words("分词和词性标注用哪一个。", "Which one cuts words and tags them.")),
    "user_dictionary": (
        Words("用户词典", "User dictionary"),
        Words("分词器必须认识的词，一行一个。", "Words the tagger has to know, one per line."),
    ),
    "lexicon": (Words("空间词表", "Spatial lexicon"), _LEXICON),
    "words": (
        Words("目标词", "Target words"),
        Words("词表或释义表（JSON）。", "A list of words, or an inventory (JSON)."),
    ),
    "per_sense": (Words("每义项句数", "Sentences per sense"), Words("每个义项取几句。", "How many for every sense.")),
    "share": (
        Words("网络 : 专业", "Web : edited"),
        Words("两种来源的比例，如 6:4。", "Shares of the two kinds of source, such as 6:4."),
    ),
    "fill": (
        Words("互相补足", "Fill up"),
        Words("一种来源不够时用另一种补。", "Where one kind of source is not enough, the other fills up."),
    ),
    "seed": _SEED,
    "min_length": (Words("最短句", "Shortest sentence"), Words("至少多少字。", "Fewest characters.")),
    "max_length": (Words("最长句", "Longest sentence"), Words("至多多少字。", "Most characters.")),
    "mode": (
        Words("替换方式", "How to replace"),
        Words("一句里换一个词还是两个。", "One word of a sentence, or two."),
    ),
    "classes": (Words("词类", "Classes"), Words("哪些类的空间词可以换。", "Which spatial words may be replaced.")),
    "doubles": (
        Words("双换上限", "Most double ones"),
        Words("每个原句换两个词的句子至多几句，0 为不限。", "Sentences with two replaced words per original; 0: any."),
    ),
    "per_original": (
        Words("每原句上限", "Per original"),
        Words("每个原句至多留几句；不写：不限。", "Most sentences of one original; empty: any number."),
    ),
    "per_pair": (
        Words("每对词上限", "Per pair of words"),
        Words("同一对词的替换至多留几句；不写：不限。", "Most sentences of one replacement; empty: any number."),
    ),
    "sample": (
        Words("抽样", "Sample"),
        Words("总共抽多少句；不写：全部。", "How many sentences in all; empty: all of them."),
    ),
    "title": (Words("标题", "Title"), Words("给人看的名字。", "The name that people see.")),
    "preset": (
        Words("流程", "Flow"),
        Words("现成的标注流程：表单、人数、审核。", "A published flow: form, number of people, review."),
    ),
    "form": (
        Words("表单", "Form"),
        Words("没有选流程时：任务名，如自己的任务。", "Without a flow: the name of a task, such as one of your own."),
    ),
    "campaign": (
        Words("流程的改动", "Changes of the flow"),
        Words(
            "与现成流程不同的设置，如 answers = 3、audit_rate = 0.1。",
            "What differs from the flow, such as answers = 3, audit_rate = 0.1.",
        ),
    ),
    "rules": (
        Words("规则的级别", "Levels of rules"),
        Words("改动实时规则的级别：block、warn、info、off。", "Other levels of live rules: block, warn, info, off."),
    ),
    "open": (
        Words("立即开放", "Open at once"),
        Words("做好就对参加的人开放。", "Open to those who take part as soon as it is made."),
    ),
    "group_by": (
        Words("分组", "Group by"),
        Words("同组的题由同样的人标，如 word、origin。", "Items of a group get the same people: word, origin."),
    ),
    "inventory": _INVENTORY,
    "where": (
        Words("条件", "Where"),
        Words(
            "只接答案合条件的题，如 rating = bad；不写：按流程。",
            "Only items whose answer fits, such as rating = bad; empty: as the flow says.",
        ),
    ),
    "as_item": (
        Words("接成什么", "As what"),
        Words("新题是句子、句子加原句，还是原句。", "The new item: the sentence, with its original, or the original."),
    ),
    "tiers": _TIERS,
    "tiers.rules": (
        Words("分级规则", "Tier rules"),
        Words("现成的规则；不写：按任务。", "Ready rules; empty: those of the task."),
    ),
    "rules_file": (
        Words("自己的规则", "Rules of your own"),
        Words("TOML 文件，代替现成的。", "A TOML file instead of ready ones."),
    ),
    "levels": (Words("人员等级", "Levels of people"), Words("TOML 文件：谁算熟手。", "A TOML file: who is skilled.")),
    "ratio": (
        Words("比例", "Ratio"),
        Words("训练:开发:测试，如 7:1:2；8:2 没有开发集。", "train:dev:test such as 7:1:2; 8:2 has no dev set."),
    ),
    "balance_test": (
        Words("测试集平衡", "Balanced test set"),
        Words("测试集里各标签一样多。", "As many of every label in the test set."),
    ),
    "whole_words": (
        Words("整词留给测试", "Words for test only"),
        Words(
            "多少个词（30）或多大比例（3%）只出现在测试集。",
            "How many words (30), or what share (3%), occur in the test set only.",
        ),
    ),
    "drop_shared": (
        Words("去掉会泄露的题", "Drop what tells"),
        Words("别的任务会泄露答案的题不要。", "Leave out items whose answer another task gives away."),
    ),
    "stratify": (
        Words("分层", "Strata"),
        Words("各集里比例一样的键，如 genre。", "Keys with the same shares in all parts, such as genre."),
    ),
    "about": (
        Words("发布说明", "About the release"),
        Words(
            "TOML 文件：授权、作者、说明（release.toml）。",
            "A TOML file: licence, authors, description (release.toml).",
        ),
    ),
    "competition.about": (Words("说明", "About"), Words("评测页上的介绍。", "What the competition's page says.")),
    "accept": (
        Words("放过的问题", "Accepted problems"),
        Words("明知而放过的问题代码。", "Codes of problems one knows of and accepts."),
    ),
    "organisers": (
        Words("组织者", "Organisers"),
        Words("可以拿测试答案的用户名。", "Names of those who may take the test answers."),
    ),
    "zip": (Words("同时压缩", "Also as zip"), Words("另写一个 zip。", "Write a zip besides.")),
    "task": (Words("任务", "Task"), Words("学哪个任务。", "Which task to learn.")),
    "system": (Words("系统", "System"), Words("用哪种系统。", "Which kind of system.")),
    "encoder": (
        Words("编码器", "Encoder"),
        Words("预训练编码器的文件夹，在基准里面。", "Folder of a pretrained encoder, inside the benchmark."),
    ),
    "endpoint": (
        Words("语言模型的接口", "Endpoint of a language model"),
        Words(
            "管理员设好的名字；系统 llm 由它作答，地址和密钥留在服务器上。",
            "A name that the administrator has set up; the system llm answers through it. Address and key stay on the "
            "server.",
        ),
    ),
    "settings": (
        Words("系统的设置", "Settings of the system"),
        Words("如 epochs = 3；没写的用系统的默认。", "Such as epochs = 3; the rest as the system has it."),
    ),
    "score.rules": (
        Words("计分规则", "Rules"),
        Words(
            "官方脚本，或规则页；旧文只有 space2022/task2 有。",
            "The official script, or the rules page; only space2022/task2 has an older wording.",
        ),
    ),
    "points": (
        Words("词数", "Words"),
        Words(
            "曲线的各点，用逗号隔开；最后一点总是全部的词。",
            "The points of the curve, with commas; the last one is always all words.",
        ),
    ),
    "seeds": (
        Words("随机种子", "Seeds"),
        Words("几个种子取平均，用逗号隔开。", "Several, with commas, for a mean."),
    ),
    "protocol": (
        Words("怎样划分", "How to split"),
        Words(
            "选中的词的句子重新划分，或都在同一个开发集上测；两种的数不能比。",
            "The sentences of the chosen words anew, or all measured on one dev set; figures of the two differ.",
        ),
    ),
    "part": (Words("答哪一部分", "Which part"), Words("开发集或测试集。", "The dev set or the test set.")),
    "intervals": (
        Words("置信区间", "Intervals"),
        Words("给每个数算出 95% 区间。", "A 95% interval for every number."),
    ),
    "edition": (
        Words("届", "Edition"),
        Words("总排名按哪一届的办法。", "The edition whose overall ranking holds."),
    ),
    "phases": (
        Words("阶段", "Phases"),
        Words("报名、开发、测试、公布各从何时起。", "When registration, dev, test and publication begin."),
    ),
    "phase": (Words("哪个阶段的榜", "Board of"), Words("开发集榜或测试集榜。", "The dev board or the test board.")),
}
