"""Which examples are shown."""

from pingce.spec.values import Item
from pingce.systems.interface import Example
from pingce.systems.llm.similar import most_similar
from pingce.tasks.catalog import find_task


def example(text: str, qid: str = "e") -> Example:
    return Example(Item(qid, {"text": text}), {"judge": "1"})


POOL = [
    example("小明站在石桥上，看桥下的小鱼慢慢游来游去。", "variant"),
    example("老师走进教室，把一摞作业本放在讲台上面。", "school"),
    example("渔夫划着小船从石桥旁边经过，鱼群游开了。", "boat"),
    example("飞机穿过云层，向南方的海岛飞去。", "plane"),
]
TASK = find_task("space2022/task1")


def test_most_similar_stands_last_and_no_variant_of_the_question_is_shown() -> None:
    asked = Item("q", {"text": "小明站在石桥下，看桥上的小鱼慢慢游来游去。"})
    (shown,) = most_similar(TASK, [asked], POOL, 2)
    assert "variant" not in [one.item.id for one in shown]
    assert shown[-1].item.id == "boat"


def test_variants_of_any_question_are_kept_from_all() -> None:
    asked = [Item("q1", {"text": "小明站在石桥下，看桥上的小鱼慢慢游来游去。"}), Item("q2", {"text": "石桥上有鱼。"})]
    shown = most_similar(TASK, asked, POOL, 4)
    assert [len(one) for one in shown] == [3, 3]


def test_same_target_word_comes_first() -> None:
    task = find_task("wsd/senses")
    pool = [
        Example(Item("1", {"sentence": "他轻轻打开窗户透气。", "word": "窗户"}), {}),
        Example(Item("2", {"sentence": "公司要打开海外市场。", "word": "打开"}), {}),
    ]
    (shown,) = most_similar(task, [Item("q", {"sentence": "她轻轻打开窗户通风。", "word": "打开"})], pool, 1)
    assert [one.item.id for one in shown] == ["2"]


def test_no_examples_or_none_wanted() -> None:
    asked = [Item("q", {"text": "石桥上有鱼。"})]
    assert most_similar(TASK, asked, [], 4) == [[]]
    assert most_similar(TASK, asked, POOL, 0) == [[]]
