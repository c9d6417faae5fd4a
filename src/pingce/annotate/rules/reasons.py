"""Rules about the fragments that make a text wrong, in the forms of 2022 and 2023."""

from collections.abc import Iterator

from pingce.spec.words import Words

from .aspect import is_passing
from .decoded_answer import AnswerRecord, AnswerSpan, DecodedAnswer
from .examples import anomaly, only, reason
from .model import Breach, Rule
from .span_checks import broken_word, each_span, ends_in_de
from .tagged import may_be_spatial
from .wordlists import words

FORMS_2022 = ("space-attribution", "space2022/task2")
FORMS_2023 = ("space-anomaly", "space2023/task1")
BOTH = FORMS_2022 + FORMS_2023
CHOSEN_FIRST = ("space-attribution", "space-anomaly")


def _no_reason(answer: DecodedAnswer) -> Iterator[Breach]:
    if answer.values.get("outcome") == "anomaly" and not answer.records:
        yield Breach("outcome", "anomaly")


def _five(answer: DecodedAnswer) -> Iterator[Breach]:
    for record in answer.records:
        if record.type == "B" and len(record.spans) == 5:
            yield Breach(record.path, " ".join(span.role for span in record.spans))


def _no_highlight(answer: DecodedAnswer) -> Iterator[Breach]:
    """It stops an answer, so a tagger that cuts an odd text wrongly must not be the reason."""
    for record in answer.records:
        if record.spans and not any(may_be_spatial(span.text) for span in record.spans):
            yield Breach(record.path, " ".join(span.text for span in record.spans))


def _replaced_left_out(answer: DecodedAnswer) -> Iterator[Breach]:
    """Nobody is told which word it is."""
    covered = {i for span in answer.spans for i in span.idxes}
    if answer.records and answer.replaced and answer.replaced.isdisjoint(covered):
        yield Breach("", "")


def _only_localizer(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return all(piece.tag == "f" for piece in span.pieces)


def _verb_inside(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return any(piece.whole and piece.tag == "v" for piece in span.pieces)


def _localizer_inside(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return any(piece.whole and piece.tag == "f" for piece in span.pieces)


def _groups_out_of_order(answer: DecodedAnswer) -> Iterator[Breach]:
    for record in answer.records:
        first, second = _group(record, "1"), _group(record, "2")
        if first and second and _last(first) > _last(second):
            yield Breach(record.path, f"{first[0].text} … {second[0].text}")


def _group(record: AnswerRecord, number: str) -> list[AnswerSpan]:
    return [span for span in record.spans if span.slot in ("S", "P", "E") and span.role.endswith(number)]


def _last(spans: list[AnswerSpan]) -> int:
    """Where a group stands: its entity may be borrowed from an earlier clause, so the latest fragment counts."""
    return max(min(span.idxes) for span in spans)


def _uneven_groups(answer: DecodedAnswer) -> Iterator[Breach]:
    """One group of up to three fragments, or two groups of two or three."""
    for record in answer.records:
        first, second = len(_group(record, "1")), len(_group(record, "2"))
        if (second and min(first, second) < 2) or (second and not first):
            yield Breach(record.path, f"{first} + {second}")


def _aspect_inside(answer: DecodedAnswer, span: AnswerSpan) -> bool:
    """着 了 过 as words of their own; the 过 of passing is a direction."""
    return any(
        piece.text in words("aspect") and not (piece.text == "过" and is_passing(answer.words, piece.number))
        for piece in span.pieces
    )


def _negation_inside(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return any(piece.text in words("negations") for piece in span.pieces)


def _disposal_inside(_: DecodedAnswer, span: AnswerSpan) -> bool:
    return any(piece.text in words("disposal") and piece.whole for piece in span.pieces)


def _quotes_cut(answer: DecodedAnswer, span: AnswerSpan) -> bool:
    start, end = min(span.idxes), max(span.idxes) + 1
    around = answer.text[start - 1 : start] + answer.text[end : end + 1] if start else ""
    return around in ("“”", "「」", "『』")


ROAD = "小猫蹲在屋顶下，没有跑过来，把鱼叼走了。"
CUP = "杯子放在桌面里，水从杯口流出来。"
STUDENT = "大学生坐在操场下，书包放在旁边。"

RULES = (
    Rule(
        "no-reason",
        "block",
        CHOSEN_FIRST,
        Words("无标注：说存在异常就要标出异常", "nothing is marked: say what is wrong"),
        _no_reason,
        triggers=only("space-attribution", CUP, outcome="anomaly"),
        passes=only("space-attribution", CUP, outcome="fine"),
    ),
    Rule(
        "five-fragments",
        "warn",
        FORMS_2022,
        Words(
            "语义冲突只填了 5 项，缺的一项确实不在文中吗", "five of six fragments: is the sixth really not in the text"
        ),
        _five,
        triggers=reason("猫在屋里睡，猫又跑出院子。", "B", S1="猫", P1="在屋里", E1="睡", S2="猫#2", P2="出院子"),
        passes=reason(
            "猫在屋里睡，猫又跑出院子。", "B", S1="猫", P1="在屋里", E1="睡", S2="猫#2", P2="出院子", E2="跑"
        ),
    ),
    Rule(
        "no-highlighted-word",
        "block",
        BOTH,
        Words("所选片段里没有高亮词", "none of the fragments has a highlighted word"),
        _no_highlight,
        triggers=reason(CUP, "C", S="杯子", E="放"),
        passes=reason(CUP, "C", S="杯子", E="放", P="在桌面里"),
    ),
    Rule(
        "replaced-word-left-out",
        "warn",
        BOTH,
        Words("所选片段很可能漏了造成异常的词", "the word that makes the text wrong is probably left out"),
        _replaced_left_out,
        triggers=reason(CUP, "C", replaced="里", S="水", P="从杯口", E="流出来"),
        passes=reason(CUP, "C", replaced="里", S="杯子", P="在桌面里", E="放"),
    ),
    Rule(
        "place-is-only-localizer",
        "warn",
        BOTH,
        Words("P 只含方位词", "the place is nothing but a localizer"),
        each_span(_only_localizer, "P"),
        triggers=reason(CUP, "C", S="杯子", P="里"),
        passes=reason(CUP, "C", S="杯子", P="桌面里"),
    ),
    Rule(
        "verb-in-place",
        "warn",
        BOTH,
        Words("P 里有动词，P 和 E 填反了吗", "a verb in the place: are place and event exchanged"),
        each_span(_verb_inside, "P"),
        triggers=reason(CUP, "C", S="杯子", P="放在桌面里"),
        passes=reason(CUP, "C", S="杯子", P="在桌面里"),
    ),
    Rule(
        "localizer-in-event",
        "warn",
        BOTH,
        Words("E 里有方位词", "a localizer in the event"),
        each_span(_localizer_inside, "E"),
        triggers=reason(CUP, "C", S="杯子", E="放在桌面里"),
        passes=reason(CUP, "C", S="杯子", P="在桌面里", E="放"),
    ),
    Rule(
        "groups-out-of-order",
        "info",
        BOTH,
        Words("第一组应出自较早的标点句", "the first group should come from the earlier clause"),
        _groups_out_of_order,
        triggers=anomaly("猫在屋里睡，狗在屋里跑。", S1="狗", P1="在屋里#2", S2="猫", P2="在屋里"),
        passes=anomaly("猫在屋里睡，狗在屋里跑。", S1="猫", P1="在屋里", S2="狗", P2="在屋里#2"),
    ),
    Rule(
        "reason-cuts-word",
        "info",
        BOTH,
        Words("片段切开了一个词", "a fragment cuts a word in two"),
        each_span(broken_word),
        triggers=reason(STUDENT, "C", S="学生", P="在操场下"),
        passes=reason(STUDENT, "C", S="大学生", P="在操场下"),
    ),
    Rule(
        "reason-ends-in-de",
        "warn",
        BOTH,
        Words("P、E 不要以“的”结尾", "place and event should not end in 的"),
        each_span(ends_in_de, "P", "E"),
        triggers=anomaly("地面边的书包很旧。", S1="书包", P1="地面边的"),
        passes=anomaly("地面边的书包很旧。", S1="书包", P1="地面边"),
    ),
    Rule(
        "groups-of-wrong-size",
        "warn",
        FORMS_2023,
        Words("一组 1–3 个片段，或两组各 2–3 个", "one group of one to three fragments, or two groups of two or three"),
        _uneven_groups,
        triggers=anomaly("猫在屋里睡，猫又跑出院子。", S1="猫", P1="在屋里", E1="睡", P2="出院子"),
        passes=anomaly("猫在屋里睡，猫又跑出院子。", S1="猫", P1="在屋里", S2="猫#2", P2="出院子"),
    ),
    Rule(
        "aspect-inside",
        "warn",
        FORMS_2023,
        Words("不要选“着、了、过”（经过义的“过”除外）", "leave out 着, 了, 过 (unless 过 means passing)"),
        each_span(_aspect_inside),
        triggers=anomaly("他在树里坐着，鸟从树里飞过。", S1="他", P1="在树里", E1="坐着"),
        passes=anomaly("他在树里坐着，鸟从树里飞过。", S1="鸟", P1="从树里", E1="飞过"),
    ),
    Rule(
        "negation-in-fragment",
        "warn",
        FORMS_2023,
        Words("不要选“不、没、未”", "leave out 不, 没, 未"),
        each_span(_negation_inside),
        triggers=anomaly(ROAD, S1="小猫", E1="没有跑", P1="过来"),
        passes=anomaly(ROAD, S1="小猫", E1="跑", P1="过来"),
    ),
    Rule(
        "ba-or-bei-inside",
        "warn",
        FORMS_2023,
        Words("不要选“把、被”", "leave out 把 and 被"),
        each_span(_disposal_inside),
        triggers=anomaly(ROAD, S1="把鱼", E1="叼", P1="屋顶下"),
        passes=anomaly(ROAD, S1="鱼", E1="叼", P1="屋顶下"),
    ),
    Rule(
        "quotation-marks-left-out",
        "warn",
        FORMS_2023,
        Words("带引号的实体要连引号一起选", "a quoted entity keeps its quotation marks"),
        each_span(_quotes_cut, "S"),
        triggers=anomaly("“飞鹰”停在跑道下。", S1="飞鹰", P1="在跑道下", E1="停"),
        passes=anomaly("“飞鹰”停在跑道下。", S1="“飞鹰”", P1="在跑道下", E1="停"),
    ),
)
