"""A benchmark with three tasks of its own (a judgement, fragments, tuples), made of the examples of ``tasks init``."""

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pingce.formats.taskfile.examples import example

Json = dict[str, Any]
NAME = "mybench"
TASKS = {"mood": "choice", "cause": "spans", "event": "tuples"}
PEOPLE = ("小王", "奶奶", "班长", "医生", "渔夫", "老张", "木匠", "记者")
ACTS = ("修好了屋顶", "写完了长信", "丢失了钥匙", "唱起了山歌", "错过了火车", "种下了梨树", "打翻了水缸", "收到了喜报")
PLACES = ("江边", "山顶", "车站", "院子里", "教室", "码头", "果园", "厨房")
MOODS = ("glad", "sad", "calm")


def fragment(text: str, part: str, **more: object) -> Json:
    start = text.index(part)
    return {**more, "text": part, "idxes": list(range(start, start + len(part)))}


def _mood(text: str, _who: str, act: str, _where: str) -> Json:
    return {"context": text, "mood": MOODS[ACTS.index(act) % 3]}


def _cause(text: str, who: str, act: str, where: str) -> Json:
    return {
        "context": text,
        "causes": [[fragment(text, f"在{where}{act}", role="cause"), fragment(text, f"{who}睡不着", role="effect")]],
    }


def _event(text: str, who: str, act: str, where: str) -> Json:
    roles = (("who", who), ("does", act), ("where", where))
    return {
        "context": text,
        "events": [[{"role": role, "fragment": fragment(text, part)} for role, part in roles]],
        "corefs": [],
    }


ANSWERS: dict[str, Callable[[str, str, str, str], Json]] = {"mood": _mood, "cause": _cause, "event": _event}
KEYS = {"mood": "mood", "cause": "causes", "event": "events"}


def gold(name: str, count: int = 24) -> list[Json]:
    """Items of a task with their answers; no two of them alike."""
    chance = random.Random(7)
    triples = [(who, act, where) for who in PEOPLE for act in ACTS for where in PLACES]
    chance.shuffle(triples)
    records = []
    for i, (who, act, where) in enumerate(triples[:count]):
        text = f"{''.join(chance.sample('春夏秋冬风花雪月东南西北', 6))}那天在{where}{act}，{who}睡不着。"
        records.append({"qid": f"{name}-{i}", **ANSWERS[name](text, who, act, where)})
    return records


def question(name: str, record: Json) -> Json:
    return {key: value for key, value in record.items() if key in ("qid", "context")}


def write(path: Path, records: Sequence[Json]) -> Path:
    path.write_text("".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records), encoding="utf-8")
    return path


def read(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def make_benchmark(folder: Path) -> Path:
    """A folder with its tasks, and a gold file for each."""
    (folder / "tasks").mkdir(parents=True)
    (folder / "benchmark.toml").write_text(f'name = "{NAME}"\n', encoding="utf-8")
    for name, shape in TASKS.items():
        (folder / "tasks" / f"{name}.toml").write_text(example(shape), encoding="utf-8")
        write(folder / f"{name}.jsonl", gold(name))
    return folder
