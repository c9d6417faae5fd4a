"""A commented description of a task for every shape, as ``pingce tasks init`` writes it."""

from importlib.resources import files

from pingce.formats.taskfile.shapes import SHAPES

EXAMPLES = tuple(SHAPES)


def example(shape: str) -> str:
    """The example of a shape."""
    return files(__package__).joinpath(f"{shape}.toml").read_text(encoding="utf-8")
