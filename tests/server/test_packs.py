"""Packs as files of a competition: answers that replace others score again, and none leads out of its folder."""

import io
import json
import socket
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pingce.flow.packs import files_of_folder
from pingce.release.checksums import files_in, write_sums
from pingce.release.pack.organisers import write_organisers
from pingce.server.project.project import Project
from pingce.spec.errors import UserError

from .builders import Clients
from .shared_task import TASKS, SharedTask, answers, example, make_shared_task, packed, released

MANIFEST = {"name": "x", "version": "1", "items": {}, "groups": {}, "split_sha256": ""}
GOLD = {"path": "gold.jsonl", "content": "gold", "task": TASKS[0], "part": "dev"}


@pytest.fixture
def task(clients: Clients) -> SharedTask:
    return make_shared_task(clients)


def mended() -> bytes:
    """The answers, one of them another."""
    first, *others = example(f"{TASKS[0]}_dev.jsonl").decode().splitlines()
    record = json.loads(first)
    return "\n".join([json.dumps(record | {"judge": 1 - record["judge"]}, ensure_ascii=False), *others]).encode()


def pack(data: bytes, **changes: object) -> bytes:
    manifest = json.dumps(MANIFEST | {"files": [GOLD | changes]}).encode()
    return released({"private/release.json": manifest, "private/gold.jsonl": data})


def test_answers_of_a_pack_that_replace_others_score_again(task: SharedTask) -> None:
    li = task.team("li")
    task.phase("dev")
    number = task.handed_in(li, answers("a"))
    added = task.organiser.post(f"{task.url}/pack", files={"file": ("v2.zip", pack(mended()))}).json()
    assert ([one["reason"] for one in added["files"]], added["queued"]) == (["pack v2.zip"], 1)
    task.score()
    scores = li.get(f"/api/submissions/{number}").json()["entries"][0]["scores"]
    assert [(one["current"], one["reason"], one["value"]) for one in scores] == [
        (True, "pack v2.zip", pytest.approx(0.8)),
        (False, "", 0.85),
    ]
    again = task.organiser.post(f"{task.url}/pack", files={"file": ("v2.zip", pack(mended()))}).json()
    assert again["queued"] == 0


def spoiled(byte: int, value: int) -> Callable[[], bytes]:
    """A byte of the first member's entry in the directory of the archive, where readers look."""

    def spoil() -> bytes:
        data = bytearray(pack(b"{}"))
        data[data.index(b"PK\x01\x02") + byte] = value
        return bytes(data)

    return spoil


BAD = {
    "no archive": (lambda: b"no zip", "bad-zip"),
    "encrypted": (spoiled(8, 1), "zip-encrypted"),
    "packed in an unknown way": (spoiled(10, 97), "bad-zip"),
    "a manifest in no encoding": (lambda: released({"public/release.json": b'{"name": "\xff"}'}), "bad-release"),
    "a path out of the pack": (lambda: pack(b"{}", path="../private/gold.jsonl"), "bad-release"),
    "a file that is not there": (lambda: pack(b"{}", path="none.jsonl"), "bad-release"),
    "more files than it may have": (lambda: packed({f"{i}": b"" for i in range(201)}), "archive-too-large"),
    "larger than it may be": (lambda: released({"public/release.json": b" " * (65 * 2**20)}), "archive-too-large"),
}


@pytest.mark.parametrize(("make", "code"), BAD.values(), ids=BAD)
def test_a_bad_pack_is_refused_and_nothing_is_stored(task: SharedTask, make: Callable[[], bytes], code: str) -> None:
    before = task.organiser.get(task.url).json()["files"]
    answer = task.organiser.post(f"{task.url}/pack", files={"file": ("p.zip", make())})
    assert (answer.status_code // 100, answer.json()["code"]) == (4, code)
    assert task.organiser.get(task.url).json()["files"] == before


def test_a_pack_whose_files_cannot_be_read_is_refused(task: SharedTask, tmp_path: Path) -> None:
    public = tmp_path / "packs" / "p" / "public"
    public.mkdir(parents=True)
    name = "x" * 300  # longer than any file's
    (public / "release.json").write_text(json.dumps(MANIFEST | {"files": [GOLD | {"path": name}]}), encoding="utf-8")
    write_sums(public)
    task.clients.server.project = Project(tmp_path)
    before = task.organiser.get(task.url).json()["files"]
    answer = task.organiser.post(f"{task.url}/packs", json={"name": "p"})
    assert (answer.status_code, answer.json()["code"]) == (422, "cannot-read")
    assert "File name too long" in answer.json()["message"]["en"]
    assert task.organiser.get(task.url).json()["files"] == before


@pytest.mark.parametrize(
    ("path", "code"),
    [("../../secret.jsonl", "bad-release"), ("link.jsonl", "bad-pack"), ("{folder}/secret.jsonl", "bad-release")],
)
def test_a_pack_in_a_folder_holds_only_what_is_in_it(tmp_path: Path, path: str, code: str) -> None:
    (tmp_path / "secret.jsonl").write_bytes(mended())
    private = tmp_path / "pack" / "private"
    private.mkdir(parents=True)
    if path == "link.jsonl":
        (private / path).symlink_to(tmp_path / "secret.jsonl")
    files = [GOLD | {"path": path.format(folder=tmp_path), "content": "questions"}]
    (private / "release.json").write_text(json.dumps(MANIFEST | {"files": files}), encoding="utf-8")
    write_sums(private)
    with pytest.raises(UserError) as problem:
        files_of_folder(tmp_path / "pack", TASKS)
    assert problem.value.code == code


def unfolded(data: bytes, folder: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
    return folder


def repacked(folder: Path) -> bytes:
    return packed({name: (folder / name).read_bytes() for name in files_in(folder)})


@pytest.mark.parametrize("way", ["pack", "packs"])
def test_a_damaged_pack_is_refused_with_all_its_problems(task: SharedTask, tmp_path: Path, way: str) -> None:
    whole = {"private/LICENSE": b"CC BY 4.0", "private/release.json": b"{}", "public/release.json": b"{}"}
    folder = unfolded(released(whole | {"private/gold.jsonl": b"{}"}), tmp_path / "packs" / "p")
    (folder / "private" / "LICENSE").unlink()
    (folder / "private" / "gold.jsonl").write_bytes(mended())
    (folder / "public" / "SHA256SUMS").unlink()
    (folder / "private" / "more.jsonl").write_bytes(b"{}")
    before = task.organiser.get(task.url).json()["files"]
    if way == "packs":
        write_organisers(folder, ["organiser"])
        task.clients.server.project = Project(tmp_path)
        answer = task.organiser.post(f"{task.url}/packs", json={"name": "p"})
    else:
        answer = task.organiser.post(f"{task.url}/pack", files={"file": ("p.zip", repacked(folder))})
    said = answer.json()
    assert (answer.status_code, said["code"]) == (422, "bad-pack")
    assert [one["message"]["en"] for one in said["problems"]] == [
        "public/SHA256SUMS: the file is missing [missing-file]",
        "private/gold.jsonl: does not match its checksum [changed-file]",
        "private/more.jsonl: not listed in SHA256SUMS [unlisted-file]",
        "private/LICENSE: the file is missing [missing-file]",
    ]
    assert task.organiser.get(task.url).json()["files"] == before


def test_a_pack_with_something_in_it_that_cannot_be_opened_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = unfolded(pack(mended()), tmp_path)
    monkeypatch.chdir(folder / "private")  # the address of a socket must be short
    with socket.socket(socket.AF_UNIX) as odd:
        odd.bind("odd")
        with pytest.raises(UserError) as problem:
            files_of_folder(folder, TASKS)
    assert problem.value.code == "cannot-read"
