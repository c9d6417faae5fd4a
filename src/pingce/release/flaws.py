"""What is wrong with a split or a pack: said in both languages, with a code, all at once."""

from typing import NamedTuple

from pingce.spec.errors import UserError
from pingce.spec.problem import harmless
from pingce.spec.words import Lang, Words


class Flaw(NamedTuple):
    """One thing that is wrong, and the file it is wrong with."""

    file: str
    code: str
    words: Words

    def text(self, lang: Lang) -> str:
        return harmless(f"{self.file}{'：' if lang == 'zh' else ': '}{self.words.say(lang)} [{self.code}]")


def problems(count: int) -> str:
    return f"{count} problem{'s' * (count != 1)}"


class FlawsError(UserError):
    """Something cannot be used because of flaws; the command shows them all."""

    def __init__(self, message: Words, flaws: list[Flaw], *, code: str) -> None:
        super().__init__(Words(message.zh, message.en), code=code)
        self.flaws = flaws
