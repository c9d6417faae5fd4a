"""A coverage plugin that notes every option a test really gives on a command line, in whatever process.

Coverage loads its plugins wherever it measures, so a command in a process of its own is seen as well. A process adds to
a file of its own in the folder ``OPTIONS_USED`` names, line by line: what was noted outlives a kill.
"""

import os
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

FOLDER_VARIABLE = "OPTIONS_USED"


def option_name(command: click.Command, option: click.Option, *, turned_off: bool = False) -> str:
    """The same however a test reaches the command: by the program, or by itself."""
    module = getattr(command.callback, "__module__", "")
    given = option.secondary_opts if turned_off and option.secondary_opts else option.opts
    return f"{module}:{command.name} {max(given, key=len)}"


def note_options(folder: Path) -> None:
    """From now on, and whether or not the command then fails."""
    ask, noted = click.Option.consume_value, set[str]()

    def consume_value(self: click.Option, context: click.Context, given: Any) -> Any:
        value, source = ask(self, context, given)
        if source == ParameterSource.COMMANDLINE:
            name = option_name(context.command, self, turned_off=value is False)
            if name not in noted:
                noted.add(name)
                with (folder / str(os.getpid())).open("a", encoding="utf-8") as file:
                    file.write(f"{name}\n")
        return value, source

    setattr(click.Option, "consume_value", consume_value)  # noqa: B010  # mypy rightly forbids it elsewhere


def coverage_init(_registry: object, _options: object) -> None:
    """What coverage calls."""
    if folder := os.environ.get(FOLDER_VARIABLE):
        note_options(Path(folder))
