"""Pairs of texts that differ in one place: what differs, who is concerned, same scene or not, and why."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pingce.formats.check import check_file
from pingce.language.tagging.catalog import make_tagger
from pingce.scoring.measures.explanation import difference, entities, names_difference, template_parts, verdict
from pingce.spec.errors import UserError
from pingce.spec.values import Fragment, Item, SlotFill, StepTuple, Verdict
from pingce.systems.interface import NoProgress, Prediction, Progress
from pingce.systems.predict import predict_file
from pingce.systems.same_scene.difference import find_difference
from pingce.systems.same_scene.system import SceneModel
from pingce.systems.train import Order, train_model
from pingce.tasks.catalog import find_task

TASK = find_task("space2023/task3")
FILE = Path(__file__).parents[3] / "examples" / "space2023" / "task3_examples.jsonl"


@pytest.fixture(scope="module")
def model() -> SceneModel:
    return SceneModel(make_tagger())


def ask(model: SceneModel, first: str, second: str) -> Prediction:
    (prediction,) = model.predict([Item("q", {"text1": first, "text2": second})], NoProgress())
    return prediction


def said(prediction: Prediction) -> Verdict:
    found = verdict(prediction.answer)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("first", "second", "units"),
    [
        ("小猫趴在屋子里面睡觉。", "小猫趴在屋子上面睡觉。", ("屋子里面", "屋子上面")),
        ("老人从院子里走出来了。", "老人从院子里走出去了。", ("走出来", "走出去")),
        ("士兵拉着俘虏出来，天已经黑了。", "士兵拉着俘虏进去，天已经黑了。", ("拉着俘虏出来", "拉着俘虏进去")),
        ("守门员向左扑去。", "守门员向右扑去。", ("向左", "向右")),
        ("硬币掉到地上。", "硬币掉到地下。", ("地上", "地下")),
        ("客厅墙上挂着画。", "客厅墙面上挂着画。", ("客厅墙上", "客厅墙面上")),
        (
            "合影里，从左到右依次是：张三、李四和王五。",
            "合影里，从右到左依次是：王五、李四和张三。",
            ("从左到右依次是：张三、李四和王五", "从右到左依次是：王五、李四和张三"),
        ),
        ("他走了。", "他走了。", ("", "")),
    ],
)
def test_difference_is_a_unit_of_whole_words(first: str, second: str, units: tuple[str, str]) -> None:
    sides = find_difference(make_tagger(), first, second)
    assert tuple(side.said(side.unit) for side in sides) == units


@pytest.mark.parametrize(
    ("first", "second", "judge", "why"),
    [
        ("汽车里坐着孩子。", "汽车中坐着孩子。", "true", "synonym"),
        ("小狗趴在炉子旁边。", "小狗趴在炉子附近。", "true", "synonym"),
        ("他从屋里走出来。", "他从屋里走出去。", "true", "viewpoint"),
        ("船上坐着老人。", "船里坐着老人。", "true", "on and in"),
        ("硬币掉到地上。", "硬币掉到地下。", "true", "ground"),
        ("脖子上挂着哨子。", "脖子下挂着哨子。", "true", "hanging"),
        (
            "合影里，从左到右依次是：张三、李四和王五。",
            "合影里，从右到左依次是：王五、李四和张三。",
            "true",
            "mirrored",
        ),
        (
            "合影里，从左到右依次是：张三、李四和王五。",
            "合影里，从右到左依次是：张三、李四和王五。",
            "false",
            "antonym",
        ),
        ("小明站在桥上。", "小明站在桥下。", "false", "antonym"),
        ("工人检修地上的管道。", "工人检修地下的管道。", "false", "antonym"),
        ("鱼在碗里游。", "鱼在碗边游。", "false", "centre-periphery"),
        ("小猫趴在屋子里面。", "小猫趴在屋子上面。", "false", "other"),
        ("他从门口走来。", "他从门口走去。", "false", "antonym"),
        ("他走了。", "他走了！", "true", "nothing differs"),
        ("他走了。", "他走了。", "true", "nothing differs"),
    ],
)
def test_judgement_follows_what_is_known_about_the_words(
    model: SceneModel, first: str, second: str, judge: str, why: str
) -> None:
    prediction = ask(model, first, second)
    assert (said(prediction).judge, prediction.detail["why"]) == (judge, why)


@pytest.mark.parametrize(
    ("first", "second", "named", "figure"),
    [
        ("奶奶把药箱放在书架上层。", "奶奶把药箱放在书架下层。", ["奶奶", "药箱", "书架"], "药箱"),
        ("桌子上摆着花瓶。", "桌子下摆着花瓶。", ["桌子", "花瓶"], "花瓶"),
        ("皮球从台阶滚到院子里面。", "皮球从台阶滚到院子外面。", ["皮球", "台阶", "院子"], "皮球"),
        ("士兵拉着他出来。", "士兵拉着他进去。", ["士兵", "他"], "他"),
        ("车上坐满了放学的孩子。", "车里坐满了放学的孩子。", ["车", "孩子"], "孩子"),
    ],
)
def test_entities_are_named(model: SceneModel, first: str, second: str, named: list[str], figure: str) -> None:
    words = said(ask(model, first, second)).explanation
    assert entities(words) == named
    assert f"描述“{figure}”的" in words


def test_explanation_says_where_things_are(model: SceneModel) -> None:
    words = said(ask(model, "小明站在桥上看鱼。", "小明站在桥下看鱼。")).explanation
    assert words == (
        "两段文本的形式差异在于“桥上”和“桥下”。两段文本中都出现了以下空间实体：“小明”、“桥”和“鱼”。"
        "两段文本在描述“小明”的处所上存在形式差异，表明“桥上”和“桥下”描述“小明”的处所是不同的，"
        "前者位于桥的上方，后者位于桥的下方。因此，这两段文本不能描述相同的空间场景。"
    )


def test_every_explanation_has_all_parts_of_its_template(model: SceneModel) -> None:
    from pingce.formats.load import load_questions

    for item in load_questions(TASK, str(FILE)).values():
        first, second = item.texts.values()
        (prediction,) = model.predict([item], NoProgress())
        judge, explanation = said(prediction)
        assert template_parts(explanation, judge) == 1.0
        places = difference(first, second)
        assert names_difference(explanation, first, places[0])
        assert names_difference(explanation, second, places[1])


@pytest.mark.parametrize(("first", "second"), [("", ""), ("桥上", ""), ("", "桥上"), ("𠮷", "𠮷上"), ("。", "，")])
def test_odd_texts_get_an_answer(model: SceneModel, first: str, second: str) -> None:
    assert said(ask(model, first, second)).explanation


class Tuples:
    """A tuple system that knows one text."""

    def predict(self, items: Sequence[Item], progress: Progress) -> list[Prediction]:
        text = items[0].text
        step = StepTuple(
            (
                SlotFill("空间实体", Fragment("哨兵", (text.index("哨"), text.index("哨") + 1)), None),
                SlotFill("处所", Fragment("桥上", (text.index("桥"), text.index("桥") + 1)), None),
            )
        )
        return [Prediction({"tuples": (step,)})]


def test_entities_of_a_tuple_system_are_preferred() -> None:
    prediction = ask(
        SceneModel(make_tagger(), Tuples()), "雾里，哨兵和司机在桥上说话。", "雾里，哨兵和司机在桥下说话。"
    )
    assert entities(said(prediction).explanation) == ["哨兵", "桥"]


def test_works_without_any_training_data(tmp_path: Path) -> None:
    card, _ = train_model(Order(task=TASK, system="scenes", train=None, out=tmp_path / "model"), NoProgress())
    assert (card.dev, card.data) == ({}, {})
    predict_file(tmp_path / "model", str(FILE), tmp_path / "out.jsonl", NoProgress())
    checked = check_file(TASK, str(tmp_path / "out.jsonl"), questions=str(FILE))
    assert (checked.findings.error_count, checked.findings.warning_count) == (0, 0)


def test_dev_data_give_scores_without_being_learned_from(tmp_path: Path) -> None:
    order = Order(task=TASK, system="scenes", train=None, dev=str(FILE), out=tmp_path / "model")
    card, _ = train_model(order, NoProgress())
    assert card.dev["judge.accuracy"] == 1.0
    assert list(card.data) == ["dev"]


def test_model_that_gives_no_tuples_is_refused(tmp_path: Path) -> None:
    train = FILE.parents[1] / "space2022" / "task1_train.jsonl"
    task = find_task("space2022/task1")
    train_model(Order(task=task, system="majority", train=str(train), out=tmp_path / "m"), NoProgress())
    with pytest.raises(UserError) as caught:
        train_model(Order(TASK, "scenes", None, tmp_path / "s", changes=(f"tuples={tmp_path / 'm'}",)), NoProgress())
    assert caught.value.code == "wrong-task"


def test_system_that_learns_asks_for_data(tmp_path: Path) -> None:
    order = Order(task=find_task("space2022/task1"), system="majority", train=None, out=tmp_path / "m")
    with pytest.raises(UserError) as caught:
        train_model(order, NoProgress())
    assert caught.value.code == "no-training-data"
    assert not (tmp_path / "m").exists()
