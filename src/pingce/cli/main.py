"""``pingce``: one command group per stage, loaded when it is used."""

import errno
import gc
import sys
from pathlib import Path
from typing import NoReturn

import click

from pingce import __version__
from pingce.cli.config_file import configure
from pingce.cli.lazy import LazyGroup
from pingce.cli.outputs import leave_unsaid
from pingce.cli.own_tasks import use_own_tasks
from pingce.spec.errors import UserError, reason
from pingce.spec.words import Words

COMMANDS = {
    "new": "pingce.cli.flow.new:new",
    "make": "pingce.cli.flow.make:make",
    "runs": "pingce.cli.flow.runs:runs",
    "benchmarks": "pingce.cli.flow.put_away:benchmarks",
    "tasks": "pingce.cli.tasks:tasks",
    "corpus": "pingce.cli.corpus:corpus",
    "annotate": "pingce.cli.annotate:annotate",
    "quality": "pingce.cli.quality:quality",
    "release": "pingce.cli.release:release",
    "check": "pingce.cli.check:check",
    "convert": "pingce.cli.convert:convert",
    "move": "pingce.cli.move:move",
    "systems": "pingce.cli.systems:systems",
    "score": "pingce.cli.score:score",
    "leaderboard": "pingce.cli.leaderboard:leaderboard",
    "trace": "pingce.cli.trace:trace",
    "serve": "pingce.cli.serve:serve",
    "backup": "pingce.cli.backup:backup",
    "restore": "pingce.cli.backup:restore",
    "config": "pingce.cli.config:config",
    "tour": "pingce.cli.tour:tour",
}


INTERRUPTED = Words("已中断。", "Interrupted.")
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""The reader of the output is a disk that takes no more; files of ours are written elsewhere and tell it themselves."""
PIPE_CLOSED = 141
"""What a shell shows for a program that SIGPIPE ended."""


class Program(LazyGroup):
    """The one place where a person's error becomes a message and exit code 1."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None and command is not None:
            # Whoever asks which settings hold wants to know about the whole file.
            configure(ctx, name, command, ctx.params["config"], every_section=name == "config")
        return name, command, rest

    def invoke(self, ctx: click.Context) -> object:
        try:
            outcome = super().invoke(ctx)
            click.echo(nl=False)  # flushes, if there is an output: a refusal can still be told now
        except UserError as problem:
            from pingce.cli.terminal import chosen_lang, show_error

            show_error(problem, chosen_lang(ctx))
            ctx.exit(1)
        except OSError as problem:
            _tell_no_room(problem, ctx)
            ctx.exit(1)
        except KeyboardInterrupt as problem:
            from pingce.cli.terminal import chosen_lang

            click.echo(err=True)  # the terminal shows ^C without a line end
            raise click.Abort(INTERRUPTED.say(chosen_lang(ctx))) from problem
        return outcome


def _tell_no_room(problem: OSError, ctx: click.Context) -> None:
    """The message, if the output found no room; any other failure is passed on."""
    if problem.errno not in NO_ROOM:
        raise problem
    from pingce.cli.terminal import chosen_lang, show_error

    leave_unsaid(sys.stdout)
    why = reason(problem)
    words = Words(f"输出写不出去：{why.zh}。", f"The output cannot be written: {why.en}.")
    show_error(UserError(words, code="cannot-write"), chosen_lang(ctx))


@click.group(
    cls=Program,
    lazy=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "auto_envvar_prefix": "PINGCE"},
)
@click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Settings as TOML; also PINGCE_CONFIG, or pingce.toml in the working folder. See pingce config.",
)
@click.version_option(__version__, prog_name="pingce")
@click.pass_context
def cli(ctx: click.Context, config: Path | None) -> None:  # noqa: ARG001 (resolve_command reads it)
    """评测 · pingce: from raw Chinese text to leaderboard.

    \b
    corpus → annotate → quality → release → systems → score → leaderboard

    Exit codes: 0 fine, 1 something is wrong with your data, 2 with your command.
    """
    use_own_tasks(ctx)


def run() -> NoReturn:
    """The entry point."""
    # Reading makes hundreds of thousands of small values and no cycles; looking for cycles costs up to a third.
    gc.disable()
    try:
        stopped = cli.main(standalone_mode=False)
        # Outside its standalone mode click returns the code a command ended with instead of raising it.
        code = stopped if isinstance(stopped, int) else 0
    except click.Abort as problem:
        click.echo(str(problem) or INTERRUPTED.en, err=True)
        code = 130
    except click.ClickException as problem:
        problem.show()
        code = problem.exit_code
    except OSError as problem:  # help and version, which are shown before any command
        _tell_no_room(problem, click.Context(cli))
        code = 1
    except SystemExit:
        # How click and rich leave when the reader of a pipe has gone (… | head): nothing is wrong with the data.
        code = PIPE_CLOSED
    sys.exit(code)


if __name__ == "__main__":
    run()
