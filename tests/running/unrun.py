"""After ``make coverage``: every raise and every option of a command that no test has run. There should be none."""

import ast
import os
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import click
from coverage import Coverage

from pingce.cli.main import cli
from pingce.cli.reference import walk

from .option_use import FOLDER_VARIABLE, option_name

SOURCE = Path("src/pingce")


def main() -> int:
    measured = Coverage()
    measured.load()
    share = measured.report(file=StringIO())
    print(f"Lines run: {share:.1f} %")
    data = measured.get_data()
    raises = [
        f"{path}:{line}"
        for path in sorted(SOURCE.rglob("*.py"))
        for line in unrun_raises(path.read_text(encoding="utf-8"), data.lines(str(path.resolve())) or ())
    ]
    options = unused_options(noted(Path(os.environ[FOLDER_VARIABLE])))
    for what, left in (("Raises no test has run", raises), ("Options no test has given", options)):
        print(f"{what}: {len(left)}", *left, sep="\n  ")
    return 1 if raises or options else 0


def unrun_raises(source: str, run: Sequence[int]) -> list[int]:
    """Lines."""
    raises = {node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Raise)}
    return sorted(raises - set(run))


def noted(folder: Path) -> set[str]:
    return {line for path in folder.iterdir() for line in path.read_text(encoding="utf-8").splitlines()}


def unused_options(used: set[str]) -> list[str]:
    """As one would write them; both of ``--yes/--no``."""
    left = []
    for context in walk(click.Context(cli, info_name="pingce")):
        for option in context.command.params:
            if isinstance(option, click.Option):
                ways = (False, True) if option.secondary_opts else (False,)
                names = (option_name(context.command, option, turned_off=off) for off in ways)
                left += [f"{context.command_path} {name.split(' ')[1]}" for name in names if name not in used]
    return left


if __name__ == "__main__":
    sys.exit(main())
