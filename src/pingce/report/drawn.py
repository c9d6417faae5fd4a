"""The page of sentences drawn for words: how many each word got, from where, and the sentences themselves."""

from collections.abc import Mapping

from pingce.corpus.sample.sentences import Sampled, items
from pingce.spec.measure import ratio
from pingce.spec.words import Words, same

from .sections import BehindRow, CountedItems, Drawn, Hero, Page, Section, Table, count, item_group

KINDS = {
    "web": Words("网络", "web"),
    "professional": Words("编辑过", "edited"),
    "dictionary": Words("词典例句", "dictionary"),
}
ALL = "all"


def drawn_page(sampled: Sampled, senses: Mapping[str, int], per_sense: int) -> Page:
    """All words with their sentences; a click on a number lists them."""
    by_word: dict[str, list[tuple[str, BehindRow]]] = {word: [] for word in senses}
    for item in items(sampled, senses):
        source = item["source"]
        assert isinstance(source, dict)
        kind, word = str(source["kind"]), str(item["word"])
        place = f"{source['file']}:{source['line']}" if "file" in source else str(source.get("gloss", ""))
        row = BehindRow(str(item["id"]), str(item["text"]), (same(word), KINDS[kind], same(place)))
        by_word[word].append((kind, row))
    total, wanted = sum(map(len, by_word.values())), per_sense * sum(senses.values())
    rows, behind = [], []
    for word, drawn in by_word.items():
        kinds = [sum(kind == each for each, _ in drawn) for kind in KINDS]
        rows.append((same(word), *map(count, (senses[word], per_sense * senses[word], len(drawn), *kinds))))
        behind.append(
            [
                "",
                "",
                "",
                _group(word) if drawn else "",
                *(_group(word, k) if n else "" for k, n in zip(KINDS, kinds, strict=True)),
            ]
        )
    head = (
        Words("词", "word"),
        Words("义项", "senses"),
        Words("要取", "wanted"),
        Words("取到", "drawn"),
        *KINDS.values(),
    )
    bars = [Drawn(ratio(len(drawn), per_sense * senses[word])) for word, drawn in by_word.items()]
    table = Table(Words("各词的句子", "Sentences of every word"), head, rows, drawn=bars, behind=behind)
    short = [word for word, drawn in by_word.items() if len(drawn) < per_sense * senses[word]]
    hero = Hero(
        f"{total:,}",
        Words(f"句，{len(by_word)} 个词", f"sentences for {len(by_word)} words"),
        Words(f"要取 {wanted:,} 句；{len(short)} 个词不够", f"{wanted:,} wanted; {len(short)} words have too few"),
    )
    note = Words("点数字看句子。", "Click a number to see its sentences.")
    section = Section(Words("选出的词和句", "Words and sentences chosen"), [table], note)
    return Page(Words("选句", "Sentences"), same(""), (), [section], hero, "sentences", dict(_groups(by_word)))


def _group(word: str, kind: str = ALL) -> str:
    return f"{kind}:{word}"


def _groups(by_word: Mapping[str, list[tuple[str, BehindRow]]]) -> list[tuple[str, CountedItems]]:
    head = (Words("词", "word"), Words("来源", "kind"), Words("出处", "where"))
    groups = []
    for word, drawn in by_word.items():
        for kind in (ALL, *KINDS):
            rows = [row for each, row in drawn if kind in (ALL, each)]
            if rows:
                groups.append((_group(word, kind), item_group(same(word), head, rows)))
    return groups
