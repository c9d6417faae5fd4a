"""The program as a whole: help, versions, exit codes, what it loads."""

import errno
import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from pingce import __version__
from pingce.cli.main import COMMANDS, cli
from pingce.cli.reference import walk

from .conftest import Run

HEAVY = ("numpy", "scipy", "rich", "jinja2", "sacrebleu", "torch", "transformers", "ray", "fastapi", "sqlalchemy")


def test_help_lists_every_command(pingce: Run) -> None:
    ran = pingce("--help")
    assert ran.code == 0
    assert [name for name in COMMANDS if f"\n  {name} " not in ran.out] == []


def test_version(pingce: Run) -> None:
    assert pingce("--version") == (0, f"pingce, version {__version__}\n", "")


@pytest.mark.parametrize("arguments", [["chck"], ["check"], ["check", "--kind", "x", "space2022/task1", "f"]])
def test_a_wrong_command_is_exit_code_2(pingce: Run, arguments: list[str]) -> None:
    ran = pingce(*arguments)
    assert ran.code == 2
    assert "Usage:" in ran.err
    assert "Traceback" not in ran.err


def test_an_unknown_task_is_exit_code_1_with_a_suggestion(pingce: Run) -> None:
    ran = pingce("tasks", "show", "space2023/task11")
    assert ran == (1, "", "Error: There is no task 'space2023/task11'. Did you mean space2023/task1?\n")


def test_a_bug_keeps_its_traceback(pingce: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("a bug of ours")

    monkeypatch.setattr("pingce.cli.tasks.find_task", broken)
    with pytest.raises(ValueError, match="a bug of ours"):
        cli.main(["tasks", "show", "space2023/task1"], standalone_mode=False)


def test_interrupting_ends_with_130_and_no_traceback(pingce: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pingce.cli.tasks.find_task", interrupted)
    ran = pingce("tasks", "show", "space2023/task1")
    assert (ran.code, ran.err.strip()) == (130, "Interrupted.")


@pytest.mark.parametrize("arguments", [["tasks"], ["tasks", "--json"]])
def test_a_pipe_nobody_reads_ends_quietly_and_is_not_taken_for_wrong_data(arguments: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pingce.cli.main", *arguments], stdout=write, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(write)
    assert (ran.returncode, ran.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tasks"], "Error: The output cannot be written: No space left on device."),
        (["tasks", "--json", "--lang", "zh"], "错误：输出写不出去：磁盘已满。"),
        (["--help"], "Error: The output cannot be written: No space left on device."),
    ],
)
def test_a_full_disk_is_told_in_one_line(arguments: list[str], message: str) -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "pingce.cli.main", *arguments], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (ran.returncode, ran.stderr.decode().splitlines()) == (1, [message])


def test_a_program_without_an_output_still_does_its_work() -> None:
    ran = subprocess.run(
        ["/bin/sh", "-c", f"{shlex.quote(sys.executable)} -m pingce.cli.main tasks show space2022/task1 --json >&-"],
        stderr=subprocess.PIPE,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_an_error_of_the_system_that_is_ours_keeps_its_traceback(pingce: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError(errno.EBADF, "a bug of ours")

    monkeypatch.setattr("pingce.cli.tasks.find_task", broken)
    with pytest.raises(OSError, match="a bug of ours"):
        cli.main(["tasks", "show", "space2023/task1"], standalone_mode=False)


def test_help_loads_no_heavy_library() -> None:
    code = (
        "import sys; from pingce.cli.main import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        f"print([m for m in {HEAVY} if m in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)
    assert ran.stderr.strip() == "[]"


def test_every_command_and_option_has_help() -> None:
    silent = []
    for context in walk(click.Context(cli, info_name="pingce")):
        if not context.command.get_short_help_str():
            silent.append(context.command_path)
        silent += [
            f"{context.command_path} {option.opts[0]}"
            for option in context.command.params
            if option.param_type_name == "option" and not getattr(option, "help", None)
        ]
    assert silent == []
