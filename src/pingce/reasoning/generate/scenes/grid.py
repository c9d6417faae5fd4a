"""Six shops of a market hall in two rows and three columns."""

from pingce.reasoning.generate.names import SHOPS
from pingce.reasoning.generate.phrases import DUE_POINTS, Wording, bearings, beside_each_other, on_sides
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.scenes.grid import Grid

SCENE = SceneType(
    name="grid",
    title=Wording("两行三列", "two rows and three columns"),
    layout=Grid(2, 3),
    things=SHOPS,
    opening=Wording(
        "六家店铺开在市集的大棚里，排成两行三列，按上北下南画成平面图，边线相接的两家算相邻。",
        "these six shops stand in a market hall in two rows and three columns, drawn with north at the top; shops that "
        "share a side are next to each other.",
    ),
    premises=(*bearings(due_points=DUE_POINTS), *beside_each_other(), *on_sides(DUE_POINTS)),
    questions=(*bearings(due_points=DUE_POINTS), *beside_each_other(), *on_sides(DUE_POINTS)),
    first_seats=tuple(range(6)),
)
