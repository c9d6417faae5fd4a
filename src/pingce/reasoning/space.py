"""Proofs about places: circles, booths and shelves."""

from collections.abc import Mapping, Sequence

from pingce.reasoning.conflict import clashing
from pingce.reasoning.convention import arrangements_without_one, most_agreed, usual_arrangement
from pingce.reasoning.item import Language, ReasoningItem, asks_for_wrong_options, claimed_sentence, is_none_of_above
from pingce.reasoning.proof import OptionProof, Proof, SentenceReading, Status, Truth, right_options, unread
from pingce.reasoning.reading.sentences import read_sentence
from pingce.reasoning.relations import Statement
from pingce.reasoning.scenes.booth import Booth
from pingce.reasoning.scenes.circle import Circle
from pingce.reasoning.scenes.grid import Grid
from pingce.reasoning.scenes.layout import Layout, UndefinedRelationError, relation_table
from pingce.reasoning.scenes.line import SeatRow
from pingce.reasoning.scenes.recognise import SeatingScene, recognise_scene
from pingce.reasoning.scenes.shelf import Shelf
from pingce.reasoning.solve import Arrangement, arrangements, holds
from pingce.reasoning.wording import worded

DOMAIN = "space"
_KINDS: Mapping[type[Layout], str] = {Booth: "booth", Shelf: "shelf", SeatRow: "line", Grid: "grid"}


def prove_places(item: ReasoningItem) -> Proof:
    """Prove an item about a scene of seats, or say which sentence could not be read."""
    scene = recognise_scene(item.text, item.language)
    if scene is None:
        return unread(DOMAIN, "unknown", item.text)
    kind = scene_kind(scene.layout)
    statements = [understood(scene.layout, scene.names, text, item.language) for text in scene.conditions]
    missing = [text for text, read in zip(scene.conditions, statements, strict=True) if read is None]
    asked = read_options(scene.layout, scene.names, item)
    missing += unread_options(item, asked)
    if missing:
        return unread(DOMAIN, kind, *missing)
    known = [read for read in statements if read is not None]
    readings = tuple(
        SentenceReading(text, worded(read, scene.names)) for text, read in zip(scene.conditions, known, strict=True)
    )
    left = arrangements(scene.layout, len(scene.names), known)
    wrong = asks_for_wrong_options(item.question)
    if not left:
        without = arrangements_without_one(scene.layout, len(scene.names), known)
        possible = [
            right_options(judge_options(scene, item, asked, some), wrong_ones=wrong) for some in without.values()
        ]
        return Proof(
            DOMAIN,
            kind,
            Status.NO_ARRANGEMENT,
            readings=readings,
            meant=most_agreed(possible),
            conflicts=clashing_sentences(scene, known),
        )
    options = judge_options(scene, item, asked, left)
    verdicts = {option.verdict for option in options.values()}
    loose = Truth.SOMETIMES in verdicts and Truth.ALWAYS not in verdicts
    meant = usual_arrangement(scene.layout, known, left) if loose else None
    return Proof(
        DOMAIN,
        kind,
        Status.UNDERDETERMINED if loose else Status.PROVED,
        readings=readings,
        arrangements=len(left),
        options=options,
        answer=right_options(options, wrong_ones=wrong),
        meant=None if meant is None else right_options(judge_options(scene, item, asked, [meant]), wrong_ones=wrong),
    )


def clashing_sentences(scene: SeatingScene, statements: Sequence[Statement]) -> tuple[str, ...]:
    """Conditions that cannot hold together though they could without any one of them."""
    told = list(zip(scene.conditions, statements, strict=True))
    count = len(scene.names)
    clash = clashing(told, lambda some: bool(arrangements(scene.layout, count, [statement for _, statement in some])))
    return tuple(sentence for sentence, _ in clash)


def scene_kind(layout: Layout) -> str:
    """A name for the kind of scene, as tables of results show it."""
    if isinstance(layout, Circle):
        return f"circle facing {'in' if layout.inward else 'out'}{' with compass' if layout.facings else ''}"
    return _KINDS[type(layout)]


def understood(layout: Layout, names: Sequence[str], sentence: str, language: Language) -> Statement | None:
    """The statement of a sentence, if it can be read and means something in this layout."""
    statement = read_sentence(sentence, names, language)
    if statement is None:
        return None
    try:
        relation_table(layout, statement.relation)
    except UndefinedRelationError:
        return None
    return statement


def read_options(layout: Layout, names: Sequence[str], item: ReasoningItem) -> dict[str, Statement | None]:
    """What each option claims; None for «none of the above» and for what cannot be read."""
    claimed = {letter: claimed_sentence(item, option) for letter, option in item.options.items()}
    return {
        letter: None if sentence is None else understood(layout, names, sentence, item.language)
        for letter, sentence in claimed.items()
    }


def unread_options(item: ReasoningItem, asked: Mapping[str, Statement | None]) -> list[str]:
    """The options that claim something nobody could read."""
    return [item.options[at] for at, read in asked.items() if read is None and not is_none_of_above(item.options[at])]


def judge_options(
    scene: SeatingScene, item: ReasoningItem, asked: Mapping[str, Statement | None], left: Sequence[Arrangement]
) -> dict[str, OptionProof]:
    """Each option with its verdict over the arrangements that are left."""
    return {letter: _judge(scene, item.options[letter], read, left) for letter, read in asked.items()}


def _judge(scene: SeatingScene, text: str, statement: Statement | None, left: Sequence[Arrangement]) -> OptionProof:
    if statement is None:
        return OptionProof(text, Truth.NONE_OF_ABOVE)
    failing = [arrangement for arrangement in left if not holds(scene.layout, statement, arrangement)]
    if not failing:
        return OptionProof(text, Truth.ALWAYS)
    seats = {name: scene.layout.seat_name(seat) for name, seat in zip(scene.names, failing[0], strict=True)}
    return OptionProof(text, Truth.NEVER if len(failing) == len(left) else Truth.SOMETIMES, seats)
