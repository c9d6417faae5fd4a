"""What is wrong with an answer: its structure first, then the rules of its form.

Comes in: a form, an item, an answer as JSON, and the levels a campaign has set. Comes out: a list of ``Hit``. The
browser asks while somebody types, the services ask again when the answer comes in; ``blocks`` says whether it is
refused.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from pingce.annotate.decode import decode_answer
from pingce.annotate.forms import Form
from pingce.annotate.items import AnnotationItem
from pingce.annotate.sentences import sentence
from pingce.spec.errors import UserError
from pingce.spec.problem import CODES, Violation
from pingce.spec.words import Words

from .decoded_answer import DecodedAnswer
from .model import SETTINGS, Hit, Level, Rule, Setting
from .table import RULES

Levels = Mapping[str, Setting]
NO_CHANGES: Levels = {}

STRUCTURE: Mapping[str, Level] = {
    # Readers of files pass over these; somebody who is still at the form can mend them.
    "few-roles": "block",
    "no-answer": "block",
    "unknown-key": "block",
    "loose-label": "block",
    "loose-index": "block",
    # Pieces are joined in the order of their sense (在 + 医院 + 外面), which need not be the order of the text.
    "unsorted-idxes": "info",
}
"""Levels of structural violations that differ from those in files."""


def check(form: Form, item: AnnotationItem, raw: object, levels: Levels = NO_CHANGES) -> list[Hit]:
    """Everything that is wrong with an answer; ``levels`` is how a campaign has set the rules."""
    values, violations = decode_answer(form, item, raw)
    hits = [hit for violation in violations if (hit := _structural(form, violation, levels)) is not None]
    # Where a part could not be read the others have moved up, and paths would point at the wrong ones.
    if isinstance(raw, dict) and not any(CODES[violation.code].value_lost for violation in violations):
        hits.extend(_ruled(DecodedAnswer(form, item, raw, values), levels))
    return hits


def blocks(hits: list[Hit]) -> bool:
    """Whether the answer must not be taken."""
    return any(hit.level == "block" for hit in hits)


def _structural(form: Form, violation: Violation, levels: Levels) -> Hit | None:
    code = CODES[violation.code]
    default: Level = STRUCTURE.get(violation.code, "block" if code.level == "error" else "warn")
    setting = default if default == "block" else levels.get(violation.code, default)
    if setting == "off":
        return None
    return Hit(violation.code, setting, violation.path, sentence(form, violation), "")


def _ruled(answer: DecodedAnswer, levels: Levels) -> Iterator[Hit]:
    for rule in rules_of(answer.form.id):
        setting = rule.level if rule.fixed else levels.get(rule.name, rule.level)
        if setting != "off":
            for breach in rule.find(answer):
                yield Hit(rule.name, setting, breach.path, rule.message, breach.text)


@cache
def rules_of(form_id: str) -> tuple[Rule, ...]:
    """The live rules of a form, in the order they are looked at."""
    return tuple(rule for rule in RULES.values() if form_id in rule.forms)


def changeable(form_id: str) -> dict[str, Level]:
    """What a campaign may set, and what holds if it does not: rules of the form and structural warnings."""
    rules: dict[str, Level] = {rule.name: rule.level for rule in rules_of(form_id) if not rule.fixed}
    codes = {name: STRUCTURE.get(name, "warn") for name, code in CODES.items() if code.level == "warning"}
    return rules | {name: level for name, level in codes.items() if level != "block"}


def read_levels(form: Form, levels: Mapping[str, object]) -> dict[str, Setting]:
    """Levels as a campaign's settings give them; all that is wrong with them is said at once."""
    allowed, wrong = changeable(form.id), []
    read: dict[str, Setting] = {}
    for name, given in levels.items():
        setting = next((setting for setting in SETTINGS if setting == given), None)
        if name not in allowed:
            wrong.append(
                Words(f"{name}：{form.id} 没有可调的这条规则", f"{name}: no rule of {form.id} that can be set")
            )
        elif setting is None:
            wrong.append(
                Words(f"{name}：{given}，应为 {'/'.join(SETTINGS)}", f"{name}: {given}, not {'/'.join(SETTINGS)}")
            )
        else:
            read[name] = setting
    if wrong:
        zh, en = "；".join(w.zh for w in wrong), "; ".join(w.en for w in wrong)
        raise UserError(Words(f"规则设置有误：{zh}。", f"Wrong rule settings: {en}."), code="bad-rule-levels")
    return read
