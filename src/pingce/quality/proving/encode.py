"""An audit as JSON: counts, give-aways, and every alarm with the sentences concerned."""

from typing import Any

from pingce.reasoning.encode import proof_record

from .audit import AlarmRow, Audit


def as_dict(audit: Audit) -> dict[str, Any]:
    """What ``quality prove --json`` prints."""
    return {
        "items": len(audit.items),
        "proved": sum(entry.proved is not None for entry in audit.items),
        "unread": [entry.item.id for entry in audit.unread],
        "undecided": [entry.item.id for entry in audit.undecided],
        "counts": {alarm.value: n for alarm, n in audit.counts().items()},
        "give_aways": {
            part: [
                {
                    "rule": rule.rule.en,
                    "items": rule.items,
                    "right": rule.right,
                    "chance": rule.chance,
                    "telling": rule.telling,
                }
                for rule in rules
            ]
            for part, rules in audit.give_aways.items()
        },
        "alarms": [alarm_record(row) for row in audit.alarms],
    }


def alarm_record(row: AlarmRow) -> dict[str, Any]:
    entry = row.entry
    return {
        "alarm": row.alarm.value,
        "part": entry.part,
        "id": entry.item.id,
        "why": row.why.en,
        "premises": list(row.premises),
        "gold": None if entry.gold is None else sorted(entry.gold),
        "proof": proof_record(entry.answered),
    }
