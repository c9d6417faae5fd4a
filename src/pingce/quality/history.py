"""The full history a campaign exports (an item per line, after a line about the campaign) as lines of annotations."""

from collections.abc import Iterator, Mapping, Sequence

from pingce.formats.jsonsyntax import Located, Record
from pingce.spec.values import ORIGINAL_KEYS

ANSWERS = ("submitted", "corrected")
"""Kinds of answers an annotator stands by; drafts, suggestions and what reviewers wrote are others."""
OF_ITEM = {
    "agreed": "agreed",
    "majority": "agreed",
    "reviewed": "review",
    "upheld": "appeal",
    "dismissed": "appeal",
}
"""Outcomes that decide an item; others judge one answer, or leave the item undetermined."""
AUDITS = ("accepted", "mended", "rejected")


def is_history(lines: Sequence[Located]) -> bool:
    """Begins with a line about the campaign, which is about no item."""
    return bool(lines) and "campaign" in lines[0][1] and "item" not in lines[0][1]


def annotation_lines(lines: Sequence[Located]) -> Iterator[Located]:
    """The same, a line per answer and decision; each keeps the number of the line it comes from."""
    task = lines[0][1].get("task")
    for number, record in lines[1:]:
        extra = record.get("extra")
        shared: Record = {
            "item": record.get("item"),
            "task": task,
            "texts": record.get("texts"),
            "group": record.get("group"),
            "control": record.get("control") is True,
            "genre": extra.get("genre") if isinstance(extra, dict) else None,
            "batch": extra.get("batch") if isinstance(extra, dict) else None,
            **(
                {key: extra[key] for key in ORIGINAL_KEYS if key in extra and key != "group"}
                if isinstance(extra, dict)
                else {}
            ),
        }
        answers = _objects(record.get("answers"))
        for answer in answers:
            if answer.get("kind") in ANSWERS:
                copied = {key: answer.get(key) for key in ("answer", "at", "seconds", "version", "hits")}
                yield number, {**shared, **copied, "annotator": answer.get("by")}
        if record.get("gold"):
            yield number, {**shared, "decision": record["gold"], "kind": "control"}
        for decision in _decisions(_objects(record.get("decisions")), {answer.get("id"): answer for answer in answers}):
            yield number, {**shared, **decision}


def _decisions(decisions: Sequence[Record], answers: Mapping[object, Record]) -> Iterator[Record]:
    """What an item came to. If an audit looked at the answers before they were simply taken, the audit decided."""
    audited = any(decision.get("outcome") in AUDITS and not decision.get("about_item") for decision in decisions)
    for decision in decisions:
        kind, answer = OF_ITEM.get(str(decision.get("outcome"))), answers.get(decision.get("answer"))
        if kind is None or answer is None or not decision.get("about_item"):
            continue
        yield {
            "decision": answer.get("answer"),
            "kind": "audit" if audited and kind == "agreed" else kind,
            "hits": answer.get("hits"),
            **({"upheld": decision.get("outcome") == "upheld"} if kind == "appeal" else {}),
            **{key: decision.get(key) for key in ("by", "at", "reason")},
        }


def _objects(value: object) -> list[Record]:
    return [record for record in value if isinstance(record, dict)] if isinstance(value, list) else []
