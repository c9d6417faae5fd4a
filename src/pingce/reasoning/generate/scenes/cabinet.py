"""Six exhibits in a cabinet of two tiers and three columns."""

from pingce.reasoning.generate.names import WARES
from pingce.reasoning.generate.phrases import Wording, corners, neighbours, tiers
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.relations import Compass
from pingce.reasoning.scenes.shelf import Shelf

SCENE = SceneType(
    name="cabinet",
    title=Wording("两层三格展柜", "cabinet of two tiers and three columns"),
    layout=Shelf(2, 3, Compass.NORTH),
    things=WARES,
    opening=Wording(
        "六种展品放在博物馆的二层展柜里，下面是第一层，上面是第二层，每层三格，各放一种。"
        "观众站在展柜前，约定以北侧展品为左，南侧展品为右。",
        "these six exhibits are kept in a two-tier cabinet of the museum, the first tier below and the second above. "
        "Each tier is divided into three sections, with one exhibit in each. Visitors stand in front of it, with the "
        "northern exhibits being on the left and the southern exhibits being on the right.",
    ),
    premises=(*corners(two_apart=False), *tiers((1, 2)), *neighbours()),
    questions=(*corners(two_apart=False), *tiers((1, 2)), *neighbours()),
    first_seats=tuple(range(6)),
)
