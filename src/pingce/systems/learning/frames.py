"""How a spatial word stands in its clause: with which preposition, which verb of direction, behind what kind of thing.

Names of single words are many and each is rare, so some thousand sentences say little about most of them. What goes
wrong is more regular: one goes *into* a thing and is then *in* it, what stands on something has a surface. Features of
kinds let a small training set say that; ``linear`` asks for them with ``frames=true``.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pingce.language.tagging.words import Word

from .replaceable import Reading, Site

KINDS: Mapping[str, str] = {
    "holder": "箱盒柜橱袋瓶罐桶缸锅碗杯壶包兜囊筐篮篓屉槽篷封仓库笼圈炉匣套壳斗胆灶窖机册夹本怀嘴口鼻手被窝",
    "room": "房屋室厅店馆院洞窟穴坑沟井巢窟库舱塔城楼棚亭园林丛村镇谷校班队群营站场宫庙寺殿厕厨隧巷堡厢",
    "surface": "桌椅凳台床板墙壁面顶脊架枝背肩膝席毯垫路道桥滩坡岭岸梁杆线叶阶梯案岛座盘炕柱桩杈头腿脖脚毯篱网布纸石",
    "liquid": "水海河湖江溪潭泉塘池浪雨雪沙泥土火风雾云空",
    "person": "人我你他她它们者兵客妈爸爷奶哥姐弟妹师生友王马狗猫牛羊鸡鸭鸟鱼",
    "vehicle": "车船艇轿轮舟筏机",
}
"""What things are, by the last character of their name."""
ENTERING, LEAVING = frozenset("进入"), frozenset("出")
PAUSES = frozenset("，。；！？：、…—,.;!?:")
NONE = "-"


@cache
def _kind_of(character: str) -> str:
    return next((kind for kind, characters in KINDS.items() if character in characters), NONE)


def frame_features(reading: Reading, at: int) -> Iterator[str]:
    """Of one site; the word is always part of the name, since the question is whether *it* fits."""
    site = reading.sites[at]
    start, end = _clause(reading.text, site)
    inside = [other for other in reading.sites if start <= other.start < end]
    before = [other for other in inside if other.end <= site.start]
    after = [other for other in inside if other.start >= site.end]
    moved, moves = _last(before, "dv"), _first(after, "dv")
    place, next_place = _last(before, "fs"), _first(after, "fs")
    preposition = _preposition(reading.words, site, start)
    noun, verb = _noun(reading, site, start), _verb(reading.words, site, start)
    later = _kind_after(reading, site, end)
    if site.group.cls == "dv":
        yield from _named(
            "go",
            site.word,
            {
                "p": preposition,
                "l": place,
                "pl": f"{preposition}{place}",
                "n": next_place,
                "k": later,
                "kn": f"{later}{next_place}",
                "v": verb,
                "plv": f"{preposition}{place}{verb}",
            },
        )
        return
    yield from _named(
        "at",
        site.word,
        {
            "k": noun,
            "m": moved,
            "km": f"{noun}{moved}",
            "p": preposition,
            "pd": f"{preposition}{moves}",
            "kp": f"{noun}{preposition}",
            "kpd": f"{noun}{preposition}{moves}",
            "kv": f"{noun}{verb}",
            "v": verb,
            "way": _way(moved, preposition, moves),
            "kway": f"{noun}{_way(moved, preposition, moves)}",
        },
    )


def _named(family: str, word: str, values: Mapping[str, str]) -> Iterator[str]:
    for name, value in values.items():
        yield f"{family}.{name}={word}|{value}"


def _way(moved: str, preposition: str, moves: str) -> str:
    """Whether something goes in or comes out, whichever words say so."""
    if ENTERING & set(moved):
        return "into"
    if LEAVING & set(moved):
        return "out"
    if preposition in ("从", "由", "自"):
        return "from-out" if LEAVING & set(moves) else "from-in" if ENTERING & set(moves) else "from"
    return preposition


def _clause(text: str, site: Site) -> tuple[int, int]:
    start, end = site.start, site.end
    while start > 0 and text[start - 1] not in PAUSES:
        start -= 1
    while end < len(text) and text[end] not in PAUSES:
        end += 1
    return start, end


def _last(sites: Sequence[Site], classes: str) -> str:
    return next((site.word for site in reversed(sites) if _is_of(site, classes)), NONE)


def _first(sites: Sequence[Site], classes: str) -> str:
    return next((site.word for site in sites if _is_of(site, classes)), NONE)


def _is_of(site: Site, classes: str) -> bool:
    return site.group.cls == classes or (len(site.group.cls) == 1 and site.group.cls in classes)


def _preposition(words: Sequence[Word], site: Site, start: int) -> str:
    near = (word for word in reversed(words[: site.at]) if word.start >= start)
    return next((word.text for word in near if word.tag == "p" and word.text != "把"), NONE)


def _verb(words: Sequence[Word], site: Site, start: int) -> str:
    near = (word for word in reversed(words[: site.at]) if word.start >= start)
    return next((word.text[:1] for word in near if word.tag.startswith("v")), NONE)


def _noun(reading: Reading, site: Site, start: int) -> str:
    """The kind of thing right before the word, a 的 between them left out."""
    before = reading.text[start : site.start].rstrip("的")
    return _kind_of(before[-1]) if before else "^"


def _kind_after(reading: Reading, site: Site, end: int) -> str:
    """The kind of the first thing after a verb of direction."""
    nouns = (word for word in reading.words[site.at + 1 :] if word.start < end)
    return next((_kind_of(word.text[-1]) for word in nouns if word.tag.startswith(("n", "s"))), NONE)
