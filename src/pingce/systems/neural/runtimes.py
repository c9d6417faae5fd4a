"""What may compute a model's encoder; loads nothing heavy, the command line offers these names."""

from typing import Literal, get_args

Runtime = Literal["torch", "onnx", "int8"]
RUNTIMES: tuple[Runtime, ...] = get_args(Runtime)
