"""pingce (评测): from raw Chinese text to leaderboard.

Everything the command line does, in a few lines of Python::

    import pingce

    score = pingce.score("space2022/task1", "answers.jsonl", gold="gold.jsonl")
    score.value, score.interval(), score.by("length"), score.worst(3)

The names below are the whole public surface; what they need is imported when they are first used. Everything else in
the package may change from one version to the next.
"""

from importlib import import_module
from warnings import warn

__version__ = "0.1.0"

__all__ = [
    "Benchmark",
    "Client",
    "Comparisons",
    "Data",
    "Score",
    "TrainedModel",
    "UserError",
    "__version__",
    "agreement",
    "check",
    "client",
    "compare",
    "example",
    "generate",
    "leaks",
    "list_tasks",
    "load",
    "predict",
    "prove",
    "read",
    "replace",
    "score",
    "set_language",
    "split",
    "tag",
    "task",
    "train",
]

_HOMES = {
    "Benchmark": "library.benchmarks",
    "Client": "library.client",
    "Comparisons": "library.scores",
    "Data": "library.data",
    "TrainedModel": "library.models",
    "Score": "library.scores",
    "UserError": "spec.errors",
    "agreement": "library.stages",
    "check": "library.data",
    "client": "library.client",
    "compare": "library.scores",
    "example": "library.tasks",
    "generate": "library.reasoning",
    "leaks": "library.stages",
    "list_tasks": "library.tasks",
    "load": "library.models",
    "predict": "library.models",
    "prove": "library.reasoning",
    "read": "library.data",
    "replace": "library.stages",
    "score": "library.scores",
    "set_language": "library.language",
    "split": "library.stages",
    "tag": "library.stages",
    "task": "library.tasks",
    "train": "library.models",
}
"""Where each public name lives; ``__init__.pyi`` tells type checkers, since an import here would load it all."""

_FORMER: dict[str, tuple[str, str]] = {}
"""Names of before, each with the public one that took its place and the version that will not have it any more.

A name stays here for one minor version at least, and whoever uses it is warned.
"""


def __getattr__(name: str) -> object:
    if name in _FORMER:
        now, until = _FORMER[name]
        told = (
            f"pingce.{name} 现在叫 pingce.{now}，{until} 版起没有旧名 · is now pingce.{now}; {until} drops the old name"
        )
        warn(told, DeprecationWarning, stacklevel=2)
        return getattr(import_module(__name__), now)
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'pingce' has no attribute '{name}'")
    value = getattr(import_module(f"pingce.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
