"""Six pots on a plant stand of three tiers."""

from pingce.reasoning.generate.names import PLANTS
from pingce.reasoning.generate.phrases import Wording, corners, tiers
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.relations import Compass
from pingce.reasoning.scenes.shelf import Shelf

SCENE = SceneType(
    name="stand",
    title=Wording("三层花架", "stand of three tiers"),
    layout=Shelf(3, 2, Compass.WEST),
    things=PLANTS,
    opening=Wording(
        "六盆植物摆在阳台的三层花架上，从下至上依次为第一、二、三层，每层两格，各放一盆。"
        "主人站在花架前，约定以西侧花盆为左，东侧花盆为右。",
        "these six pots are arranged on a three-tier plant stand on the balcony. The tiers are numbered from bottom "
        "to top as the first, second and third tier. Each tier is divided into two sections, with one pot in each. "
        "The owner stands in front of it, with the western pots being on the left and the eastern pots being on the "
        "right.",
    ),
    premises=(*corners(two_apart=True), *tiers((1, 2, 3))),
    questions=(*corners(two_apart=True), *tiers((1, 2, 3))),
    first_seats=tuple(range(6)),
)
