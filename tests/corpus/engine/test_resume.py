"""Whatever happens to a run, the next one ends with the bytes of an undisturbed one."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pingce.corpus.engine import Resumable, resumable_output
from pingce.spec.errors import UserError

BATCHES = [["甲".encode(), b"b\n"], [], ["在树上".encode() * 9], [b"d"], [b"e", b"f"], [b"g"]]
OUT = "甲\nb\n".encode() + "在树上".encode() * 9 + b"\nd\ne\nf\ng\n"
SIDE = b"".join(b"%d\n" % i for i in range(6) for _ in range(i))
LEFT = [".out.jsonl.journal", ".out.jsonl.part", ".out.jsonl.states", ".side.jsonl.part"]


class Stop(BaseException):
    """Like Ctrl-C: no Exception."""


class Place:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.out = folder / "out.jsonl"
        self.side = folder / "side.jsonl"
        self.notes: list[str] = []
        self.states: list[bytes] = []
        self.done = 0

    def run(self, *, until: int | None = None, fingerprint: str = "one", every: float = 0.0) -> None:
        """All batches, or stop after some."""
        with resumable_output(
            self.out, fingerprint, sidecars=[self.side], every=every, note=self.notes.append
        ) as output:
            self.done, self.states = output.done, list(output.states)
            for i, lines in output.remaining(enumerate(BATCHES)):
                if i == until:
                    raise Stop
                output.write(lines, b"s" * i, sidecars=[[b"%d" % i] * i])

    def stop(self, after: int) -> None:
        with pytest.raises(Stop):
            self.run(until=after)

    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())

    def is_complete(self) -> bool:
        names = ["out.jsonl", "side.jsonl"]
        return self.names() == names and (self.out.read_bytes(), self.side.read_bytes()) == (OUT, SIDE)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_an_undisturbed_run_leaves_only_its_files(place: Place) -> None:
    place.run()
    assert place.is_complete()
    assert (place.done, place.states, place.notes) == (0, [], [])


@pytest.mark.parametrize("every", [0.0, 1e9])
@pytest.mark.parametrize("after", [1, 2, 3, 5])
def test_an_interrupted_run_goes_on_where_it_was(after: int, every: float, place: Place) -> None:
    with pytest.raises(Stop):
        place.run(until=after, every=every)
    assert place.names() == LEFT
    place.run()
    assert place.is_complete()
    assert place.done == after
    assert place.states == [b"s" * i for i in range(after)]
    assert place.notes == [f"{place.out}: going on after {after} batches of an interrupted run."]


def test_several_interruptions_add_up(place: Place) -> None:
    for after in (1, 1, 4):
        place.stop(after)
    place.run()
    assert place.is_complete()
    assert (place.done, place.states[3]) == (4, b"sss")


def test_nothing_done_leaves_nothing_behind(place: Place) -> None:
    place.stop(0)
    assert place.names() == []


def test_the_old_file_stays_until_the_new_one_is_complete(place: Place) -> None:
    place.out.write_bytes(b"old\n")
    place.stop(3)
    assert place.out.read_bytes() == b"old\n"
    place.run()
    assert place.is_complete()


def test_a_finished_run_does_not_go_on(place: Place) -> None:
    place.run()
    place.run()
    assert place.is_complete()
    assert place.done == 0


def test_another_fingerprint_starts_anew_and_says_so(place: Place) -> None:
    place.stop(4)
    place.run(fingerprint="two")
    assert place.is_complete()
    assert (place.done, place.states) == (0, [])
    assert place.notes == [f"{place.out}: dropping an interrupted run with other input or settings; starting anew."]


def test_starting_anew_without_sidecars_removes_theirs(place: Place) -> None:
    place.stop(4)
    with resumable_output(place.out, "one", note=place.notes.append) as output:
        output.write([b"x"])
    assert place.names() == ["out.jsonl"]
    assert place.out.read_bytes() == b"x\n"


def test_notes_go_to_stderr(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    place.stop(2)
    with resumable_output(place.out, "two"):
        pass
    said = f"{place.out}: dropping an interrupted run with other input or settings; starting anew.\n"
    assert capsys.readouterr() == ("", said)
    assert place.out.read_bytes() == b""


def _damaged(place: Place, name: str) -> Iterator[bytes]:
    """Every way a file can be torn, and some it can be wrong."""
    whole = (place.folder / name).read_bytes()
    yield from (whole[:cut] for cut in range(len(whole)))
    yield from (whole + garbage for garbage in (b"{", b"\x00" * 512, b'{"batch":5}\n', b'{"finished":true}\n'))
    yield whole[:-2] + b"?" + whole[-1:]


@pytest.mark.parametrize("name", LEFT)
def test_torn_files_cost_batches_but_never_bytes(name: str, tmp_path: Path) -> None:
    first = Place(tmp_path / "first")
    first.folder.mkdir()
    first.stop(4)
    seen = set()
    for i, damaged in enumerate(_damaged(first, name)):
        place = Place(tmp_path / str(i))
        shutil.copytree(first.folder, place.folder)
        (place.folder / name).write_bytes(damaged)
        place.run()
        assert place.is_complete()
        assert place.states == [b"s" * n for n in range(place.done)]
        seen.add(place.done)
    assert max(seen) == 4
    assert min(seen) <= 1


@pytest.mark.parametrize("name", LEFT)
def test_a_missing_file_starts_anew(name: str, place: Place) -> None:
    place.stop(4)
    (place.folder / name).unlink()
    place.run()
    assert place.is_complete()
    assert place.done == 0


@pytest.mark.parametrize("moved", [0, 1, 2])
def test_a_kill_while_files_are_put_in_place_loses_nothing(
    moved: int, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = iter([True] * moved)
    replace = Path.replace
    unlink = Path.unlink

    def killed_after(path: Path, target: Path) -> Path:
        if not next(moves, False):
            raise Stop
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed_after)
        patch.setattr(Path, "unlink", lambda path, missing_ok=False: (_ for _ in ()).throw(Stop))
        with pytest.raises(Stop):
            place.run()
    assert Path.unlink is unlink
    place.run()
    assert place.is_complete()
    assert place.done == 6


def test_two_runs_on_one_output_do_not_mix(place: Place) -> None:
    with resumable_output(place.out, "one") as output:
        output.write([b"a"])
        with pytest.raises(UserError, match=r"^Another run is writing .*out\.jsonl right now\.$"):
            place.run()
    assert place.out.read_bytes() == b"a\n"


@pytest.mark.parametrize(
    ("out", "side", "message"),
    [
        ("nowhere/out", "side", "Cannot write {}/nowhere/out: No such file or directory."),
        ("out", "folder", "Cannot write {}/folder: it is a folder."),
        ("out", "folder/../out", "Outputs need different names: {0}/out, {0}/folder/../out."),
    ],
)
def test_what_cannot_be_written_is_said_at_once(out: str, side: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(UserError) as caught, resumable_output(tmp_path / out, "x", sidecars=[tmp_path / side]):
        pytest.fail("must not begin")
    assert str(caught.value) == message.format(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_full_disk_is_a_message_and_keeps_what_is_there(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    write = Resumable.write

    def written(output: Resumable, *arguments: Any, **named: Any) -> None:
        if output.batches == 3:
            patch.setattr("os.fsync", full)
        write(output, *arguments, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Resumable, "write", written)
        with pytest.raises(UserError, match=r"Cannot write .*: No space left on device\.$"):
            place.run()
    place.run()
    assert place.is_complete()
    assert place.done == 3


def test_sidecars_need_their_lines(place: Place) -> None:
    with (
        pytest.raises(ValueError, match=r"^lines for 2 sidecars; there are 1$"),
        resumable_output(place.out, "one", sidecars=[place.side]) as output,
    ):
        output.write([], sidecars=[[], []])
