"""Small data sets of our own sentences."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pingce.formats.parts import Part, read_part
from pingce.spec.values import Answer, Item
from pingce.tasks.catalog import find_task

EXAMPLES = Path(__file__).parents[2] / "examples"

PEOPLE, THINGS, PLACES = (
    [words[i : i + 2] for i in range(0, len(words), 2)]
    for words in (
        "掌柜船工货郎木匠裁缝石匠郎中先生徒弟渔夫樵夫猎户厨娘绣娘更夫脚夫铁匠瓦匠画师琴师牧童书生村长邮差",
        "水桶竹筐木箱书包雨伞铁锹花盆毛毯茶壶麻绳砚台风筝渔网灯笼扁担算盘草帽胡琴陶罐棉袄斧头蒲扇烛台石磨",
        "井台灶台柜台讲台炕沿窗棂篱笆磨坊祠堂戏园渡口粮仓马棚凉亭碑亭染坊茶馆驿站码头船舱瓦窑药铺砖塔谷场",
    )
)
REPLACEMENTS = (
    ("旁，", "边，"),
    ("旁，", "下，"),
    ("里，", "中，"),
    ("里，", "外，"),
    ("前，", "后，"),
    ("上。", "下。"),
)


def scene(i: int) -> str:
    """An original; no two of them have more than their frame in common."""
    people, things, places = (words[i % len(words) :] + words[: i % len(words)] for words in (PEOPLE, THINGS, PLACES))
    return (
        f"{people[0]}把{things[0]}搁在{places[0]}旁，{people[5]}端着{things[7]}绕到{places[3]}前，"
        f"{people[11]}背着{things[13]}走进{places[9]}里，{people[17]}将{things[19]}挂到{places[15]}上。"
    )


SCENES = range(len(PEOPLE))


def example(task_id: str, name: str) -> Part:
    return read_part(f"{task_id}={EXAMPLES / name}")


def make_part(
    task_id: str,
    records: Sequence[tuple[str, Answer | None]],
    *,
    split: str = "train",
    extra: Mapping[str, str] | None = None,
) -> Part:
    task = find_task(task_id)
    items = [Item(f"{split}-{i}", {task.texts[0].name: text}, extra or {}) for i, (text, _) in enumerate(records)]
    return Part(task, split, f"{split}.jsonl", items, [answer for _, answer in records])


def judged(*, split: str = "train", scenes: Sequence[int] = SCENES) -> Part:
    """Six replaced sentences of each original; 边 and 中 are always fine, the rest never."""
    records: list[tuple[str, Answer | None]] = [
        (scene(i).replace(old, new), {"judge": "1" if new[0] in "边中" else "0"})
        for i in scenes
        for old, new in REPLACEMENTS
    ]
    return make_part("space2022/task1", records, split=split)
