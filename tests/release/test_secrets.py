"""Nothing a team may download has an answer of a held-out item: no field, no value, no report."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pingce.release.flaws import FlawsError
from pingce.release.pack.run import place
from pingce.spec.values import Senses, Verdict
from pingce.tasks.catalog import TASKS

from .making import Made, make_pack


def public_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """All a team may download, the members of zip files too."""
    for path in (folder / "public.zip", *(folder / "public").rglob("*")):
        if path.is_file():
            yield from unpacked(path.relative_to(folder).as_posix(), path.read_bytes())


def unpacked(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    yield name, content
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(content)) as pack:
            for info in pack.infolist():
                yield from unpacked(f"{name}/{info.filename}", pack.read(info))


def keys_of(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from keys_of(one)
    elif isinstance(value, list):
        for one in value:
            yield from keys_of(one)


def values_in(name: str, content: bytes) -> Iterator[object]:
    text = content.decode()
    yield from map(json.loads, text.splitlines()) if name.endswith(".jsonl") else [json.loads(text)]


ANSWER_KEYS = {field.key for task in TASKS.values() for field in task.answer if field.key != "reason"} | {
    "fragments",
    "idxes",
    "role",
    "gloss",
    "picks",
    "verdicts",
}
"""As they stand in files; ``reason`` is an answer in one task and a question in two others."""


def test_no_public_file_has_an_answer_field_outside_training(made: Made) -> None:
    seen = 0
    for name, content in public_files(made.path):
        if name.endswith((".json", ".jsonl")) and "train" not in name.rsplit("/", 1)[-1]:
            seen += 1
            found = {key for value in values_in(name, content) for key in keys_of(value)} & ANSWER_KEYS
            assert found == set(), name
            if "space2023/task3" in name:
                assert all(
                    set(value) == {"qid", "context1", "context2"}
                    for value in values_in(name, content)
                    if isinstance(value, dict)
                )
    assert seen > 60


def test_no_public_file_has_an_answer_value_of_a_held_out_item(made: Made) -> None:
    held = [one for one in place(made.decided, made.proof) if one.part != "train"]
    files = dict(public_files(made.path))
    assert "public.zip/public/README.md" in files
    questions = {name for name in files if "input" in name or "-dev." in name or "-test." in name}
    pages = {name: text.decode() for name, text in files.items() if not name.endswith(".zip") and name not in questions}
    texts = {name: text.decode() for name, text in files.items() if not name.endswith(".zip")}
    for one in held:
        for passage in one.decided.passages:
            assert [name for name, text in pages.items() if passage in text] == []
        if one.decided.task.edition != "wsd":
            assert [name for name, text in pages.items() if f'"{one.origin.id}"' in text] == []
        for value in one.decided.answer.values():
            if isinstance(value, Senses):
                lines = [line for name in questions if "wsd" in name for line in texts[name].splitlines()]
                asked = [line for line in lines if one.decided.passages[0] in line]
                assert len(asked) >= 2
                assert [
                    line
                    for line in asked
                    for gloss in value.chosen
                    if gloss in line.replace(one.decided.passages[0], "")
                ] == []
            for part in value if type(value) is tuple else ():
                if isinstance(part, Verdict):
                    assert [name for name, text in texts.items() if part.explanation in text] == []


@pytest.mark.parametrize(
    "write",
    [
        lambda text: f"<p>例：{text}</p>",
        lambda text: json.dumps({"example": text}),
        lambda text: "<td>" + text[:12] + "<mark>" + text[12:] + "</mark></td>",
        lambda text: "".join(f"&#{ord(character)};" for character in text),
        lambda text: f"……{text[3:40]}……",
    ],
    ids=["plain", "escaped", "marked", "entities", "cut"],
)
def test_a_report_that_shows_a_held_out_item_is_refused(made: Made, tmp_path: Path, write: object) -> None:
    held = next(
        one
        for one in place(made.decided, made.proof)
        if one.part == "test" and one.decided.task.id == "space2022/task1"
    )
    assert callable(write)
    report = tmp_path / "report.html"
    report.write_text(write(held.decided.passages[0]), encoding="utf-8")
    with pytest.raises(FlawsError) as problem:
        make_pack(tmp_path / "made", changes={"reports": [report]})
    assert [(flaw.file, flaw.code) for flaw in problem.value.flaws] == [("public/reports/report.html", "held-out-item")]
    assert not (tmp_path / "made" / "pack").exists()


def test_a_report_may_show_training_items(made: Made, tmp_path: Path) -> None:
    shown = [one for one in place(made.decided, made.proof) if one.part == "train"]
    report = tmp_path / "report.md"
    report.write_text("\n".join(text for one in shown for text in one.decided.passages), encoding="utf-8")
    again = make_pack(tmp_path / "made", changes={"reports": [report]})
    assert (again.path / "public/reports/report.md").read_bytes() == report.read_bytes()


def test_a_zip_among_the_reports_is_looked_into(made: Made, tmp_path: Path) -> None:
    held = next(
        one for one in place(made.decided, made.proof) if one.part == "dev" and one.decided.task.edition == "wsd"
    )
    with zipfile.ZipFile(tmp_path / "report.zip", "w") as pack:
        pack.writestr("page.txt", held.decided.passages[0])
    with pytest.raises(FlawsError) as problem:
        make_pack(tmp_path / "made", changes={"reports": [tmp_path / "report.zip"]})
    assert [(flaw.file, flaw.code) for flaw in problem.value.flaws] == [("public/reports/report.zip", "held-out-item")]
