"""Tiers: rules as data, presets, and what each rule throws away."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pingce.quality.annotations import Annotations
from pingce.quality.levels import load_levels
from pingce.quality.people import people
from pingce.quality.reading import read_annotations
from pingce.quality.tiers.rules import CONDITIONS, TierRules, load_rules, presets
from pingce.quality.tiers.run import Tiers, tiers
from pingce.spec.errors import UserError
from pingce.tasks.catalog import TASKS
from tests.builders import write, write_records

from .builders import Record, ratings


def read(tmp_path: Path, lines: list[Record], task: str) -> Annotations:
    return read_annotations(write_records(tmp_path / "a.jsonl", [{"task": task, **line} for line in lines]))


def sort(data: Annotations, rules: TierRules | str) -> Tiers:
    known = rules if isinstance(rules, TierRules) else load_rules(rules)
    return tiers(data, people(data, load_levels()), known)


def placed(found: Tiers) -> dict[str, tuple[str, str]]:
    return {one.item: (one.tier, one.rule) for one in found.items}


def rated(item: str, *labels: str) -> list[Record]:
    return [{"item": item, "annotator": f"人{i}", "answer": {"rating": label}} for i, label in enumerate(labels)]


def test_task1_releases_what_everybody_calls_fine_or_plainly_wrong(tmp_path: Path) -> None:
    cases = {
        "a": ("fine", "fine"),
        "b": ("bad", "bad"),
        "c": ("someBad", "someBad"),
        "d": ("fine", "someFine"),
        "e": ("someFine", "someBad"),
        "f": ("fine", "bad"),
        "g": ("fine", "other"),
        "h": ("fine",),
    }
    lines = [line for item, labels in cases.items() for line in rated(item, *labels)]
    found = sort(read(tmp_path, lines, "space2022/task1"), "space2022-task1")
    assert placed(found) == {
        "a": ("gold", "both-ends"),
        "b": ("gold", "both-ends"),
        "c": ("near", "middle"),
        "d": ("near", "neighbours"),
        "e": ("near", "neighbours"),
        "f": ("disputed", "apart"),
        "g": ("dropped", "unusable"),
        "h": ("disputed", "single"),
    }
    assert found.counts == {"gold": 2, "near": 3, "disputed": 2, "dropped": 1}


def test_a_rule_also_says_where_it_would_apply_if_it_came_first(tmp_path: Path) -> None:
    lines = [*rated("a", "fine", "fine"), *rated("b", "someBad", "someBad")]
    found = sort(read(tmp_path, lines, "space2022/task1"), "space2022-task1")
    effects = {one.rule.name: (one.decided, one.applies) for one in found.effects}
    assert effects["both-ends"] == (1, 1)
    assert effects["middle"] == (1, 2)
    assert effects["apart"] == (0, 2)


def test_control_items_are_no_data(tmp_path: Path) -> None:
    lines = [*rated("a", "fine", "fine"), *({**line, "control": True} for line in rated("c", "fine", "fine"))]
    assert set(placed(sort(read(tmp_path, lines, "space2022/task1"), "space2022-task1"))) == {"a"}


def reason(role: str = "S", idxes: tuple[int, ...] = (0, 1)) -> list[Record]:
    return [{"type": "C", "fragments": [{"role": role, "text": "x" * len(idxes), "idxes": list(idxes)}]}]


def attributed(item: str, *reasons: list[Record], who: str = "人", **more: object) -> list[Record]:
    return [
        {"item": item, "annotator": f"{who}{i}", "answer": {"outcome": "anomaly", "reasons": one}, **more}
        for i, one in enumerate(reasons)
    ]


def well_answered(item: str) -> list[Record]:
    """A control item somebody got right."""
    right: Record = {"outcome": "anomaly", "reasons": reason()}
    return [
        {"item": item, "annotator": "人0", "control": True, "answer": right},
        {"item": item, "decision": right, "kind": "control"},
    ]


def test_task2_is_kept_by_agreement_verdict_and_level(tmp_path: Path) -> None:
    known = [line for i in range(12) for line in well_answered(f"k{i}")]
    lines: list[Record] = [
        *known,
        *attributed("alike", reason(), reason()),
        *attributed("apart", reason(), reason("P", (5, 6))),
        *attributed("audited", reason("P", (5,)), reason(), who="客"),
        {"item": "audited", "decision": {"outcome": "anomaly", "reasons": reason()}, "kind": "audit"},
        *attributed("trusted", reason("P", (5, 6))),
        *attributed("blocked", reason(), reason(), hits=[{"rule": "no-highlighted-word", "level": "block"}]),
        *attributed("fine", reason(), reason(), who="客"),
        {"item": "fine", "decision": {"outcome": "fine"}, "kind": "review"},
        {"item": "open", "annotator": "人0", "answer": {"outcome": "fine"}},
    ]
    assert placed(sort(read(tmp_path, lines, "space2022/task2"), "space2022-task2")) == {
        "alike": ("gold", "alike"),
        "apart": ("doubtful", "rest"),
        "audited": ("gold", "judged"),
        "trusted": ("silver", "trusted"),
        "blocked": ("dropped", "blocked"),
        "fine": ("dropped", "no-anomaly"),
        "open": ("dropped", "undecided-no-anomaly"),
    }


def step(slot: int, text: str) -> list[object]:
    array: list[object] = [None] * 18
    array[0] = {"text": "车", "idxes": [0]}
    array[slot] = {"text": text, "idxes": list(range(1, 1 + len(text)))}
    return array


def told(item: str, slot: int, text: str, *hits: str) -> Record:
    return {
        "item": item,
        "annotator": "林",
        "answer": {"outputs": [step(slot, text)]},
        "hits": [{"rule": name, "level": "warn"} for name in hits],
    }


def test_a_rule_that_deletes_paths_ending_in_guo_is_seen(tmp_path: Path) -> None:
    paths = [told(f"g{i}", 15, "从桥上过", "aspect-at-end") for i in range(6)]
    others = [told(f"o{i}", 15, "沿着河边") for i in range(30)] + [told(f"p{i}", 7, "在桥上") for i in range(30)]
    found = sort(read(tmp_path, paths + others, "space2022/task3"), "space2022-task3")
    assert found.counts["filtered"] == 6
    gone = {(one.name, one.rule.name, one.lost, one.total) for one in found.emptied}
    assert ("路径：…过", "aspect-at-end", 6, 6) in gone
    assert all(rule == "aspect-at-end" for _, rule, _, _ in gone)
    # 路径 as a whole loses a sixth, which is no deletion.
    assert "路径" not in {name for name, *_ in gone}
    effect = next(one for one in found.effects if one.rule.name == "aspect-at-end")
    assert effect.by_class["路径"] == 6
    assert not effect.released


def test_hits_of_an_answer_the_reviewer_changed_no_longer_count(tmp_path: Path) -> None:
    wrong = told("q", 15, "从桥上过", "aspect-at-end")
    mended: Record = {"item": "q", "decision": {"outputs": [step(15, "从桥上")]}, "kind": "review"}
    assert placed(sort(read(tmp_path, [wrong, mended], "space2022/task3"), "space2022-task3"))["q"] == (
        "gold",
        "judged",
    )
    asked = {**mended, "hits": [{"rule": "lone-preposition", "level": "warn"}]}
    found = sort(read(tmp_path, [wrong, asked], "space2022/task3"), "space2022-task3")
    assert placed(found)["q"] == ("filtered", "lone-preposition")


def test_wsd_by_agreement_review_appeal_and_special_options(tmp_path: Path) -> None:
    def two(item: str, a: Record, b: Record) -> list[Record]:
        return [{"item": item, "annotator": "林", "answer": a}, {"item": item, "annotator": "周", "answer": b}]

    one: Record = {"senses": ["一"]}
    other: Record = {"senses": ["二"]}
    lines: list[Record] = [
        *two("same", one, one),
        {"item": "same", "decision": one, "kind": "agreed"},
        *two("judged", one, other),
        {"item": "judged", "decision": one, "kind": "review"},
        *two("appealed", one, other),
        {"item": "appealed", "decision": one, "kind": "review"},
        {"item": "appealed", "decision": other, "kind": "appeal"},
        *two("odd", {"special": "faulty"}, {"special": "faulty"}),
        {"item": "odd", "decision": {"special": "faulty"}, "kind": "agreed"},
        *two("open", one, other),
    ]
    assert placed(sort(read(tmp_path, lines, "wsd/senses"), "wsd-senses")) == {
        "same": ("gold", "agreed"),
        "judged": ("silver", "reviewed"),
        "appealed": ("bronze", "appealed"),
        "odd": ("dropped", "special"),
        "open": ("open", "open"),
    }


def test_presets_are_for_tasks_of_the_catalogue_and_use_every_tier() -> None:
    assert set(presets()) == {"space2022-task1", "space2022-task2", "space2022-task3", "wsd-senses"}
    for name in presets():
        rules = load_rules(name)
        assert name.replace("-", "/", 1) in TASKS
        assert {rule.tier for rule in rules.rules} == {tier.name for tier in rules.tiers}


def test_every_rule_hit_a_preset_names_is_a_rule_of_the_forms() -> None:
    from pingce.annotate.rules.table import RULES

    named = [
        hit
        for name in presets()
        for rule in load_rules(name).rules
        for part in rule.said.split("; ")
        if part.startswith("hits ")
        for hit in part.removeprefix("hits ").split(", ")
    ]
    assert "aspect-at-end" in named
    assert [hit for hit in named if hit not in RULES] == []


RULES_HEAD = 'zh = "规"\nen = "rules"\n[[tier]]\nname = "in"\nzh = "留"\nen = "in"\nrelease = true\n'


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("answers_at_least = 2", {"a", "b"}),
        ("answers_at_most = 1", {"c"}),
        ('agree = "strict"', {"a"}),
        ('agree = "loose"', {"a", "b"}),
        ("alike_at_least = 0.9", {"a"}),
        ('labels = ["fine"]', {"a", "c"}),
        ('any_label = ["someFine"]', {"b"}),
        ('decided_labels = ["someFine"]', {"b"}),
        ('decided_by = ["none"]', {"a", "c"}),
        ("unchanged = true", {"b"}),
        ('level_at_least = "D"', set()),
        ('hits = ["r"]', {"c"}),
        ('hit_levels = ["warn"]', {"c"}),
        ("answers_at_least = 2\nagree = 'strict'", {"a"}),
    ],
)
def test_every_condition(tmp_path: Path, when: str, expected: set[str]) -> None:
    rule = '[[rule]]\nname = "%s"\nzh = "条"\nen = "rule"\ntier = "in"\n'
    file = tmp_path / "rules.toml"
    write(file, RULES_HEAD + rule % "asked" + f"[rule.when]\n{when}\n" + rule % "rest")
    lines: list[Record] = [
        *rated("a", "fine", "fine"),
        *rated("b", "fine", "someFine"),
        {"item": "b", "decision": {"rating": "someFine"}, "kind": "review"},
        *({**line, "hits": [{"rule": "r", "level": "warn"}]} for line in rated("c", "fine")),
    ]
    found = sort(read(tmp_path, lines, "space2022/task1"), load_rules(file))
    assert {one.item for one in found.items if one.rule == "asked"} == expected
    assert when.split(" =")[0] in CONDITIONS


def test_all_problems_of_a_rules_file_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    write(
        file,
        RULES_HEAD + '[[rule]]\nname = "r"\nzh = "条"\nen = "rule"\ntier = "out"\n'
        '[rule.when]\nagree = "roughly"\ndecided_by = ["vote"]\nmood = "good"\nhits = "r"\n',
    )
    with pytest.raises(UserError) as error:
        load_rules(file)
    places = [line.split(": ")[0].split()[1] for line in error.value.message.splitlines()]
    assert places == [
        "rule[0].when.mood",
        "rule[0].when.agree",
        "rule[0].when.decided_by",
        "rule[0].when.hits",
        "rule[0].tier",
        "rule",
    ]


def test_unknown_rules_are_told_with_those_there_are() -> None:
    with pytest.raises(UserError) as error:
        load_rules("space2099")
    assert error.value.code == "unknown-rules"
    assert "wsd-senses" in error.value.hint


def test_a_text_that_somebody_did_not_rate_is_not_agreed_on(tmp_path: Path) -> None:
    lines = [*rated("a", "fine", "fine"), *rated("b", "fine")]
    lines.append({"item": "b", "annotator": "人1", "answer": {"comment": "没看懂"}})
    found = sort(read(tmp_path, lines, "space2022/task1"), "space2022-task1")
    assert placed(found) == {"a": ("gold", "both-ends"), "b": ("disputed", "apart")}


def test_json_is_the_same_to_the_byte_whatever_the_seed_of_hashes(tmp_path: Path) -> None:
    """Undecided items have the classes of everybody's answers, in an order that must not be that of a set."""
    file = write_records(tmp_path / "rated.jsonl", [line for line in ratings() if "annotator" in line])
    printed = {
        subprocess.run(
            [sys.executable, "-m", "pingce.cli.main", "quality", "tiers", file, "--json"],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
