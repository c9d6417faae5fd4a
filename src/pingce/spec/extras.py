"""Packages that only some commands need: which extra brings them, and what is said where they are missing.

``pip install pingce`` checks, scores, converts, ranks and serves; trained systems, encoders and clusters are extras.
"""

from importlib.util import find_spec

from .errors import UserError
from .words import Words

LINEAR = ("scipy", "sklearn")
"""What linear models are trained and loaded with."""
FIELDS = ("pycrfsuite",)
"""What conditional random fields are trained and loaded with."""


def missing_modules(*modules: str) -> list[str]:
    """Those of the modules that are not installed."""
    return [module for module in modules if find_spec(module) is None]


def missing_extra(what: Words, *modules: str, extra: str = "systems") -> UserError | None:
    """What to say where something needs modules that are not there; None where all are."""
    missing = missing_modules(*modules)
    if not missing:
        return None
    return UserError(
        Words(
            f"{what.zh}需要 {'、'.join(missing)}：pip install 'pingce[{extra}]'。",
            f"{what.en} needs {', '.join(missing)}: pip install 'pingce[{extra}]'.",
        ),
        code="missing-package",
    )
