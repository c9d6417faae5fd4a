"""Tests that passed are not run again until something changes, and a run that did not pass is not remembered."""

import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from . import passed

RUN = """
import sys
import sysconfig
from pathlib import Path

Path("runs").open("a").write("x")
Path("tests.xml").write_text('<testsuites><testsuite tests="1203" skipped="3" /></testsuites>')
exec(sys.argv[1])
"""
Make = Callable[..., int]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In git, with what a run leaves behind ignored as `.venv` is."""
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    (tmp_path / ".gitignore").write_text("runs\ntests.xml\npassed.json\n", encoding="utf-8")
    (tmp_path / "code.py").write_text("a = 1\n", encoding="utf-8")
    monkeypatch.setattr(passed, "ROOT", tmp_path)
    monkeypatch.setattr(passed, "RECORD", tmp_path / "passed.json")
    monkeypatch.setattr(passed, "RESULTS", tmp_path / "tests.xml")
    return tmp_path


@pytest.fixture
def make(project: Path) -> Make:
    """Like ``make test``; ``ending`` is what the run does last."""

    def run(*options: str, ending: str = "") -> int:
        return passed.main([*options, sys.executable, "-c", RUN, ending])

    return run


def runs(project: Path) -> int:
    return len((project / "runs").read_text(encoding="utf-8"))


def test_what_passed_is_not_run_again_and_says_so(
    make: Make, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make() == 0
    assert capsys.readouterr().out == ""
    assert make() == 0
    assert runs(project) == 1
    said = capsys.readouterr().out
    assert said.startswith("Nothing has changed since all tests passed on 2")
    assert said.endswith("(1,200 passed, 3 skipped). To run them all the same: make test AGAIN=1\n")


def test_again_means_again(make: Make, project: Path) -> None:
    assert make() == make("--again") == make() == 0
    assert runs(project) == 2


@pytest.mark.parametrize("name", ["code.py", "new.py"])
def test_a_changed_or_new_file_runs_them(make: Make, project: Path, name: str) -> None:
    make()
    (project / name).write_text("a = 2\n", encoding="utf-8")
    assert make() == make() == 0
    assert runs(project) == 2


def test_a_deleted_file_runs_them(make: Make, project: Path) -> None:
    subprocess.run(["git", "-C", str(project), "add", "."], check=True)
    make()
    (project / "code.py").unlink()
    make()
    assert runs(project) == 2


def test_another_browser_python_or_package_runs_them(
    make: Make, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make()
    monkeypatch.setattr(passed, "CHROMIUM", "/somewhere/else")
    make()
    monkeypatch.setattr(sys, "version", "4.0")
    make()
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(project))
    make()
    assert runs(project) == 4


@pytest.mark.parametrize("ending", ["sys.exit(3)", "__import__('os').kill(__import__('os').getpid(), 9)"])
def test_a_run_that_fails_or_is_killed_leaves_no_record(make: Make, project: Path, ending: str) -> None:
    make()
    assert make("--again", ending=ending) != 0
    assert not passed.RECORD.exists()
    make()
    assert runs(project) == 3


def test_an_interrupted_run_leaves_no_record(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    make()

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    state = passed.fingerprint(passed.ROOT)
    monkeypatch.setattr(passed, "fingerprint", lambda _: state)
    monkeypatch.setattr(subprocess, "run", interrupt)
    with pytest.raises(KeyboardInterrupt):
        make("--again")
    assert not passed.RECORD.exists()


def test_a_run_during_which_a_file_changed_leaves_no_record(make: Make, project: Path) -> None:
    assert make(ending="Path('code.py').write_text('a = 3')") == 0
    assert not passed.RECORD.exists()


def test_a_record_that_cannot_be_read_counts_for_nothing(make: Make, project: Path) -> None:
    make()
    passed.RECORD.write_text("{", encoding="utf-8")
    make()
    assert runs(project) == 2


def test_without_git_everything_that_is_not_hidden_or_made_counts(tmp_path: Path) -> None:
    for name in ("a.py", "web/b.ts", ".venv/c.py", "web/node_modules/d.js", "e/__pycache__/f.pyc"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    assert {path.relative_to(tmp_path).as_posix() for path in passed.files(tmp_path)} == {"a.py", "web/b.ts"}
