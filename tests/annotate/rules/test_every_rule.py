"""What must hold for every live rule."""

import re

import pytest

from pingce.annotate.forms import FORMS, PLAIN, form_of
from pingce.annotate.items import AnnotationItem
from pingce.annotate.rules import RULES, Hit, Rule, check
from pingce.annotate.rules.model import RuleExample
from pingce.spec.problem import CODES

EVERY = pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)


def hits(example: RuleExample) -> list[Hit]:
    return check(form_of(example.form), AnnotationItem("q", example.texts, example.extra), example.raw)


@EVERY
def test_its_example_triggers_it_at_its_level(rule: Rule) -> None:
    found = [hit for hit in hits(rule.triggers) if hit.rule == rule.name]
    assert found
    assert {(hit.level, hit.message) for hit in found} == {(rule.level, rule.message)}


@EVERY
def test_its_other_example_passes_and_blocks_nowhere(rule: Rule) -> None:
    found = hits(rule.passes)
    assert rule.name not in {hit.rule for hit in found}
    assert "block" not in {hit.level for hit in found}


@EVERY
def test_nothing_in_the_structure_of_its_example_blocks(rule: Rule) -> None:
    assert {hit.rule for hit in hits(rule.triggers) if hit.level == "block"} <= RULES.keys()


@EVERY
def test_it_names_forms_that_exist_and_its_examples_are_of_one_of_them(rule: Rule) -> None:
    assert set(rule.forms) <= FORMS.keys() | PLAIN.keys()
    assert {rule.triggers.form, rule.passes.form} <= set(rule.forms)


@EVERY
def test_its_path_leads_to_something_in_the_answer(rule: Rule) -> None:
    for hit in hits(rule.triggers):
        value: object = rule.triggers.raw
        for key, number in re.findall(r"([a-z_]+)|\[(\d+)\]", hit.path):
            value = value[int(number)] if number and isinstance(value, list) else value[key]  # type: ignore[index]
        assert value is not None


@EVERY
def test_it_speaks_both_languages(rule: Rule) -> None:
    assert re.search(r"[\u4e00-\u9fff]", rule.message.zh)
    assert re.search(r"[a-z]{3}", rule.message.en)


def test_names_are_words_and_no_code_of_a_structural_violation() -> None:
    assert [name for name in RULES if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name)] == []
    assert RULES.keys().isdisjoint(CODES)


def test_every_form_for_people_but_the_points_has_rules() -> None:
    with_rules = {form for rule in RULES.values() for form in rule.forms}
    assert FORMS.keys() - with_rules == {"explanation-rating"}  # bounds are part of its structure
