"""The choices an item brings along: reading them, and what can be wrong with them and with the letters chosen.

Two to four options with letters, one or several right: their keys differ between editions, and mistakes in them are
told like those of any other field.
"""

import re
from collections.abc import Iterator, Mapping

from pingce.spec.problem import Violation, shown
from pingce.spec.shapes import Options
from pingce.spec.task import TaskSpec
from pingce.spec.values import Item, Letters
from pingce.spec.words import Words, same

from .fragments import STRING, key_list

HAN = re.compile(r"[\u3400-\u9fff]")
LATIN = re.compile(r"[A-Za-z]")
LETTER_LIST = Words('字母的列表，如 ["A"]', 'a list of letters such as ["A"]')
ONE_LANGUAGE = Words("同一种语言", "one language")
ONE_LETTER = Words("一个字母（单选题）", "one letter, since one option is right")
MORE_LETTERS = Words("两个以上字母（多选题）", "two letters or more, since several options are right")
NO_REPEATS = Words("每个字母一次", "every letter once")


def read_options(
    shape: Options, record: Mapping[str, object], violations: list[Violation], *, needed: bool
) -> dict[str, str]:
    """The choices of a record by letter; empty where they cannot be used, or where a submission leaves them out."""
    if shape.key not in record:
        if needed:
            violations.append(Violation("missing-key", "", key_list(record), same(shape.key)))
        return {}
    raw = record[shape.key]
    letters = "".join(shape.letters)
    expected = Words(
        f"{shape.fewest} 到 {len(letters)} 个选项，字母依次为 {letters}",
        f"{shape.fewest} to {len(letters)} options lettered {letters} in this order",
    )
    if not isinstance(raw, dict) or len(raw) < shape.fewest or "".join(sorted(raw)) != letters[: len(raw)]:
        violations.append(Violation("bad-options", shape.key, shown(_letters_of(raw)), expected))
        return {}
    numbers = {letter: text for letter, text in raw.items() if _is_number(text)}
    violations += [
        Violation("option-number", f"{shape.key}.{letter}", shown(number), STRING) for letter, number in numbers.items()
    ]
    raw = {**raw, **{letter: f"{number:g}" for letter, number in numbers.items()}}
    empty = [letter for letter, text in raw.items() if not isinstance(text, str) or not text.strip()]
    violations += [Violation("bad-options", f"{shape.key}.{letter}", shown(raw[letter]), STRING) for letter in empty]
    if empty:
        return {}
    if len({text.strip() for text in raw.values()}) < len(raw):
        violations.append(Violation("same-options", shape.key, shown(raw), Words("不同的选项", "different options")))
    return {letter: raw[letter] for letter in sorted(raw)}


def _is_number(text: object) -> bool:
    """Some published options are numbers («the ()th seat»); the text of 1.0 is «1»."""
    return isinstance(text, int | float) and not isinstance(text, bool)


def _letters_of(raw: object) -> object:
    return ", ".join(map(str, raw)) if isinstance(raw, dict) else raw


def language_violations(task: TaskSpec, item: Item) -> Iterator[Violation]:
    """A question in another language than its text, which happens when files of two languages are put together."""
    if task.options is None:
        return
    languages = {name: language for name, text in item.texts.items() if (language := _language(text)) is not None}
    if len(set(languages.values())) > 1:
        listed = ", ".join(f"{name}: {language}" for name, language in languages.items())
        yield Violation("mixed-languages", "", listed, ONE_LANGUAGE)


def _language(text: str) -> str | None:
    if HAN.search(text):
        return "zh"
    return "en" if LATIN.search(text) else None


def letter_violations(shape: Options, letters: Letters, asked: Item | None, path: str) -> Iterator[Violation]:
    """Letters that stand for nothing, and more or fewer of them than the item says are right."""
    known = tuple(asked.options) if asked is not None and asked.options else shape.letters
    for letter in sorted(letters.difference(known)):
        yield Violation("unknown-letter", path, shown(letter), same("/".join(known)))
    kind = shape.kind(asked) if asked is not None else None
    if kind is not None and letters and (len(letters) > 1) != (kind == "multiple"):
        expected = MORE_LETTERS if kind == "multiple" else ONE_LETTER
        yield Violation("kind-mismatch", path, ", ".join(sorted(letters)), expected)
