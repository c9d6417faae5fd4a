"""Rules about whole STEP records and about all records of a text together."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from pingce.spec.words import Words

from .decoded_answer import AnswerSpan, DecodedAnswer
from .examples import step
from .model import Breach, Rule
from .span_checks import EVENT, P_SLOTS
from .step_spans import STEP_FORMS
from .wordlists import characters

NEAR = 2
"""Words after a reference event that may turn it into a time of its own (到家以后)."""


def _shared(answer: DecodedAnswer) -> Iterator[Breach]:
    """Once for a record, at the first slot that takes a character another has."""
    for record in answer.records:
        for span, other in combinations(record.spans, 2):
            common = sorted({*span.idxes} & {*other.idxes})
            if common:
                yield Breach(other.path, f"{span.role} ∩ {other.role}: {''.join(answer.text[i] for i in common)}")
                break


def _across_clauses(answer: DecodedAnswer) -> Iterator[Breach]:
    """Entity and place, entity and event, place and event: a clause mark lies within the reach of each pair."""
    for record in answer.records:
        parts = [_reach(record.of(*slots)) for slots in (("空间实体",), P_SLOTS, (EVENT,))]
        if all(parts) and all(
            not characters("clause").isdisjoint(answer.text[min(idxes + other) : max(idxes + other) + 1])
            for idxes, other in combinations(parts, 2)
        ):
            key_spans = (record.of("空间实体")[0], record.of(*P_SLOTS)[0], record.of(EVENT)[0])
            yield Breach(record.path, " | ".join(span.text for span in key_spans))


def _reach(spans: Sequence[AnswerSpan]) -> tuple[int, ...]:
    return tuple(i for span in spans for i in span.idxes)


def _neighbours(answer: DecodedAnswer) -> Iterator[Breach]:
    """A highlighted word touches a place and belongs to no slot of the record."""
    for record in answer.records:
        taken = {i for span in record.spans for i in span.idxes}
        for span in record.of(*P_SLOTS):
            for i in (min(span.idxes) - 1, max(span.idxes) + 1):
                if i in answer.highlighted and i not in taken:
                    yield Breach(span.path, _word_at(answer, i))


def _word_at(answer: DecodedAnswer, i: int) -> str:
    return next(word.text for word in answer.words if word.start <= i < word.end)


def _between(answer: DecodedAnswer) -> Iterator[Breach]:
    for record in answer.records:
        if record.labels.get("时间标签") == "之间":
            for span in record.of("参照事件"):
                if not span.in_pieces:
                    yield Breach(span.path, span.text)


def _time_after_event(answer: DecodedAnswer) -> Iterator[Breach]:
    for record in answer.records:
        for span in record.of("参照事件"):
            following = span.pieces[-1].number + 1
            for word in answer.words[following : following + NEAR]:
                if not characters("time_after_event").isdisjoint(word.text):
                    yield Breach(span.path, f"{span.text} … {word.text}")
                    break


def _uneven_members(answer: DecodedAnswer) -> Iterator[Breach]:
    """Records that differ in one entity or event only are one record with several values; those are of one kind."""
    for slot in ("空间实体", EVENT):
        alike: dict[tuple[tuple[str, object], ...], AnswerSpan] = {}
        for record in answer.records:
            rest = sorted((s.slot, s.idxes) for s in record.spans if s.slot != slot)
            key = (*rest, *sorted(record.labels.items()))
            for span in record.of(slot):
                first = alike.setdefault(key, span)
                if _kinds(first).isdisjoint(_kinds(span)):
                    yield Breach(span.path, f"{first.text} / {span.text}")


def _kinds(span: AnswerSpan) -> set[str]:
    """Kinds of words, without the finer divisions of nouns; a pronoun stands for a noun."""
    return {"n" if piece.tag in ("nr", "ns", "nt", "nz", "s", "r", "j", "x") else piece.tag for piece in span.pieces}


def _uncovered(answer: DecodedAnswer) -> Iterator[Breach]:
    covered = {i for span in answer.spans for i in span.idxes}
    open_words = [
        word.text
        for word in answer.words
        if word.start in answer.highlighted and covered.isdisjoint(range(word.start, word.end))
    ]
    if answer.records and open_words:
        yield Breach("", " ".join(open_words))


def _nothing_marked(answer: DecodedAnswer) -> Iterator[Breach]:
    if not answer.records and "special" not in answer.values:
        yield Breach("", "[]")


def _special_and_tuples(answer: DecodedAnswer) -> Iterator[Breach]:
    special = answer.values.get("special")
    if answer.records and special is not None:
        yield Breach("special", str(special))


ROOM = "妈妈进屋以后，把花瓶放在窗台上，又出去了。"
CLAUSES = "小狗跑了，雨停了，草地上很静，趴着真舒服。"

RULES = (
    Rule(
        "nothing-marked",
        "block",
        ("space-step",),
        Words(
            "没有标注：至少一条空间信息，或选一种特殊情况", "nothing is marked: at least one tuple, or a special case"
        ),
        _nothing_marked,
        triggers=step(ROOM),
        passes=step(ROOM, special="no-space"),
    ),
    Rule(
        "special-with-tuples",
        "warn",
        ("space-step",),
        Words("选了特殊情况，这一条不会进入数据集", "with a special case the item does not reach the data set"),
        _special_and_tuples,
        triggers=step(ROOM, {"空间实体": "花瓶", "终点": "在窗台上"}, special="faulty"),
        passes=step(ROOM, {"空间实体": "花瓶", "终点": "在窗台上"}),
    ),
    Rule(
        "character-in-two-slots",
        "warn",
        STEP_FORMS,
        Words("同一个字用在两个槽位", "one character stands in two slots"),
        _shared,
        triggers=step(ROOM, {"空间实体": "花瓶", "事件": "放在", "终点": "在窗台上"}),
        passes=step(ROOM, {"空间实体": "花瓶", "事件": "放", "终点": "在窗台上"}),
    ),
    Rule(
        "across-clauses",
        "warn",
        STEP_FORMS,
        Words("实体、方位、事件分别在三个标点句里", "entity, place and event stand in three different clauses"),
        _across_clauses,
        triggers=step(CLAUSES, {"空间实体": "小狗", "处所": "草地上", "事件": "趴"}),
        passes=step(ROOM, {"空间实体": "花瓶", "终点": "在窗台上", "事件": "放"}),
    ),
    Rule(
        "highlighted-neighbour",
        "warn",
        STEP_FORMS,
        Words("紧邻的高亮词没有选", "a highlighted word next to the place is not selected"),
        _neighbours,
        triggers=step(ROOM, {"空间实体": "花瓶", "事件": "放", "终点": "在窗台"}),
        passes=step(ROOM, {"空间实体": "花瓶", "事件": "放", "终点": "在窗台上"}),
    ),
    Rule(
        "between-needs-two-events",
        "block",
        STEP_FORMS,
        Words("“之间”要有两个参照事件", "之间 needs two reference events"),
        _between,
        triggers=step(ROOM, {"空间实体": "花瓶", "处所": "窗台上", "参照事件": "进屋", "时间标签": "之间"}),
        passes=step(ROOM, {"空间实体": "花瓶", "处所": "窗台上", "参照事件": "进屋+出去", "时间标签": "之间"}),
    ),
    Rule(
        "time-after-reference-event",
        "warn",
        STEP_FORMS,
        Words("参照事件后面就有“前、后、时”，也许应填原文时间", "前, 后 or 时 follows: perhaps a time in words"),
        _time_after_event,
        triggers=step(ROOM, {"空间实体": "花瓶", "终点": "在窗台上", "参照事件": "进屋", "时间标签": "之后"}),
        passes=step(ROOM, {"空间实体": "花瓶", "终点": "在窗台上", "参照事件": "出去", "时间标签": "之前"}),
    ),
    Rule(
        "members-of-two-kinds",
        "info",
        STEP_FORMS,
        Words("并列的值词性不同", "values of one slot side by side are of different kinds"),
        _uneven_members,
        triggers=step(ROOM, {"空间实体": "花瓶", "终点": "在窗台上"}, {"空间实体": "放", "终点": "在窗台上"}),
        passes=step(ROOM, {"空间实体": "花瓶", "终点": "在窗台上"}, {"空间实体": "妈妈", "终点": "在窗台上"}),
    ),
    Rule(
        "highlighted-not-covered",
        "info",
        STEP_FORMS,
        Words("还有高亮词没有标到", "highlighted words that no tuple covers"),
        _uncovered,
        triggers=step(ROOM, {"空间实体": "花瓶", "终点": "在窗台上"}),
        passes=step("花瓶摆在窗台上。", {"空间实体": "花瓶", "事件": "摆", "处所": "在窗台上"}),
    ),
)
