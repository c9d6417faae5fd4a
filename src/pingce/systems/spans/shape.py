"""What a task wants marked: reasons by type with roles, or roles alone, as one table.

2022 asks for reasons by type, each type with roles of its own, 2023 for roles alone; systems work with one table and
never ask which task it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pingce.spec.shapes import ListOf, RoleSpans, TypedSpans
from pingce.spec.task import TaskSpec
from pingce.spec.words import Words

UNTYPED = ""
"""The type of a reason where the task has none."""


@dataclass(frozen=True)
class ReasonShape:
    """Field of the answer, roles by type, and how many reasons may be given (None: one of each type)."""

    field: str
    cases: Mapping[str, RoleSpans]
    at_most: int | None
    titles: Mapping[str, Words]
    """Of the types; none where there are no types."""

    def roles(self, kind: str) -> tuple[str, ...]:
        return tuple(self.cases[kind].roles)


def reason_shape(task: TaskSpec) -> ReasonShape:
    """The field of a task that holds reasons, as a table of types and roles."""
    for field in task.public_answer:
        if not isinstance(field.shape, ListOf):
            continue
        each = field.shape.each
        if isinstance(each, TypedSpans):
            return ReasonShape(field.name, each.cases, field.shape.at_most, each.titles)
        if isinstance(each, RoleSpans):
            return ReasonShape(field.name, {UNTYPED: each}, field.shape.at_most, {})
    raise ValueError(task.id)  # the catalogue lists only tasks of this shape
