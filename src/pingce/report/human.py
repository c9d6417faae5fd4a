"""The page of a human test: people and systems, who is left out, agreement, consensus and difficulty."""

from collections.abc import Iterator, Sequence
from math import isfinite

from pingce.quality.agreement.bands import BANDS
from pingce.quality.agreement.numbers import AgreementNumber
from pingce.quality.annotations import Annotations
from pingce.quality.human import HIGH, MAIN, Difficulty, Entrant, Human
from pingce.spec.words import Words, same

from .agreement import MOST_PEOPLE, field_blocks
from .annotations import ITEMS, around, bar, reasons, short
from .behind import alike_name, human_groups, person_name
from .charts import bins
from .sections import Block, Chart, Drawn, Lines, Page, Section, Table
from .words import number_title

EXTREME = 10
"""Items shown at either end."""


def human_page(test: Human, data: Annotations) -> Page:
    """The result of a human test as a page: people and systems on the same items, agreement, and difficult items."""
    facts = [(Words("人类测试的题", "Items of the test"), same(str(test.n)))]
    return Page(
        Words("人类表现", "Human performance"),
        same(""),
        facts,
        list(_sections(test, data)),
        name="human",
        behind=human_groups(test, data),
    )


def _sections(test: Human, data: Annotations) -> Iterator[Section]:
    note = Words(
        f"都在同样的 {test.n} 题上，只算答了的题。",
        f"All on the same {test.n} items, scored on what was answered.",
    )
    yield Section(Words("人与系统", "People and systems"), [_entrants(test)], note)
    yield Section(Words("谁计入", "Who counts"), [Lines(list(_left_out(test)))], _rules(test))
    blocks: list[Block] = list(
        field_blocks(test.agreement, widest=MOST_PEOPLE, parts=False, bands=BANDS[test.rules.bands])
    )
    if test.high is not None:
        share = 100 * test.high
        alike = Words(
            f"两两相似度平均高于 {HIGH:g} 的题：{share:.1f} %",
            f"Items whose pairs are on average more than {HIGH:g} alike: {share:.1f} %",
        )
        blocks.append(Lines([alike]))
    if test.bands:
        yield Section(Words("一致的程度", "How far people agree"), [Lines(list(_bands(test)))])
    yield Section(Words("彼此的一致性", "Agreement among people"), blocks, page_only=True)
    if test.consensus:
        yield Section(Words("每题的共识", "Consensus per item"), [_consensus(test)])
    if test.items:
        yield Section(Words("题目难度", "Difficulty of the items"), list(_difficulty(test.items, data)), page_only=True)


def _entrants(test: Human) -> Table:
    """People, their mean, their majority, systems."""
    columns = sorted(test.mean, key=lambda name: name != test.main)
    mean = [test.mean[name] for name in columns]
    people = len(test.counted)
    rows = [_row(same(subject.name + " ×" * bool(subject.left_out)), subject, columns) for subject in test.subjects]
    if people < len(test.subjects):
        everybody = [test.mean_of_all[name] for name in columns]
        title = Words("全体平均", "mean of everybody")
        rows.append((title, same(str(len(test.subjects))), *map(short, everybody), around(everybody[0])))
    rows.append((Words("平均", "mean"), same(str(people)), *map(short, mean), around(mean[0])))
    others = [(Words("多数", "majority"), test.majority)] if test.majority is not None else []
    others += [(same(system.name), system) for system in test.systems]
    rows += [_row(name, entrant, columns) for name, entrant in others]
    entrants = [*test.subjects, *(entrant for _, entrant in others)]
    main = [subject.numbers[columns[0]] for subject in test.subjects]
    drawn = [*map(bar, main), *([bar(test.mean_of_all[columns[0]])] if people < len(main) else [])]
    mean_at = len(drawn)
    drawn.append(bar(mean[0], main=True))
    drawn += [bar(entrant.numbers[columns[0]], main=True) for _, entrant in others]
    return Table(
        same(""),
        (
            Words("谁", "who"),
            Words("答题", "answered"),
            *map(_title, columns),
            Words("首列 95 % 区间", "first, 95 % interval"),
        ),
        rows,
        reasons(entrant.numbers[name] for entrant in entrants for name in columns),
        drawn=drawn,
        strong=frozenset({mean_at}),
        behind=[["", person_name(subject.name) if subject.answered else ""] for subject in test.subjects],
    )


def _row(name: Words, entrant: Entrant, columns: Sequence[str]) -> tuple[Words, ...]:
    numbers: list[AgreementNumber] = [entrant.numbers[column] for column in columns]
    return (name, same(str(entrant.answered)), *map(short, numbers), around(numbers[0]))


def _title(name: str) -> Words:
    """What a column of numbers is called, with its name in files."""
    title = Words("正确率", "accuracy") if name == MAIN else number_title(*name.split("."))
    return title if title.en == name else Words(f"{title.zh} {name}", name)


def _left_out(test: Human) -> Iterator[Words]:
    for subject in test.subjects:
        for why in subject.left_out:
            yield Words(f"× {subject.name} 不计入：{why.zh}", f"× {subject.name} left out: {why.en}")
        for why in subject.noted:
            yield Words(f"· {subject.name} 计入：{why.zh}", f"· {subject.name} counts: {why.en}")
    if not any(subject.left_out for subject in test.subjects):
        yield Words("所有人都计入。", "Everybody counts.")


def _rules(test: Human) -> Words:
    rules = test.rules
    accuracy, agreement = _limit(rules.accuracy), _limit(rules.agreement)
    return Words(
        f"规则（{rules.source}）：未答超过 {rules.unanswered:g}；同一标签超过 {rules.one_label:g}；正确率或平均一致性"
        f"低于中位数 {accuracy.zh} / {agreement.zh} 个稳健标准差，而且至少低 {rules.gap:g}（至少 4 人）；"
        f"用时不到众人中位数的 {rules.seconds:g}。所有人一次判断，不反复剔除。",
        f"Rules ({rules.source}): more than {rules.unanswered:g} unanswered; more than {rules.one_label:g} of one "
        f"label; accuracy or mean agreement {accuracy.en} / {agreement.en} robust SDs and by {rules.gap:g} "
        f"or more below the median (four people or more); less than {rules.seconds:g} of everybody's median time. "
        "Everybody is judged once.",
    )


def _limit(deviations: float) -> Words:
    return same(f"{deviations:g}") if isfinite(deviations) else Words("（不用）", "(not used)")


def _bands(test: Human) -> Iterator[Words]:
    scale = BANDS[test.rules.bands].title
    for name, words in test.bands.items():
        title, value = test.agreement.titles[name], test.agreement.overall[name].value
        yield Words(
            f"{title.zh} {value:.2f}：{words.zh}（{scale.zh}）", f"{title.en} {value:.2f}: {words.en} ({scale.en})"
        )


def _consensus(test: Human) -> Table:
    people = len(test.counted)
    shares = {k: n / test.n if test.n else 0.0 for k, n in test.consensus.items()}
    rows = [(same(str(k)), same(str(n)), same(f"{100 * shares[k]:.1f}")) for k, n in test.consensus.items()]
    head = Words(f"至少几人相同（共 {people} 人）", f"same answer from at least (of {people})")
    behind = [["", alike_name(k) if n else ""] for k, n in test.consensus.items()]
    drawn = [Drawn(share) for share in shares.values()]
    return Table(same(""), (head, ITEMS, same("%")), rows, drawn=drawn, behind=behind)


def _difficulty(items: Sequence[Difficulty], data: Annotations) -> Iterator[Block]:
    score = Words("平均得分", "mean score of people")
    yield Chart(score, score, ITEMS, bins([item.score for item in items]))
    most = min(EXTREME, len(items) // 2)
    texts = {item: " | ".join(question.texts.values()) for item, question in data.items.items()}
    head = (Words("题号", "item"), Words("得分", "score"), Words("相同答案", "same answer"), Words("文本", "text"))
    for title, extreme in (
        (Words("最难的题", "Hardest items"), items[::-1][:most]),
        (Words("最易的题", "Easiest items"), items[:most]),
    ):
        rows = [
            (
                same(item.item),
                same(f"{item.score:.2f}"),
                same(f"{item.same}/{item.answers}"),
                same(texts.get(item.item) or "–"),
            )
            for item in extreme
        ]
        yield Table(title, head, rows, long=frozenset({3}))
