"""Runs the program as a person does: arguments in, exit code, stdout and stderr out."""

import gc
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pingce.cli.main import run

EXAMPLES = Path(__file__).parents[2] / "examples"


class Ran(NamedTuple):
    """What a run left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def pingce(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    monkeypatch.delenv("PINGCE_LANG", raising=False)

    def call(*arguments: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["pingce", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            run()
        captured = capsys.readouterr()
        return Ran(int(stop.value.code or 0), captured.out, captured.err)

    yield call
    gc.enable()
