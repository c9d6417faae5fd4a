"""Settings from a file: what the command line and the environment do not say, ``pingce.toml`` may.

Order: option, then environment, then file, then default. click looks them up in this order by itself; here the file
becomes its ``default_map``, after every key has been found to be an option.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from pingce.formats.tomlfile import read_toml
from pingce.spec.errors import UserError
from pingce.spec.words import Words, same

FILE = "pingce.toml"
SHARED = ("database", "lang")
"""Keys above all sections: they hold for every command that has the option."""
CHOSEN = "pingce.config"
"""Where the file is remembered, for those who ask where a setting comes from."""


def chosen_file(given: Path | None) -> Path | None:
    """Named by option or environment, else one that lies in the working folder."""
    here = Path(FILE)
    return given or (here if here.is_file() else None)


def configure(
    root: click.Context, name: str, command: click.Command, given: Path | None, *, every_section: bool = False
) -> None:
    """Before a command runs: its part of the file, checked to the last key; ``every_section``: the others, too."""
    path = chosen_file(given)
    if path is None:
        return
    content = read_toml(path)
    group = root.command
    assert isinstance(group, click.Group)
    problems = list(_unknown_sections(content, group.list_commands(root)))
    shared = {key: content[key] for key in SHARED if key in content}
    section = content.get(name, {})
    defaults = _layer(click.Context(command, info_name=name, parent=root), section, shared, name, problems)
    for other in content if every_section else ():
        if other != name and (other_command := group.get_command(root, other)) is not None:
            _layer(click.Context(other_command, info_name=other, parent=root), content[other], {}, other, problems)
    if problems:
        raise bad_settings(same(str(path)), problems)
    root.default_map = {name: defaults}
    root.meta[CHOSEN] = path


def bad_settings(where: Words, problems: Sequence[Words]) -> UserError:
    """Everything that is wrong at one place where settings come from."""
    zh, en = "；".join(problem.zh for problem in problems), "; ".join(problem.en for problem in problems)
    return UserError(Words(f"{where.zh}：{zh}。", f"{where.en}: {en}."), code="bad-config")


def _unknown_sections(content: Mapping[str, object], commands: list[str]) -> Iterator[Words]:
    for key, value in content.items():
        if key not in SHARED and not (key in commands and isinstance(value, dict)):
            listed = ", ".join((*SHARED, *(f"[{name}]" for name in commands)))
            yield Words(f"没有设置 {key}；有 {listed}", f"there is no setting {key}; there are {listed}")


def _layer(
    context: click.Context, section: object, shared: Mapping[str, object], where: str, problems: list[Words]
) -> dict[str, object]:
    """What click takes as defaults of a command and of those below it."""
    given = section if isinstance(section, dict) else {}
    options = options_of(context.command)
    below = context.command.list_commands(context) if isinstance(context.command, click.Group) else []
    layer: dict[str, object] = {}
    for key, value in {**{key: value for key, value in shared.items() if key in options}, **given}.items():
        if key in options and not (key in below and isinstance(value, dict)):
            check_value(context, options[key], value, f"{where}.{key}", problems)
            layer[str(options[key].name)] = value
        elif key not in below:
            listed = ", ".join((*options, *(f"[{where}.{name}]" for name in below)))
            problems.append(
                Words(f"没有设置 {where}.{key}；有 {listed}", f"there is no setting {where}.{key}; there are {listed}")
            )
    for name in below:
        command = context.command.get_command(context, name)  # type: ignore[attr-defined] # a group has it
        child = click.Context(command, info_name=name, parent=context)
        layer[name] = _layer(child, given.get(name, {}), shared, f"{where}.{name}", problems)
    return layer


def options_of(command: click.Command) -> dict[str, click.Option]:
    """By the longest name on the command line, without its dashes."""
    return {
        max(option.opts, key=len).lstrip("-"): option
        for option in command.params
        if isinstance(option, click.Option) and (not option.is_eager or option.name == "lang")
    }


def check_value(context: click.Context, option: click.Option, value: object, where: str, problems: list[Words]) -> None:
    """Add to ``problems`` why an option would refuse a value of the file; ``where`` is its place in the file."""
    try:
        option.type_cast_value(context, value)
    except click.BadParameter as problem:
        message = problem.message.rstrip(".")
        problems.append(Words(f"{where}：{message}", f"{where}: {message}"))
