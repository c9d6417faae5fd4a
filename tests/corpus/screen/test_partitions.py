"""The same passages stay in any number of partitions, and what was done before an interruption is not done again."""

from pathlib import Path

import numpy as np
import pytest

from pingce.corpus.engine import LocalEngine
from pingce.corpus.inputs import find_files
from pingce.corpus.screen import partitions
from pingce.corpus.screen.families import GOES, KeyFile, Verdicts
from pingce.corpus.screen.partitions import divided, screen_partitions
from pingce.corpus.screen.run import Screening, screen
from pingce.corpus.screen.settings import load_settings
from pingce.corpus.screen.signatures import PERMUTATIONS, SIGNATURE_BYTES
from pingce.corpus.screen.summary import summary
from pingce.corpus.screen.work import Screened, ScreenWork
from pingce.spec.errors import UserError

from ..texts import corpus
from .index import drawn_batches, index_of

WORK = ScreenWork(load_settings(), dropped=True)


def joined(folder: Path) -> bytes:
    return b"".join(part.read_bytes() for part in sorted(folder.glob("part-*.jsonl")))


def run(source: Path, out: Path, count: int, work: ScreenWork = WORK) -> Screening:
    dropped = out.with_suffix(".dropped")
    return screen_partitions(find_files([source]), work, count=count, out=out, dropped=dropped, engine=LocalEngine(1))


def decided(folder: Path, signatures: list[bytes]) -> Verdicts:
    """About the passages of these partitions."""
    folders, starts = [], [0]
    for i, signature in enumerate(signatures):
        folders.append(folder / f"{i}")
        folders[-1].mkdir()
        (folders[-1] / "signatures").write_bytes(signature)
        KeyFile(folders[-1]).write(folders[-1] / "signatures", 0.8)
        starts.append(starts[-1] + len(signature) // SIGNATURE_BYTES)
    partitions.decide_together(folder, tuple(folders), tuple(starts), 0.8, LocalEngine(1))
    return Verdicts(folder, starts[-1])


@pytest.mark.parametrize("count", [1, 2, 8])
def test_many_passages_are_decided_about_as_by_one_index(count: int, tmp_path: Path) -> None:
    batches = [*drawn_batches(16, 400)]
    twins = [twin for batch in index_of(batches, tmp_path, in_memory=1 << 12) for twin in batch]
    split = np.array_split(np.arange(len(batches)), count)
    verdicts = decided(tmp_path, [b"".join(batches[i][0] for i in some) for some in split])
    goes = (verdicts.known == GOES).tolist()
    assert goes == [twin is not None for twin in twins]
    assert 100 < sum(goes) < 600
    for passage in np.flatnonzero(verdicts.known == GOES).tolist():
        twin, like = twins[passage], int(verdicts.like[passage])
        assert like < passage
        assert not goes[like]
        assert twin is not None
        assert verdicts.equal[passage] / PERMUTATIONS >= twin.similarity  # of all that stay, not of one batch


def test_what_is_like_a_passage_that_goes_stays(tmp_path: Path) -> None:
    """Each is like its neighbours and nobody else: every second one stays, after as many rounds."""
    chain = np.tile(np.arange(PERMUTATIONS, dtype="<u2"), (9, 1))
    for i in range(1, len(chain)):
        chain[i:, 6 * (i % 8) : 6 * (i % 8) + 12] = 1000 + i
    verdicts = decided(tmp_path, [chain[:4].tobytes(), b"", chain[4:].tobytes()])
    near = (chain[:, None] == chain[None]).sum(axis=2) / PERMUTATIONS >= 0.8
    stays: list[int] = []
    for i in range(len(chain)):
        if not near[i, stays].any():
            stays.append(i)
    assert np.flatnonzero(verdicts.known != GOES).tolist() == stays
    assert 3 < len(stays) < 7


def test_a_corpus_is_screened_to_the_same_bytes(tmp_path: Path) -> None:
    source, whole = corpus(tmp_path / "corpus"), tmp_path / "whole.jsonl"
    files = find_files([source])
    alone = screen(files, WORK, out=whole, dropped=tmp_path / "whole.dropped", engine=LocalEngine(1))
    for count in (5, 2):
        parts = run(source, tmp_path / "parts", count)
        assert len([*(tmp_path / "parts").iterdir()]) == count
        assert joined(tmp_path / "parts") == whole.read_bytes() != b""
        assert joined(tmp_path / "parts.dropped") == (tmp_path / "whole.dropped").read_bytes() != b""
        assert summary(parts) == summary(alone)


def test_what_was_screened_before_an_interruption_is_not_screened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = corpus(tmp_path / "corpus"), tmp_path / "out"
    asked: list[str] = []
    real = ScreenWork.do

    def counted(work: ScreenWork, scales: object, batch: tuple[object, ...]) -> Screened:
        asked.append(batch[0].file)  # type: ignore[attr-defined]
        if len(asked) == 3:
            raise InterruptedError
        return real(work, scales, batch)  # type: ignore[arg-type]

    monkeypatch.setattr(ScreenWork, "do", counted)
    with pytest.raises(InterruptedError):
        run(source, out, 3)
    run(source, out, 3)
    assert asked == [*asked[:3], asked[2]]
    assert "going on with 2 partitions of an interrupted run" in capsys.readouterr().err
    run(source, tmp_path / "whole", 3)
    assert joined(out) == joined(tmp_path / "whole") != b""


def test_other_settings_start_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = corpus(tmp_path / "corpus"), tmp_path / "out"
    with monkeypatch.context() as broken:
        broken.setattr(partitions, "decide_together", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            run(source, out, 2)
    with pytest.raises(UserError, match="Another run is writing"), partitions._work_folder(out, "other"):
        run(source, out, 2)
    assert "dropping an interrupted run with other input or settings" in capsys.readouterr().err


def test_neighbouring_files_lie_together(tmp_path: Path) -> None:
    for i, size in enumerate((10, 10, 70, 10, 0)):
        (tmp_path / f"{i}.txt").write_text("字" * size, encoding="utf-8")
    files = find_files([tmp_path])
    assert [[file.path.name[0] for file in part.files] for part in divided(files, 3)] == [["0", "1"], ["2"], ["3", "4"]]
    assert [len(part.files) for part in divided(files[4:], 2)] == [1, 0]
