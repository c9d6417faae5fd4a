"""The JSON of a form: what the browser may rely on."""

import json
from typing import Any, get_args

import pytest

from pingce.annotate.describe import Widget, describe
from pingce.annotate.forms import FORMS, PLAIN, form_of


def described(form_id: str) -> dict[str, Any]:
    """As it arrives in the browser."""
    read: dict[str, Any] = json.loads(json.dumps(describe(form_of(form_id))))
    return read


def field(form_id: str, name: str) -> dict[str, Any]:
    return next(one for one in described(form_id)["fields"] if one["name"] == name)


@pytest.mark.parametrize("form_id", [*FORMS, *PLAIN])
def test_every_form_has_the_agreed_keys_and_titles_in_both_languages(form_id: str) -> None:
    form = described(form_id)
    assert list(form) == ["id", "task", "title", "texts", "fields"]
    assert form["id"] == form_id
    for one in form["fields"]:
        assert list(one) == [
            "name",
            "key",
            "widget",
            "title",
            "optional",
            "shown_if",
            "needed_if",
            "instead",
            "shape",
        ]
        assert one["widget"] in get_args(Widget)
        assert one["title"]["zh"]
        assert one["title"]["en"]


def test_every_widget_is_used_by_some_form() -> None:
    used = {one["widget"] for form_id in (*FORMS, *PLAIN) for one in described(form_id)["fields"]}
    assert used == set(get_args(Widget))


@pytest.mark.parametrize(
    ("form_id", "name", "wires"),
    [
        ("space-rating", "rating", ["fine", "someFine", "someBad", "bad", "other"]),
        ("space2022/task1", "judge", [0, 1]),
        ("space2021/task1", "judge1", [False, True]),
    ],
)
def test_labels_say_what_to_write_and_which_key_chooses_them(form_id: str, name: str, wires: list[object]) -> None:
    labels = field(form_id, name)["shape"]["labels"]
    assert [label["wire"] for label in labels] == wires
    assert [label["key"] for label in labels] == [str(i) for i in range(1, len(wires) + 1)]


def test_special_options_beside_glosses_have_letters() -> None:
    assert [label["key"] for label in field("wsd", "special")["shape"]["labels"]] == ["a", "f", "n"]
    assert [label["key"] for label in field("space-step", "special")["shape"]["labels"]] == ["k", "f", "l", "o"]
    assert [label["key"] for label in field("space-scene", "special")["shape"]["labels"]] == ["u"]
    assert field("wsd", "senses")["shape"] == {"special": []}


def test_reasons_by_type_say_how_many_roles_they_need() -> None:
    shape = field("space-attribution", "reasons")["shape"]
    assert [(case["type"], case["at_least"], [r["name"] for r in case["roles"]]) for case in shape["cases"]] == [
        ("A", 2, ["text1", "text2"]),
        ("B", 4, ["S1", "P1", "E1", "S2", "P2", "E2"]),
        ("C", 2, ["S", "P", "E"]),
    ]
    assert field("space-attribution", "reasons")["shown_if"] == {"outcome": ["anomaly", "unusable"]}


def test_candidates_of_2023_are_roles_up_to_three_times() -> None:
    shape = field("space-anomaly", "reasons")["shape"]
    assert ([role["name"] for role in shape["roles"]], shape["at_most"]) == (["S1", "P1", "E1", "S2", "P2", "E2"], 3)


def test_tuples_come_with_slots_in_order_and_rules_with_their_parameters() -> None:
    shape = field("space-step", "tuples")["shape"]
    assert (shape["layout"], len(shape["slots"])) == ("array", 18)
    assert shape["slots"][6] == {
        "name": "时间标签",
        "title": {"zh": "时间（标签）", "en": "time label"},
        "takes": "label",
        "labels": ["说话时", "过去", "将来", "之时", "之前", "之后", "之间"],
        "by_position": False,
    }
    assert shape["rules"][0] == {
        "kind": "Needs",
        "any_of": ["空间实体"],
        "slot": None,
        "code": "slot-missing",
        "demand": {"zh": "请填空间实体", "en": "fill in entity"},
    }
    assert {rule["kind"] for rule in shape["rules"]} == {"Needs", "Excludes", "LabelDependsOn", "InTextOrder"}


def test_explained_judgements_bring_a_template_for_each_judgement() -> None:
    shape = field("space-scene", "verdicts")["shape"]
    assert (shape["judge_key"], shape["explanation_key"]) == ("judge", "reason")
    assert [label["wire"] for label in shape["judge"]["labels"]] == ["true", "false"]
    assert ["可以描述" in template["zh"] for template in shape["templates"]] == [True, False]


def test_numbers_have_bounds() -> None:
    assert field("explanation-rating", "fluency")["shape"] == {"least": 0, "most": 100, "step": 1}
