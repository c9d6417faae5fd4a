"""One definition of likeness: the campaign's figures and ``pingce quality agreement`` say the same number."""

from pathlib import Path

import pytest
from sqlalchemy import update

from pingce.annotate.items import NewItem
from pingce.annotate.rules.examples import anomaly, reason, step
from pingce.annotate.rules.model import RuleExample
from pingce.annotate.services import figures
from pingce.annotate.services.download import export_chunks
from pingce.quality.agreement.run import agreement
from pingce.quality.reading import read_annotations
from pingce.scoring.likeness import BEST
from pingce.store.tables.annotate import Campaign

from .world import World

TEXT = "小明把书放在桌子上，他走到窗边。"
BOOK = {"空间实体": "书", "事件": "放", "处所": "在桌子上"}
HE = {"空间实体": "他", "事件": "走", "终点": "到窗边"}
PAIRS: dict[str, tuple[str, list[tuple[RuleExample, RuleExample]]]] = {
    "space-attribution": (
        "strict.macro_f1",
        [
            (reason(TEXT, "C", S="书", P="在桌子上", E="放"), reason(TEXT, "C", S="书", P="在桌子上")),
            (reason(TEXT, "C", S="书", P="桌子上"), reason(TEXT, "C", S="书", P="在桌子上")),
            (reason(TEXT, "A", text1="桌子", text2="上"), reason(TEXT, "C", S="桌子", P="上")),
        ],
    ),
    "space-anomaly": (
        "strict.macro_f1",
        [
            (anomaly(TEXT, S1="书", P1="在桌子上", E1="放"), anomaly(TEXT, S1="书", P1="在桌子上")),
            (anomaly(TEXT, S1="书", P1="桌子上"), anomaly(TEXT, S1="书", P1="桌子上")),
        ],
    ),
    "space-step": (
        "f1.macro_f1",
        [
            (step(TEXT, BOOK, HE), step(TEXT, BOOK)),
            (step(TEXT, BOOK), step(TEXT, {"空间实体": "书", "处所": "在桌子上"})),
        ],
    ),
}


def answered(world: World, preset: str) -> None:
    """Every pair of answers to an item of its own, by two people; nothing is returned to them."""
    pairs = PAIRS[preset][1]
    new = [NewItem(f"q{i}", {"text": TEXT}, {}, "") for i in range(len(pairs))]
    settings = {"answers": 2, "order": "given", "return_to": "nobody", "control_rate": 0, "gate": 1}
    world.start(preset, new, annotators=("甲", "乙"), settings=settings)
    for who, side in (("甲", 0), ("乙", 1)):
        for _ in pairs:
            job = world.take(who)
            world.submit(who, job, pairs[int(job.item.ref[1:])][side].raw)


def of_campaign(world: World) -> float | None:
    with world.change() as db:
        return figures.figures(db, world.people["builder"], world.campaign).agreement.likeness


@pytest.mark.parametrize("preset", PAIRS)
def test_the_campaign_and_the_quality_stage_give_the_same_number(world: World, preset: str, tmp_path: Path) -> None:
    answered(world, preset)
    file = tmp_path / "history.jsonl"
    with world.change() as db:
        file.write_bytes(b"".join(export_chunks(db, world.people["builder"], world.campaign, "history")))
    numbers = [field.overall for field in agreement(read_annotations(str(file)))]
    (of_quality,) = [overall[PAIRS[preset][0]].value for overall in numbers if PAIRS[preset][0] in overall]
    assert of_campaign(world) == pytest.approx(of_quality)


def test_a_campaign_that_began_with_the_best_of_both_keeps_it(world: World) -> None:
    answered(world, "space-attribution")
    now = of_campaign(world)
    with world.change() as db:
        db.execute(update(Campaign).values(likeness=BEST))
    # Of three items the second is 8/9, the last 0. The first: 1 and 10/11 in the two directions of the script, which
    # does not count roles nobody submitted; the best of both counts them, 10/11.
    assert [now, of_campaign(world)] == pytest.approx([(21 / 22 + 8 / 9) / 3, (10 / 11 + 8 / 9) / 3])
