"""What every kind of generated item comes down to: its texts in both languages, its answer, and how hard it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from pingce.reasoning.item import Language, ReasoningItem

from .phrases import Wording
from .plan import ItemPlan, SetSettings

LANGUAGES: tuple[Language, ...] = ("zh", "en")


@dataclass(frozen=True)
class Draft:
    """An item before it is proved. Both languages say the same, sentence by sentence and option by option."""

    plan: ItemPlan
    domain: str
    items: Mapping[Language, ReasoningItem]
    conditions: Mapping[Language, tuple[str, ...]]
    answer: frozenset[str]
    arrangements: int
    """How many the premises leave that can be told apart."""
    hops: int
    """Premises needed at once for the option that needs most."""
    search: int | None = None
    """Seats the solver's search tries, where it searches."""


class ItemKind(Protocol):
    """A kind of item: where things are, when things happen, who is whose, or two of these at once."""

    @property
    def name(self) -> str: ...

    @property
    def domain(self) -> str: ...

    @property
    def title(self) -> Wording: ...

    def draft(self, plan: ItemPlan, settings: SetSettings, attempt: int) -> Draft:
        """An item as planned, the same for the same arguments."""
