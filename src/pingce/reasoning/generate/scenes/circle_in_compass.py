"""Six chess players in a circle, looking inward; where they look is told by the compass."""

from pingce.reasoning.generate.names import PEOPLE
from pingce.reasoning.generate.phrases import Wording, across, bearings, clockwise, counted, facing, neighbours, sides
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.relations import Compass
from pingce.reasoning.scenes.circle import Circle, hexagon_facings

_POINTS = (Compass.SOUTH, Compass.NORTH, Compass.NORTHWEST, Compass.NORTHEAST, Compass.SOUTHWEST, Compass.SOUTHEAST)

SCENE = SceneType(
    name="circle-in-compass",
    title=Wording("围成一圈，面朝圆心，知道方位", "circle facing in, with compass"),
    layout=Circle(6, inward=True, facings=hexagon_facings(_POINTS)),
    things=PEOPLE,
    opening=Wording(
        "六人在公园里研究棋局，围成一个圆圈，六人都面朝圆心而坐，位置恰好是正六边形的六个顶点。六人朝向分别是正南、正北、西北、东北、西南、东南。",
        "these six chess players study a game in the park, seated in a circle on the corners of a regular hexagon. "
        "Everybody is facing toward the center. "
        "The six players are facing due south, due north, northwest, northeast, southwest, and southeast.",
    ),
    premises=(
        *counted(4),
        *clockwise(4),
        *neighbours(),
        *sides(),
        *across(),
        *facing(_POINTS),
        *bearings(due_points=(Compass.NORTH, Compass.SOUTH)),
    ),
    questions=(
        *counted(4),
        *neighbours(),
        *across(),
        *facing(_POINTS),
        *bearings(due_points=(Compass.NORTH, Compass.SOUTH)),
    ),
    first_seats=tuple(range(6)),
)
