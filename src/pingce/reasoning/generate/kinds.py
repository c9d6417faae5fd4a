"""Every kind of item that can be generated."""

from dataclasses import dataclass

from pingce.reasoning.solve import search_size

from .described import DescribedKind
from .draft import LANGUAGES, Draft, ItemKind
from .make import make_item
from .photos import PhotoKind
from .phrases import Wording
from .plan import ItemPlan, SetSettings
from .scene_type import SceneType
from .scenes import SCENES
from .week import PeopleWeekKind, WeekKind
from .worlds import worlds


@dataclass(frozen=True)
class PlaceKind:
    """Items about who or what is where in one kind of scene."""

    scene: SceneType

    @property
    def name(self) -> str:
        return self.scene.name

    @property
    def domain(self) -> str:
        return "space"

    @property
    def title(self) -> Wording:
        return self.scene.title

    def draft(self, plan: ItemPlan, settings: SetSettings, attempt: int) -> Draft:
        made = make_item(plan, self.scene, settings, attempt, known=worlds(self.scene))
        return Draft(
            plan,
            self.domain,
            {language: made.item(language) for language in LANGUAGES},
            {language: tuple(made.conditions(language)) for language in LANGUAGES},
            plan.letters,
            made.left.bit_count(),
            made.hops,
            search_size(
                self.scene.layout, self.scene.layout.seats, [premise.sentence.statement for premise in made.premises]
            ),
        )


_SPOKEN_OF = {
    "social": ("circle-in", "circle-out", "booth", "line"),
    "nature": ("shop",),
}
"""Scenes whose people or things are also spoken of by what they are."""
KINDS: dict[str, ItemKind] = {
    **{name: PlaceKind(scene) for name, scene in SCENES.items()},
    **{
        kind.name: kind
        for domain, names in _SPOKEN_OF.items()
        for kind in (DescribedKind(SCENES[name], domain) for name in names)
    },
    **{kind.name: kind for kind in (WeekKind(), PeopleWeekKind(), PhotoKind())},
}
