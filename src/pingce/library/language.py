"""The language in which errors and tables of the library speak."""

from pingce.spec.errors import UserError
from pingce.spec.words import LANGS, Words, speak

from .arguments import checked


@checked
def set_language(language: str) -> None:
    """Say errors and tables in Chinese (``"zh"``) or English (``"en"``).

    The environment variable ``PINGCE_LANG`` says it for the first one; without either it is English.

    >>> import pingce
    >>> pingce.set_language("en")
    """
    match language:
        case "zh" | "en":
            speak(language)
        case _:
            raise UserError(
                Words(f"没有语言“{language}”。", f"There is no language '{language}'."),
                hint=Words(f"可用：{'、'.join(LANGS)}。", f"There are: {', '.join(LANGS)}."),
                code="unknown-language",
            )
