"""What ``make coverage`` lists is what was not run, and nothing else."""

from pathlib import Path

import click
import pytest

from pingce.cli.main import cli

from .option_use import note_options, option_name
from .unrun import noted, unrun_raises, unused_options

SOURCE = """
def f(x):
    if x:
        raise ValueError(
            x
        )
    raise KeyError
"""


@pytest.mark.parametrize(("run", "left"), [([], [4, 7]), ([2, 3, 4, 5], [7]), ([2, 4, 7], [])])
def test_a_raise_counts_by_its_first_line(run: list[int], left: list[int]) -> None:
    assert list(unrun_raises(SOURCE, run)) == left


@pytest.fixture
def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(click.Option, "consume_value", click.Option.consume_value)  # as it was, afterwards
    note_options(tmp_path)
    return tmp_path


def test_an_option_that_was_given_is_noted_whatever_came_of_it(used: Path) -> None:
    for words in (["tasks", "--json"], ["check", "no-such-file", "--kind", "gold"], ["--version"]):
        with pytest.raises((SystemExit, click.ClickException)):
            cli.main(words)
    found = noted(used)
    assert {one for one in found if not one.endswith("--help")} == {
        "pingce.cli.tasks:tasks --json",
        "pingce.cli.check:check --kind",
        "pingce.cli.main:cli --version",
    }
    left = unused_options(found)
    assert "pingce tasks --json" not in left
    assert "pingce tasks show --json" in left


def test_both_ways_of_a_switch_count(used: Path) -> None:
    @click.command()
    @click.option("--hold/--no-hold")
    def wait(hold: bool) -> None: ...

    wait.main(["--no-hold"], standalone_mode=False)
    [hold] = [one for one in wait.params if isinstance(one, click.Option)]
    assert noted(used) == {option_name(wait, hold, turned_off=True)} == {f"{__name__}:wait --no-hold"}


def test_every_option_has_a_name_of_its_own() -> None:
    left = unused_options(set())
    assert len(left) == len(set(left)) > 400
