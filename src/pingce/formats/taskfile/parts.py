"""Names and words in the description of a task: short, without control characters, each once."""

from collections import Counter
from collections.abc import Sequence

from pingce.formats.settings import SOME, Settings, SettingsProblem
from pingce.spec.problem import HIDDEN
from pingce.spec.words import Words

LONGEST_NAME = 64
LONGEST_WORDS = 600
MOST_NAMES = 200
NAME = Words(f"1 到 {LONGEST_NAME} 个可见字符", f"1 to {LONGEST_NAME} visible characters")
VISIBLE = Words(f"1 到 {LONGEST_WORDS} 个可见字符", f"1 to {LONGEST_WORDS} visible characters")
NAMED = Words(
    '名称的列表，如 [{ name = "A", zh = "甲", en = "a" }]',
    'a list of names, such as [{ name = "A", zh = "甲", en = "a" }]',
)
BOTH = Words(
    f'{{ zh = "…", en = "…" }}，各至多 {LONGEST_WORDS} 字',
    f'{{ zh = "…", en = "…" }}, each at most {LONGEST_WORDS} characters',
)


def is_name(value: object) -> bool:
    """Whether a value of a task file can name something: not too long, nothing invisible, no blanks around it."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= LONGEST_NAME
        and value.strip() == value
        and not HIDDEN.search(value)
    )


def clean(table: Settings, key: str, default: str | None = None) -> str:
    """A key or a name."""
    value = table.values.get(key, default)
    if isinstance(value, str) and is_name(value):
        return value
    table.note(key, value, NAME)
    return ""


def names(table: Settings, key: str) -> tuple[str, ...]:
    """A list of names; none where the key is not there."""
    value = table.values.get(key, [])
    if not isinstance(value, list) or len(value) > MOST_NAMES or not all(is_name(name) for name in value):
        table.note(key, value, Words(f"至多 {MOST_NAMES} 个名称的列表", f"a list of at most {MOST_NAMES} names"))
        return ()
    all_different(table, key, value)
    return tuple(value)


def words(table: Settings, key: str) -> Words:
    """What something is called in both languages."""
    value = table.values.get(key)
    if isinstance(value, dict) and set(value) == set(Words._fields) and all(map(_is_text, value.values())):
        return Words(value["zh"], value["en"])
    if isinstance(value, dict) and set(value) == set(Words._fields):
        inner = Settings(value, table.source, f"{table.place}{key}.", table.problems)
        for lang in (lang for lang, text in value.items() if not _is_text(text)):
            inner.note(lang, value[lang], VISIBLE)
    else:
        table.note(key, value, BOTH)
    return Words("", "")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_WORDS and not HIDDEN.search(value)


def named(table: Settings, key: str) -> dict[str, Words]:
    """Names and what each is called: labels, roles."""
    value = table.values.get(key)
    if (
        not isinstance(value, list)
        or not value
        or len(value) > MOST_NAMES
        or not all(isinstance(row, dict) for row in value)
    ):
        table.note(key, value, SOME if value == [] else NAMED)
        return {}
    titles: dict[str, Words] = {}
    listed: list[str] = []
    for i, row in enumerate(value):
        inner = Settings(row, table.source, f"{table.place}{key}[{i}].", table.problems)
        name, title = named_row(inner)
        listed.append(name)
        titles[name] = title
        inner.only("name", *Words._fields)
    all_different(table, key, listed)
    return titles


def named_row(row: Settings) -> tuple[str, Words]:
    """One name with its words, beside whatever else the table has."""
    name = clean(row, "name")
    titles = {lang: row.values.get(lang, name) for lang in Words._fields}
    for lang, text in titles.items():
        if name and not _is_text(text):
            row.note(lang, text, VISIBLE)
    return name, Words(str(titles["zh"]), str(titles["en"]))


def known(table: Settings, key: str, given: Sequence[str], allowed: Sequence[str]) -> None:
    """Names must be among those that were given elsewhere in the file."""
    strangers = [name for name in given if name not in allowed]
    if strangers:
        listed = "/".join(allowed)
        table.note(key, ", ".join(strangers), Words(f"只有 {listed}", f"only {listed}"))


def all_different(table: Settings, key: str, given: Sequence[str]) -> None:
    """Refuse a list in a task file that names the same thing twice."""
    twice = [name for name, count in Counter(given).items() if count > 1 and name]
    if twice:
        listed = ", ".join(twice)
        repeated = Words(f"{listed} 出现两次", f"{listed} twice")
        expected = Words("各不相同", "each once")
        table.problems.append(SettingsProblem(table.source, f"{table.place}{key}", repeated, expected))


def whole(table: Settings, key: str, least: int, most: int, default: int | None) -> int | None:
    """A whole number within bounds."""
    value = table.values.get(key, default)
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and least <= value <= most):
        return value
    table.note(key, value, Words(f"{least} 到 {most} 的整数", f"a whole number from {least} to {most}"))
    return default
