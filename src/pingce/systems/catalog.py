"""All systems in one table; code and libraries load when one is used.

Which system answers which tasks, what it needs (data, an encoder, an extra) and where its code is; ``pingce systems
list`` prints it, ``open_system`` imports it.
"""

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from pingce.spec.errors import UserError
from pingce.spec.extras import FIELDS, LINEAR, missing_extra
from pingce.spec.shapes import Choice, Options
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words
from pingce.tasks.catalog import TASKS

from .interface import System


def asks_for_a_choice(task: TaskSpec) -> bool:
    """Whether a task asks for one label, or for letters of options, and nothing else."""
    return [type(field.shape) for field in task.public_answer] in ([Choice], [Options])


def any_task(task: TaskSpec) -> bool:  # noqa: ARG001 (whatever it is)
    return True


CHOICES = tuple(name for name, task in TASKS.items() if asks_for_a_choice(task))
JUDGING = ("space2021/task1", "space2022/task1")
RIGHT_TEXTS = ("space2025/jsi",)
"""The same question in later words; there are no training data for it."""
SPANS = ("space2022/task2", "space2023/task1")
TUPLES = ("space2022/task3", "space2023/task2")
SENSES = ("wsd/senses",)
REASONING = ("space2024/choice", "space2025/spr-zh", "space2025/spr-en", "score2026/choice")
TORCH = ("torch", "transformers", "safetensors")


@dataclass(frozen=True)
class SystemEntry:
    """A system by name: where its code is, what it can answer, what has to be installed."""

    target: str
    title: Words
    tasks: tuple[str, ...]
    """The built-in tasks it answers."""
    extra: str | None = None
    needs: tuple[str, ...] = ()
    """Modules of the extra."""
    encoder: bool | None = False
    """Starts from a pretrained encoder (``--encoder``); None: may do so."""
    trained: bool = True
    """Learns from data; others can do without ``--train``."""
    measured: bool = True
    """On a part of the training data; not where every answer costs money."""
    interchangeable: bool = False
    """A model trained for one of the tasks answers the others too, each in its own form."""
    also: tuple[str, ...] = ()
    """Those of the tasks that a model trained for any of them answers too, where it is not so for all."""
    fits: Callable[[TaskSpec], bool] | None = None
    """Which tasks of one's own it answers, where it looks at nothing but the shape of answers."""

    def answers(self, task: TaskSpec) -> bool:
        return task.id in self.tasks or (self.fits is not None and self.fits(task))

    def missing(self, name: str) -> UserError | None:
        """What to say where its packages are not installed."""
        what = Words(f"系统 {name} ", f"The system {name}")
        return missing_extra(what, *self.needs, extra=self.extra or "")


SYSTEMS: dict[str, SystemEntry] = {
    "llm": SystemEntry(
        "pingce.systems.llm.system:Llm",
        Words("大语言模型（OpenAI 兼容接口）", "a language model behind an OpenAI-compatible endpoint"),
        tuple(TASKS),
        trained=False,
        measured=False,
        fits=any_task,
    ),
    "scenes": SystemEntry(
        "pingce.systems.same_scene.system:Scenes",
        Words("差异对齐 + 替换词知识 + 模板", "alignment, knowledge of replaced words, templates"),
        ("space2023/task3", "space2025/rse"),
        trained=False,
        interchangeable=True,
    ),
    "clues": SystemEntry(
        "pingce.systems.clues.system:Clues",
        Words("不训练的线索：最近的提及、可疑词、替换词知识、证明", "clues without training: mentions, odd words"),
        ("space2024/choice", "space2025/rsr"),
        trained=False,
        interchangeable=True,
    ),
    "solver": SystemEntry(
        "pingce.systems.solver.system:Solver",
        Words(
            "精确求解：读懂条件，列出全部排列，逐项证明", "exact: reads the conditions, lists all arrangements, proves"
        ),
        REASONING,
        trained=False,
        interchangeable=True,
    ),
    "majority": SystemEntry(
        "pingce.systems.majority:Majority", Words("多数类", "the commonest label"), CHOICES, fits=asks_for_a_choice
    ),
    "linear": SystemEntry(
        "pingce.systems.judging.linear:Linear",
        Words("空间词周围的特征 + 替换概率，逻辑回归", "features around spatial words and replacement probability"),
        (*JUDGING, *RIGHT_TEXTS),
        also=RIGHT_TEXTS,
        extra="systems",
        needs=LINEAR,
    ),
    "replacement": SystemEntry(
        "pingce.systems.judging.linear:Replacement",
        Words("替换概率：n 元语法比较同组词", "replacement probability: n-grams compare the words of a group"),
        (*JUDGING, *RIGHT_TEXTS),
        also=RIGHT_TEXTS,
        extra="systems",
        needs=LINEAR,
    ),
    "replacement-lm": SystemEntry(
        "pingce.systems.judging.neural_linear:ReplacementLm",
        Words("替换概率：语言模型比较同组词", "replacement probability by a language model"),
        JUDGING,
        encoder=True,
        extra="systems,torch",
        needs=(*LINEAR, *TORCH),
    ),
    "linear-lm": SystemEntry(
        "pingce.systems.judging.neural_linear:LinearLm",
        Words("linear 加上语言模型的替换概率", "linear with the language model's replacement probability"),
        JUDGING,
        encoder=True,
        extra="systems,torch",
        needs=(*LINEAR, *TORCH),
    ),
    "encoder": SystemEntry(
        "pingce.systems.judging.encoder:Encoder",
        Words(
            "编码器分类器（可选 R-Drop）：逐个空间词、整段或文本与原因",
            "encoder classifier with R-Drop: site by site, whole text, or reason with text",
        ),
        (*JUDGING, "space2021/task2"),
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "baseline-judge": SystemEntry(
        "pingce.systems.judging.baseline:BaselineJudge",
        Words("官方基线：编码器读整段，一层分类", "official baseline: an encoder and one layer over the whole text"),
        (*JUDGING, "space2021/task2"),
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "ensemble": SystemEntry(
        "pingce.systems.judging.ensemble:Ensemble",
        Words("多个模型投票或堆叠", "several models by vote or stacking"),
        (*JUDGING, "space2021/task2"),
        encoder=None,
        extra="systems",
        needs=LINEAR,
    ),
    "pair": SystemEntry(
        "pingce.systems.judging.pair:ReasonPair",
        Words("原因与文本的特征，逻辑回归", "features of a reason and its text"),
        ("space2021/task2",),
        extra="systems",
        needs=LINEAR,
    ),
    "joint": SystemEntry(
        "pingce.systems.judging.joint:Joint",
        Words("先判文本再判原因，答案不自相矛盾", "the text first, then the reason; answers never contradict"),
        ("space2021/task3",),
        trained=False,
    ),
    "span-crf": SystemEntry(
        "pingce.systems.spans.crf:CrfSpans",
        Words("可疑词 + 条件随机场", "the odd word, and what belongs to it by a CRF"),
        SPANS,
        extra="systems",
        needs=(*LINEAR, *FIELDS),
    ),
    "tuple-crf": SystemEntry(
        "pingce.systems.tuples.crf:CrfTuples",
        Words("条件随机场找处所，再选事件与实体", "places by a CRF, then their events and entities"),
        TUPLES,
        interchangeable=True,
        extra="systems",
        needs=(*LINEAR, *FIELDS),
    ),
    "tuple-trigger": SystemEntry(
        "pingce.systems.tuples.neural:TriggerTuples",
        Words("编码器：先找事件（或无事件的处所），再找其余", "encoder: events (or places without one), then the rest"),
        TUPLES,
        extra="torch",
        needs=TORCH,
        encoder=True,
        interchangeable=True,
    ),
    "tuple-place": SystemEntry(
        "pingce.systems.tuples.neural:PlaceTuples",
        Words("编码器：先找处所，再找其余", "encoder: places, then the rest"),
        TUPLES,
        extra="torch",
        needs=TORCH,
        encoder=True,
        interchangeable=True,
    ),
    "tuple-entity": SystemEntry(
        "pingce.systems.tuples.neural:EntityTuples",
        Words("编码器：先找空间实体，再找其余", "encoder: entities, then where each is"),
        TUPLES,
        extra="torch",
        needs=TORCH,
        encoder=True,
        interchangeable=True,
    ),
    "baseline-tuples": SystemEntry(
        "pingce.systems.tuples.baseline:BaselineTuples",
        Words(
            "官方基线：事件、论元、事实性各一个编码器",
            "official baseline: an encoder each for events, arguments and facticity",
        ),
        TUPLES,
        extra="torch",
        needs=TORCH,
        encoder=True,
        interchangeable=True,
    ),
    "gplinker": SystemEntry(
        "pingce.systems.tuples.gplinker:Gplinker",
        Words(
            "GPLinker：成对的槽位作三元组，再合并（CPIC 2022）",
            "GPLinker: triples of two slots, merged (CPIC 2022)",
        ),
        TUPLES,
        extra="torch",
        needs=TORCH,
        encoder=True,
        interchangeable=True,
    ),
    "extract-generate": SystemEntry(
        "pingce.systems.tuples.extract_generate:ExtractGenerate",
        Words(
            "编码器抽取空间实体，语言模型写出其余槽位，只能抄文本（无情垫底 2022、MOSS 2023）",
            "an encoder finds entities, a language model writes the rest, copying (winner of 2022, MOSS 2023)",
        ),
        TUPLES,
        extra="torch",
        needs=TORCH,
        encoder=True,
        interchangeable=True,
    ),
    "consensus": SystemEntry(
        "pingce.systems.tuples.consensus:ConsensusTuples",
        Words("几个模型最一致的元组", "the tuples several models agree on most"),
        TUPLES,
        trained=False,
        interchangeable=True,
    ),
    "span-tagger": SystemEntry(
        "pingce.systems.spans.neural:TaggerSpans",
        Words("编码器：可疑词，再逐字标角色", "encoder: the odd word, then a role for every token"),
        SPANS,
        extra="systems,torch",
        needs=(*LINEAR, *TORCH),
        encoder=True,
    ),
    "span-pointer": SystemEntry(
        "pingce.systems.spans.neural:PointerSpans",
        Words("编码器：可疑词，再指出各角色的首尾", "encoder: the odd word, then first and last token of each role"),
        SPANS,
        extra="systems,torch",
        needs=(*LINEAR, *TORCH),
        encoder=True,
    ),
    "mrc": SystemEntry(
        "pingce.systems.spans.by_type:Mrc",
        Words(
            "阅读理解式抽取：每种类型一个编码器，指出各角色的首尾（无情垫底 2022、MOSS 2023）",
            "reading: an encoder per type points at each role's ends (winner of 2022, MOSS 2023)",
        ),
        SPANS,
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "baseline-spans": SystemEntry(
        "pingce.systems.spans.by_type:BaselineSpans",
        Words(
            "官方基线：类型一个编码器，每种类型的角色标注各一个",
            "official baseline: an encoder for the types, a tagger for each",
        ),
        SPANS,
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "w2ner": SystemEntry(
        "pingce.systems.spans.w2ner:W2ner",
        Words(
            "W2NER：字与字的关系，片段可不连续，各类型一起（CPIC 2022）",
            "W2NER: relations of tokens, fragments with gaps, all types at once (CPIC 2022)",
        ),
        SPANS,
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "uie": SystemEntry(
        "pingce.systems.uie:Uie",
        Words(
            "UIE：提示（角色，或“实体的槽位”）与文本一起读，指出首尾（为章岳来 2022）",
            "UIE: prompts for roles and slots, answered by first and last tokens (为章岳来 2022)",
        ),
        (*SPANS, *TUPLES),
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "mfs": SystemEntry("pingce.systems.senses.mfs:Mfs", Words("最常用义项", "the most frequent sense"), SENSES),
    "first": SystemEntry(
        "pingce.systems.senses.mfs:First", Words("第一个义项", "the first sense listed"), SENSES, trained=False
    ),
    "gloss-overlap": SystemEntry(
        "pingce.systems.senses.overlap:GlossOverlap",
        Words("释义与句子的字重合（Lesk）", "characters shared by gloss and sentence (Lesk)"),
        SENSES,
        trained=False,
    ),
    "embed": SystemEntry(
        "pingce.systems.senses.embed:Embed",
        Words("不训练的编码器，取最近的释义", "a frozen encoder, the nearest gloss"),
        SENSES,
        extra="torch",
        needs=TORCH,
        encoder=True,
        trained=False,
    ),
    "glossbert": SystemEntry(
        "pingce.systems.senses.glossbert:GlossBert",
        Words("GlossBERT：句子与释义配对判断", "GlossBERT: does this gloss fit the sentence"),
        SENSES,
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "bem": SystemEntry(
        "pingce.systems.senses.bem:Bem",
        Words("BEM：句中词与释义各成向量", "BEM: target and glosses as vectors"),
        SENSES,
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "escher": SystemEntry(
        "pingce.systems.senses.escher:Escher",
        Words("ESCHER：从全部释义中抽取一条", "ESCHER: one gloss extracted from all"),
        SENSES,
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "prototypes": SystemEntry(
        "pingce.systems.senses.prototypes:Prototypes",
        Words(
            "不动编码器：学释义与句子共同的空间，加每个义项的原型",
            "a frozen encoder: a space for glosses and sentences, a prototype per sense",
        ),
        SENSES,
        extra="torch",
        needs=TORCH,
        encoder=True,
    ),
    "sense-ensemble": SystemEntry(
        "pingce.systems.senses.ensemble:SenseEnsemble",
        Words("几个词义模型的得分合在一起", "the scores of several word-sense models together"),
        SENSES,
        trained=False,
    ),
}


def find_system(name: str, task: TaskSpec) -> SystemEntry:
    """The entry of that name, if it can answer the task and is installed."""
    entry = SYSTEMS.get(name)
    names = [name for name, candidate in SYSTEMS.items() if candidate.answers(task)]
    if entry is None:
        near = difflib.get_close_matches(name, SYSTEMS, n=1)
        hint = Words(f"是 {near[0]} 吗？", f"Did you mean {near[0]}?") if near else _listed(names)
        raise UserError(Words(f"没有系统“{name}”。", f"There is no system '{name}'."), hint=hint, code="unknown-system")
    if not entry.answers(task):
        message = Words(f"系统 {name} 不能做 {task.id}。", f"The system {name} cannot answer {task.id}.")
        raise UserError(message, hint=_listed(names), code="wrong-task")
    return entry


def _listed(names: list[str]) -> Words:
    return Words(f"可用：{'、'.join(names)}。", f"There are: {', '.join(names)}.")


def open_system(name: str, task: TaskSpec) -> System:
    """The system itself; its libraries are loaded now."""
    entry = find_system(name, task)
    problem = entry.missing(name)
    if problem is not None:
        raise problem
    module, _, attribute = entry.target.partition(":")
    return cast("Callable[[], System]", getattr(import_module(module), attribute))()
