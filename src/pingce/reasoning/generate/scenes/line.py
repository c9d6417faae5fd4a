"""Six readers in one row of a lecture hall."""

from pingce.reasoning.generate.names import PEOPLE
from pingce.reasoning.generate.phrases import Wording, counted, gaps, neighbours, seats_between, sides
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.scenes.line import SeatRow

SCENE = SceneType(
    name="line",
    title=Wording("坐成一排", "row"),
    layout=SeatRow(6),
    things=PEOPLE,
    opening=Wording(
        "六人来听讲座，在阶梯教室里坐成一排，都面朝同一个方向，听台上的人讲话，左右以各人自己为准。",
        "these six listeners came to a lecture and sit in a single row, all facing the same way; left and right are "
        "their own.",
    ),
    premises=(*counted(4), *gaps(3), *neighbours(), *sides(), *seats_between((1, 2, 3))),
    questions=(*counted(4), *neighbours(), *sides(), *seats_between((1, 2))),
    first_seats=tuple(range(6)),
)
