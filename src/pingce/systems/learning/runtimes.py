"""What may compute a model's encoder; loads nothing heavy, the command line offers these names."""

from importlib.util import find_spec
from typing import Literal, get_args

from pingce.spec.errors import UserError
from pingce.spec.words import Words

Runtime = Literal["torch", "onnx", "int8"]
RUNTIMES: tuple[Runtime, ...] = get_args(Runtime)


def need(*packages: str) -> None:
    """Those that are not installed are told before anything is begun."""
    listed = ", ".join(package for package in packages if find_spec(package) is None)
    if listed:
        raise UserError(
            Words(
                f"这需要 {listed}：pip install 'pingce[torch,onnx]'。",
                f"This needs {listed}: pip install 'pingce[torch,onnx]'.",
            ),
            code="missing-package",
        )
