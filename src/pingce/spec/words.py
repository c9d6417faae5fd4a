"""Text in both languages of the workbench."""

from typing import Literal, NamedTuple

Lang = Literal["zh", "en"]
LANGS: tuple[Lang, ...] = ("zh", "en")


class Words(NamedTuple):
    """The same thing said in Chinese and in English."""

    zh: str
    en: str

    def say(self, lang: Lang) -> str:
        return self.zh if lang == "zh" else self.en


def same(text: str) -> Words:
    """Words that need no translation: key names, numbers, labels."""
    return Words(text, text)
