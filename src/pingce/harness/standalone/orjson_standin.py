"""What our scoring asks of orjson, by the standard library: strict JSON in UTF-8."""

import json
from json import JSONDecodeError

OPT_APPEND_NEWLINE = 1024


def _refuse_constant(name: str) -> float:
    raise JSONDecodeError(f"{name} is no JSON", name, 0)


def loads(data: bytes | bytearray | memoryview | str) -> object:
    """A value; NaN, infinities and bytes that are no UTF-8 are refused."""
    try:
        text = data if isinstance(data, str) else bytes(data).decode("utf-8")
    except UnicodeDecodeError as problem:
        raise JSONDecodeError("str is not valid UTF-8: surrogates not allowed", "", problem.start) from problem
    return json.loads(text, parse_constant=_refuse_constant)


def dumps(value: object, option: int = 0) -> bytes:
    """Compact, with every character as it is."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return (text + "\n" if option & OPT_APPEND_NEWLINE else text).encode()
