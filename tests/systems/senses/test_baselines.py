"""Systems that look at counts or characters only."""

import json
import math
from pathlib import Path

import pytest

from pingce.formats.senses import Inventory
from pingce.spec.errors import UserError
from pingce.spec.values import Senses
from pingce.systems.interface import NoProgress, System
from pingce.systems.senses.mfs import First, Mfs
from pingce.systems.senses.model import unknown_word
from pingce.systems.senses.overlap import GlossOverlap, OverlapScorer, around, pieces
from pingce.systems.senses.questions import Question

from .data import BALL, DEBT, EXAMPLES, INVENTORY, JOKE, SKILL, TASK, example, said, training

ITEMS = [example(i, f"这是{word}。", word).item for i, word in enumerate(("包袱", "功夫", "走道"))]


def answers(system: System, folder: Path, *changes: str, inventory: Inventory | None = None) -> list[Senses]:
    given = training(system, folder, *changes)
    system.train(given)
    predictions = system.load(folder, TASK, given.settings, inventory).predict(ITEMS, NoProgress())
    return [said(prediction) for prediction in predictions]


def test_mfs_names_the_most_frequent_sense_and_nothing_for_an_unseen_word(tmp_path: Path) -> None:
    assert answers(Mfs(), tmp_path) == [Senses((BALL,)), Senses((SKILL,)), Senses(())]


def test_the_sense_seen_first_wins_among_equals(tmp_path: Path) -> None:
    given = training(Mfs(), tmp_path, train=[EXAMPLES[3], EXAMPLES[0]])
    Mfs().train(given)
    (prediction,) = Mfs().load(tmp_path, TASK, given.settings, None).predict(ITEMS[:1], NoProgress())
    assert (said(prediction), prediction.score) == (Senses((DEBT,)), 0.5)


def test_mfs_can_fall_back_on_the_first_sense(tmp_path: Path) -> None:
    assert answers(Mfs(), tmp_path, "unseen=first")[2] == Senses(("人行的路",))


def test_why_there_is_no_answer_is_told(tmp_path: Path) -> None:
    given = training(Mfs(), tmp_path)
    Mfs().train(given)
    predictions = Mfs().load(tmp_path, TASK, given.settings, None).predict(ITEMS, NoProgress())
    assert [prediction.failed.en if prediction.failed else None for prediction in predictions] == [
        None,
        None,
        "走道 was not seen",
    ]


def test_all_glosses_of_a_word_are_told_with_their_shares(tmp_path: Path) -> None:
    given = training(Mfs(), tmp_path, train=[EXAMPLES[3], EXAMPLES[0]])
    Mfs().train(given)
    (prediction,) = Mfs().load(tmp_path, TASK, given.settings, None).predict(ITEMS[:1], NoProgress())
    shares = dict(prediction.detail["glosses"])
    assert list(shares) == list(INVENTORY["包袱"])
    assert (shares[DEBT], shares[BALL], sum(shares.values())) == (0.5, 0.5, 1.0)


def test_first_follows_the_inventory_that_is_given(tmp_path: Path) -> None:
    found = answers(First(), tmp_path, inventory={"包袱": [JOKE, BALL]})
    assert [senses.chosen for senses in found] == [(JOKE,), (INVENTORY["功夫"][0],), ("人行的路",)]


def test_overlap_ranks_the_gloss_that_shares_characters_first(tmp_path: Path) -> None:
    given = training(GlossOverlap(), tmp_path, "choose=top")
    GlossOverlap().train(given)
    model = GlossOverlap().load(tmp_path, TASK, given.settings, None)
    item = example(1, "相声演员抖包袱逗人发笑。", "包袱").item
    (prediction,) = model.predict([item], NoProgress())
    found = said(prediction)
    assert found.chosen == (JOKE,)
    assert found.scores[0][0] == JOKE
    assert sum(score for _, score in found.scores) == pytest.approx(1)


def test_overlap_needs_no_training_data(tmp_path: Path) -> None:
    given = training(GlossOverlap(), tmp_path, train=[], dev=[])
    GlossOverlap().train(given)
    model = GlossOverlap().load(tmp_path, TASK, given.settings, None)
    (prediction,) = model.predict([example(1, "穿衣物。", "包袱").item], NoProgress())
    assert said(prediction).chosen == (BALL,)


def test_a_word_without_glosses_gets_an_empty_answer_and_a_reason(tmp_path: Path) -> None:
    given = training(GlossOverlap(), tmp_path)
    GlossOverlap().train(given)
    model = GlossOverlap().load(tmp_path, TASK, given.settings, None)
    (prediction,) = model.predict([example(1, "他走了。", "走").item], NoProgress())
    assert (said(prediction), prediction.failed) == (Senses(()), unknown_word("走"))


def test_no_glosses_at_all_is_a_mistake(tmp_path: Path) -> None:
    given = training(First(), tmp_path, train=[], dev=[], inventory=None)
    with pytest.raises(UserError) as told:
        First().train(given)
    assert told.value.code == "no-inventory"


def test_the_target_itself_does_not_count_and_punctuation_parts() -> None:
    assert around(Question("他放下包袱了", "包袱", ())) == "他放下  了"
    assert pieces("放下，了") == frozenset({"放", "下", "了", "放下"})


def test_stated_relations_reach_the_model(tmp_path: Path) -> None:
    file = tmp_path / "relations.json"
    file.write_text(json.dumps({"包袱": [{"kind": "includes", "a": DEBT, "b": BALL}]}), encoding="utf-8")
    given = training(GlossOverlap(), tmp_path / "model", "choose=groups", f"relations={file}")
    GlossOverlap().train(given)
    model = GlossOverlap().load(tmp_path / "model", TASK, given.settings, None)
    (prediction,) = model.predict([example(1, "穿衣物。", "包袱").item], NoProgress())
    assert set(said(prediction).chosen) == {BALL, DEBT}


def test_overlap_is_the_same_in_whatever_order_a_set_is_walked() -> None:
    """Sets of strings have another order in every process; a plain sum would lose the small weights in most of them."""
    small = frozenset("一二三四五六七八九十")
    scorer = OverlapScorer({"大": 1e16, **dict.fromkeys(small, 1.0)}, unknown=1.0, sharpness=1.0)
    gloss = small | {"大"}
    assert scorer.overlap(gloss, gloss) == (1e16 + 10) / math.sqrt(1e16 + 10)
