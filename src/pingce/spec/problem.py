"""Everything that can be wrong with a file, by code, and how it is said."""

import json
import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from .words import Lang, Words

Level = Literal["error", "warning"]

HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Code:
    """A kind of problem."""

    title: Words
    level: Level = "error"
    file_unusable: bool = False
    """The file cannot be read as what it should be; nothing is scored."""
    value_lost: bool = False
    """The value could not be taken over. In gold that is fatal; in a submission it earns nothing."""
    in_submission: Level | None = None
    """The level in a submission where it differs: limits bind teams, gold may list more alternatives."""
    official_stops: bool = False
    """The official script ends here without any score; we go on with a defined score."""


def _file(zh: str, en: str) -> Code:
    return Code(Words(zh, en), file_unusable=True, value_lost=True)


def _lost(zh: str, en: str, *, stops: bool = False) -> Code:
    return Code(Words(zh, en), value_lost=True, official_stops=stops)


def _warn(zh: str, en: str, *, submission: Level | None = None) -> Code:
    return Code(Words(zh, en), level="warning", in_submission=submission)


CODES: dict[str, Code] = {
    # the file as a whole
    "empty-file": _file("文件是空的", "the file is empty"),
    "not-utf8": _file("不是 UTF-8 文本", "not UTF-8 text"),
    "json-syntax": _file("JSON 语法错误", "not valid JSON"),
    "truncated": _file("文件在中途断了", "the file ends in the middle"),
    "too-deep": _file("嵌套过深", "nested too deeply"),
    "too-long": _file("单条记录过长", "one record is too long"),
    "not-object": _file("记录不是 JSON 对象", "a record is not a JSON object"),
    "too-many-records": _file("记录太多", "too many records"),
    "no-such-sheet": _file("答卷里没有这个子任务", "the answer sheet lacks this subtask"),
    "wrong-field-count": _file("列数不对", "wrong number of fields"),
    # the record
    "missing-key": _lost("缺少字段", "a key is missing", stops=True),
    "missing-gold-key": _warn("缺少同指信息，按空处理", "a key only gold has is missing; taken as empty"),
    "unknown-key": _warn("未知字段", "an unknown key"),
    "wrong-type": _lost("类型不对", "wrong type", stops=True),
    "duplicate-qid": Code(Words("题号重复，后者覆盖前者", "a qid occurs twice; the later one counts")),
    "unknown-qid": Code(Words("题库里没有这个题号", "a qid that is not among the questions")),
    "missing-qid": Code(Words("有题未答", "a question without an answer")),
    "changed-text": Code(Words("原文与题目不同", "the text differs from the question's")),
    # labels, roles, fragments
    "unknown-label": _lost("未知标签", "an unknown label"),
    "loose-label": _warn(
        "标签写法不规范，官方脚本也接受", "a label in another notation, which the official script accepts too"
    ),
    "loose-index": _warn(
        "下标写成小数或真假值，官方脚本也接受", "an index as 7.0 or true, which the official script accepts too"
    ),
    "unknown-role": Code(Words("未知角色", "an unknown role")),
    "unknown-type": _lost("未知类型", "an unknown type", stops=True),
    "repeated-role": Code(Words("同一角色出现两次", "a role occurs twice")),
    "idx-out-of-range": Code(Words("下标越界", "an index beyond the text")),
    "text-mismatch": Code(Words("文字与下标不符", "text and idxes disagree")),
    "empty-fragment": Code(Words("片段为空", "an empty fragment"), official_stops=True),
    "unsorted-idxes": _warn("下标不按文中顺序", "idxes out of text order"),
    "repeated-idx": _warn("下标重复", "an index occurs twice"),
    "overlap": Code(Words("片段重叠", "fragments overlap")),
    "shared-characters": _warn("同组角色共用了字", "roles of one group share characters"),
    "few-roles": _warn("角色太少", "too few roles"),
    "role-order": _warn("角色次序与文中不同", "roles out of text order"),
    # tuples
    "wrong-length": Code(Words("元组长度不对", "a tuple of the wrong length")),
    "slot-kind": Code(Words("文本与标签填反", "a label where a fragment belongs, or the reverse"), official_stops=True),
    "unknown-slot-label": Code(Words("槽位没有这个标签", "a label the slot does not have")),
    "slot-missing": Code(Words("缺少必填槽位", "a slot that must be filled is empty")),
    "no-place": Code(Words("没有任何方位信息", "no place information at all")),
    "slot-conflict": Code(Words("槽位互斥", "slots that exclude each other")),
    "slot-label": Code(Words("标签与参照不配", "a label that does not fit the reference")),
    "slot-both": Code(Words("文本与标签只能填一种", "fragment and label in one slot")),
    "slot-order": _warn("两个实体次序与文中不同", "entities out of text order"),
    "repeated-tuple": _warn("元组重复", "a tuple occurs twice"),
    "too-many-tuples": Code(
        Words("元组太多，该题记 0 分", "too many tuples; the question scores 0"), official_stops=True
    ),
    "few-members": Code(Words("同指集成员太少", "a set with too few members")),
    # lists of answers
    "no-answer": _warn("答案为空", "an empty answer"),
    "repeated-type": Code(Words("同一类型只有第一条计分", "only the first reason of a type counts")),
    "too-many-answers": _warn("候选答案过多", "too many answers", submission="error"),
    "several-answers": _lost("答案不止一份", "more than one answer"),
    # senses
    "unknown-word": Code(Words("词表里没有这个词", "a word that is not in the inventory")),
    "unknown-gloss": Code(Words("词表里没有这条释义", "a gloss that is not in the inventory")),
    "repeated-gloss": Code(Words("释义重复", "a gloss occurs twice")),
    "target-not-in-sentence": Code(Words("句中没有目标词", "the target word is not in the sentence")),
    "target-repeated": _warn("目标词在句中不止一处", "the target word occurs more than once"),
    "one-sense": _warn("只有一个义项", "a word with a single sense"),
    # ratings of explanations
    "unrated": _warn("判断正确但没有评分，记 0 分", "judged right but not rated; it scores 0"),
    "rating-out-of-range": _lost("评分越界", "a rating outside its range"),
}


class Violation(NamedTuple):
    """What is wrong with an answer, without saying in which file."""

    code: str
    path: str
    found: str | Words
    """What stands in the file, as written; words where it can only be described."""
    expected: Words


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
        found, expected = self.found_in(lang), self.expected.say(lang)
        if lang == "zh":
            return harmless(f"{where}{who}{path}：实际 {found}；应为 {expected} [{self.code}]")
        return harmless(f"{where}{who}{path}: found {found}; expected {expected} [{self.code}]")

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
    return HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def a_byte(value: int) -> Words:
    """A byte that is no part of any text."""
    return Words(f"字节 0x{value:02x}", f"byte 0x{value:02x}")


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
    return text if len(text) <= limit else text[: limit - 1] + "…"
