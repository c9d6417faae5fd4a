"""Long work in order, on one machine or a cluster, interrupted and taken up again."""

from .fingerprint import fingerprint_of
from .local import LocalEngine
from .output import Resumable
from .ray import RayEngine
from .resume import interrupted, resumable_output
from .run import Engine, ordered
from .work import Work

__all__ = [
    "Engine",
    "LocalEngine",
    "RayEngine",
    "Resumable",
    "Work",
    "fingerprint_of",
    "interrupted",
    "ordered",
    "resumable_output",
]
