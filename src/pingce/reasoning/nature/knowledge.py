"""What is known of common things, read from our own files beside this module.

Knowledge is three-valued: something is so, is not so, or is disputed (marked ``?`` or given with alternatives) or not
said. A reading never depends on a guess: what is disputed excludes nothing.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pingce.reasoning.item import Language

_DATA = Path(__file__).parent / "data"
_ARTHROPODS = {"insect", "arachnid", "crustacean"}
_FOOD = {"processed food", "drink", "seasoning", "vegetable", "fruit", "grain", "nut"}

Values = frozenset[str]
_NO_PLANT: dict[str, Values] = {"part": frozenset({"none"}), "flower": frozenset({"none"})}
_NO_ANIMAL: dict[str, Values] = {name: frozenset({"no"}) for name in ("fly", "swim", "shell", "eats mosquitoes")}


@dataclass(frozen=True)
class Thing:
    """A thing: categories that hold for certain or perhaps, and for each property the values people accept.

    A property that is missing is not known; one with several values holds one of them.
    """

    categories: Values
    disputed: Values
    properties: dict[str, Values]
    open: bool = False
    """Nothing is known of the thing but its categories."""

    def category(self, name: str) -> bool | None:
        """Whether the thing belongs to a category; None when that is disputed."""
        if name in self.categories:
            return True
        return None if self.open or name in self.disputed else False

    def has(self, name: str, value: str) -> bool | None:
        """Whether a property has a value; None when it is unknown or one of several."""
        values = self.properties.get(name)
        if values is None:
            return None
        if value not in values:
            return False
        return True if len(values) == 1 else None


def unknown_thing(*categories: str) -> Thing:
    """A thing our files do not have: whatever is said of it may be so."""
    return Thing(frozenset(categories), frozenset(), {}, open=True)


@cache
def things(language: Language) -> dict[str, Thing]:
    """All things by name (English names in lower case)."""
    things: dict[str, Thing] = {}
    for path, make in (("plants.psv", _plant), ("animals.psv", _animal), ("goods.psv", _goods)):
        for line in (_DATA / path).read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                zh, en, *cells = (cell.strip() for cell in line.split("|"))
                thing = make(cells)
                names = zh.split("、") if language == "zh" else [name.strip().lower() for name in en.split(",")]
                things.update(dict.fromkeys(names, thing))
    return things


def _words(cell: str) -> tuple[set[str], set[str]]:
    """Certain and disputed words of a cell; ``-`` says nothing."""
    words = {word.strip() for word in cell.split("/")} - {"-", ""}
    disputed = {word.removesuffix("?") for word in words if word.endswith("?")}
    return words - {f"{word}?" for word in disputed}, disputed


def _values(cell: str) -> Values | None:
    """The accepted values of a cell; None when it says nothing or leaves the list open (``-`` among them)."""
    certain, disputed = _words(cell)
    if "-" in {word.strip() for word in cell.split("/")}:
        return None
    if disputed and len(certain | disputed) == 1:
        return frozenset({*disputed, "perhaps not"})
    return frozenset(certain | disputed) or None


def _kept(**cells: str) -> dict[str, Values]:
    read = {name: _values(cell) for name, cell in cells.items()}
    return {name: values for name, values in read.items() if values is not None}


def _plant(cells: list[str]) -> Thing:
    categories, part, colour, flower, taste, shape = cells
    certain, disputed = _words(categories)
    extra = {"plant"} | ({"edible"} if certain & _FOOD else set())
    maybe = disputed | ({"edible"} - extra)
    properties = _kept(part=part, colour=colour, flower=flower, taste=taste, shape=shape)
    return Thing(
        frozenset(certain | extra), frozenset(maybe), {**properties, **_NO_ANIMAL, "legs": frozenset({"none"})}
    )


def _animal(cells: list[str]) -> Thing:
    kind, legs, lives, abilities, colour = cells
    categories = {"animal", kind, "warm-blooded" if kind in ("mammal", "bird") else "cold-blooded"}
    if kind in _ARTHROPODS:
        categories.add("arthropod")
    if kind in ("fish", "crustacean", "mollusk"):
        categories.add("edible")
    properties = _kept(legs=legs, lives=lives, colour=colour)
    certain, disputed = _words(abilities.replace(",", "/"))
    for ability in ("fly", "swim", "shell", "eats mosquitoes"):
        if ability not in disputed:
            properties[ability] = frozenset({"yes" if ability in certain else "no"})
    return Thing(
        frozenset(categories), frozenset({"edible"}), {**properties, **_NO_PLANT, "taste": frozenset({"none"})}
    )


def _goods(cells: list[str]) -> Thing:
    categories, colour, taste, shape = cells
    certain, disputed = _words(categories)
    kind = certain or disputed
    extra = {"artificial"} | ({"edible"} if kind & _FOOD else set())
    properties = _kept(colour=colour, taste=taste, shape=shape)
    empty = {**_NO_PLANT, "legs": frozenset({"none"})}
    if not kind & _FOOD:
        empty["taste"] = frozenset({"none"})
    return Thing(frozenset(certain | extra), frozenset(disputed), {**properties, **_NO_ANIMAL, **empty})
