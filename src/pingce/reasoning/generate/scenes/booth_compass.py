"""Four travellers in the booth of a dining car, two and two face to face, with compass."""

from pingce.reasoning.generate.names import PEOPLE
from pingce.reasoning.generate.phrases import Wording, bearings, benches, facing_benches
from pingce.reasoning.generate.scene_type import SceneType
from pingce.reasoning.relations import Compass
from pingce.reasoning.scenes.booth import Booth

_ENDS = (Compass.EAST, Compass.WEST)

SCENE = SceneType(
    name="booth-compass",
    title=Wording("卡座，知道方位", "booth with compass"),
    layout=Booth(facing=Compass.EAST),
    things=PEOPLE,
    opening=Wording(
        "四人在餐车的卡座里用餐，桌子两边各坐两人，面对面而坐。坐西边的两人面朝东，坐东边的两人面朝西。",
        "these four travellers have lunch in a booth of the dining car, two on each side of the table, facing each "
        "other. The two people sitting on the west side are facing east, while the two people sitting on the east "
        "side are facing west.",
    ),
    premises=(*benches(), *facing_benches(_ENDS), *bearings()),
    questions=(*benches(), *facing_benches(_ENDS), *bearings()),
    first_seats=(0, 1, 2, 3),
)
