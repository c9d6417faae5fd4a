"""The options all long commands share."""

import io
import sys

import click
import pytest
from click.testing import CliRunner

from pingce.cli.corpus.options import engine_options, interruptible, make_engine, progress_bar
from pingce.corpus.engine import Engine, LocalEngine, RayEngine


@click.command()
@engine_options
def command(workers: int, engine: str, address: str | None) -> None:
    click.echo(repr(make_engine(engine, workers, address)))


@pytest.mark.parametrize(
    ("arguments", "engine"),
    [
        ([], LocalEngine(1)),
        (["--workers", "2"], LocalEngine(2)),
        (["--workers", "0"], LocalEngine(7)),
        (["--engine", "ray"], RayEngine(None, 1)),
        (["--engine", "ray", "--workers", "9", "--address", "ray://head:10001"], RayEngine("ray://head:10001", 9)),
    ],
)
def test_options_make_an_engine(arguments: list[str], engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    result = CliRunner().invoke(command, arguments)
    assert (result.exit_code, result.output) == (0, f"{engine!r}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--address", "ray://head:10001"], "--address is for --engine ray."),
        (["--workers", "-1"], "-1 is not in the range x>=0."),
        (["--engine", "spark"], "'spark' is not one of 'local', 'ray'."),
    ],
)
def test_wrong_options_are_the_commands_fault(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 2
    assert message in result.output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("totals", "shown"),
    [
        ({"total_bytes": 4_000_000}, ["2.0/4.0 MB"]),
        ({"total_items": 4_000_000}, ["2000000/4000000"]),
        ({}, ["2000000/?"]),
    ],
)
def test_the_bar_is_shown_on_a_terminal(
    totals: dict[str, int], shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_bar("筛选", **totals) as advance:
        advance(1_000_000)
        advance(1_000_000)
    text = terminal.getvalue()
    assert [part for part in ["筛选", "/s", *shown] if part not in text] == []


def test_nobody_looking_means_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = io.StringIO()
    monkeypatch.setattr(sys, "stderr", quiet)
    with progress_bar("筛选", total_items=2) as advance:
        advance(1)
    assert quiet.getvalue() == ""


def test_an_interrupt_says_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(click.exceptions.Exit) as caught, interruptible():
        raise KeyboardInterrupt
    assert caught.value.exit_code == 130
    assert capsys.readouterr().err == "\nInterrupted; run the same command again to go on.\n"
