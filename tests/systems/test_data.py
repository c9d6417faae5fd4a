"""Training data and the part that is held out."""

from pathlib import Path

import pytest

from pingce.language.originals import group_items
from pingce.spec.errors import UserError
from pingce.systems.data import hold_out, read_examples
from pingce.systems.interface import Example
from pingce.tasks.catalog import find_task
from tests.builders import make_item

from .runs import FILES

TASK = find_task("space2022/task1")
ORIGINALS = (
    "小王和妹妹一早就坐在操场{}等着爷爷。",
    "渔夫把修好的渔网晾到河岸{}，哼起了小调。",
    "图书管理员踮起脚，将词典摆回书架{}。",
    "奶奶种的月季开满阳台{}，邻居都来看。",
    "列车还没进站，站台{}已经挤满了旅客。",
    "羊群像云一样散在山坡{}，牧童吹着笛子。",
    "面团发好以后，师傅端着盆站到灶台{}揉了起来。",
    "护士推着小车，停在病房走廊{}给孩子讲故事。",
)


def family(original: str, name: int) -> list[Example]:
    """Three sentences of one original."""
    return [
        Example(make_item(f"{name}-{i}", original.format(word)), {"judge": "1"})
        for i, word in enumerate(("上", "里", "边"))
    ]


EXAMPLES = [example for i, original in enumerate(ORIGINALS) for example in family(original, i)]


def test_no_original_is_in_both_parts() -> None:
    examples, _ = read_examples(TASK, str(FILES["space2022/task1"]))
    train, dev = hold_out(examples)
    groups = dict(zip([e.item.id for e in examples], group_items([e.item for e in examples]), strict=True))
    assert {groups[e.item.id] for e in train}.isdisjoint({groups[e.item.id] for e in dev})
    assert sorted(e.item.id for e in [*train, *dev]) == sorted(e.item.id for e in examples)


def test_the_split_does_not_depend_on_the_order_of_other_originals() -> None:
    """Only ids and the seed decide, so it is the same everywhere."""
    _, dev = hold_out(EXAMPLES, share=0.3)
    turned = [example for start in range(len(EXAMPLES) - 3, -1, -3) for example in EXAMPLES[start : start + 3]]
    _, same = hold_out(turned, share=0.3)
    assert {e.item.id for e in dev} == {e.item.id for e in same}
    assert {e.item.id.split("-")[0] for e in dev} != {e.item.id.split("-")[0] for e in hold_out(EXAMPLES, seed=5)[1]}


@pytest.mark.parametrize(("share", "held"), [(0.1, 3), (0.13, 6), (0.5, 12), (1.0, 21)])
def test_whole_originals_are_held_out_until_the_share_is_reached(share: float, held: int) -> None:
    """At least one original is always left to learn from."""
    train, dev = hold_out(EXAMPLES, share=share)
    assert (len(train), len(dev)) == (24 - held, held)


def test_a_single_original_cannot_be_split() -> None:
    with pytest.raises(UserError) as caught:
        hold_out(family(ORIGINALS[0], 0))
    assert caught.value.code == "nothing-to-hold-out"


def test_answers_without_texts_are_no_training_data(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text('{"qid":"1","judge":1}\n', encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_examples(TASK, str(file))
    assert caught.value.code == "no-texts"
