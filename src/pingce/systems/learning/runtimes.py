"""What may compute a model's encoder; loads nothing heavy, the command line offers these names."""

from typing import Literal, get_args

from pingce.spec.extras import missing_extra
from pingce.spec.words import Words

Runtime = Literal["torch", "bfloat16", "onnx", "int8"]
RUNTIMES: tuple[Runtime, ...] = get_args(Runtime)


def need(*packages: str) -> None:
    """Those that are not installed are told before anything is begun."""
    problem = missing_extra(Words("这", "This"), *packages, extra="torch,onnx")
    if problem is not None:
        raise problem
