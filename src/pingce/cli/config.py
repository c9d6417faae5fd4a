"""``pingce config``: which settings hold, and where each comes from."""

import json
import os

import click
from click.core import ParameterSource

from pingce.cli.config_file import CHOSEN, bad_settings, check_value, configure, options_of
from pingce.cli.terminal import json_option, lang_option, print_table
from pingce.spec.words import Lang, Words
from pingce.store.address import HIDDEN, without_password

HEADER = (Words("设置", "setting"), Words("值", "value"), Words("来自", "from"))
SECRET = frozenset({"token"})
"""Options whose value is shown to nobody."""
SAID = {
    ParameterSource.DEFAULT: Words("默认", "default"),
    ParameterSource.ENVIRONMENT: Words("环境变量", "environment"),
    ParameterSource.DEFAULT_MAP: Words("文件", "file"),
}


@click.command()
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
@json_option("the settings")
@lang_option
@click.pass_context
def config(context: click.Context, names: tuple[str, ...], as_json: bool, lang: Lang) -> None:
    """Settings of COMMAND (default: serve) and where each of them comes from.

    \b
    In this order: the option; the environment (PINGCE_DATABASE and PINGCE_LANG, else PINGCE_ with the command
    and the option: PINGCE_SERVE_PORT, PINGCE_SYSTEMS_TRAIN_SEED); the file (--config FILE, PINGCE_CONFIG, or
    pingce.toml in the working folder); the default.

    \b
    # pingce.toml
    database = "work/pingce.db"   # for every command that has the option; lang likewise
    [serve]
    port = 9000
    log-level = "warning"
    """
    asked = _context(context.find_root(), names or ("serve",))
    _check_environment(asked)
    rows = [(name, *_setting(asked, option)) for name, option in options_of(asked.command).items()]
    if as_json:
        made = [{"setting": name, "value": value, "from": source.en} for name, value, source in rows]
        click.echo(json.dumps({"command": " ".join(names or ("serve",)), "settings": made}, ensure_ascii=False))
        return
    body = [[name, _shown(value), source.say(lang)] for name, value, source in rows]
    print_table("", [heading.say(lang) for heading in HEADER], body)


def _context(root: click.Context, names: tuple[str, ...]) -> click.Context:
    """Of a command as it would run, its part of the file looked up."""
    context = root
    for depth, name in enumerate(names):
        group = context.command
        command = group.get_command(context, name) if isinstance(group, click.Group) else None
        if command is None:
            raise click.UsageError(f"There is no command {' '.join(names)!r}.")
        if depth == 0:
            configure(root, name, command, root.params["config"])
        context = click.Context(command, info_name=name, parent=context)
    return context


def _check_environment(context: click.Context) -> None:
    """Values that the command would refuse; those of the file have been looked at."""
    problems: list[Words] = []
    for option in options_of(context.command).values():
        value, source = option.consume_value(context, {})
        if source is ParameterSource.ENVIRONMENT:
            check_value(context, option, value, _variable(context, option), problems)
    if problems:
        raise bad_settings(SAID[ParameterSource.ENVIRONMENT], problems)


def _setting(context: click.Context, option: click.Option) -> tuple[object, Words]:
    value, source = option.consume_value(context, {})
    origin = SAID[source]
    if source is ParameterSource.ENVIRONMENT:
        variable = _variable(context, option)
        origin = Words(f"{origin.zh} {variable}", f"{origin.en} {variable}")
    elif source is ParameterSource.DEFAULT_MAP:
        path = context.find_root().meta[CHOSEN]
        origin = Words(f"{origin.zh} {path}", f"{origin.en} {path}")
    if isinstance(value, str):
        return HIDDEN if option.name in SECRET else without_password(value), origin
    return value if isinstance(
        value, bool | int | float | list | tuple
    ) else None, origin  # click marks what is not set


def _variable(context: click.Context, option: click.Option) -> str:
    own = option.envvar if isinstance(option.envvar, str) else None
    if own and os.environ.get(own):
        return own
    return f"{context.auto_envvar_prefix}_{str(option.name).upper()}"


def _shown(value: object) -> str:
    return "" if value is None else str(value)
