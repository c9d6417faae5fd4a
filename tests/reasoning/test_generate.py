"""Generated items: what they promise is checked by trying every arrangement, apart from the solver."""

from collections import Counter
from itertools import permutations

import pytest

from pingce.reasoning.generate.certify import ProofMismatchError, ProvedItem, certified, generated
from pingce.reasoning.generate.draft import LANGUAGES
from pingce.reasoning.generate.hops import hops_needed, level_of
from pingce.reasoning.generate.kinds import KINDS, PlaceKind
from pingce.reasoning.generate.names import PEOPLE
from pingce.reasoning.generate.phrases import Wording, gaps, neighbours, sides
from pingce.reasoning.generate.plan import LETTERS, ItemPlan, SetSettings, plans
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.generate.scenes import SCENE_FILES, SCENES
from pingce.reasoning.generate.worlds import worlds
from pingce.reasoning.item import Language
from pingce.reasoning.relations import Opposite, Statement
from pingce.reasoning.scenes.circle import Circle
from pingce.reasoning.scenes.layout import relation_table
from pingce.reasoning.scenes.line import SeatRow
from pingce.reasoning.scenes.recognise import recognise_scene
from pingce.reasoning.solve import search_size
from pingce.reasoning.space import understood
from pingce.spec.errors import UserError

from .brute_force import check

PLACES = tuple(SCENES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES.values(), ids=lambda scene: scene.name)
def test_every_wording_of_a_scene_is_read_as_what_it_means(scene: SceneType, language: Language) -> None:
    names = [getattr(thing, language) for thing in scene.things[: scene.layout.seats]]
    recognised = recognise_scene(scene.text(language, names, []), language)
    assert recognised is not None
    assert recognised.layout == scene.layout
    for phrase in (*scene.premises, *scene.questions):
        for wording in phrase.wordings:
            sentence = wording.said(language, names[2], names[0])
            read = understood(scene.layout, names, sentence, language)
            assert read is not None, sentence
            assert (read.x, read.y) == (2, None if phrase.alone else 0), sentence
            assert relation_table(scene.layout, read.relation) == relation_table(scene.layout, phrase.relation), (
                sentence
            )


@pytest.mark.parametrize("scene", SCENES.values(), ids=lambda scene: scene.name)
def test_arrangements_are_told_apart_and_none_is_left_out(scene: SceneType) -> None:
    """No two make the same sentences true, and any permutation makes the same ones true as one of them."""
    known = worlds(scene)
    asked = [
        (
            relation_table(scene.layout, sentence.phrase.relation),
            sentence.x,
            sentence.x if sentence.y is None else sentence.y,
        )
        for sentence in known.premises[::3]
    ]

    def truths(seats: tuple[int, ...]) -> tuple[bool, ...]:
        return tuple(bool(table[seats[x]] >> seats[y] & 1) for table, x, y in asked)

    told = {truths(seats) for seats in known.arrangements}
    assert len(told) == len(known.arrangements)
    sample = list(permutations(range(scene.layout.seats)))[::29]
    assert {truths(seats) for seats in sample} <= told


def test_a_hundred_items_are_what_brute_force_finds() -> None:
    for proved in generated(SetSettings(100, 3, PLACES)):
        for language in LANGUAGES:
            item = proved.draft.items[language]
            checked = check(item.text, item.question, item.options)
            assert (checked.arrangements, checked.answer) == (1, proved.draft.answer), item
            assert min(checked.needed) > 1, item
            assert not checked.told, item


def test_several_arrangements_can_be_asked_for() -> None:
    for proved in generated(SetSettings(20, 4, PLACES[:4], arrangements=2)):
        item = proved.draft.items["zh"]
        checked = check(item.text, item.question, item.options)
        assert (checked.arrangements, checked.answer) == (2, proved.draft.answer)
        assert min(checked.needed) > 2


@pytest.mark.parametrize("right", [1, 2, 3])
def test_so_many_options_are_right_as_wanted(right: int) -> None:
    proved = list(generated(SetSettings(20, 5, PLACES, right=(right,))))
    assert {len(item.draft.answer) for item in proved} == {right}
    assert all(len(item.draft.items["zh"].options) == 4 for item in proved)


def test_hops_and_premises_are_as_wanted() -> None:
    proved = list(generated(SetSettings(10, 6, ("circle-in",), hops=(4, 5), premises=(5, 6))))
    assert {item.draft.hops for item in proved} <= {4, 5}
    assert {len(item.draft.conditions["en"]) for item in proved} <= {5, 6}


def test_the_same_seed_makes_the_same_set_and_another_seed_another() -> None:
    first, again, other = (list(_texts(SetSettings(12, seed, PLACES))) for seed in (7, 7, 8))
    assert first == again
    assert set(first).isdisjoint(other)


def _texts(settings: SetSettings) -> list[str]:
    return [f"{i.text}{i.question}{i.options}" for p in generated(settings) for i in p.draft.items.values()]


def test_answers_stand_equally_often_at_every_letter() -> None:
    counts = Counter(letter for plan in plans(SetSettings(10_000, 1, PLACES)) for letter in plan.letters)
    even = sum(counts.values()) / len(LETTERS)
    assert all(abs(counts[letter] - even) < even / 100 for letter in LETTERS)


def test_none_of_the_above_is_right_as_often_as_any_other_option() -> None:
    offered = [plan for plan in plans(SetSettings(10_000, 1, PLACES)) if plan.none_of_above]
    right = sum(plan.letters == {"D"} for plan in offered)
    assert abs(right / len(offered) - 1 / 4) < 0.01


def test_what_nobody_can_make_is_said() -> None:
    with pytest.raises(UserError, match="booth"):
        list(generated(SetSettings(1, 0, ("booth",), hops=(7, 9))))


def test_an_item_whose_text_proves_something_else_is_never_handed_out() -> None:
    [proved] = generated(SetSettings(1, 0, ("line",)))
    wrong = ItemPlan(1, "line", frozenset("ABCD") - proved.draft.answer, none_of_above=False, statements=False)
    draft = proved.draft.__class__(wrong, "space", proved.draft.items, proved.draft.conditions, wrong.letters, 1, 2)
    with pytest.raises(ProofMismatchError):
        certified(draft, "zh")


def test_a_text_that_was_made_before_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two plans with the same number make the same item at first."""
    plan = next(plans(SetSettings(1, 0, ("line",))))
    monkeypatch.setattr("pingce.reasoning.generate.certify.plans", lambda _: [plan, plan])
    first, second = generated(SetSettings(2, 0, ("line",)))
    assert first.draft.items["zh"].text != second.draft.items["zh"].text
    assert first.draft.answer == second.draft.answer


def test_a_new_kind_of_scene_is_one_file() -> None:
    """All that a file in generate/scenes has to say; `KINDS` has an entry for each."""
    scene = SceneType(
        name="bench",
        title=Wording("长凳", "bench"),
        layout=SeatRow(5),
        things=PEOPLE,
        opening=Wording(
            "五人在月台上坐成一排，都面朝同一边。", "these five sit in a single row, all facing the same way."
        ),
        premises=(*gaps(2), *neighbours(), *sides()),
        questions=(*neighbours(), *sides()),
        first_seats=tuple(range(5)),
    )
    plan = next(plans(SetSettings(1, 0, ("bench",))))
    draft = PlaceKind(scene).draft(plan, SetSettings(1, 0, ("bench",)), 0)
    assert certified(draft, "zh").answer == certified(draft, "en").answer == plan.letters
    assert len(SCENE_FILES) == len(SCENES) >= 6
    assert SCENES.keys() <= KINDS.keys()


def test_hops_are_the_fewest_premises_that_do() -> None:
    premises = [0b0111, 0b1011, 0b0011]
    assert hops_needed(premises, 0b0011, 0b1111) == 1
    assert hops_needed(premises[:2], 0b0011, 0b1111) == 2
    assert hops_needed(premises[:2], 0b1100, 0b1111, refute=True) == 2
    assert hops_needed(premises[:2], 0b0001, 0b1111) == 2
    assert hops_needed(premises, 0b1111, 0b1111) == 0
    assert [level_of(hops) for hops in (1, 2, 3, 4)] == ["easy", "easy", "medium", "hard"]


def test_the_solver_tries_more_seats_the_less_it_is_told() -> None:
    assert search_size(Circle(), 6, [Statement(Opposite(), 0, 1)]) < search_size(Circle(), 6, [])


def test_proofs_go_with_items() -> None:
    proved: list[ProvedItem] = list(generated(SetSettings(4, 9, PLACES)))
    for item in proved:
        assert {proof.answer for proof in item.proofs.values()} == {item.draft.answer}
        assert item.draft.search is not None
        assert len(item.proofs["zh"].readings) == len(item.draft.conditions["zh"])
