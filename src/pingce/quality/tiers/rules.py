"""Rules of tiers, read from TOML: the first rule whose conditions all hold gives an item its tier."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pingce.formats.settings import Settings, find_rules, read_settings
from pingce.quality.annotations import KINDS
from pingce.scoring.likeness import RATING_LEVELS
from pingce.spec.words import Words

from .facts import UNDECIDED, TierFacts

Condition = Callable[[TierFacts, Sequence[str]], bool]
"""From the facts of an item and the names of the levels, best first."""
Builder = Callable[[Settings, str], Condition]
"""Reads a condition from its key in the file."""


@dataclass(frozen=True)
class Tier:
    """A degree of trust, and whether its items are released."""

    name: str
    title: Words
    release: bool


@dataclass(frozen=True)
class TierRule:
    """One rule."""

    name: str
    title: Words
    tier: str
    conditions: Mapping[str, Condition]
    said: str
    """The conditions as they stand in the file."""

    def holds(self, facts: TierFacts, levels: Sequence[str]) -> bool:
        return all(condition(facts, levels) for condition in self.conditions.values())


@dataclass(frozen=True)
class TierRules:
    """All rules of a file, in order."""

    source: str
    title: Words
    tiers: tuple[Tier, ...]
    rules: tuple[TierRule, ...]

    def tier(self, name: str) -> Tier:
        return next(tier for tier in self.tiers if tier.name == name)


def _by_number(holds: Callable[[TierFacts, float], bool]) -> Builder:
    def build(when: Settings, key: str) -> Condition:
        limit = when.number(key)
        return lambda facts, _: holds(facts, limit)

    return build


def _by_names(holds: Callable[[TierFacts, set[str]], bool], options: Sequence[str] = ()) -> Builder:
    def build(when: Settings, key: str) -> Condition:
        names = set(when.strings(key))
        for name in sorted(names - set(options)) if options else ():
            when.note(key, name, Words("/".join(options), "/".join(options)))
        return lambda facts, _: holds(facts, names)

    return build


def _agree(when: Settings, key: str) -> Condition:
    level = when.choice(key, RATING_LEVELS)
    return lambda facts, _: level in facts.agree


def _unchanged(when: Settings, key: str) -> Condition:
    same = when.boolean(key)
    return lambda facts, _: facts.unchanged is same


def _level_at_least(when: Settings, key: str) -> Condition:
    """Nobody without a level, and nobody below this one."""
    worst = when.string(key)

    def holds(facts: TierFacts, levels: Sequence[str]) -> bool:
        allowed = levels[: levels.index(worst) + 1] if worst in levels else ()
        return all(level in allowed for level in facts.levels)

    return holds


CONDITIONS: Mapping[str, Builder] = {
    "answers_at_least": _by_number(lambda facts, n: facts.answers >= n),
    "answers_at_most": _by_number(lambda facts, n: facts.answers <= n),
    "agree": _agree,
    "alike_at_least": _by_number(lambda facts, limit: facts.alike is not None and facts.alike >= limit),
    "labels": _by_names(lambda facts, names: bool(facts.labels) and facts.labels <= names),
    "any_label": _by_names(lambda facts, names: bool(facts.labels & names)),
    "decided_labels": _by_names(lambda facts, names: bool(facts.decided_labels & names)),
    "decided_by": _by_names(lambda facts, names: facts.decided_by in names, (*KINDS, UNDECIDED)),
    "unchanged": _unchanged,
    "level_at_least": _level_at_least,
    "hits": _by_names(lambda facts, names: bool(facts.hits & names)),
    "hit_levels": _by_names(lambda facts, names: bool(facts.hit_levels & names), ("block", "warn", "info")),
}
"""Every key a rule may ask for; all of a rule must hold."""


def presets() -> dict[str, Path]:
    """Our own rules by name."""
    folder = Path(str(files("pingce.quality.tiers") / "presets"))
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def rules_of_task(task_id: str) -> TierRules | None:
    """Our own rules for a task, if there are any."""
    path = presets().get(task_id.replace("/", "-"))
    return None if path is None else load_rules(path)


def load_rules(name: str | Path) -> TierRules:
    """A preset by name, or a file."""
    settings = read_settings(find_rules(name, presets(), Words("分级规则", "tier rules")))
    tiers = [_tier(table) for table in settings.tables("tier")]
    rules = [_rule(table, [tier.name for tier in tiers]) for table in settings.tables("rule")]
    title = _words(settings)
    settings.only("zh", "en", "tier", "rule")
    if rules and rules[-1].conditions:
        settings.note("rule", rules[-1].name, Words("最后一条没有条件", "a last rule without conditions"))
    settings.finish()
    return TierRules(settings.source, title, tuple(tiers), tuple(rules))


def _tier(table: Settings) -> Tier:
    table.only("name", "zh", "en", "release")
    return Tier(table.string("name"), _words(table), table.boolean("release"))


def _rule(table: Settings, tiers: Sequence[str]) -> TierRule:
    table.only("name", "zh", "en", "tier", "when")
    when = table.table("when")
    when.only(*CONDITIONS)
    conditions = {key: CONDITIONS[key](when, key) for key in when.values if key in CONDITIONS}
    description = "; ".join(f"{key} {_plain(value)}" for key, value in when.values.items())
    return TierRule(table.string("name"), _words(table), table.choice("tier", tiers or [""]), conditions, description)


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _words(table: Settings) -> Words:
    return Words(table.string("zh"), table.string("en"))
