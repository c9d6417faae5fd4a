"""The spatial lexicon of a benchmark as people edit it: groups of words that replace each other, by class.

Without one of its own a benchmark has ours. The first change copies ours into the folder ``lexicon`` and writes groups
and words there, where screening and replacing read them (setting ``lexicon``); what the words around a word mean stays
as it is. Every version is kept in ``lexicon.history.jsonl``, with who made it and when.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec
import orjson

from pingce.formats.tomlfile import toml_value
from pingce.formats.write import write_bytes, write_text
from pingce.language.lexicon.load import OURS, load_lexicon
from pingce.language.lexicon.model import CLASSES, MODELS, Lexicon, SpatialClass
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.errors import Conflict, NotFound

from .benchmark import Benchmark
from .forms import CLASS_WORDS
from .recipe import change_stage
from .stages.release import replaced_folder

FOLDER, HISTORY = "lexicon", "lexicon.history.jsonl"
SETTING = "lexicon"
LONGEST_NAME, LONGEST_WORD = 40, 12
MOST_VERSIONS = 200


@dataclass(frozen=True)
class WordGroup:
    """Words that may stand for each other."""

    id: str
    cls: str
    model: str
    words: list[str]


@dataclass(frozen=True)
class LexiconVersion:
    """Who saved what when; the latest is what holds."""

    number: int
    at: float
    who: str
    groups: int
    words: int
    added: list[str]
    removed: list[str]


@dataclass(frozen=True)
class LexiconView:
    """What the page of the lexicon shows."""

    own: bool
    """False: ours, which nobody has changed yet."""
    version: str
    groups: list[WordGroup]
    words: dict[str, list[str]]
    """Words of each class that belong to no group: they are counted, never replaced."""
    classes: dict[str, Words]
    models: list[str]
    steps: list[str]
    """Steps that can use it."""
    used_by: list[str]
    history: list[LexiconVersion]


class _Kept(msgspec.Struct):
    at: float
    who: str
    groups: list[WordGroup]
    words: dict[str, list[str]]


def lexicon_view(benchmark: Benchmark, version: int | None = None) -> LexiconView:
    """As it is, or as a version of its history was."""
    own = (benchmark.folder / FOLDER).is_dir()
    lexicon = load_lexicon(benchmark.path(FOLDER) if own else None)
    kept = _history(benchmark)
    groups, words = _content(lexicon)
    if version is not None:
        if not 1 <= version <= len(kept):
            raise NotFound(Words(f"词表的第 {version} 版", f"version {version} of the lexicon"), code="no-version")
        groups, words = kept[version - 1].groups, kept[version - 1].words
    steps = [stage for stage in benchmark.stages if SETTING in stage.kind.settings]
    return LexiconView(
        own=own,
        version=lexicon.version,
        groups=groups,
        words=words,
        classes=dict(CLASS_WORDS),
        models=list(MODELS),
        steps=[stage.name for stage in steps],
        used_by=[stage.name for stage in steps if stage.settings.get(SETTING) == FOLDER],
        history=list(_versions(kept)),
    )


def _content(lexicon: Lexicon) -> tuple[list[WordGroup], dict[str, list[str]]]:
    groups = [WordGroup(group.id, group.cls, group.model, list(group.words)) for group in lexicon.groups]
    grouped: dict[SpatialClass, set[str]] = {cls: set() for cls in CLASSES}
    for group in lexicon.groups:
        grouped[group.cls].update(group.words)
    return groups, {cls: sorted(lexicon.classes[cls] - grouped[cls]) for cls in CLASSES}


def save_lexicon(
    benchmark: Benchmark,
    groups: Sequence[WordGroup],
    words: Mapping[str, Sequence[str]],
    *,
    base: str,
    steps: Sequence[str],
    who: str,
    at: float,
) -> Benchmark:
    """Write groups and words, let ``steps`` use them, and keep the version; ``base``: the version that was changed."""
    now = lexicon_view(benchmark)
    if base != now.version:
        raise Conflict(
            Words("别人刚刚改过词表。", "Somebody has changed the lexicon meanwhile."),
            hint=Words("请重新打开再改。", "Open it again."),
            code="lexicon-changed",
        )
    _refuse(list(_wrong(groups, words)))
    before = _history(benchmark) or [_Kept(at, "", now.groups, now.words)]
    source = benchmark.path(FOLDER) if now.own else OURS
    with replaced_folder(benchmark.folder / FOLDER) as new:
        shutil.copytree(source, new)
        write_text(new / "groups.toml", _groups_toml(groups))
        write_text(new / "words.toml", _words_toml(words))
        load_lexicon(new)  # whatever else could be wrong is told, and nothing has changed
    kept = [*before, _Kept(at, who, list(groups), {cls: list(words.get(cls, ())) for cls in CLASSES})][-MOST_VERSIONS:]
    write_bytes(benchmark.folder / HISTORY, b"".join(orjson.dumps(msgspec.to_builtins(each)) + b"\n" for each in kept))
    return _use(benchmark, now.steps, steps)


def _use(benchmark: Benchmark, all_steps: Sequence[str], chosen: Sequence[str]) -> Benchmark:
    """Those chosen have the setting, the others no longer; one that names another lexicon keeps it."""
    for name in all_steps:
        stage = benchmark.stage(name)
        settings = {key: value for key, value in stage.settings.items() if key != SETTING}
        if stage.settings.get(SETTING, FOLDER) != FOLDER and name not in chosen:
            continue
        if name in chosen:
            settings[SETTING] = FOLDER
        if settings != dict(stage.settings):
            benchmark = change_stage(benchmark, name, inputs=stage.inputs, settings=settings)
    return benchmark


def _wrong(groups: Sequence[WordGroup], words: Mapping[str, Sequence[str]]) -> Iterator[Words]:
    ids: set[str] = set()
    of_word: dict[tuple[str, str], str] = {}
    for group in groups:
        yield from _wrong_name(group, ids)
        yield from _wrong_words(group, of_word)
    for cls, listed in words.items():
        if cls not in CLASSES:
            yield Words(f"没有词类“{cls}”", f"there is no class '{cls}'")
        for word in listed:
            yield from _bad_word(word)


def _wrong_name(group: WordGroup, ids: set[str]) -> Iterator[Words]:
    name = group.id.strip()
    if not name or name != group.id or len(name) > LONGEST_NAME:
        yield Words(
            f"组名“{group.id}”：应为 1 到 {LONGEST_NAME} 字",
            f"group name '{group.id}': expected 1 to {LONGEST_NAME} characters",
        )
    elif name in ids:
        yield Words(f"组名“{name}”用了两次", f"group name '{name}' is used twice")
    ids.add(name)
    if group.cls not in CLASSES:
        yield Words(f"组“{name}”的词类“{group.cls}”：没有这一类", f"group '{name}': there is no class '{group.cls}'")
    if group.model not in MODELS:
        listed = " ".join(MODELS)
        yield Words(
            f"组“{name}”的模型“{group.model}”：应为 {listed} 之一",
            f"group '{name}': model '{group.model}'; expected one of {listed}",
        )


def _wrong_words(group: WordGroup, of_word: dict[tuple[str, str], str]) -> Iterator[Words]:
    name, different = group.id, list(dict.fromkeys(group.words))
    if len(different) < len(group.words):
        yield Words(f"组“{name}”里有重复的词", f"group '{name}' has a word twice")
    if len(different) < 2:
        yield Words(
            f"组“{name}”只有 {len(different)} 个词：至少要两个才能互换",
            f"group '{name}' has too few words ({len(different)}): it takes two to exchange them",
        )
    for word in different:
        yield from _bad_word(word)
        other = of_word.setdefault((group.cls, word), name)
        if other != name:
            yield Words(
                f"“{word}”在组“{other}”和组“{name}”里：同一词类的词只能在一个组里",
                f"'{word}' is in the groups '{other}' and '{name}': a word of a class belongs to one group",
            )


def _bad_word(word: str) -> Iterator[Words]:
    if not word or len(word) > LONGEST_WORD or any(not character.isalnum() for character in word):
        yield Words(
            f"“{word}”：应为 1 到 {LONGEST_WORD} 个字，没有空格和标点",
            f"'{word}': expected 1 to {LONGEST_WORD} characters without blanks and punctuation",
        )


def _refuse(problems: Sequence[Words]) -> None:
    if problems:
        raise UserError(
            Words("\n".join(each.zh for each in problems), "\n".join(each.en for each in problems)),
            hint=Words("什么也没有改。", "Nothing was changed."),
            code="bad-lexicon",
        )


def _groups_toml(groups: Sequence[WordGroup]) -> str:
    tables = [
        f"[[group]]\nid = {toml_value(group.id)}\nclass = {toml_value(group.cls)}\nmodel = {toml_value(group.model)}\n"
        f"words = {toml_value(' '.join(group.words))}\n"
        for group in groups
    ]
    return "# Groups of mutually replaceable words.\n\n" + "\n".join(tables)


def _words_toml(words: Mapping[str, Sequence[str]]) -> str:
    lines = [f"{cls} = {toml_value(' '.join(words.get(cls, ())))}" for cls in CLASSES]
    return "# Words of each class that belong to no group.\n\n[classes]\n" + "\n".join(lines) + "\n"


def _history(benchmark: Benchmark) -> list[_Kept]:
    try:
        lines = (benchmark.folder / HISTORY).read_bytes().splitlines()
    except FileNotFoundError:
        return []
    return [msgspec.json.decode(line, type=_Kept) for line in lines]


def _versions(kept: Sequence[_Kept]) -> Iterator[LexiconVersion]:
    """The oldest first."""
    before: set[str] = set()
    for number, version in enumerate(kept, 1):
        now = {f"{group.id}：{word}" for group in version.groups for word in group.words}
        now |= {f"{cls}：{word}" for cls, words in version.words.items() for word in words}
        first = number == 1
        yield LexiconVersion(
            number=number,
            at=version.at,
            who=version.who,
            groups=len(version.groups),
            words=len(now),
            added=[] if first else sorted(now - before),
            removed=[] if first else sorted(before - now),
        )
        before = now
