"""Rules about sets of mentions."""

from collections.abc import Callable, Iterator

from pingce.spec.words import Words

from .decoded_answer import AnswerSpan, DecodedAnswer
from .examples import step
from .model import Breach, Rule

COREF_FORMS = ("space-step",)
TEXT = "小王到了河边，他和小李坐下，小李在他左边。"
MARKED = {"空间实体": "小李#2", "处所": "在他左边"}


def _mentions(broken: Callable[[AnswerSpan], bool]) -> Callable[[DecodedAnswer], Iterator[Breach]]:
    def find(answer: DecodedAnswer) -> Iterator[Breach]:
        for group in answer.corefs + answer.non_corefs:
            yield from (Breach(span.path, span.text) for span in group.spans if broken(span))

    return find


def _begins_with_preposition(span: AnswerSpan) -> bool:
    return span.pieces[0].whole and span.pieces[0].tag == "p"


def _ends_with_verb(span: AnswerSpan) -> bool:
    return span.pieces[-1].whole and span.pieces[-1].tag == "v"


def _same_form(answer: DecodedAnswer) -> Iterator[Breach]:
    for group in answer.corefs:
        forms = {span.text for span in group.spans}
        if len(group.spans) > 1 and len(forms) == 1:
            yield Breach(group.path, " = ".join(span.text for span in group.spans))


def _different_forms(answer: DecodedAnswer) -> Iterator[Breach]:
    for group in answer.non_corefs:
        if len({span.text for span in group.spans}) > 1:
            yield Breach(group.path, " ≠ ".join(span.text for span in group.spans))


RULES = (
    Rule(
        "mention-in-pieces",
        "info",
        COREF_FORMS,
        Words("同指成员不连续", "a mention in several pieces"),
        _mentions(lambda span: span.in_pieces),
        triggers=step(TEXT, MARKED, corefs=[["小王+小李", "他"]]),
        passes=step(TEXT, MARKED, corefs=[["小王", "他"]]),
    ),
    Rule(
        "mention-begins-with-preposition",
        "warn",
        COREF_FORMS,
        Words("同指成员以介词开头", "a mention begins with a preposition"),
        _mentions(_begins_with_preposition),
        triggers=step(TEXT, MARKED, corefs=[["小王", "在他"]]),
        passes=step(TEXT, MARKED, corefs=[["小王", "他#2"]]),
    ),
    Rule(
        "mention-ends-with-verb",
        "warn",
        COREF_FORMS,
        Words("同指成员以动词结尾", "a mention ends with a verb"),
        _mentions(_ends_with_verb),
        triggers=step(TEXT, MARKED, corefs=[["小王", "小李坐"]]),
        passes=step(TEXT, MARKED, corefs=[["小王", "他"]]),
    ),
    Rule(
        "mentions-of-one-form",
        "info",
        COREF_FORMS,
        Words("同形默认同指，不必标", "equal forms are taken as one entity anyway"),
        _same_form,
        triggers=step(TEXT, MARKED, corefs=[["小李", "小李#2"]]),
        passes=step(TEXT, MARKED, corefs=[["小王", "他"]]),
    ),
    Rule(
        "different-forms-apart",
        "warn",
        COREF_FORMS,
        Words("异指的成员应当同形", "mentions set apart should have one form"),
        _different_forms,
        triggers=step(TEXT, MARKED, non_corefs=[["小王", "小李"]]),
        passes=step(TEXT, MARKED, non_corefs=[["小李", "小李#2"]]),
    ),
)
