"""Tables on the terminal."""

import pytest

from pingce.cli.terminal import print_table


def columns(capsys: pytest.CaptureFixture[str], cells: list[str]) -> list[str]:
    """What a column of these cells looks like, line by line."""
    print_table("", ["a long heading", "next"], [[cell, "END"] for cell in cells])
    return [line.partition("END")[0] for line in capsys.readouterr().out.splitlines() if "END" in line]


@pytest.mark.parametrize(
    "cells",
    [
        ["3-test-17", "12-test-4"],
        ["2 characters", "one"],
        ["1e5z", "7"],
        ["2026-11-16", "2026-11-17"],
        ["在桌上", "3"],
    ],
)
def test_names_stand_to_the_left_even_if_they_begin_with_a_digit(
    cells: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    shown = columns(capsys, cells)
    assert [line.strip() for line in shown] == cells
    assert {len(line) - len(line.lstrip()) for line in shown} == {2}


@pytest.mark.parametrize(
    "cells",
    [
        ["1", "1,234", "0.25", "-0.5", "+3", "–", ""],
        ["12 (40.0%)", "0.81 [0.79, 0.83]", "[0.1, 0.2]"],
        ["12.5 %", "3.1 s", "640 ms", "3/5", "1e-05", "≥7", "<0.001", "2.5 GB", "1,200/s"],
    ],
)
def test_numbers_stand_to_the_right(cells: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    shown = columns(capsys, cells)
    assert [line.strip() for line in shown] == cells
    assert len({len(line.rstrip()) for line in shown if line.strip()}) == 1
