"""``pingce annotate chain``: items of a decided campaign become items of the next one, by what was decided of them.

As the published data sets were made: texts rated abnormal are asked for their reasons, texts rated normal become pairs
with their original, and the originals themselves are asked who is where. Items keep their provenance; chaining again
adds what was decided meanwhile and nothing else.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, NamedTuple, get_args

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pingce.annotate.forms import Form
from pingce.annotate.items import Json, NewItem
from pingce.formats.encode import Json as JsonValue
from pingce.formats.provenance import Provenance, decode_provenance
from pingce.formats.replacement import undone
from pingce.formats.tiers import RELEASED, TierChoice
from pingce.spec.chance import seeded_number
from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.database import clock
from pingce.store.errors import Refused
from pingce.store.people import Actor, Role
from pingce.store.tables.annotate import Item

from .access import CampaignContext, enter
from .export import finals_with_origin
from .imports import import_items
from .record import note
from .shown import shown
from .tiers import need_known_tiers, takes

ChainAs = Literal["text", "pair", "original"]
CHAIN_AS: tuple[ChainAs, ...] = get_args(ChainAs)
"""The text itself, the text beside its original, or the original alone."""
CHUNK = 500
Where = Mapping[str, frozenset[str]]
ABNORMAL: Where = {"rating": frozenset({"bad"})}
NORMAL: Where = {"rating": frozenset({"fine"})}
ANY: Where = {}


class ChainStep(NamedTuple):
    """What the next campaign takes of the items, and which."""

    chain_as: ChainAs
    where: Where


STEPS: Mapping[tuple[str, str], ChainStep] = {
    ("space-rating", "space-attribution"): ChainStep("text", ABNORMAL),
    ("space-rating", "space-anomaly"): ChainStep("text", ABNORMAL),
    ("space-rating", "space-scene"): ChainStep("pair", NORMAL),
    ("space-rating", "space-step"): ChainStep("original", ANY),
}
"""The published ways, by the forms of both campaigns."""
CARRIED = ("genre", "source", "batch")
"""What a pair or an original keeps of what its item was asked with."""


@dataclass
class Chained:
    """What became of the decided items of the first campaign; they are ``chosen`` or counted in ``left_out``."""

    __pydantic_config__: ClassVar = {"json_schema_serialization_defaults_required": True}
    """The API serves it whole."""
    decided: int = 0
    chosen: int = 0
    """Decided items that the choice took; several may share an original."""
    left_out: Counter[str] = field(default_factory=Counter)
    """By what kept them out: ``answer``, ``tier``, ``no-original``."""
    added: int = 0
    already: int = 0
    campaign: int = 0
    """Where they are now; 0 in a preview with a campaign that is not made yet."""


def chain(
    db: Session,
    actor: Actor,
    source: int,
    target: int,
    *,
    where: Where | None = None,
    chain_as: ChainAs | None = None,
    tiers: TierChoice = RELEASED,
    seed: int = 0,
    at: float | None = None,
) -> Chained:
    """Bring the chosen items of one campaign into another; those that are there already are passed over.

    ``where``: fields of the decided answer, or ``genre``, ``kind``, ``tier``, and the values that are wanted. Without
    it and without ``chain_as``, what is usual between the two forms.

    ``tiers`` are those whose items go on, ``seed`` decides which text of a pair comes first.
    """
    first, second = _both(db, actor, source, target)
    at = clock(db) if at is None else at
    done = Chained(campaign=target)
    step = _step(first.form, second.form, where, chain_as)
    items = _next_items(db, first, second.form, step, tiers, seed, done)
    imported = import_items(db, actor, target, items.values(), at=at)
    done.added, done.already = imported.added, imported.already
    came_from = first.campaign.title
    note(db, "chained", at=at, campaign=target, actor=actor, source=came_from, added=done.added, already=done.already)
    db.flush()
    return done


def preview(
    db: Session,
    actor: Actor,
    source: int,
    target: int | Form,
    *,
    where: Where | None = None,
    chain_as: ChainAs | None = None,
    tiers: TierChoice = RELEASED,
) -> Chained:
    """What ``chain`` would do, counted without changing anything; ``target``: a campaign, or the form of a new one."""
    if isinstance(target, Form):
        first, form, number = enter(db, actor, source, Role.BUILDER), target, 0
    else:
        first, second = _both(db, actor, source, target)
        form, number = second.form, second.id
    done = Chained(campaign=number)
    step = _step(first.form, form, where, chain_as)
    refs = list(_next_items(db, first, form, step, tiers, 0, done))
    for start in range(0, len(refs), CHUNK):
        among = (shown(number), Item.ref.in_(refs[start : start + CHUNK]))
        done.already += db.scalar(select(func.count()).where(*among)) or 0
    done.added = len(refs) - done.already
    return done


def _both(db: Session, actor: Actor, source: int, target: int) -> tuple[CampaignContext, CampaignContext]:
    first, second = (enter(db, actor, number, Role.BUILDER) for number in (source, target))
    if first.id == second.id:
        raise Refused(Words("应为两个不同的活动。", "Expected two different campaigns."), code="same-campaign")
    return first, second


def _next_items(
    db: Session,
    first: CampaignContext,
    form: Form,
    step: ChainStep,
    tiers: TierChoice,
    seed: int,
    done: Chained,
) -> dict[str, NewItem]:
    """The items of the next campaign by id; ``done`` counts the decided items they come from."""
    graded = need_known_tiers(db, first.id, tiers)
    items: dict[str, NewItem] = {}
    for chosen in _chosen(db, first, step, tiers if graded else None, done):
        made = _made(chosen, form, step.chain_as, first, seed)
        if made is None:
            done.left_out["no-original"] += 1
            continue
        done.chosen += 1
        items.setdefault(made.id, made)
    return items


def _step(first: Form, second: Form, where: Where | None, chain_as: ChainAs | None) -> ChainStep:
    usual = STEPS.get((first.id, second.id))
    if usual is None and where is None:
        raise Refused(
            Words(
                f"从 {first.id} 到 {second.id} 没有现成的选法，请说明选哪些（字段=值）。",
                f"There is no usual choice from {first.id} to {second.id}; say which items (field=value).",
            ),
            code="no-choice",
        )
    passages = sum(text.passage for text in second.task.texts)
    by_form: ChainAs = "pair" if passages == 2 else "text"
    unknown = sorted(set(where or {}) - {field.name for field in first.fields} - set(OF_ITEM))
    if unknown:
        names = ", ".join([*(field.name for field in first.fields), *OF_ITEM])
        raise Refused(
            Words(
                f"没有字段 {'、'.join(unknown)}；有：{names}。", f"No field {', '.join(unknown)}; there are: {names}."
            ),
            code="unknown-field",
        )
    chosen = chain_as or (usual.chain_as if usual is not None else by_form)
    if (chosen == "pair") != (passages == 2):
        raise Refused(
            Words(f"{second.id} 的题有 {passages} 段文本。", f"The items of {second.id} have {passages} texts."),
            code="wrong-shape",
        )
    return ChainStep(chosen, where if where is not None else usual.where if usual is not None else ANY)


class _Chosen(NamedTuple):
    item: Item
    content: Json
    origin: Provenance
    where: Where


OF_ITEM = ("genre", "kind", "tier")
"""What else of an item can be asked for."""


def _chosen(
    db: Session, first: CampaignContext, step: ChainStep, tiers: TierChoice | None, done: Chained
) -> Iterator[_Chosen]:
    for item, content, record, tier in db.execute(finals_with_origin(first.id)).yield_per(CHUNK):
        done.decided += 1
        origin = decode_provenance({"qid": item.ref, **(record or {})})
        if tiers is not None and not takes(tiers, tier):
            done.left_out["tier"] += 1
            continue
        facts = {**content, "genre": origin.genre, "kind": origin.kind, "tier": tier.tier if tier is not None else None}
        if all(str(facts.get(name)) in values for name, values in step.where.items()):
            yield _Chosen(item, content, origin, step.where)
        else:
            done.left_out["answer"] += 1


def _made(chosen: _Chosen, form: Form, chain_as: ChainAs, first: CampaignContext, seed: int) -> NewItem | None:
    item, origin = chosen.item, chosen.origin
    names = [text.name for text in form.task.texts if text.passage]
    text = next(iter(item.texts.values()))
    came: dict[str, JsonValue] = {"campaign": first.campaign.title, "qid": item.ref}
    answer: dict[str, JsonValue] = {name: str(chosen.content[name]) for name in chosen.where if name in chosen.content}
    carried = {key: item.extra[key] for key in CARRIED if key in item.extra}
    if chain_as == "text":
        if answer:
            came["answer"] = answer
        same_texts = set(item.texts) == {field.name for field in form.task.texts}
        texts = dict(item.texts) if same_texts else dict(zip(names, [text], strict=True))
        extra, ref = dict(item.extra), item.ref
    else:
        original = _original_text(text, origin)
        if original is None or origin.original is None:
            return None
        if chain_as == "original":
            # What was said about one of its replaced sentences is nothing about the original.
            came["qid"] = origin.original
            origin = replace(origin, qid=origin.original, replacement=None)
            extra, texts, ref = carried, dict(zip(names, [original], strict=True)), origin.qid
        else:
            if answer:
                came["answer"] = answer
            if origin.replacement is None:
                return None
            both = [original, text]
            if seeded_number(seed, f"order {item.ref}") % 2:  # so that nobody can tell the original by its place
                both.reverse()
            extra, texts, ref = carried, dict(zip(names, both, strict=True)), item.ref
    earlier = origin.more.get("earlier")
    before = earlier if isinstance(earlier, list) else []
    origin = replace(origin, more={**origin.more, "earlier": [*before, came]})
    return NewItem(ref, texts, extra, origin=origin)


def _original_text(text: str, origin: Provenance) -> str | None:
    if origin.original_text is not None:
        return origin.original_text
    if origin.replacement is not None:
        original = undone(text, origin.replacement.changes)
        if original is None:
            raise UserError(
                Words(
                    f"{origin.qid}：文字不是替换所说的。", f"{origin.qid}: the text is not what its replacement says."
                ),
                hint=Words("替换以后文字又被改动过。", "The text was changed after the replacement."),
                code="undo-mismatch",
            )
        return original
    return text if origin.original == origin.qid else None


def read_where(pairs: Mapping[str, str] | None) -> Where | None:
    """``rating=bad,someBad`` as it is typed: the values of a field that are wanted."""
    if pairs is None:
        return None
    return {name: frozenset(value.strip() for value in values.split(",")) for name, values in pairs.items()}
