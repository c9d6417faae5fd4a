"""Systems as pages show them: what they were measured to be worth."""

from pydantic import computed_field

from pingce.spec.words import Words

from .common import Out


class MeasureWords(Out):
    """What the parts of `measure.number` are called."""

    measures: dict[str, Words]
    numbers: dict[str, Words]


class TierWords(Out):
    """What the tiers of a task and their rules are called, by their names."""

    tiers: dict[str, Words]
    rules: dict[str, Words]


class MeasuredSystemView(Out):
    """`score` null: not measured. `interval`: its 95 % ends, or nothing; `balanced`: where labels are not balanced."""

    name: str
    title: Words
    score: float | None
    interval: list[float]
    balanced: float | None
    settings: list[str]
    encoder: str
    cpu_minutes: float | None
    """Of training; null: asked with other settings than it was trained with."""
    budget_minutes: float | None
    """Training was cut to fit into so many."""
    texts_per_second: float | None

    @computed_field  # type: ignore[prop-decorator]  # mypy knows no decorators over properties
    @property
    def compared_by(self) -> float | None:
        """What systems of a task are ordered by."""
        return self.balanced if self.balanced is not None else self.score


class PublishedView(Out):
    """`system`: the one here that follows the method, if any."""

    who: str
    value: float
    method: str
    system: str


class MeasuredTaskView(Out):
    """`number_title`: what the scores are."""

    id: str
    title: Words
    number_title: Words
    systems: list[MeasuredSystemView]
    published: list[PublishedView]
