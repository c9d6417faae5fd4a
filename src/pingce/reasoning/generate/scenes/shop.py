"""Six things on a shop's shelf of three tiers, of which something is known: they can be spoken of by what they are."""

from pingce.reasoning.generate.names import KNOWN_THINGS
from pingce.reasoning.generate.phrases import Wording, corners, tiers
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.relations import Compass
from pingce.reasoning.scenes.shelf import Shelf

SCENE = SceneType(
    name="shop",
    title=Wording("三层货架", "shop shelf of three tiers"),
    layout=Shelf(3, 2, Compass.SOUTH),
    things=KNOWN_THINGS,
    opening=Wording(
        "六种东西的模型摆在文创店的三层货架上，从下至上依次为第一、二、三层，每层两格，各放一种。"
        "店员站在货架前，约定以南侧货品为左，北侧货品为右。",
        "these six models are arranged on a three-tier shelf of a gift shop. The tiers are numbered from bottom to "
        "top as the first, second and third tier. Each tier is divided into two sections, with one model in each. The "
        "assistant stands in front of it, with the southern models being on the left and the northern models being on "
        "the right.",
    ),
    premises=(*corners(two_apart=True), *tiers((1, 2, 3))),
    questions=(*corners(two_apart=True), *tiers((1, 2, 3))),
    first_seats=tuple(range(6)),
)
