"""Whatever is done to a pack, verifying it says so: all of it, by code."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pingce.release.checksums import write_sums
from pingce.release.verify.run import verify
from pingce.spec.errors import UserError

from .making import Made

TEST_QUESTIONS = "public/space2022/task1_test_input.jsonl"
Tamper = Callable[[Path], None]


@pytest.fixture
def pack(made: Made, tmp_path: Path) -> Path:
    shutil.copytree(made.path, tmp_path / "pack")
    (tmp_path / "pack" / "public.zip").unlink()
    return tmp_path / "pack"


def codes(pack: Path) -> set[str]:
    return {flaw.code for flaw in verify(pack).flaws}


def edit(name: str, old: str, new: str) -> Tamper:
    def apply(pack: Path) -> None:
        text = (pack / name).read_text(encoding="utf-8")
        changed = re.sub(old, new, text, count=1)
        assert changed != text
        (pack / name).write_text(changed, encoding="utf-8")

    return apply


def add(name: str, content: bytes = b"x") -> Tamper:
    def apply(pack: Path) -> None:
        (pack / name).write_bytes(content)

    return apply


def remove(name: str) -> Tamper:
    return lambda pack: (pack / name).unlink()


def copy(source: str, target: str) -> Tamper:
    def apply(pack: Path) -> None:
        shutil.copyfile(pack / source, pack / target)

    return apply


def link(pack: Path) -> None:
    (pack / "public/space2022/more.jsonl").symlink_to(pack / "private/space2022/task1_test.jsonl")


@pytest.mark.parametrize(
    ("tamper", "expected"),
    [
        (edit("public/LICENSE", "Apache", "Other"), {"changed-file"}),
        (remove("public/croissant.json"), {"missing-file"}),
        (add("public/notes.txt"), {"unlisted-file"}),
        (remove("public/SHA256SUMS"), {"missing-file"}),
        (edit("public/SHA256SUMS", "  README", " README"), {"bad-line", "unlisted-file"}),
        (
            edit("private/split/items.jsonl", '"part":"test"', '"part":"dev"'),
            {"changed-file", "changed-split", "group-in-two-parts", "wrong-count", "wrong-part"},
        ),
        (remove("private/split/split.json"), {"missing-file", "cannot-read"}),
        (link, {"link", "private-file", "held-out-item"}),
        (add("public.zip", b"no zip"), {"zip-differs"}),
        (add("public/release.json", b"{"), {"changed-file", "bad-release"}),
        (remove("private/release.json"), {"missing-file", "no-release"}),
    ],
    ids=lambda value: "" if callable(value) else "+".join(sorted(value)),
)
def test_files_that_changed_are_named(pack: Path, tamper: Tamper, expected: set[str]) -> None:
    tamper(pack)
    assert codes(pack) == expected


@pytest.mark.parametrize(
    ("tamper", "expected"),
    [
        (edit(TEST_QUESTIONS, r"\}\n", ',"judge":1}\n'), {"answers-in-questions"}),
        (edit(TEST_QUESTIONS, r"\}\n", ',"note":"1"}\n'), {"answers-in-questions"}),
        (edit("public/space2022/task3_test_input.jsonl", r"\}\n", ',"corefs":[]}\n'), {"answers-in-questions"}),
        (edit("public/wsd/test.input.txt", r"\n", " 甲义\n"), {"answers-in-questions", "unknown-gloss"}),
        (edit(TEST_QUESTIONS, r'"context":"', '"context":"改'), {"kinds-differ", "questions-differ"}),
        (
            edit("public/space2022/task1_test_input.json", r'"context": "', '"context": "改'),
            {"kinds-differ"},
        ),
        (edit(TEST_QUESTIONS, r"\{.*?\}\n", ""), {"wrong-count"}),
        (edit("public/space2022/task1_train.jsonl", r'"judge":\d', '"judge":7'), {"unknown-label"}),
        (copy("private/space2022/task1_test.jsonl", "public/space2022/extra.jsonl"), {"private-file", "held-out-item"}),
        (edit("private/space2021/task1-test-sheet.json", r'"1":\d,', ""), {"missing-qid", "wrong-count"}),
        (edit("private/ids.jsonl", r'"was":"', '"was":"x'), {"wrong-part", "unknown-origin"}),
        (edit("private/ids.jsonl", r'"id":"', '"id":"x'), {"unknown-item", "unknown-origin"}),
        (edit("private/ids.jsonl", r"\{.*?\}\n", ""), {"unknown-origin"}),
        (remove("private/ids.jsonl"), {"cannot-read"}),
        (edit("public/release.json", r'"train": (\d+)', r'"train": 9\1'), {"wrong-count"}),
        (edit("public/wsd/inventory.json", r'"包袱": \[', '"包袱": 1, "x": ['), {"wrong-type"}),
        (remove(TEST_QUESTIONS), {"cannot-read"}),
        (add(TEST_QUESTIONS, b'{"qid": "1'), {"truncated"}),
        (edit("private/space2022/task1_test.jsonl", r',"judge":\d\}', "}"), {"missing-key"}),
        (remove("private/space2021/task1-test-sheet.json"), {"no-such-file"}),
    ],
    ids=lambda value: "" if callable(value) else "+".join(sorted(value)),
)
def test_new_checksums_do_not_hide_what_is_wrong(pack: Path, tamper: Tamper, expected: set[str]) -> None:
    tamper(pack)
    write_sums(pack / "public")
    write_sums(pack / "private")
    assert codes(pack) == expected


def test_the_same_text_in_two_parts_is_found_whatever_the_proof_says(pack: Path) -> None:
    line = (pack / TEST_QUESTIONS).read_text(encoding="utf-8").splitlines()[0]
    text = json.loads(line)["context"]
    for name, gap in (("task1_train.jsonl", ""), ("task1_train.json", " ")):
        edit(f"public/space2022/{name}", rf'"context":{gap}"[^"]*"', f'"context":{gap}"{text}"')(pack)
    write_sums(pack / "public")
    flaws = verify(pack).flaws
    assert {flaw.code for flaw in flaws} == {"same-text-in-two-parts"}
    assert {flaw.file for flaw in flaws} == {"train / test"}


def test_all_is_said_at_once(pack: Path) -> None:
    add("public/notes.txt")(pack)
    edit("private/ids.jsonl", r"\{.*?\}\n", "")(pack)
    edit(TEST_QUESTIONS, r"\}\n", ',"judge":1}\n')(pack)
    assert codes(pack) == {"unlisted-file", "changed-file", "unknown-origin", "answers-in-questions"}


def test_a_team_can_verify_what_it_downloaded(pack: Path) -> None:
    assert verify(pack / "public").flaws == []
    edit(TEST_QUESTIONS, r'"context":"', '"context":"改')(pack)
    found = verify(pack / "public")
    assert [(flaw.file, flaw.code) for flaw in found.flaws] == [
        ("public/space2022/task1_test_input.jsonl", "changed-file"),
        ("public/space2022/task1_test_input.json", "kinds-differ"),
    ]


def test_a_folder_that_is_no_release_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(UserError) as problem:
        verify(tmp_path)
    assert problem.value.code == "no-release"


def test_a_pack_is_unpacked_before_it_is_verified(tmp_path: Path) -> None:
    (tmp_path / "public.zip").write_bytes(b"PK")
    with pytest.raises(UserError) as caught:
        verify(tmp_path / "public.zip")
    assert str(caught.value) == f"{tmp_path}/public.zip is a file; expected a folder. Unpack a zip file first."
    assert caught.value.code == "is-a-file"


def test_a_zip_that_differs_is_found(made: Made, tmp_path: Path) -> None:
    shutil.copytree(made.path, tmp_path / "pack")
    edit("public/README.md", "示例", "实例")(tmp_path / "pack")
    write_sums(tmp_path / "pack" / "public")
    assert codes(tmp_path / "pack") == {"zip-differs"}
