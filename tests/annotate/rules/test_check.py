"""check(): structure and rules, levels, and that nothing a client sends makes it fail."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pingce.annotate.forms import FORMS, form_of
from pingce.annotate.items import AnnotationItem
from pingce.annotate.rules import RULES, Setting, blocks, changeable, check, read_levels
from pingce.annotate.rules.examples import anomaly, reason, senses, step
from pingce.annotate.rules.model import RuleExample
from pingce.spec.errors import UserError

TEXT = "小明把书放在桌子上，他走到窗边。"
NEGATED = step("他没走到窗边。", {"空间实体": "他", "事件": "没走", "终点": "到窗边"})


def found(example: RuleExample, levels: dict[str, Setting] | None = None) -> dict[str, str]:
    item = AnnotationItem("q", example.texts, example.extra)
    return {hit.rule: hit.level for hit in check(form_of(example.form), item, example.raw, levels or {})}


def changed(example: RuleExample, **raw: object) -> RuleExample:
    return RuleExample(example.form, example.texts, {**example.raw, **raw}, example.extra)  # type: ignore[dict-item]


@pytest.mark.parametrize("setting", ["block", "info"])
def test_a_campaign_sets_the_level_of_a_rule(setting: Setting) -> None:
    assert found(NEGATED) == {"negation-inside": "warn"}
    assert found(NEGATED, {"negation-inside": setting}) == {"negation-inside": setting}


def test_a_campaign_switches_a_rule_off() -> None:
    assert found(NEGATED, {"negation-inside": "off"}) == {}


def test_what_blocks_by_structure_cannot_be_switched_off() -> None:
    beyond = changed(NEGATED, span={"text": "x", "idxes": [99]})
    off: dict[str, Setting] = {"idx-out-of-range": "off", "negation-inside": "off"}
    assert found(beyond, off) == {"idx-out-of-range": "block"}


def test_a_structural_warning_can_be_set() -> None:
    spliced = step(TEXT, {"空间实体": "书", "处所": "桌子上+在"})
    assert found(spliced)["unsorted-idxes"] == "info"
    assert "unsorted-idxes" not in found(spliced, {"unsorted-idxes": "off"})


def test_a_fixed_rule_keeps_its_level() -> None:
    example = RULES["hidden-field"].triggers
    assert found(example, {"hidden-field": "off"}) == {"hidden-field": "block"}


@pytest.mark.parametrize(
    ("example", "rule"),
    [
        (reason(TEXT, "C", P="在桌子上"), "few-roles"),
        (changed(anomaly(TEXT, P1="在桌子上"), results=[[{"role": "P1", "text": "", "idxes": []}]]), "empty-fragment"),
        (changed(NEGATED, extra_key=1), "unknown-key"),
        (changed(senses(), senses=["吃饭"]), "unknown-gloss"),
        (step(TEXT, {"空间实体": "书"}), "no-place"),
        (step(TEXT, {"处所": "在桌子上"}), "slot-missing"),
        (step(TEXT, {"空间实体": "书", "处所": "在桌子上", "距离标签": "近"}), "slot-conflict"),
        (step(TEXT, {"空间实体": "书", "处所": "在桌子上", "参照事件": "走"}), "slot-missing"),
        (step(TEXT, {"空间实体": "书", "处所": "在桌子上", "时间标签": "之后"}), "slot-label"),
        (step(TEXT, {"空间实体": "书", "处所": "在桌子上", "时间文本": "他", "时间标签": "过去"}), "slot-conflict"),
        (step(TEXT, {"空间实体": "书", "处所": "在桌子上"}, corefs=[["小明"]]), "few-members"),
    ],
)
def test_what_the_official_tool_called_dangerous_blocks(example: RuleExample, rule: str) -> None:
    assert found(example)[rule] == "block"
    assert blocks(check(form_of(example.form), AnnotationItem("q", example.texts, example.extra), example.raw))


@pytest.mark.parametrize(
    ("form", "raw", "path", "message"),
    [
        ("space-rating", {}, "rating", "请选择评级"),
        ("wsd", {}, "senses", "请作答，或选一种特殊情况"),
        ("space-rating", {"rating": "other"}, "rating", "请标出片段或写明为什么不适合"),
    ],
)
def test_what_is_still_to_do_is_said_at_its_field_in_words_for_people(
    form: str, raw: dict[str, str], path: str, message: str
) -> None:
    hits = check(form_of(form), AnnotationItem("q", {"text": TEXT, "word": "书"}), raw)
    assert [(hit.path, hit.message.zh, hit.found) for hit in hits] == [(path, message, "")]


def test_rules_apply_to_tuples_by_role_too() -> None:
    text = "桌上的书很新。"
    fragments = {"空间实体": ("书", [3]), "处所": ("桌上的", [0, 1, 2])}
    raw = {
        "results": [[{"role": role, "fragment": {"text": part, "idxes": at}} for role, (part, at) in fragments.items()]]
    }
    hits = check(form_of("space2023/task2"), AnnotationItem("q", {"text": text}), raw)
    assert [(hit.rule, hit.path) for hit in hits] == [("de-at-end", "results[0][1].fragment")]


def test_a_time_with_label_is_a_reference_event() -> None:
    text = "妈妈进屋以后，花瓶在窗台上。"
    fragments = [("空间实体", "花瓶", None), ("处所", "在窗台上", None), ("时间", "进屋", "之后")]
    raw = {"results": [[_role(text, *fragment) for fragment in fragments]]}
    hits = check(form_of("space2023/task2"), AnnotationItem("q", {"text": text}), raw)
    assert "time-after-reference-event" in {hit.rule for hit in hits}


def _role(text: str, role: str, part: str, label: str | None) -> dict[str, object]:
    start = text.index(part)
    fragment = {"text": part, "idxes": list(range(start, start + len(part)))}
    record: dict[str, object] = {"role": role, "fragment": fragment}
    return record if label is None else {**record, "label": label}


def test_levels_of_a_campaign_are_checked_all_at_once() -> None:
    with pytest.raises(UserError) as caught:
        read_levels(
            form_of("wsd"), {"negation-inside": "off", "disjoint-senses": "loud", "wider-sense-missing": "warn"}
        )
    assert caught.value.code == "bad-rule-levels"
    assert caught.value.message == (
        "Wrong rule settings: negation-inside: no rule of wsd that can be set; "
        "disjoint-senses: loud, not block/warn/info/off."
    )


def test_levels_that_can_be_set_are_those_of_the_form_and_of_structural_warnings() -> None:
    can = changeable("wsd")
    assert can["disjoint-senses"] == "block"
    assert can["unsorted-idxes"] == "info"
    assert {"hidden-field", "negation-inside", "few-roles", "idx-out-of-range"}.isdisjoint(can)
    assert read_levels(form_of("wsd"), {"disjoint-senses": "warn"}) == {"disjoint-senses": "warn"}


def test_relations_name_glosses_by_id_or_text_and_unknown_ones_are_passed_over() -> None:
    example = senses("舀取", "取得；获得")
    relations = [{"kind": "disjoint", "a": "舀取", "b": "2"}, {"kind": "odd", "a": "0", "b": "1"}, "?"]
    extra = {**example.extra, "relations": relations}
    assert found(RuleExample(example.form, example.texts, example.raw, extra)) == {"disjoint-senses": "block"}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.floats()
    | st.sampled_from(["", "书", "S1", "之间", "anomaly"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["role", "text", "idxes", "type", "fragments", "judge", "reason"]), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=150)
@given(st.sampled_from(sorted(FORMS)), st.data())
def test_whatever_is_sent_is_answered_with_hits(form_id: str, data: st.DataObject) -> None:
    form = form_of(form_id)
    raw = data.draw(st.fixed_dictionaries({}, optional={field.key: JSON for field in form.fields}) | JSON)
    texts = {text.name: TEXT for text in form.task.texts}
    for hit in check(form, AnnotationItem("q", texts, {"glosses": [], "relations": [1]}), raw):
        assert hit.level in ("block", "warn", "info")


@settings(max_examples=150)
@given(st.sampled_from(sorted(RULES)), st.data())
def test_a_damaged_answer_is_answered_with_hits(name: str, data: st.DataObject) -> None:
    """One value of a good answer is exchanged for anything."""
    example = RULES[name].triggers
    raw = json.loads(json.dumps(example.raw))
    place = raw
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            place[key] = data.draw(JSON)
            break
        place = place[key]
    check(form_of(example.form), AnnotationItem("q", example.texts, example.extra), raw)


ONE_OF_TWO = [(form.id, field.name) for form in FORMS.values() for field in form.fields if field.instead]
NEEDED = [(form.id, field.name) for form in FORMS.values() for field in form.fields if field.needed_if]


@pytest.mark.parametrize(("form_id", "name"), ONE_OF_TWO)
def test_of_two_fields_one_must_be_answered_as_the_form_says(form_id: str, name: str) -> None:
    form = form_of(form_id)
    other = form.by_name[form.by_name[name].instead]
    assert other.instead == name
    item = AnnotationItem("q", {text.name: TEXT for text in form.task.texts}, {"target": ["书"], "glosses": []})
    assert blocks(check(form, item, {}))
    if name == "special":
        label = form.by_name[name].shape.labels[0]  # type: ignore[union-attr]
        assert not blocks(check(form, item, {"special": label}))


@pytest.mark.parametrize(("form_id", "name"), NEEDED)
def test_a_field_is_needed_where_the_form_says_so(form_id: str, name: str) -> None:
    form = form_of(form_id)
    item = AnnotationItem("q", {text.name: TEXT for text in form.task.texts}, {})
    for condition, labels in form.by_name[name].needed_if.items():
        for label in form.by_name[condition].shape.labels:  # type: ignore[union-attr]
            assert blocks(check(form, item, {condition: label})) == (label in labels)
