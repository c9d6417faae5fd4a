"""Six musicians in a circle, looking at each other."""

from pingce.reasoning.generate.names import PEOPLE
from pingce.reasoning.generate.phrases import (
    Wording,
    across,
    across_from_counted,
    clockwise,
    counted,
    gaps,
    neighbours,
    seats_between,
    sides,
)
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.scenes.circle import Circle

SCENE = SceneType(
    name="circle-in",
    title=Wording("围成一圈，面朝圆心", "circle facing in"),
    layout=Circle(6, inward=True),
    things=PEOPLE,
    opening=Wording(
        "六人在排练厅里试奏新曲，围成一个圆圈，六人都面朝圆心而坐，任意相邻两人之间的距离相等。",
        "these six musicians are trying out a new piece in the rehearsal room, seated in a circle. "
        "Everybody is facing toward the center, and neighbors are at equal distances.",
    ),
    premises=(
        *counted(5),
        *clockwise(5),
        *gaps(1),
        *neighbours(),
        *sides(),
        *seats_between((1, 2)),
        *across(),
        *across_from_counted(2),
    ),
    questions=(*counted(5), *clockwise(5), *neighbours(), *sides(), *seats_between((1,)), *across()),
    first_seats=(0,),
)
