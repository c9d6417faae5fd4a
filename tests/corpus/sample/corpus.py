"""Invented texts for drawing words and sentences."""

from pathlib import Path

THINGS = [
    "箱子",
    "窗户",
    "书包",
    "抽屉",
    "盒子",
    "信封",
    "柜子",
    "门锁",
    "伞套",
    "瓶盖",
    "袋口",
    "包裹",
    "灯罩",
    "相册",
    "琴盖",
    "锅盖",
    "笔盒",
    "地图",
    "画卷",
    "水壶",
]
PEOPLE = ["小林", "老周", "阿红", "小海", "大刘", "老郑", "阿青", "小满", "大山", "老白"]
TAILS = ["里面是一封旧信", "原来什么也没有", "大家都笑了起来", "屋里顿时亮堂多了", "谁也没有想到会这样"]


def tagged(sentences: list[str]) -> str:
    """Sentences in the form of the People's Daily."""
    return "\n".join(f"19980101-01-001-{i:03}/m  {line}" for i, line in enumerate(sentences, start=1)) + "\n"


def raw_sentences(verb: str, count: int, *, start: int = 0) -> list[str]:
    """Different enough from each other, each with ``verb`` once."""
    made = []
    for i in range(start, start + count):
        thing, person = THINGS[i % len(THINGS)], PEOPLE[i * 7 % len(PEOPLE)]
        tail = TAILS[i * 3 % len(TAILS)]
        made.append(f"{person}{'轻轻慢慢悄悄匆匆'[i % 4 * 2 : i % 4 * 2 + 2]}地{verb}{thing}，{tail}。")
    return made


def tagged_sentences(verb: str, count: int) -> list[str]:
    made = []
    for i in range(count):
        person, thing = PEOPLE[i % len(PEOPLE)], THINGS[i * 3 % len(THINGS)]
        made.append(f"{person}/nr  在/p  [院子/n  里/f]ns  {verb}/v  {thing}/n  ，/w  {TAILS[i % len(TAILS)]}/l  。/w")
    return made


def write(path: Path, lines: list[str] | str) -> Path:
    path.write_text(lines if isinstance(lines, str) else "\n".join(lines) + "\n", encoding="utf-8")
    return path
