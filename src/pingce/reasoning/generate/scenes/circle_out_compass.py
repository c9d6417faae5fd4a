"""Six birdwatchers in a circle, looking outward; where they look is told by the compass."""

from pingce.reasoning.generate.names import PEOPLE
from pingce.reasoning.generate.phrases import Wording, backs, bearings, clockwise, counted, facing, neighbours, sides
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.relations import Compass
from pingce.reasoning.scenes.circle import Circle, hexagon_facings

_POINTS = (Compass.EAST, Compass.WEST, Compass.NORTHWEST, Compass.NORTHEAST, Compass.SOUTHWEST, Compass.SOUTHEAST)

SCENE = SceneType(
    name="circle-out-compass",
    title=Wording("围成一圈，背对圆心，知道方位", "circle facing out, with compass"),
    layout=Circle(6, inward=False, facings=hexagon_facings(_POINTS)),
    things=PEOPLE,
    opening=Wording(
        "六人在湿地里观鸟，围成一个圆圈，六人都背对圆心而立，位置恰好是正六边形的六个顶点。六人朝向分别是正东、正西、西北、东北、西南、东南。",
        "these six birdwatchers stand in a circle on the corners of a regular hexagon in the wetland. "
        "Everybody is facing outward. "
        "The six birdwatchers are facing due east, due west, northwest, northeast, southwest, and southeast.",
    ),
    premises=(
        *counted(4),
        *clockwise(4),
        *neighbours(),
        *sides(),
        *backs(),
        *facing(_POINTS),
        *bearings(due_points=(Compass.EAST, Compass.WEST)),
    ),
    questions=(
        *counted(4),
        *neighbours(),
        *backs(),
        *facing(_POINTS),
        *bearings(due_points=(Compass.EAST, Compass.WEST)),
    ),
    first_seats=tuple(range(6)),
)
