"""What is wrong with release.toml is said, all of it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pingce.release.flaws import FlawsError
from pingce.release.pack.about import RESPONSIBLE, read_about
from pingce.spec.errors import UserError

from .making import ABOUT, make_pack


def test_release_toml_is_corrected_all_at_once(tmp_path: Path) -> None:
    path = tmp_path / "release.toml"
    path.write_text(
        'name = "a b"\nversion = ""\ntitle = "x"\ndescription = {zh = "甲"}\nlicence_file = "L"\nurl = "u"\n'
        'creators = []\nkeywords = 1\ncitation = 1\ndate = "today"\ncolour = "red"\n'
        '[[stages]]\nname = "a"\nfiles = ["train"]\ndate = 2026-02-01\n'
        '[[stages]]\nname = "a"\nfiles = ["everything"]\ndate = 2026-01-01\nextra = 1\n'
        '[[stages]]\nname = "c"\nfiles = ["train"]\ndate = 3\n',
        encoding="utf-8",
    )
    with pytest.raises(FlawsError) as problem:
        read_about(path)
    assert [flaw.words.en for flaw in problem.value.flaws] == [
        "unknown key colour",
        "version must be a string that is not empty",
        "licence must be a string that is not empty",
        "name may have letters, digits and ._- only",
        "title must be {zh = …, en = …}",
        "description must be {zh = …, en = …}",
        "creators must be a list of names, not empty",
        "keywords must be a list of strings",
        "citation must be a string",
        "date must be a date such as 2026-06-01",
        "stages[1]: name must be a name of its own",
        "stages[2]: unknown key extra",
        "stages[2]: name must be a name of its own",
        "stages[2]: files must be some of train, dev questions, dev answers, test questions, test answers, reports",
        "stages[2]: earlier than the stage before",
        "stages[3]: date must be a date",
    ]


@pytest.mark.parametrize(
    ("content", "code"),
    [("name = ", "bad-toml"), ("stages = 1", "bad-about"), (None, "cannot-read")],
)
def test_a_release_toml_that_cannot_be_read_is_named(tmp_path: Path, content: str | None, code: str) -> None:
    path = tmp_path / "release.toml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError) as problem:
        read_about(path)
    assert problem.value.code == code


def test_a_licence_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "L").write_bytes(b"\xff\xfe")
    (tmp_path / "release.toml").write_text(
        ABOUT.read_text(encoding="utf-8").replace("../../LICENSE", "L"), encoding="utf-8"
    )
    with pytest.raises(UserError) as problem:
        read_about(tmp_path / "release.toml")
    assert problem.value.code == "not-utf8"


def test_a_licence_of_its_own_kind_is_named_in_the_card(tmp_path: Path) -> None:
    about, toml = read_about(ABOUT)
    own = replace(about, licence="other", keywords=(), citation="")
    made = make_pack(tmp_path, ["wsd/senses=wsd/train.data.txt"], changes={"about": own, "about_toml": toml})
    card = (made.path / "public/README.md").read_text(encoding="utf-8")
    assert 'license: "other"\nlicense_name: "pingce-examples-licence"\nlicense_link: LICENSE\n' in card
    assert ("tags:" in card, "```" in card) == (False, False)
    assert "| 其余 " in card
    assert " more | " in card
    metadata = json.loads((made.path / "public/croissant.json").read_text(encoding="utf-8"))
    assert metadata["citeAs"] == "The pingce authors (2026): Examples of pingce"
    assert "keywords" not in metadata


def test_how_the_data_came_to_be_stands_in_card_and_metadata(tmp_path: Path) -> None:
    files = ("wsd/senses=wsd/train.data.txt", "space2022/task3=space2022/task3_train.jsonl")
    made = make_pack(tmp_path, [*files, "score2026/choice=score2026/train.json"])
    card = (made.path / "public/README.md").read_text(encoding="utf-8")
    assert "task_categories:\n- multiple-choice\n- text-classification\n- token-classification\n" in card
    assert "annotations_creators:\n- expert-generated\n" in card
    metadata = json.loads((made.path / "public/croissant.json").read_text(encoding="utf-8"))
    assert metadata["conformsTo"] == ["http://mlcommons.org/croissant/1.1", "http://mlcommons.org/croissant/RAI/1.0"]
    assert metadata["rai:personalSensitiveInformation"] == "None."
    given = {f"rai:{RESPONSIBLE[key]}" for key in read_about(ABOUT)[0].responsible}
    assert {key for key in metadata if key.startswith("rai:")} == given


def test_a_release_that_says_nothing_of_it_promises_nothing(tmp_path: Path) -> None:
    about, toml = read_about(ABOUT)
    silent = replace(about, responsible={}, annotations_creators=())
    made = make_pack(tmp_path, ["wsd/senses=wsd/train.data.txt"], changes={"about": silent, "about_toml": toml})
    metadata = json.loads((made.path / "public/croissant.json").read_text(encoding="utf-8"))
    assert metadata["conformsTo"] == "http://mlcommons.org/croissant/1.1"
    assert "annotations_creators" not in (made.path / "public/README.md").read_text(encoding="utf-8")


def test_wrong_words_about_it_are_all_told(tmp_path: Path) -> None:
    text = ABOUT.read_text(encoding="utf-8").replace("../../LICENSE", "L").replace("expert-generated", "wizards")
    text = text.replace('annotations_per_item = "1"', 'annotations_per_item = " "\nmoon = "full"')
    (tmp_path / "release.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FlawsError) as problem:
        read_about(tmp_path / "release.toml")
    assert [flaw.words.en.partition(" (")[0].partition(" must")[0] for flaw in problem.value.flaws] == [
        "annotations_creators",
        "responsible: unknown key moon",
        "responsible.annotations_per_item",
    ]
