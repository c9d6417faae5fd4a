"""Command groups that know their commands by name and import one only when it is asked for."""

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """``lazy`` maps a command's name to ``module:attribute``."""

    def __init__(self, *args: Any, lazy: Mapping[str, str], **kwargs: Any) -> None:  # noqa: ANN401 (click's own)
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.lazy:
            return None
        module, name = self.lazy[cmd_name].split(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command
