"""Sets of generated items as files: records of two editions, proofs, sidecars, commitments."""

import json
from pathlib import Path

import pytest

from pingce.corpus.reasoning.commit import COMMITMENT, OPENING, compare, new_secret
from pingce.corpus.reasoning.write import make_set
from pingce.formats.load import load_gold
from pingce.formats.provenance import load_sidecar
from pingce.reasoning.generate.plan import SetSettings
from pingce.spec.errors import UserError
from pingce.tasks.catalog import find_task
from tests.cli.conftest import Run, pingce

__all__ = ["pingce"]

SETTINGS = SetSettings(6, 1, ("booth", "line", "grid"))
SECRET = "5ec2e7" * 8


def records(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_twins_are_written_as_space2025_has_them(tmp_path: Path) -> None:
    make_set(SETTINGS, tmp_path / "set", "space2025", "test")
    gold = {
        code: load_gold(find_task(f"space2025/spr-{code}"), str(tmp_path / "set" / f"spr_{code}_test.jsonl"))
        for code in ("zh", "en")
    }
    assert list(gold["zh"].answers) == [f"spr-zh-test-{n}" for n in range(1, 7)]
    assert list(gold["zh"].answers.values()) == list(gold["en"].answers.values())
    notes = load_sidecar(tmp_path / "set" / "spr_en_test.jsonl")
    assert notes is not None
    assert [note.original for note in notes.values()] == [f"test-{n}" for n in range(1, 7)]
    proofs = records(tmp_path / "set" / "proofs.jsonl")
    assert [proof["ids"] for proof in proofs] == [[f"spr-zh-test-{n}", f"spr-en-test-{n}"] for n in range(1, 7)]
    assert {proof["arrangements"] for proof in proofs} == {1}


def test_both_languages_are_one_file_of_score2026(tmp_path: Path) -> None:
    make_set(SETTINGS, tmp_path / "set", "score2026", "new")
    gold = load_gold(find_task("score2026/choice"), str(tmp_path / "set" / "new.json"))
    assert len(gold.answers) == 12
    assert [item.extra["language"] for item in gold.items.values()] == ["cn", "en"] * 6
    assert {item.extra["domain"] for item in gold.items.values()} == {"space"}
    assert all("____" in item.texts["question"] for item in gold.items.values())
    notes = load_sidecar(tmp_path / "set" / "new.json")
    assert notes is not None
    assert len({note.original for note in notes.values()}) == 6


def test_the_same_settings_write_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        make_set(SETTINGS, tmp_path / name, "space2025", "new", secret=SECRET)
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files == [
        "commitment.json",
        "opening.json",
        "proofs.jsonl",
        *(f"spr_{code}_new{ending}" for code in ("en", "zh") for ending in (".jsonl", ".provenance.jsonl")),
    ]
    assert all((tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes() for name in files)
    assert (tmp_path / "a" / OPENING).stat().st_mode & 0o077 == 0


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="exists already"):
        make_set(SETTINGS, tmp_path, "space2025", "new")
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError) as refused:
        make_set(SETTINGS, tmp_path / "file" / "set", "space2025", "new")
    assert refused.value.code == "cannot-write"


@pytest.fixture
def committed(tmp_path: Path) -> Path:
    make_set(SETTINGS, tmp_path / "set", "score2026", "new", secret=SECRET)
    return tmp_path / "set"


def test_an_item_that_was_changed_left_out_or_added_is_found(committed: Path) -> None:
    file = committed / "new.json"
    items = json.loads(file.read_text(encoding="utf-8"))
    before = compare(committed / COMMITMENT, committed / OPENING, [file])
    assert before.holds
    assert before.equal == 12
    items[0]["answers"] = ["A", "B", "C"]
    items[1]["id"] = "SCoRE2026-new-99"
    file.write_text(json.dumps([*items, items[2]], ensure_ascii=False), encoding="utf-8")
    after = compare(committed / COMMITMENT, committed / OPENING, [file])
    assert not after.holds
    assert after.changed == ("SCoRE2026-new-1",)
    assert after.missing == ("SCoRE2026-new-2",)
    assert set(after.added) == {"SCoRE2026-new-99", "SCoRE2026-new-3"}
    assert after.equal == 10


def test_checksums_say_nothing_without_the_secret(committed: Path, tmp_path: Path) -> None:
    opening = json.loads((committed / OPENING).read_text(encoding="utf-8"))
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**opening, "secret": new_secret()}), encoding="utf-8")
    assert compare(committed / COMMITMENT, other, [committed / "new.json"]).equal == 0
    assert opening["settings"]["seed"] == SETTINGS.seed
    assert "seed" not in (committed / COMMITMENT).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        (COMMITMENT, "[]", "no-commitment"),
        (COMMITMENT, '{"form": "pingce-commitment-1", "checksums": {"a": 1}}', "no-commitment"),
        (OPENING, '{"form": "pingce-commitment-1", "secret": 7}', "no-commitment"),
        (OPENING, '{"form": "pingce-commitment-1", "secret": "abc"}', "bad-secret"),
        (OPENING, '{"form": "pingce-commitment-1", "secret": "secret"}', "bad-secret"),
        (OPENING, '{"form": "other", "secret": "00"}', "no-commitment"),
    ],
)
def test_what_is_no_commitment_or_opening_is_refused(committed: Path, name: str, content: str, code: str) -> None:
    (committed / name).write_text(content, encoding="utf-8")
    with pytest.raises(UserError) as refused:
        compare(committed / COMMITMENT, committed / OPENING, [committed / "new.json"])
    assert refused.value.code == code


def test_items_are_made_and_checked_by_commands(pingce: Run, tmp_path: Path) -> None:
    out = tmp_path / "set"
    made = pingce(
        *f"corpus reasoning make {out} --items 4 --seed 3 --domain space --kind line --hops 2 5".split(),
        *f"--premises 2 7 --right 1 --arrangements 1 --split dev --commit --secret {SECRET} --json".split(),
    )
    assert made.code == 0, made.err
    figures = json.loads(made.out)
    assert figures["answers"] == dict.fromkeys("ABCD", 1)
    held = pingce("corpus", "reasoning", "verify", out / COMMITMENT, out / OPENING, *out.glob("spr_??_dev.jsonl"))
    assert (held.code, held.out) == (0, "items as committed to: 8\n")
    [half] = out.glob("spr_zh_dev.jsonl")
    broken = pingce("corpus", "reasoning", "verify", out / COMMITMENT, out / OPENING, half, "--lang", "zh")
    assert broken.code == 1
    assert "缺少的: 4" in broken.out
    counted = pingce("corpus", "reasoning", "verify", out / COMMITMENT, out / OPENING, half, "--json")
    assert json.loads(counted.out)["holds"] is False


def test_a_table_tells_what_was_made(pingce: Run, tmp_path: Path) -> None:
    made = pingce(*f"corpus reasoning make {tmp_path}/set --items 3 --kind booth --as score2026 --commit".split())
    assert made.code == 0, made.err
    assert "booth" in made.out
    assert "3 items in each language" in made.err
    assert "cabinet" in pingce("corpus", "reasoning", "kinds").out


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        ("--kind sofa", 1, "no items of sofa"),
        ("--domain music", 1, "no items of music"),
        ("--split ../up", 1, "cannot name a split"),
        ("--secret 00", 2, "--commit"),
        ("--hops 5 2", 2, "5 is more than 2"),
        ("--premises 9 3", 2, "9 is more than 3"),
        ("--secret 00 --commit", 1, "at least 32 digits"),
        ("--kind booth --hops 8 9", 1, "is as asked for"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_written(
    pingce: Run, tmp_path: Path, options: str, code: int, told: str
) -> None:
    refused = pingce("corpus", "reasoning", "make", tmp_path / "set", *options.split())
    assert refused.code == code
    assert told in refused.err
    assert not (tmp_path / "set").exists()
