"""Six keepers in a circle, their backs to the fire they guard."""

from pingce.reasoning.generate.names import PEOPLE
from pingce.reasoning.generate.phrases import Wording, backs, clockwise, counted, gaps, neighbours, seats_between, sides
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.scenes.circle import Circle

SCENE = SceneType(
    name="circle-out",
    title=Wording("围成一圈，背对圆心", "circle facing out"),
    layout=Circle(6, inward=False),
    things=PEOPLE,
    opening=Wording(
        "六人在营地里守夜，围成一个圆圈，六人都背对中央的篝火，面朝外而坐，任意相邻两人之间的距离相等。",
        "these six campers keep watch at night, seated in a circle. "
        "Everybody is facing outward, away from the fire in the middle, and neighbors are at equal distances.",
    ),
    premises=(*counted(5), *clockwise(5), *gaps(1), *neighbours(), *sides(), *seats_between((1, 2)), *backs()),
    questions=(*counted(5), *clockwise(5), *neighbours(), *sides(), *seats_between((1,)), *backs()),
    first_seats=(0,),
)
