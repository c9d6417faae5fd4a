"""A stage is exactly its files, described as what they are."""

import datetime as dt
import shutil
from pathlib import Path

import pytest

from pingce.release.checksums import files_in
from pingce.release.flaws import FlawsError
from pingce.release.manifest import OWN, read_manifest
from pingce.release.pack.about import USUAL_STAGES, About, StageContent, read_about
from pingce.release.pack.stage import about_pack, write_stage
from pingce.release.verify.run import verify
from pingce.spec.errors import UserError

from .making import ABOUT, Made

STAGES: dict[str, tuple[tuple[StageContent, ...], set[str]]] = {
    "train": (("train", "dev questions", "reports"), {"task1_train", "task1_dev_input", "quality"}),
    "dev-answers": (("dev answers",), {"task1_dev"}),
    "test": (("test questions",), {"task1_test_input"}),
}


def data_of(folder: Path) -> list[str]:
    return [name for name in files_in(folder) if name not in OWN]


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_has_its_files_and_nothing_else(made: Made, tmp_path: Path, name: str) -> None:
    contents, stems = STAGES[name]
    manifest = write_stage(made.path, name, contents, tmp_path / name, test_answers=False)
    assert sorted(file.path for file in manifest.files) == data_of(tmp_path / name)
    assert verify(tmp_path / name).flaws == []
    of_2022 = {Path(one).stem for one in data_of(tmp_path / name) if one.startswith(("space2022/task1", "reports"))}
    assert of_2022 == stems
    sides = [made.path / side for side in ("public", "private")]
    for one in data_of(tmp_path / name):
        assert (tmp_path / name / one).read_bytes() in [
            (side / one).read_bytes() for side in sides if (side / one).exists()
        ]
    card = (tmp_path / name / "README.md").read_text(encoding="utf-8")
    assert ("Labels of" in card) == ("train" in contents)
    assert f"· {name}" in card


def test_the_stages_together_are_all_but_the_test_answers(made: Made, tmp_path: Path) -> None:
    published: set[str] = set()
    for name, (contents, _) in STAGES.items():
        write_stage(made.path, name, contents, tmp_path / name, test_answers=False)
        published |= set(data_of(tmp_path / name))
    public = {file.path for file in read_manifest(made.path / "public").files}
    private = {file.path: file.part for file in read_manifest(made.path / "private").files}
    assert published == public | {path for path, part in private.items() if part == "dev"}


def test_test_answers_need_a_word_of_their_own(made: Made, tmp_path: Path) -> None:
    with pytest.raises(UserError) as problem:
        write_stage(made.path, "end", ("test answers",), tmp_path / "end", test_answers=False)
    assert problem.value.code == "test-answers"
    assert not (tmp_path / "end").exists()
    manifest = write_stage(made.path, "end", ("test answers",), tmp_path / "end", test_answers=True)
    assert {file.part for file in manifest.files} == {"test", None}


def test_a_damaged_pack_is_not_published(made: Made, tmp_path: Path) -> None:
    shutil.copytree(made.path, tmp_path / "pack")
    (tmp_path / "pack/public/LICENSE").write_text("x", encoding="utf-8")
    with pytest.raises(FlawsError) as problem:
        write_stage(tmp_path / "pack", "train", ("train",), tmp_path / "out", test_answers=False)
    assert {flaw.code for flaw in problem.value.flaws} == {"changed-file", "zip-differs"}
    assert not (tmp_path / "out").exists()


def test_a_stage_without_files_is_refused(made: Made, tmp_path: Path) -> None:
    with pytest.raises(UserError) as problem:
        write_stage(made.path, "none", (), tmp_path / "out", test_answers=False)
    assert problem.value.code == "empty-stage"


def test_a_zip_of_a_stage_is_the_same_every_time(made: Made, tmp_path: Path) -> None:
    written = []
    for side in ("a", "b"):
        write_stage(made.path, "test", ("test questions",), tmp_path / side / "test", test_answers=False, with_zip=True)
        written.append((tmp_path / side / "test.zip").read_bytes())
    assert written[0] == written[1]


@pytest.mark.parametrize(
    ("day", "public"),
    [
        (dt.date(2026, 5, 31), ()),
        (dt.date(2026, 6, 1), ("train", "dev questions", "reports")),
        (dt.date(2026, 7, 31), ("train", "dev questions", "dev answers", "reports")),
        (dt.date(2026, 8, 1), ("train", "dev questions", "dev answers", "test questions", "reports")),
    ],
)
def test_what_is_public_on_a_day(made: Made, day: dt.date, public: tuple[str, ...]) -> None:
    assert about_pack(made.path).public_on(day) == public


def test_a_release_without_stages_follows_the_published_schedules(tmp_path: Path) -> None:
    text = ABOUT.read_text(encoding="utf-8").split("# What becomes public")[0].replace("../../LICENSE", "L")
    (tmp_path / "release.toml").write_text(text, encoding="utf-8")
    (tmp_path / "L").write_text("…", encoding="utf-8")
    about: About = read_about(tmp_path / "release.toml")[0]
    assert about.stages == USUAL_STAGES
    assert [content for stage in USUAL_STAGES for content in stage.files if content == "test answers"] == []
    with pytest.raises(UserError, match="There are: train, dev-answers, test"):
        about.stage("final")


def test_only_a_whole_pack_has_stages(made: Made) -> None:
    with pytest.raises(UserError) as problem:
        about_pack(made.path / "public")
    assert problem.value.code == "no-release"
