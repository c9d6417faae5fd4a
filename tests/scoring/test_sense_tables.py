"""By number of senses, and which gloss is taken for which."""

from pingce.scoring.sense_tables import by_sense_count, gloss_confusions
from pingce.spec.measure import Case
from pingce.spec.values import Item, Senses


def case(word: str, golds: tuple[str, ...], said: tuple[str, ...]) -> Case:
    item = Item("1", {"sentence": "", "word": word})
    return Case(item, {"senses": Senses(golds)}, {"senses": Senses(said)})


CASES = [
    case("甲", ("a", "d"), ("b", "a", "c", "d")),
    case("甲", ("a",), ("b", "a")),
    case("乙", ("x",), ("x", "y")),
    case("乙", ("y",), ()),
]


def test_accuracy_by_how_many_senses_the_word_has() -> None:
    table = by_sense_count(CASES, {"甲": "abcd", "乙": "xy"})
    assert (table.field, table.measure) == ("sense_count", "derived")
    assert [(group.name, group.n, group.numbers["accuracy"]) for group in table.groups] == [
        ("2", 2, 0.5),
        ("4", 3, 0.0),
    ]


def test_confusions_count_wrong_answers_to_derived_questions() -> None:
    assert [tuple(one) for one in gloss_confusions(CASES)] == [
        ("甲", "a", "b", 2, 2),
        ("乙", "y", None, 1, 1),
        ("甲", "d", "b", 1, 1),
    ]
