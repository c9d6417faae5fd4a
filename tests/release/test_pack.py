"""Packs of every task: complete, the same bytes each time."""

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pingce.release.checksums import files_in
from pingce.release.pack.run import place
from pingce.release.verify.run import verify
from pingce.spec.errors import UserError
from pingce.tasks.catalog import TASKS

from .making import ABOUT, EXAMPLES, Made, make_pack

ONE_TASK = ("space2022/task1=space2022/task1_train.jsonl", "space2022/task1=space2022/task1_dev.jsonl")


def test_a_pack_of_all_tasks_is_verified_and_complete(made: Made) -> None:
    assert verify(made.path).flaws == []
    assert set(made.manifest.items) == set(TASKS)
    assert sum(sum(parts.values()) for parts in made.manifest.items.values()) == len(made.decided)
    assert [task for task, parts in made.manifest.items.items() if min(parts.values()) == 0] == []


def test_the_public_folder_holds_these_files(tmp_path: Path) -> None:
    made = make_pack(tmp_path, ONE_TASK)
    parts = ("train", "dev_input", "test_input")
    data = [f"space2022/task1_{part}.{kind}" for part in parts for kind in ("json", "jsonl")]
    assert files_in(made.path / "public") == sorted(
        ["LICENSE", "README.md", "SHA256SUMS", "croissant.json", "release.json", *data]
    )
    answers = [f"space2022/task1_{part}.{kind}" for part in ("dev", "test") for kind in ("json", "jsonl")]
    split = ["split/split.json", "split/groups.jsonl", "split/items.jsonl"]
    assert files_in(made.path / "private") == sorted(
        ["SHA256SUMS", "ids.jsonl", "release.json", "release.toml", *answers, *split]
    )


def test_items_left_out_of_the_split_are_in_no_file(tmp_path: Path) -> None:
    tasks = [f"space2022/task{n}=space2022/task{n}_{part}.jsonl" for n in (1, 2) for part in ("train", "dev")]
    made = make_pack(tmp_path, tasks, drop_shared=True)
    assert verify(made.path).flaws == []
    asked = [
        {json.loads(line)["context"] for line in path.read_text(encoding="utf-8").splitlines()}
        for path in ((made.path / f"public/space2022/task{n}_test_input.jsonl") for n in (1, 2))
    ]
    assert asked[0] & asked[1] == set()
    assert sum(line.left_out for line in made.proof.items) > 0


def test_official_names_of_every_edition(made: Made) -> None:
    public = {name for name in files_in(made.path / "public") if name.startswith(("space2021/task1", "wsd"))}
    assert public == {
        "space2021/task1-train-with-answer.json",
        "space2021/task1-train-with-answer.jsonl",
        "space2021/task1-dev.json",
        "space2021/task1-dev.jsonl",
        "space2021/task1-test.json",
        "space2021/task1-test.jsonl",
        "wsd/inventory.json",
        "wsd/train.data.txt",
        "wsd/train.data.jsonl",
        "wsd/val.input.txt",
        "wsd/val.input.jsonl",
        "wsd/test.input.txt",
        "wsd/test.input.jsonl",
    }
    assert "space2021/task3-test-sheet.json" in files_in(made.path / "private")


def test_ids_count_on_through_the_parts_or_from_one_as_published(made: Made) -> None:
    placed = place(made.decided, made.proof)
    ids = {
        task: [one.origin.id for one in placed if one.decided.task.id == task]
        for task in ("space2022/task3", "space2021/task3", "wsd/senses")
    }
    counts = made.manifest.items
    assert ids["space2022/task3"] == [
        f"3-{part}-{n}"
        for n, part in enumerate((p for p, c in counts["space2022/task3"].items() for _ in range(c)), start=1)
    ]
    assert ids["space2021/task3"] == [
        f"3-{part}-{n}" for part, count in counts["space2021/task3"].items() for n in range(1, count + 1)
    ]
    assert ids["wsd/senses"] == [str(n) for count in counts["wsd/senses"].values() for n in range(1, count + 1)]


def test_the_order_of_the_inputs_does_not_show(made: Made) -> None:
    was = [one.origin.was for one in place(made.decided, made.proof) if one.decided.task.id == "space2022/task1"]
    assert was != sorted(was, key=lambda name: int(name.rsplit("-", 1)[1]))


def test_the_same_inputs_give_the_same_bytes(made: Made, tmp_path: Path) -> None:
    report = tmp_path / "quality.html"
    report.write_text("<h1>质量报告</h1><p>训练集一览</p>", encoding="utf-8")
    again = make_pack(tmp_path, changes={"with_zip": True, "reports": [report]})
    names = files_in(made.path)
    assert files_in(again.path) == names
    assert [name for name in names if (made.path / name).read_bytes() != (again.path / name).read_bytes()] == []


def test_hash_seeds_and_places_do_not_matter(tmp_path: Path) -> None:
    written = []
    for seed in ("0", "4242"):
        folder = tmp_path / seed
        files = [f"space2022/task{n}={EXAMPLES}/space2022/task{n}_train.jsonl" for n in (1, 2, 3)]
        for command in (
            ["split", *files, "--out", folder / "split"],
            ["pack", *files, "--split", folder / "split", "--about", ABOUT, "--out", folder / "pack", "--zip"],
        ):
            done = subprocess.run(
                [sys.executable, "-m", "pingce.cli.main", "release", *map(str, command)],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                encoding="utf-8",
            )
            assert done.returncode == 0, done.stderr
        written.append({name: (folder / name).read_bytes() for name in files_in(folder)})
    assert written[0] == written[1]


def test_sha256sum_agrees_with_the_checksums(made: Made) -> None:
    for folder in ("public", "private"):
        done = subprocess.run(
            ["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=made.path / folder, capture_output=True
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    ("arguments", "changes", "code"),
    [
        (("wsd/senses=wsd/train.data.txt",), {"inventory": None}, "no-inventory"),
        (ONE_TASK, {"inventory": EXAMPLES / "wsd/inventory.json"}, "no-inventory"),
        (ONE_TASK, {"reports": [EXAMPLES / "README.md", EXAMPLES / "README.md"]}, "same-name"),
        (ONE_TASK, {"reports": [EXAMPLES / "none.html"]}, "cannot-read"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_left(
    tmp_path: Path, arguments: tuple[str, ...], changes: dict[str, object], code: str
) -> None:
    with pytest.raises(UserError) as problem:
        make_pack(tmp_path, arguments, changes=changes)
    assert problem.value.code == code
    assert [path.name for path in tmp_path.iterdir()] == ["split"]


def test_a_folder_that_exists_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "mine").touch()
    with pytest.raises(UserError) as problem:
        make_pack(tmp_path, ONE_TASK)
    assert problem.value.code == "exists"
    assert files_in(tmp_path / "pack") == ["mine"]


def test_who_guesses_the_seed_cannot_repeat_the_order(made: Made) -> None:
    """The order hangs on the bytes of the inputs too, which only the makers have."""
    head = msgspec.structs.replace(
        made.proof.head,
        inputs=tuple(msgspec.structs.replace(one, sha256="0" * 64) for one in made.proof.head.inputs),
    )
    guessed = place(made.decided, msgspec.structs.replace(made.proof, head=head))
    true = place(made.decided, made.proof)
    assert sorted(one.origin.was for one in guessed) == sorted(one.origin.was for one in true)
    assert [one.origin.was for one in guessed] != [one.origin.was for one in true]
