"""A small world of word senses: our own words, glosses and sentences."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pingce.formats.senses import Inventory
from pingce.scoring.measures.senses import senses
from pingce.scoring.run import score_answers
from pingce.spec.values import Item, Senses
from pingce.systems.interface import Example, NoProgress, Prediction, Progress, System, Training
from pingce.systems.settings import make_settings
from pingce.tasks.catalog import find_task
from tests.systems.tiny import tiny_encoder

TASK = find_task("wsd/senses")

BALL, DEBT = "用布裹成的一包衣物", "心里或事业上的负担"
JOKE, KIN = "相声中逗人发笑的内容", "相声里惹人笑的地方"
TIME, SKILL = "做事用去的时间", "练出来的本领"
INVENTORY = {"包袱": [BALL, DEBT, JOKE, KIN], "功夫": [TIME, SKILL], "走道": ["人行的路", "走路"]}

SENTENCES = (
    ("她打开蓝布包袱找衣服。", "包袱", (BALL,)),
    ("老人解开包袱取出一双鞋。", "包袱", (BALL,)),
    ("包袱里的衣服都湿了。", "包袱", (BALL,)),
    ("放下思想包袱轻装前进。", "包袱", (DEBT,)),
    ("旧债成了工厂的包袱。", "包袱", (DEBT,)),
    ("这段相声的包袱很响。", "包袱", (JOKE, KIN)),
    ("演员又抖了一个包袱。", "包袱", (JOKE, KIN)),
    ("他花了三天功夫写完。", "功夫", (TIME,)),
    ("没有功夫陪你闲谈。", "功夫", (TIME,)),
    ("师傅的功夫真不错。", "功夫", (SKILL,)),
    ("练功夫要吃得起苦。", "功夫", (SKILL,)),
    ("这位木匠手上有功夫。", "功夫", (SKILL,)),
)


def example(number: int, sentence: str, word: str, golds: Iterable[str] = ()) -> Example:
    return Example(Item(str(number), {"sentence": sentence, "word": word}), {"senses": Senses(tuple(golds))})


EXAMPLES = [example(i, *row) for i, row in enumerate(SENTENCES, start=1)]


def write_lines(path: Path, rows: Iterable[tuple[str, str, tuple[str, ...]]] = SENTENCES) -> Path:
    path.write_text("".join(f"{s} {w} {'$$'.join(g)}\n" for s, w, g in rows), encoding="utf-8")
    return path


def tiny(folder: Path) -> Path:
    texts = [*(row[0] for row in SENTENCES), *(g for gs in INVENTORY.values() for g in gs), *INVENTORY, "：【】。$"]
    return tiny_encoder(folder, texts)


def said(prediction: Prediction) -> Senses:
    return senses(prediction.answer)


def training(
    system: System,
    folder: Path,
    *changes: str,
    encoder: Path | None = None,
    train: Sequence[Example] = EXAMPLES,
    dev: Sequence[Example] = EXAMPLES,
    inventory: Inventory | None = INVENTORY,
    progress: Progress | None = None,
) -> Training:
    folder.mkdir(exist_ok=True)
    return Training(
        task=TASK,
        train=train,
        dev=dev,
        settings=make_settings(system.Settings, changes=changes),
        folder=folder,
        seed=3,
        encoder=encoder,
        inventory=inventory,
        progress=progress or NoProgress(),
        score=lambda answers: score_answers(TASK, dev, answers).main,
    )
