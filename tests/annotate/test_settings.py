import pytest

from pingce.annotate.describe import can_arise, reasons_for
from pingce.annotate.forms import FORMS, form_of
from pingce.annotate.rules import RULES, changeable
from pingce.annotate.settings import (
    PRESETS,
    REASONS,
    CampaignSettings,
    make_settings,
    settings_json,
    stored_settings,
)
from pingce.spec.errors import UserError

BAD: list[tuple[dict[str, object], list[str]]] = [
    ({"answers": 51}, ["answers: 51; expected a whole number from 1 to 50"]),
    ({"answers": True}, ["answers: true; expected a whole number from 1 to 50"]),
    ({"answers": 1.5}, ["answers: 1.5; expected a whole number from 1 to 50"]),
    ({"threshold": "much"}, ['threshold: "much"; expected a number from 0 to 1']),
    ({"blind": 1}, ["blind: 1; expected true or false"]),
    ({"on_disagreement": "shout"}, ['on_disagreement: "shout"; expected review/third/leave']),
    ({"anwsers": 2, "gate": 0}, ["there is no setting anwsers", "gate: 0; expected a number from 0.01 to 1"]),
    ({"appeals": True}, ["without returning (return_to) nobody can appeal"]),
    ({"on_disagreement": "third", "answers": 3}, ["asking a third annotator needs two answers per item"]),
    ({"finish_group": True}, ["finish_group needs fixed_annotators"]),
    (
        {"fixed_annotators": True, "on_disagreement": "third"},
        ["a group with fixed annotators has no third annotator"],
    ),
]


@pytest.mark.parametrize(("changes", "told"), BAD, ids=[str(changes) for changes, _ in BAD])
def test_every_mistake_is_told_at_once(changes: dict[str, object], told: list[str]) -> None:
    with pytest.raises(UserError) as refused:
        make_settings(changes)
    assert refused.value.code == "bad-settings"
    assert [part for part in told if part not in refused.value.message] == []


def test_settings_survive_storing() -> None:
    made = make_settings({"answers": 1, "audit_rate": 1, "skip_limit": 7})
    assert made.audit_rate == 1.0
    assert stored_settings(settings_json(made)) == made


def test_settings_of_a_later_version_are_passed_over() -> None:
    assert stored_settings({"answers": 3, "moon": "full"}) == CampaignSettings(answers=3)


def test_changes_keep_the_rest() -> None:
    base = PRESETS["wsd"].settings
    assert make_settings({"lease_minutes": 5}, base).gate == base.gate


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_sound_and_has_its_form(name: str) -> None:
    assert make_settings(settings_json(PRESETS[name].settings)) == PRESETS[name].settings
    assert form_of(PRESETS[name].form_id).id == PRESETS[name].form_id


@pytest.mark.parametrize(("number", "rate"), [(0, 0.15), (39, 0.15), (40, 0.08), (1000, 0.08)])
def test_audits_are_denser_at_first(number: int, rate: float) -> None:
    assert PRESETS["space-rating"].settings.audit_rate_at(number) == rate


@pytest.mark.parametrize(
    ("form", "without"),
    [
        ("space-rating", {"role", "sense"}),
        ("space-step", {"sense"}),
        ("space-attribution", {"sense"}),
        ("wsd", {"boundary", "role"}),
        ("explanation-rating", {"boundary", "missed", "extra", "role", "sense"}),
    ],
)
def test_only_reasons_that_fit_the_form_are_offered(form: str, without: set[str]) -> None:
    assert set(REASONS) - set(reasons_for(FORMS[form])) == without


def test_only_rules_that_can_arise_in_a_form_are_shown() -> None:
    shown = {
        form: {name for name in changeable(form) if name not in RULES and can_arise(FORMS[form], name)}
        for form in FORMS
    }
    assert shown["space-rating"] == {"unsorted-idxes", "repeated-idx"}
    assert shown["wsd"] == {"target-repeated", "one-sense"}
    assert {"slot-order", "repeated-tuple"} <= shown["space-step"]
    assert shown["explanation-rating"] == set()
