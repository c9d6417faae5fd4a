"""No proxy between us and our own site; the corpus commands as part of the program."""

import gc
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from pingce.cli.main import COMMANDS, run


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


class Ran(NamedTuple):
    """What a run left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def pingce(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    monkeypatch.delenv("PINGCE_LANG", raising=False)
    monkeypatch.setitem(COMMANDS, "corpus", "pingce.cli.corpus:corpus")

    def call(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["pingce", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            run()
        captured = capsys.readouterr()
        return Ran(int(stop.value.code or 0), captured.out, captured.err)

    yield call
    gc.enable()
