"""Tasks that people describe in TOML: ``tasks/NAME.toml`` of a benchmark, a pack or a model."""

from .read import LARGEST, read_task

__all__ = ["LARGEST", "read_task"]
