"""The page of what earlier files give away about a test."""

from collections.abc import Iterator, Sequence

from pingce.quality.earlier import ClueCounts, EarlierLeaks
from pingce.spec.words import Lang, Words, same

from .sections import Page, Section, Table, count, percent, sections_page

MOST_CLUES = 30
MOST_ITEMS = 100
MOST_SEEN = 6


def earlier_page(leaks: Sequence[EarlierLeaks], *, lang: Lang = "zh") -> str:
    return sections_page(describe_earlier(leaks), lang=lang)


def describe_earlier(leaks: Sequence[EarlierLeaks], *, most: int = MOST_ITEMS) -> Page:
    """What the page and the command show; ``most`` items of the list."""
    facts = [
        (Words("部分", "parts"), count(len(leaks))),
        (Words("题", "items"), count(sum(part.items for part in leaks))),
        (Words("文本见于以前的文件", "with a text of an earlier file"), count(sum(len(part.shared) for part in leaks))),
    ]
    lead = Words(
        "哪些题的文本见于以前的文件（不计标点），那里的答案泄露了什么，只用这些线索能答对多少。",
        "Items whose text stands in an earlier file (punctuation ignored), what the answers there give away, and how "
        "many items these clues alone would answer.",
    )
    return Page(Words("跨届泄漏", "Leaks across editions"), lead, facts, list(_sections(leaks, most)), name="earlier")


def _sections(leaks: Sequence[EarlierLeaks], most: int) -> Iterator[Section]:
    rows = [
        (same(part.part), same(name), count(shared), percent(shared / part.items))
        for part in leaks
        for name, shared in part.shared_by.items()
    ]
    head = (Words("部分", "part"), Words("以前的文件", "earlier file"), Words("题", "items"), same("%"))
    yield Section(
        Words("重叠", "Overlap"), [Table(Words("文本见于", "Texts seen in"), head, rows, words=frozenset({1}))]
    )
    scored = [(part.part, part.score) for part in leaks if part.score is not None]
    if scored:
        columns = (
            Words("部分", "part"),
            Words("题", "items"),
            Words("只用线索", "clues only"),
            Words("最多的标签", "most frequent label"),
            Words("有线索的题", "items with a clue"),
            Words("其中只用线索", "clues only, there"),
            Words("其中最多的标签", "most frequent label, there"),
        )
        values = [
            (
                same(name),
                count(score.items),
                percent(score.accuracy),
                percent(score.most_frequent),
                count(score.shared),
                percent(score.shared_right / score.shared) if score.shared else same("–"),
                percent(score.shared_most_frequent_right / score.shared) if score.shared else same("–"),
            )
            for name, score in scored
        ]
        note = Words(
            "每题由其余的题作答：线索相同的题里最多的标签；问题和选项都相同时照抄；没有线索时用整个部分最多的标签。",
            "Each item is answered from the others: by the most frequent label among items with the same clues, by "
            "copying where question and options are the same, and else by the most "
            "frequent label of all.",
        )
        yield Section(
            Words("只用线索的得分", "Score of clues alone"),
            [Table(Words("得分", "Score"), columns, values, words=frozenset({0}))],
            note,
        )
    clues = [(part.part, clue) for part in leaks for clue in part.clues[:MOST_CLUES]]
    if clues:
        yield Section(Words("线索", "Clues"), [_clues(clues)])
    yield from _items(leaks, most)


def _clues(clues: Sequence[tuple[str, ClueCounts]]) -> Table:
    head = (
        Words("部分", "part"),
        Words("以前的文件", "earlier file"),
        Words("线索", "clue"),
        Words("题", "items"),
        Words("答案", "answers"),
    )
    rows = [
        (
            same(part),
            same(clue.seen_in),
            same(clue.clue or "–"),
            count(clue.items),
            same(", ".join(f"{label} {n}" for label, n in clue.labels.items()) or "–"),
        )
        for part, clue in clues
    ]
    return Table(Words("线索与答案", "Clues and answers"), head, rows, words=frozenset({1, 2, 4}), long=frozenset({4}))


def _items(leaks: Sequence[EarlierLeaks], most: int) -> Iterator[Section]:
    shared = [(part.part, item) for part in leaks for item in part.shared]
    if not shared:
        return
    head = (Words("题", "item"), Words("答案", "answer"), Words("见于", "seen as"), Words("文本", "text"))
    rows = [
        (
            same(f"{part} {item.id}"),
            same(item.label or "–"),
            same(" · ".join(f"{seen.part} {seen.id} ({seen.clue or '–'})" for seen in item.seen[:MOST_SEEN])),
            same(item.text),
        )
        for part, item in shared[:most]
    ]
    note = Words(
        f"列出 {len(rows)} 题，共 {len(shared)} 题；--out 写出全部。",
        f"{len(rows)} of {len(shared)}; --out writes all of them.",
    )
    table = Table(Words("题目", "Items"), head, rows, words=frozenset({1, 2}), long=frozenset({2, 3}))
    yield Section(Words("清单", "The list"), [table], note)
