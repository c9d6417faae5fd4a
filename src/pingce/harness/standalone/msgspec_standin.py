"""What the modules of our scoring ask of msgspec when they are imported; its quick ways are not taken.

A line of tuples is refused by the quick reader and goes the ordinary way, which gives the same values.
"""

from types import SimpleNamespace
from typing import Any

NODEFAULT = object()


class MsgspecError(Exception):
    """The base of what msgspec raises."""


class ValidationError(MsgspecError):
    """A value of another kind."""


class DecodeError(MsgspecError):
    """No JSON."""


class Meta:
    """Limits of a value, which nobody here looks at."""

    def __init__(self, **limits: object) -> None:
        self.limits = limits


class Struct:
    """A base class whose options are not needed."""

    def __init_subclass__(cls, **options: object) -> None:
        super().__init_subclass__()


def field(**_: object) -> Any:  # noqa: ANN401 (stands for any field)
    """A field of a struct."""
    return None


def defstruct(name: str, *_: object, **__: object) -> type[Struct]:
    """A struct made at run time."""
    return type(name, (Struct,), {})


def convert(*_: object, **__: object) -> Any:  # noqa: ANN401
    """Nothing can be converted without the real package."""
    raise ValidationError("This needs the package msgspec: pip install msgspec")


class _Decoder:
    def __init__(self, *_: object) -> None:
        pass

    def __class_getitem__(cls, _: object) -> type["_Decoder"]:
        return cls

    def decode(self, _: bytes) -> Any:  # noqa: ANN401
        raise DecodeError("taken the ordinary way")


json = SimpleNamespace(Decoder=_Decoder)
