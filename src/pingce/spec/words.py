"""Text in both languages of the workbench."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

Lang = Literal["zh", "en"]
LANGS: tuple[Lang, ...] = ("zh", "en")
LANG_VARIABLE = "PINGCE_LANG"
"""The environment variable that says in which language messages come."""

_language: list[Lang] = ["en"]


def speak(lang: Lang) -> None:
    """From now on errors of this process say themselves in this language where nobody asks for another."""
    _language[0] = lang


def spoken_language() -> Lang:
    """The language of errors that nobody asked for in another."""
    return _language[0]


class Words(NamedTuple):
    """The same thing said in Chinese and in English."""

    zh: str
    en: str

    def say(self, lang: Lang) -> str:
        return self.zh if lang == "zh" else self.en

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> dict[str, Any]:
        """In the API an object with both languages, called Text; left alone, a named tuple would become an array."""
        fields = {name: {"type": "str"} for name in cls._fields}
        return served_object("pingce.spec.words.Text:0", fields, _from_json, cls._asdict)


def served_object(
    name: str, fields: Mapping[str, Mapping[str, Any]], read: Callable[..., object], write: Callable[..., object]
) -> dict[str, Any]:
    """How pydantic reads and writes a class of ours that is an object in the API with other fields than its own.

    ``fields`` have pydantic's core schemas; all are required. Written out, so that ``spec`` needs no pydantic.
    """
    required = {key: {"type": "typed-dict-field", "schema": schema, "required": True} for key, schema in fields.items()}
    served = {"type": "typed-dict", "fields": required, "ref": name}
    return {
        "type": "function-plain",
        "function": {"type": "no-info", "function": read},
        "json_schema_input_schema": served,
        "serialization": {"type": "function-plain", "function": write, "return_schema": served},
    }


def _from_json(value: "Words | Mapping[str, str]") -> Words:
    return value if isinstance(value, Words) else Words(value["zh"], value["en"])


def same(text: str) -> Words:
    """Words that need no translation: key names, numbers, labels."""
    return Words(text, text)
