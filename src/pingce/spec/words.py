"""Text in both languages of the workbench."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

Lang = Literal["zh", "en"]
LANGS: tuple[Lang, ...] = ("zh", "en")


class Words(NamedTuple):
    """The same thing said in Chinese and in English."""

    zh: str
    en: str

    def say(self, lang: Lang) -> str:
        return self.zh if lang == "zh" else self.en

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> dict[str, Any]:
        """In the API an object with both languages, called Text; left alone, a named tuple would become an array."""
        fields = {
            name: {"type": "typed-dict-field", "schema": {"type": "str"}, "required": True} for name in cls._fields
        }
        text = {"type": "typed-dict", "fields": fields, "ref": "pingce.spec.words.Text:0"}
        return {
            "type": "function-plain",
            "function": {"type": "no-info", "function": _from_json},
            "json_schema_input_schema": text,
            "serialization": {"type": "function-plain", "function": cls._asdict, "return_schema": text},
        }


def _from_json(value: "Words | Mapping[str, str]") -> Words:
    return value if isinstance(value, Words) else Words(value["zh"], value["en"])


def same(text: str) -> Words:
    """Words that need no translation: key names, numbers, labels."""
    return Words(text, text)
