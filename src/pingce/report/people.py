"""The page of the people who annotated: accuracy, speed, rule hits and the level that follows."""

from collections import Counter
from collections.abc import Iterator, Mapping

from pingce.quality.agreement.numbers import AgreementNumber
from pingce.quality.people import AnnotatorFigures, People
from pingce.spec.measure import ratio
from pingce.spec.words import Words, same

from .annotations import heat, reasons, with_n
from .sections import Drawn, Page, Section, Table, count, percent

MOST_RULES = 20
COLUMNS = (
    Words("姓名", "name"),
    Words("等级", "level"),
    Words("答案", "answers"),
    Words("质检题", "control"),
    Words("对照定案", "decided"),
    Words("经审核", "reviewed"),
    Words("与他人", "others"),
    Words("秒", "seconds"),
    Words("提醒/题", "hits each"),
    Words("为什么不是更高一级", "why not the level above"),
)
HOW = Words(
    "括号里是题数。正确率按第一次的答案计；“对照定案”含两人一致而定的题，“经审核”只含审核、申诉、抽查定案的题。",
    "In brackets the number of items. Accuracy is of first answers; “decided” includes items two equal answers "
    "decided, “reviewed” only those a reviewer, an appeal or an audit decided.",
)
LEVEL_NOTE = Words(
    "从上到下第一个全部满足的等级；没有数据的条件略过。",
    "From the top, the first level whose conditions all hold; a condition without data is passed over.",
)
REVIEWS = (
    Words("经审核员裁决的题", "items a reviewer decided"),
    Words("其中有人申诉", "of these, appealed"),
    Words("申诉成立", "appeals upheld"),
)
NUMBER_OF_PEOPLE = Words("人数", "people")


def people_page(crowd: People) -> Page:
    """Everybody in a row, then the levels and what rules complained about."""
    return Page(Words("标注人员", "People"), same(""), (), list(_sections(crowd)), name="people")


def _sections(crowd: People) -> Iterator[Section]:
    yield Section(Words("每个人", "Everybody"), [_everybody(crowd)], _how(crowd))
    yield Section(
        Words("等级", "Levels"),
        [_levels(crowd)],
        Words(f"{LEVEL_NOTE.zh}（{crowd.levels.source}）", f"{LEVEL_NOTE.en} ({crowd.levels.source})"),
    )
    reviews = crowd.reviews
    if reviews.reviewed:
        counts = (reviews.reviewed, reviews.appealed, reviews.upheld)
        shares = (None, ratio(reviews.appealed, reviews.reviewed), ratio(reviews.upheld, reviews.appealed))
        lines = [(title, count(n), percent(share)) for title, n, share in zip(REVIEWS, counts, shares, strict=True)]
        accuracy = (Words("首答正确", "first answers right"), count(crowd.accuracy.n), percent(crowd.accuracy.value))
        head = (same(""), Words("数目", "count"), Words("比例", "share"))
        yield Section(Words("审核与申诉", "Reviews and appeals"), [Table(same(""), head, [accuracy, *lines])])
    hits = Counter[str]()
    for person in crowd.people:
        hits.update(person.by_rule)
    if hits:
        rows = [(same(rule), same(str(n))) for rule, n in hits.most_common(MOST_RULES)]
        table = Table(same(""), (Words("规则", "rule"), Words("次数", "count")), rows)
        yield Section(Words("最常见的规则提醒", "Most frequent rule hits"), [table])


def _how(crowd: People) -> Words:
    if crowd.seconds is None:
        return HOW
    return Words(
        f"{HOW.zh}全体用时中位数：{crowd.seconds:g} 秒。", f"{HOW.en} Median time of all answers: {crowd.seconds:g} s."
    )


def _everybody(crowd: People) -> Table:
    """Best level first."""
    people = sorted(crowd.people, key=lambda person: (person.level or "~", -(person.decided.value or 0), person.name))
    return Table(
        same(""),
        COLUMNS,
        [_row(person) for person in people],
        reasons(number for person in people for number in _accuracy(person)),
        words=frozenset({1}),
        long=frozenset({9}),
        tints=[[0, 0, *(heat(number) for number in _accuracy(person))] for person in people],
    )


def _accuracy(person: AnnotatorFigures) -> tuple[AgreementNumber, ...]:
    return person.control, person.decided, person.reviewed, person.agreement


def _row(person: AnnotatorFigures) -> tuple[Words, ...]:
    return (
        same(person.name),
        same(person.level or "–"),
        same(str(person.answers)),
        *map(with_n, _accuracy(person)),
        same("–" if person.seconds is None else f"{person.seconds:g}"),
        same(f"{person.hits:.2f}"),
        person.why,
    )


def _levels(crowd: People) -> Table:
    counts = Counter(person.level for person in crowd.people)
    levels = [(same(rule.name), counts[rule.name], same(_conditions(rule.limits))) for rule in crowd.levels.rules]
    if counts[None]:
        least = crowd.levels.known
        why = Words(f"可比的题少于 {least}", f"fewer than {least} comparable items")
        levels.append((same("–"), counts[None], why))
    return Table(
        same(""),
        (Words("等级", "level"), NUMBER_OF_PEOPLE, Words("条件", "conditions")),
        [(name, same(str(n)), conditions) for name, n, conditions in levels],
        words=frozenset({2}),
        drawn=[Drawn(n / len(crowd.people)) for _, n, _ in levels],
    )


def _conditions(limits: Mapping[str, float]) -> str:
    return " · ".join(f"{name} {'≤' if name == 'hits' else '≥'} {value:g}" for name, value in limits.items()) or "–"
