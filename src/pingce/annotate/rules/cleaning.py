"""Rules of cleaning: a mended text is another one, still has its word, and a drop for another reason says which."""

from collections.abc import Iterator

from pingce.annotate.forms import FORMS
from pingce.spec.words import Words

from .decoded_answer import DecodedAnswer
from .model import Breach, Rule, RuleExample

CLEANING_FORMS = tuple(form.id for form in FORMS.values() if form.cleans)
LONGEST = 20_000
"""Characters of a mended text."""


def _mended(answer: DecodedAnswer) -> str | None:
    value = answer.values.get("mended")
    return value if isinstance(value, str) else None


def _unchanged(answer: DecodedAnswer) -> Iterator[Breach]:
    before = next(answer.item.texts.get(text.name, "") for text in answer.form.task.texts if text.passage)
    mended = _mended(answer)
    if mended is not None and (mended.strip() == before.strip() or len(mended) > LONGEST):
        yield Breach("mended", "")


def _word_lost(answer: DecodedAnswer) -> Iterator[Breach]:
    word, mended = answer.item.texts.get("word"), _mended(answer)
    if word and mended is not None and word not in mended:
        yield Breach("mended", word)


def _unsaid(answer: DecodedAnswer) -> Iterator[Breach]:
    if answer.values.get("reason") == "other" and "comment" not in answer.values:
        yield Breach("reason", "")


TYPO, RIGHT = "小猫跳到桌字上。", "小猫跳到桌子上。"
WORDED = {"word": "打开", "text": "他打开了门门。"}

RULES = (
    Rule(
        "mended-unchanged",
        "block",
        CLEANING_FORMS,
        Words("改正后的文本和原来一样，或者太长", "the mended text is as it was, or too long"),
        _unchanged,
        triggers=RuleExample("clean-passages", {"text": TYPO}, {"verdict": "mend", "reason": "typo", "mended": TYPO}),
        passes=RuleExample("clean-passages", {"text": TYPO}, {"verdict": "mend", "reason": "typo", "mended": RIGHT}),
        fixed=True,
    ),
    Rule(
        "mended-word-lost",
        "block",
        ("clean-sentences",),
        Words("改正后的句子里没有要标注的词", "the mended sentence has lost the word it was drawn for"),
        _word_lost,
        triggers=RuleExample("clean-sentences", WORDED, {"verdict": "mend", "reason": "typo", "mended": "他开了门。"}),
        passes=RuleExample("clean-sentences", WORDED, {"verdict": "mend", "reason": "typo", "mended": "他打开了门。"}),
        fixed=True,
    ),
    Rule(
        "cleaning-unsaid",
        "block",
        CLEANING_FORMS,
        Words("原因选了“其他”，请在备注里说明", "the reason is 'something else': say what in the comment"),
        _unsaid,
        triggers=RuleExample("clean-passages", {"text": TYPO}, {"verdict": "drop", "reason": "other"}),
        passes=RuleExample("clean-passages", {"text": TYPO}, {"verdict": "drop", "reason": "other", "comment": "广告"}),
    ),
)
