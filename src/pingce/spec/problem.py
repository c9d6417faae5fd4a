"""Everything that can be wrong with a file, by code, and how it is said.

Codes are words and stay, because tests, pages and scripts of others rely on them. A code says how bad it is in gold and
in a submission, and what the official script makes of it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .words import Lang, Words

Level = Literal["error", "warning"]

Official = Literal["scored", "no-points", "may-stop", "stops", "unknown", "no-submission"]
OFFICIAL: Mapping[Official, Words] = {
    "scored": Words("计分", "scored"),
    "no-points": Words("继续，此处不得分", "goes on; this earns nothing"),
    "may-stop": Words("多半继续，此处不得分", "mostly goes on; this earns nothing"),
    "stops": Words("中止，没有分数", "stops; no score at all"),
    "unknown": Words("不详", "not known"),
    "no-submission": Words("与提交无关", "not about submissions"),
}
"""What the official script does with a submission in which something is wrong."""

HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


LONGEST = 200
"""No id and no path of a real file is longer; one of megabytes must not come back in every message about it."""


class Levels(NamedTuple):
    """How grave something is in gold, and in a submission."""

    gold: Level
    submission: Level


SCORED = Levels("error", "warning")
"""Wrong in gold; the official script scores it in a submission."""
ALLOWED = Levels("warning", "warning")
"""Official gold has it too."""


@dataclass(frozen=True)
class Code:
    """A kind of problem."""

    title: Words
    official: Official
    effect: Words | None = None
    """What exactly the official script does, where ``official`` is not all."""
    level: Level = "error"
    file_unusable: bool = False
    """The file cannot be read as what it should be; nothing is scored."""
    value_lost: bool = False
    """The value could not be taken over. In gold that is fatal; in a submission it earns nothing."""
    in_submission: Level | None = None
    """The level in a submission where it does not follow from what the official script does."""

    @property
    def levels(self) -> Levels:
        """Where a rule says nothing else: what the official script scores is no reason to refuse a submission."""
        goes_on = self.official in ("scored", "no-points", "may-stop")
        return Levels(self.level, self.in_submission or ("warning" if goes_on else self.level))

    def official_words(self, level: Level | None = None) -> Words:
        """What the official script does; with a ``level``, where a problem of that level was found."""
        if level == "warning" and self.official in ("stops", "unknown"):
            return self.effect or OFFICIAL["no-points"]
        words = OFFICIAL[self.official]
        if self.effect is None:
            return words
        return Words(f"{words.zh}；{self.effect.zh}", f"{words.en}; {self.effect.en}")

    def official_stops(self, level: Level) -> bool:
        """The official script ends here without any score, always or at times; we go on with a defined score.

        Where a code that stops it is a warning only, the rule knows better.
        """
        return self.official == "may-stop" or (self.official == "stops" and level == "error")


def _file(zh: str, en: str, official: Official = "stops") -> Code:
    return Code(Words(zh, en), official, file_unusable=True, value_lost=True)


def _lost(zh: str, en: str, official: Official, effect: Words | None = None) -> Code:
    return Code(Words(zh, en), official, effect, value_lost=True)


def _error(zh: str, en: str, official: Official, effect: Words | None = None) -> Code:
    return Code(Words(zh, en), official, effect)


def _warn(zh: str, en: str, official: Official = "scored", effect: Words | None = None) -> Code:
    return Code(Words(zh, en), official, effect, level="warning")


LAST_COUNTS = Words("后者覆盖前者", "the later one counts")
UNCHECKED = Words("脚本不查这条规则", "the script does not ask for this")

CODES: dict[str, Code] = {
    # the file as a whole
    "empty-file": _file("文件是空的", "the file is empty", "unknown"),
    "not-utf8": _file("不是 UTF-8 文本", "not UTF-8 text"),
    "json-syntax": _file("JSON 语法错误", "not valid JSON"),
    "truncated": _file("文件在中途断了", "the file ends in the middle"),
    "too-deep": _file("嵌套过深", "nested too deeply"),
    "too-long": _file("单条记录过长", "one record is too long", "unknown"),
    "not-object": _file("记录不是 JSON 对象", "a record is not a JSON object", "unknown"),
    "too-many-records": _file("记录太多", "too many records", "unknown"),
    "no-such-sheet": _file("答卷里没有这个子任务", "the answer sheet lacks this subtask", "unknown"),
    "wrong-field-count": _file("列数不对", "wrong number of fields", "unknown"),
    # the record
    "missing-key": _lost(
        "缺少字段",
        "a key is missing",
        "stops",
        Words(
            "SpaCE2023 task2 里既无 fragment 又无 label 的角色只是得 0 分",
            "in SpaCE2023 task2 a role with neither fragment nor label merely scores 0",
        ),
    ),
    "page-form": _warn(
        "记录是规则页印的形式，不是文件的形式",
        "a record in the form that the rules page prints, not that of the files",
        "may-stop",
    ),
    "no-qid": _lost(
        "记录没有题号", "a record without a qid", "no-points", Words("略过这条记录", "passes over the record")
    ),
    "missing-gold-key": _warn(
        "缺少同指信息，按空处理", "a key only gold has is missing; taken as empty", "no-submission"
    ),
    "same-texts": _warn("两段文本完全相同", "the two texts are the same"),
    "two-differences": _warn("两段文本不止一处不同", "the two texts differ in more than one place"),
    "unknown-key": _warn("未知字段", "an unknown key"),
    "repeated-key": _warn("同一对象里字段重复", "a key occurs twice in one object", "scored", LAST_COUNTS),
    "wrong-type": _lost("类型不对", "wrong type", "stops"),
    "duplicate-qid": _error(
        "题号重复，后者覆盖前者", "a qid occurs twice; the later one counts", "scored", LAST_COUNTS
    ),
    "unknown-qid": _error(
        "题库里没有这个题号",
        "a qid that is not among the questions",
        "no-points",
        Words("略过这条记录", "passes over the record"),
    ),
    "nothing-answered": Code(
        Words("没有一条记录回答题目", "no record answers any of the questions"),
        "no-points",
        Words("每题记 0 分；这样的文件没有人会想提交", "every question scores 0; nobody means to hand in such a file"),
        in_submission="error",
    ),
    "missing-qid": _error(
        "有题未答",
        "a question without an answer",
        "no-points",
        Words(
            "SpaCE2021 当作答了 0，SpaCE2025 取前一题的答案",
            "SpaCE2021 takes it as the answer 0, SpaCE2025 takes the answer to the item before it",
        ),
    ),
    "changed-text": _error(
        "原文与题目不同", "the text differs from the question's", "scored", Words("不读", "does not read it")
    ),
    # labels, roles, fragments
    "unknown-label": _lost(
        "未知标签", "an unknown label", "no-points", Words("不等于标准答案", "it equals no gold label")
    ),
    "loose-label": _warn(
        "标签写法不规范，官方脚本也接受", "a label in another notation, which the official script accepts too"
    ),
    "loose-index": _warn(
        "下标写成小数或真假值，官方脚本也接受", "an index as 7.0 or true, which the official script accepts too"
    ),
    "unknown-role": _error(
        "未知角色",
        "an unknown role",
        "scored",
        Words("不与任何角色相配，降低精确率", "it matches no role and lowers the precision"),
    ),
    "unknown-type": _lost("未知类型", "an unknown type", "stops"),
    "repeated-role": _error(
        "同一角色出现两次",
        "a role occurs twice",
        "unknown",
        Words(
            "片段组里怎样算没有记载；SpaCE2023 task2 取最好的一个",
            "nothing is written for groups of fragments; SpaCE2023 task2 takes the best",
        ),
    ),
    "idx-out-of-range": _error(
        "下标越界",
        "an index beyond the text",
        "scored",
        Words("只比下标的集合，越界的配不上", "sets of indices are compared; such an index matches nothing"),
    ),
    "text-mismatch": _error(
        "文字与下标不符",
        "text and idxes disagree",
        "scored",
        Words("比下标或比文字，从不核对二者", "compares idxes or texts, never the one with the other"),
    ),
    "empty-fragment": _error(
        "片段为空",
        "an empty fragment",
        "may-stop",
        Words("标准答案的片段也为空时中止", "stops if gold's fragment is empty, too"),
    ),
    "unsorted-idxes": _warn("下标不按文中顺序", "idxes out of text order"),
    "repeated-idx": _warn(
        "下标重复",
        "an index occurs twice",
        "scored",
        Words("算一次；多出的角色里按次数算", "counts once; in a role gold does not have, as often as it is there"),
    ),
    "overlap": _error("片段重叠", "fragments overlap", "scored", UNCHECKED),
    "shared-characters": _warn("同组角色共用了字", "roles of one group share characters", "scored", UNCHECKED),
    "few-roles": _warn("角色太少", "too few roles", "scored", UNCHECKED),
    "role-order": _warn("角色次序与文中不同", "roles out of text order", "scored", UNCHECKED),
    # tuples
    "wrong-length": _error(
        "元组长度不对", "a tuple of the wrong length", "no-points", Words("这个元组得 0 分", "the tuple scores 0")
    ),
    "slot-kind": _error(
        "文本与标签填反",
        "a label where a fragment belongs, or the reverse",
        "stops",
        Words(
            "SpaCE2022 里标签处填了片段只是得 0 分，SpaCE2023 两种都是",
            "in SpaCE2022 a fragment where a label belongs merely scores 0, in SpaCE2023 both do",
        ),
    ),
    "unknown-slot-label": _error(
        "槽位没有这个标签",
        "a label the slot does not have",
        "no-points",
        Words("不等于标准标签", "it equals no gold label"),
    ),
    "slot-missing": _error(
        "缺少必填槽位",
        "a slot that must be filled is empty",
        "scored",
        Words(
            "SpaCE2022 只有一边有实体的元组得 0 分，SpaCE2023 只少这一份",
            "in SpaCE2022 a tuple with an entity on one side only scores 0, in SpaCE2023 only that share is lost",
        ),
    ),
    "no-place": _error("没有任何方位信息", "no place information at all", "scored", UNCHECKED),
    "slot-conflict": _error("槽位互斥", "slots that exclude each other", "scored", UNCHECKED),
    "slot-label": _error("标签与参照不配", "a label that does not fit the reference", "scored", UNCHECKED),
    "slot-both": _error(
        "文本与标签只能填一种",
        "fragment and label in one slot",
        "scored",
        Words("距离多出的部分不扣分", "an extra part of 距离 costs nothing"),
    ),
    "slot-order": _warn("两个实体次序与文中不同", "entities out of text order", "scored", UNCHECKED),
    "repeated-tuple": _warn(
        "元组重复", "a tuple occurs twice", "scored", Words("多出的降低精确率", "the extra one lowers the precision")
    ),
    "too-many-tuples": _error(
        "元组太多，该题记 0 分",
        "too many tuples; the question scores 0",
        "may-stop",
        Words("是第一题时中止", "stops if it is the first question"),
    ),
    "few-members": _error("同指集成员太少", "a set with too few members", "no-submission"),
    # lists of answers
    "no-answer": _warn("答案为空", "an empty answer", "no-points"),
    "repeated-type": _warn(
        "同一类型只有第一条计分",
        "only the first reason of a type counts",
        "scored",
        Words("其余略过", "passes over the others"),
    ),
    "too-many-answers": _warn(
        "候选答案过多",
        "too many answers",
        "scored",
        Words("SpaCE2023 task1 全部取来比，取最好的一个", "SpaCE2023 task1 takes the best of all"),
    ),
    "several-answers": _lost("答案不止一份", "more than one answer", "no-submission"),
    # options of an item
    "bad-options": _lost("选项不能用", "options that cannot be used", "no-submission"),
    "option-number": _warn("选项是数，不是文字", "an option is a number instead of a text", "no-submission"),
    "same-options": _warn("两个选项相同", "two options are the same", "no-submission"),
    "mixed-languages": _error("文本和问题不是同一种语言", "text and question in different languages", "no-submission"),
    "not-letters": _lost(
        "答案不是字母的列表", "an answer that is no list of letters", "no-points", Words("略过这一题", "passes over it")
    ),
    "unknown-letter": _lost(
        "没有这个选项",
        "a letter that is none of the options",
        "no-points",
        Words("留在集合里，不等于标准答案", "it stays in the set, which then equals no gold answer"),
    ),
    "repeated-letter": _warn("选项写了两次", "a letter occurs twice", "scored", Words("算一次", "counts once")),
    "kind-mismatch": _warn(
        "标明的单选、多选与答案不符", "one or several letters, other than the item says", "scored", UNCHECKED
    ),
    # senses
    "unknown-word": _error("词表里没有这个词", "a word that is not in the inventory", "unknown"),
    "unknown-gloss": _error("词表里没有这条释义", "a gloss that is not in the inventory", "unknown"),
    "repeated-gloss": _error("释义重复", "a gloss occurs twice", "unknown"),
    "target-not-in-sentence": _error("句中没有目标词", "the target word is not in the sentence", "unknown"),
    "target-repeated": _warn("目标词在句中不止一处", "the target word occurs more than once", "unknown"),
    "one-sense": _warn("只有一个义项", "a word with a single sense", "no-submission"),
    # ratings of explanations
    "unrated": _warn("判断正确但没有评分，记 0 分", "judged right but not rated; it scores 0", "no-submission"),
    "rating-out-of-range": _lost("评分越界", "a rating outside its range", "no-submission"),
}


class Violation(NamedTuple):
    """What is wrong with an answer, without saying in which file."""

    code: str
    path: str
    found: str | Words
    """What stands in the file, as written; words where it can only be described."""
    expected: Words
    own_levels: Levels | None = None
    """Those of the rule that was broken, where they are not those of the code."""

    @property
    def levels(self) -> Levels:
        return self.own_levels or CODES[self.code].levels


class Problem(NamedTuple):
    """A violation and where it stands."""

    file: str
    line: int | None
    qid: str | None
    path: str
    code: str
    level: Level
    found: str | Words
    """What stands in the file, as written; words where it can only be described."""
    expected: Words

    def text(self, lang: Lang = "en") -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        who = f" ({self.qid})" if self.qid is not None else ""
        path = f" {self.path}" if self.path else ""
        value, expected = self.found_in(lang), self.expected.say(lang)
        if lang == "zh":
            return harmless(f"{where}{who}{path}：实际 {value}；应为 {expected} [{self.code}]")
        return harmless(f"{where}{who}{path}: found {value}; expected {expected} [{self.code}]")

    def found_in(self, lang: Lang) -> str:
        return self.found.say(lang) if isinstance(self.found, Words) else self.found

    def as_dict(self) -> dict[str, str | int | None]:
        return {
            "file": self.file,
            "line": self.line,
            "qid": self.qid,
            "path": self.path,
            "code": self.code,
            "level": self.level,
            "found": self.found_in("en"),
            "expected": self.expected.en,
            "expected_zh": self.expected.zh,
        }


def harmless(line: str) -> str:
    """A line for the terminal: codes that move the cursor, colour or turn the text around are written out."""
    return HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", line)


def a_byte(value: int) -> Words:
    """A byte that is no part of any text."""
    return Words(f"字节 0x{value:02x}", f"byte 0x{value:02x}")


def cut(text: str, limit: int = LONGEST) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def shown(value: object, limit: int = 60) -> str:
    """A value as the user wrote it, cut to a readable length."""
    try:
        text = value if isinstance(value, str) and not value else json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "brackets in brackets"
    except (TypeError, ValueError):
        text = repr(value)
    if not text:
        return '""'
    return cut(text, limit)
