"""Settings from a file: what the command line and the environment do not say, ``pingce.toml`` may.

Order: option, then environment, then file, then default. click looks them up in this order by itself; here the file
becomes its ``default_map``, after every key has been found to be an option.
"""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from pingce.spec.errors import UserError, cannot_read
from pingce.spec.words import Words

FILE = "pingce.toml"
SHARED = ("database", "lang")
"""Keys above all sections: they hold for every command that has the option."""
CHOSEN = "pingce.config"
"""Where the file is remembered, for those who ask where a setting comes from."""


def chosen_file(given: Path | None) -> Path | None:
    """Named by option or environment, else one that lies in the working folder."""
    here = Path(FILE)
    return given or (here if here.is_file() else None)


def configure(root: click.Context, name: str, command: click.Command, given: Path | None) -> None:
    """Before a command runs: its part of the file, checked to the last key."""
    path = chosen_file(given)
    if path is None:
        return
    content = _read(path)
    group = root.command
    assert isinstance(group, click.Group)
    problems = list(_unknown_sections(content, group.list_commands(root)))
    shared = {key: content[key] for key in SHARED if key in content}
    section = content.get(name, {})
    known = problems or _layer(click.Context(command, info_name=name, parent=root), section, shared, name, problems)
    if problems:
        zh, en = "；".join(one.zh for one in problems), "; ".join(one.en for one in problems)
        raise UserError(Words(f"{path}：{zh}。", f"{path}: {en}."), code="bad-config")
    root.default_map = {name: known}
    root.meta[CHOSEN] = path


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise cannot_read(path, problem) from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        words = Words(f"{path} 不是 TOML：{problem}。", f"{path} is not TOML: {problem}.")
        raise UserError(words, code="bad-config") from problem


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
            _check(context, options[key], value, f"{where}.{key}", problems)
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
        max(one.opts, key=len).lstrip("-"): one
        for one in command.params
        if isinstance(one, click.Option) and (not one.is_eager or one.name == "lang")
    }


def _check(context: click.Context, option: click.Option, value: object, where: str, problems: list[Words]) -> None:
    try:
        option.type_cast_value(context, value)
    except click.BadParameter as problem:
        said = problem.message.rstrip(".")
        problems.append(Words(f"{where}：{said}", f"{where}: {said}"))
