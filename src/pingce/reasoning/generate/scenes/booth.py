"""Four friends in a booth, two and two face to face."""

from pingce.reasoning.generate.names import PEOPLE
from pingce.reasoning.generate.phrases import Wording, benches
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.scenes.booth import Booth

SCENE = SceneType(
    name="booth",
    title=Wording("卡座", "booth"),
    layout=Booth(),
    things=PEOPLE,
    opening=Wording(
        "四人下班后到面包房喝咖啡，选了靠窗的卡座，桌子两边各坐两人，面对面而坐。",
        "these four colleagues have coffee at a bakery after work and take a booth by the window, "
        "two on each side of the table, facing each other.",
    ),
    premises=tuple(benches()),
    questions=tuple(benches()),
    first_seats=(0, 1),
)
