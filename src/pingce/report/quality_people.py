"""The section about people."""

from collections import Counter
from typing import NamedTuple

from pingce.quality.people import People, Person
from pingce.spec.words import Words

from .quality import Cell, Section, cell


class PersonRow(NamedTuple):
    person: Person
    control: Cell
    decided: Cell
    reviewed: Cell
    agreement: Cell


def people_section(found: People) -> Section:
    rows = [
        PersonRow(one, cell(one.control), cell(one.decided), cell(one.reviewed), cell(one.agreement))
        for one in sorted(found.people, key=lambda one: (one.level or "~", -(one.decided.value or 0), one.name))
    ]
    levels = Counter(one.level for one in found.people)
    rules = Counter[str]()
    for one in found.people:
        rules.update(one.by_rule)
    content = {
        "rows": rows,
        "levels": [(name, levels[name]) for name in found.levels.names],
        "without_level": levels[None],
        "seconds": found.seconds,
        "rules": rules.most_common(20),
        "thresholds": found.levels,
        "limits": [(rule.name, _limits(rule.limits)) for rule in found.levels.rules],
    }
    return Section("people", Words("人员", "People"), "quality_people.html", content)


def _limits(limits: object) -> str:
    assert isinstance(limits, dict)
    return " · ".join(f"{name} {'≤' if name == 'hits' else '≥'} {value:g}" for name, value in limits.items()) or "–"
