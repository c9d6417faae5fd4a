"""Files of tiers, and which tiers somebody wants."""

import json
from pathlib import Path

import pytest

from pingce.formats.load import BadFileError
from pingce.formats.source import find_source
from pingce.formats.tiers import ALL_TIERS, RELEASED, GradedItem, TierChoice, read_tiers, tier_choice


def written(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


def test_lines_of_a_file_of_tiers(tmp_path: Path) -> None:
    first = {"item": "q1", "tier": "gold", "release": True, "rule": "both", "labels": ["bad"], "alike": 1.0}
    second = {"item": "q2", "tier": "filtered", "release": False, "rule": "rest"}
    file = find_source(written(tmp_path / "tiers.jsonl", first, second))
    assert list(read_tiers(file)) == [
        GradedItem("q1", "gold", True, "both", ["bad"]),
        GradedItem("q2", "filtered", False, "rest", []),
    ]


def test_all_problems_of_a_file_of_tiers_at_once(tmp_path: Path) -> None:
    bad = {"item": 3, "tier": None, "release": "yes", "labels": "bad"}
    with pytest.raises(BadFileError) as caught:
        list(read_tiers(find_source(written(tmp_path / "tiers.jsonl", bad))))
    assert [one.path for one in caught.value.findings.problems] == ["item", "tier", "rule", "release", "labels"]


@pytest.mark.parametrize(
    ("text", "choice"),
    [(None, RELEASED), ("", RELEASED), ("all", ALL_TIERS), ("gold, near", TierChoice(frozenset({"gold", "near"})))],
)
def test_tiers_as_they_are_typed(text: str | None, choice: TierChoice) -> None:
    assert tier_choice(text) == choice


@pytest.mark.parametrize(
    ("text", "tier", "release", "taken"),
    [
        (None, "gold", True, True),
        (None, "filtered", False, False),
        (None, None, False, False),
        ("all", "filtered", False, True),
        ("filtered", "filtered", False, True),
        ("filtered", "gold", True, False),
    ],
)
def test_which_items_a_choice_takes(text: str | None, tier: str | None, release: bool, taken: bool) -> None:
    assert tier_choice(text).takes(tier, release=release) is taken
