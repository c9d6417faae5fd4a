"""A step for many items at once: what is sent."""

from typing import Annotated

from pydantic import Field

from pingce.annotate.services.item_filter import ItemFilter, PersonPart
from pingce.annotate.services.many import MOST, ManyOrder, ManyStep

from .common import Id, In
from .jobs import Reason

Found = Annotated[str, Field(max_length=200)]


class ManyIn(In):
    """A step for many items: those named, or all that the filter finds; the filter is that of the list of items."""

    step: ManyStep
    reason: Reason
    items: Annotated[list[Id], Field(max_length=MOST)] = Field(default_factory=list)
    """Empty: all that the filter finds."""
    search: Found = ""
    state: Annotated[str, Field(max_length=16)] = ""
    group: Found = ""
    control: bool | None = None
    person: Id | None = None
    """Also whose answers go back, or whose place in a group is handed on."""
    part: PersonPart = "any"
    label: Found = ""
    to_user: Id | None = None
    """Who takes over, for `hand-on`."""

    @property
    def order(self) -> ManyOrder:
        wanted = ItemFilter(self.search, self.state, self.group, self.control, self.person, self.part, self.label)
        return ManyOrder(self.step, self.reason, tuple(self.items), wanted, self.to_user)


class ManyNowIn(ManyIn):
    """The same, to be done; refused where the filter finds another number of items than the preview did."""

    expected: Annotated[int, Field(ge=1, le=MOST)]
    """How many items the preview said."""
