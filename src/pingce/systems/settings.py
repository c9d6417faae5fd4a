"""A system's settings from defaults, a TOML file and single values, in this order.

Some belong to whoever runs a model and not to the model: where an endpoint is, which key it gets, where files go. These
are never written into a model folder, and those that a folder names all the same are not obeyed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import msgspec

from pingce.formats.settings import converted
from pingce.formats.tomlfile import read_toml
from pingce.spec.errors import UserError
from pingce.spec.words import Words

AT_RUN_TIME = "at run time"


def at_run_time(default: Any) -> Any:  # noqa: ANN401 (as dataclasses.field)
    """A setting that only the person who runs a model gives."""
    return field(default=default, metadata={AT_RUN_TIME: True})


@dataclass(frozen=True)
class EndpointSettings:
    """Where an endpoint is and how patiently it is asked: for whoever runs a model to say, never for its folder.

    The key is no setting: it comes from the environment variable ``key_env``. Systems that ask other models have
    these, too, for members that ask an endpoint.
    """

    base_url: str = at_run_time("")
    """Up to and including the version: http://localhost:8000/v1"""
    key_env: str = at_run_time("OPENAI_API_KEY")
    cache: str = at_run_time("")
    """Folder of the answers received so far; without it the user's cache folder."""
    workers: int = at_run_time(4)
    """Requests under way at the same time."""
    timeout: float = at_run_time(120.0)
    """Seconds for one request."""
    retries: int = at_run_time(5)
    """After time-outs, 429 and 5xx."""
    pause: float = at_run_time(1.0)
    """Seconds before the first retry; each further pause is twice as long."""
    longest_wait: float = at_run_time(300.0)
    """Seconds; an endpoint that asks for more patience (Retry-After) is left alone until the next run."""
    give_up: int = at_run_time(10)
    """Stop after so many questions in a row that the endpoint did not answer at all."""


def run_time_names(kind: type[Any]) -> tuple[str, ...]:
    """The settings of a system that only the person who runs a model gives."""
    return tuple(field.name for field in fields(kind) if AT_RUN_TIME in field.metadata)


def make_settings(kind: type[Any], *, file: Path | None = None, changes: Sequence[str] = ()) -> Any:  # noqa: ANN401
    """Settings of dataclass ``kind``; every mistake says which name, what was found and what was expected."""
    names = tuple(field.name for field in fields(kind))
    values = {**(read_toml(file) if file is not None else {}), **_parsed(changes, kind, names)}
    return _made(values, kind, names)


def given_settings(kind: type[Any], changes: Sequence[str]) -> dict[str, Any]:
    """What somebody who runs a trained model says about it, by name; the rest of its settings came with it."""
    names = run_time_names(kind)
    values = _parsed(changes, kind, names)
    made = _made(values, kind, names)
    return {name: getattr(made, name) for name in values}


def stored_settings(kind: type[Any], stored: Mapping[str, Any], given: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Those of a model folder with those of the person who runs it; what is theirs to say is not read from the folder.

    ``given`` may be for several systems; what this one does not have is for others.
    """
    own = run_time_names(kind)
    made = msgspec.convert({name: value for name, value in stored.items() if name not in own}, kind)
    return replace(made, **{name: value for name, value in given.items() if name in own})


def given_part(settings: Any) -> dict[str, Any]:  # noqa: ANN401
    """What the person gave, to be passed on to the models a model asks."""
    return {name: getattr(settings, name) for name in run_time_names(type(settings))}


def as_table(settings: Any) -> dict[str, Any]:  # noqa: ANN401
    """What belongs to the model, for TOML, which has no null."""
    own = run_time_names(type(settings))
    return {name: value for name, value in asdict(settings).items() if value is not None and name not in own}


def _parsed(changes: Sequence[str], kind: type[Any], names: Sequence[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for change in changes:
        name, sign, value = change.partition("=")
        if not sign:
            raise _bad(Words(f"“{change}” 应写作 名称=值", f"found '{change}'; expected NAME=VALUE"), kind, names)
        values[name.strip()] = value.strip()
    return values


def _made(values: Mapping[str, Any], kind: type[Any], names: Sequence[str]) -> Any:  # noqa: ANN401
    """Not strict: values of the command line are texts."""
    unknown = [Words(f"没有 {name}", f"there is no {name}") for name in sorted(set(values) - set(names))]
    settings, problems = converted(kind, {name: values[name] for name in values if name in names}, strict=False)
    if wrong := [*unknown, *problems]:
        raise _bad(Words("；".join(words.zh for words in wrong), "; ".join(words.en for words in wrong)), kind, names)
    return settings


def _bad(what: Words, kind: type[Any], names: Sequence[str]) -> UserError:
    listed = ", ".join(f"{field.name}={field.default}" for field in fields(kind) if field.name in names) or "–"
    return UserError(
        Words(f"设置有误：{what.zh}。", f"The settings are wrong: {what.en}."),
        hint=Words(f"可设：{listed}。", f"There are: {listed}."),
        code="bad-settings",
    )
