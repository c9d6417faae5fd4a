"""The commands of the release stage, as a person runs them."""

import json
from pathlib import Path

import pytest

from pingce.release.pack.organisers import read_organisers

from .conftest import EXAMPLES, Run

FILES = [f"space2022/task{n}={EXAMPLES}/space2022/task{n}_{part}.jsonl" for n in (1, 2, 3) for part in ("train", "dev")]
ABOUT = EXAMPLES / "release" / "release.toml"


@pytest.fixture
def split(pingce: Run, tmp_path: Path) -> Path:
    assert pingce("release", "split", *FILES, "--ratio", "5:2:3", "--out", tmp_path / "split").code == 0
    return tmp_path / "split"


@pytest.fixture
def pack(pingce: Run, split: Path, tmp_path: Path) -> Path:
    ran = pingce("release", "pack", *FILES, "--split", split, "--about", ABOUT, "--out", tmp_path / "pack", "--zip")
    assert ran.code == 0, ran.err
    return tmp_path / "pack"


def test_a_pack_names_who_may_take_its_answers_on_the_pages(
    pingce: Run, split: Path, pack: Path, tmp_path: Path
) -> None:
    named = tmp_path / "named"
    names = ("--organiser", "lin", "--organiser", "周")
    ran = pingce("release", "pack", *FILES, "--split", split, "--about", ABOUT, "--out", named, *names)
    assert ran.code == 0, ran.err
    assert sorted(read_organisers(named)) == ["lin", "周"]
    (named / "organisers.txt").write_text("\ufefflin\n\n wu \n", encoding="utf-8")
    assert sorted(read_organisers(named)) == ["lin", "wu"]
    assert sorted(read_organisers(pack)) == []
    assert pingce("release", "verify", named).code == 0


def test_split_says_what_was_achieved_and_what_it_cannot_keep_apart(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("release", "split", *FILES, "--ratio", "5:2:3", "--out", tmp_path / "split", "--balance-test")
    assert ran.code == 0
    assert "near-identical texts in two parts: 0\n" in ran.out
    assert "texts of space2022/task1 are asked in space2022/task2 too (0: " in ran.out
    assert sorted(path.name for path in (tmp_path / "split").iterdir()) == [
        "groups.jsonl",
        "items.jsonl",
        "leaks.json",
        "shares.json",
        "split.json",
    ]


def test_split_prints_json(pingce: Run, tmp_path: Path) -> None:
    ran = pingce(
        "release", "split", *FILES, "--out", tmp_path / "split", "--json", "--seed", "4", "--stratify", "source"
    )
    report = json.loads(ran.out)
    assert sum(report["groups"].values()) == 18
    assert report["shares"][0].keys() == {"task", "kind", "value", "train", "dev", "test"}
    assert report["leaks"]["near"] == []
    assert json.loads((tmp_path / "split/split.json").read_text(encoding="utf-8"))["seed"] == 4


def test_items_that_another_task_tells_are_counted_when_left_out(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("release", "split", *FILES, "--ratio", "5:2:3", "--out", tmp_path / "split", "--drop-shared")
    assert "left out, told by another task: " in ran.out
    assert "are asked in" not in ran.out


def test_a_place_where_nothing_can_be_written_is_named(pingce: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = pingce("release", "split", *FILES, "--out", tmp_path / "file" / "split")
    assert (ran.code, f"Cannot write {tmp_path}/file/split" in ran.err) == (1, True)


def test_whole_words_are_named_in_the_split(pingce: Run, tmp_path: Path) -> None:
    file = f"wsd/senses={EXAMPLES}/wsd/train.data.txt"
    assert pingce("release", "split", file, "--out", tmp_path / "a", "--whole-words", "10%").code == 0
    head = json.loads((tmp_path / "a/split.json").read_text(encoding="utf-8"))
    assert len(head["words"]) == 2


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--ratio", "7", "expected train:dev:test such as 7:1:2"),
        ("--ratio", "0:0:0", "expected train:dev:test such as 7:1:2"),
        ("--ratio", "7:x:2", "expected train:dev:test such as 7:1:2"),
        ("--ratio", "7:-1:2", "expected train:dev:test such as 7:1:2"),
        ("--whole-words", "-3", "expected a number such as 30 or a share such as 3%"),
        ("--whole-words", "130%", "expected a number such as 30 or a share such as 3%"),
        ("--whole-words", "some", "expected a number such as 30 or a share such as 3%"),
    ],
)
def test_a_wrong_option_is_a_wrong_command(pingce: Run, tmp_path: Path, option: str, value: str, said: str) -> None:
    ran = pingce("release", "split", *FILES, "--out", tmp_path / "split", option, value)
    assert (ran.code, said in ran.err) == (2, True)


def test_two_numbers_are_train_and_test(pingce: Run, tmp_path: Path) -> None:
    ran = pingce("release", "split", *FILES, "--out", tmp_path / "split", "--ratio", "8:2", "--json")
    assert json.loads(ran.out)["groups"]["dev"] == 0


def test_every_bad_input_is_shown(pingce: Run, tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"{number}.jsonl").write_text(f'{{"qid":"{number}","context":"门","judge":[]}}\n', encoding="utf-8")
    files = [f"space2022/task1={tmp_path}/{number}.jsonl" for number in (1, 2)]
    ran = pingce("release", "split", *files, "--out", tmp_path / "split")
    assert ran.code == 1
    assert [line for line in ran.err.splitlines() if line.startswith("Error:")] == [
        f"Error: {tmp_path}/{number}.jsonl cannot be used." for number in (1, 2)
    ]
    assert not (tmp_path / "split").exists()


def test_a_pack_is_verified_by_command_in_both_languages(pingce: Run, pack: Path) -> None:
    assert pingce("release", "verify", pack).out == "public, private: 43 files, 0 problems\n"
    assert pingce("release", "verify", pack, "--lang", "zh").out == "public、private：43 个文件，0 个问题\n"
    (pack / "public/LICENSE").write_text("x", encoding="utf-8")
    ran = pingce("release", "verify", pack)
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "public/LICENSE: does not match its checksum [changed-file]",
        "public.zip: differs from the folder public [zip-differs]",
        "public, private: 43 files, 2 problems",
    ]
    report = json.loads(pingce("release", "verify", pack, "--json").out)
    assert [flaw["code"] for flaw in report["flaws"]] == ["changed-file", "zip-differs"]


def test_flaws_beyond_fifty_are_counted(pingce: Run, pack: Path) -> None:
    for number in range(60):
        (pack / f"public/{number}.txt").touch()
    lines = pingce("release", "verify", pack / "public").out.splitlines()
    assert (len(lines), lines[50]) == (52, "… and 10 more")


def test_errors_must_be_accepted_by_name(pingce: Run, tmp_path: Path) -> None:
    lines = [
        f'{{"sentence":"他推{mark}门。","word":"打开","senses":["甲"],"qid":"{n}"}}'
        for n, mark in enumerate("开了着过")
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "inventory.json").write_text('{"打开": ["甲", "乙"]}', encoding="utf-8")
    given = [f"wsd/senses={tmp_path}/a.jsonl"]
    assert pingce("release", "split", *given, "--out", tmp_path / "split", "--ratio", "1:1:1").code == 0
    options = ["--split", tmp_path / "split", "--about", ABOUT, "--inventory", tmp_path / "inventory.json"]
    ran = pingce("release", "pack", *given, *options, "--out", tmp_path / "pack")
    assert (ran.code, "[target-not-in-sentence]" in ran.err, (tmp_path / "pack").exists()) == (1, True, False)
    assert "let them stand in the data: --accept target-not-in-sentence." in ran.err
    ran = pingce("release", "pack", *given, *options, "--out", tmp_path / "pack", "--accept", "target-not-in-sentence")
    assert ran.code == 0, ran.err
    assert json.loads((tmp_path / "pack/public/release.json").read_text(encoding="utf-8"))["accepted"] == [
        "target-not-in-sentence"
    ]


def test_a_report_with_a_test_item_stops_the_pack(pingce: Run, split: Path, tmp_path: Path) -> None:
    texts = (EXAMPLES / "space2022/task1_train.jsonl").read_text(encoding="utf-8")
    (tmp_path / "all.html").write_text(texts, encoding="utf-8")
    options = ["--split", split, "--about", ABOUT, "--page", tmp_path / "all.html", "--out", tmp_path / "pack"]
    ran = pingce("release", "pack", *FILES, *options)
    assert ran.code == 1
    assert "public/reports/all.html: shows items whose answers are held back: " in ran.err
    assert ran.err.endswith(f"Error: {tmp_path}/pack was not written: 1 problem.\n")


def test_stages_are_listed_and_written(pingce: Run, pack: Path, tmp_path: Path) -> None:
    assert pingce("release", "stage", pack).out.splitlines() == [
        "2026-06-01  train: train, dev questions, reports",
        "2026-07-15  dev-answers: dev answers",
        "2026-08-01  test: test questions",
    ]
    ran = pingce("release", "stage", pack, "test", "--out", tmp_path / "test", "--zip")
    files = [f"space2022/task{n}_test_input.{kind}" for n in (1, 2, 3) for kind in ("jsonl", "json")]
    assert ran.out.splitlines() == files
    assert (tmp_path / "test.zip").is_file()
    ran = pingce("release", "stage", pack, "--on", "2026-07-20", "--out", tmp_path / "july")
    assert {name.rsplit("_", 1)[-1].split(".")[0] for name in ran.out.split()} == {"train", "input", "dev"}
    assert [name for name in ran.out.split() if "test" in name] == []


def test_a_stage_is_named_or_dated_not_both(pingce: Run, pack: Path, tmp_path: Path) -> None:
    for arguments in ([], ["test", "--on", "2026-07-20"]):
        assert pingce("release", "stage", pack, *arguments, "--out", tmp_path / "out").code == 2
    ran = pingce("release", "stage", pack, "final", "--out", tmp_path / "out")
    assert (ran.code, ran.err) == (1, "Error: There is no stage 'final'. There are: train, dev-answers, test.\n")


def test_answers_of_the_test_part_are_published_only_on_purpose(pingce: Run, split: Path, tmp_path: Path) -> None:
    about = tmp_path / "about.toml"
    stage = '\n[[stages]]\nname = "all"\ndate = 2026-09-01\nfiles = ["test answers"]\n'
    text = ABOUT.read_text(encoding="utf-8").replace("../../LICENSE", str(EXAMPLES.parent / "LICENSE"))
    about.write_text(text + stage, encoding="utf-8")
    assert pingce("release", "pack", *FILES, "--split", split, "--about", about, "--out", tmp_path / "pack").code == 0
    given = ("release", "stage", tmp_path / "pack", "all", "--out", tmp_path / "all")
    assert pingce(*given).code == 1
    assert not (tmp_path / "all").exists()
    ran = pingce(*given, "--with-test-answers")
    assert (ran.code, {name.rsplit(".", 1)[0] for name in ran.out.split()}) == (
        0,
        {f"space2022/task{n}_test" for n in (1, 2, 3)},
    )
