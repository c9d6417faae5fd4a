"""A shared task for the browser: a real pack of our own sentences, answers with planned mistakes, what they score."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from pingce.formats.load import load_gold, load_predictions
from pingce.scoring.run import make_cases, score
from pingce.tasks.catalog import find_task
from tests.release.making import GOLD, make_pack

TASKS = tuple(f"space2022/task{number}" for number in (1, 2, 3))
Record = dict[str, Any]
Mistakes = tuple[int, int, int]
"""By subtask: every so-manyth answer is wrong."""


@dataclass(frozen=True)
class Contest:
    """A pack and, since we made it, the answers."""

    folder: Path
    pack: Path

    @property
    def archive(self) -> Path:
        """The pack as an organiser uploads it."""
        path = self.folder / "pack.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(self.pack.rglob("*")):
                if file.is_file():
                    archive.write(file, file.relative_to(self.pack.parent))
        return path

    def gold_file(self, part: str, task: str) -> Path:
        return self.pack / "private" / f"{task}_{part}.jsonl"

    def gold(self, part: str, task: str) -> list[Record]:
        return [json.loads(line) for line in self.gold_file(part, task).read_text(encoding="utf-8").splitlines()]

    def answers(self, part: str, mistakes: Mistakes) -> dict[str, bytes]:
        """All subtasks answered."""
        return {
            task: _lines([_answer(one, wrong=i % every == 0) for i, one in enumerate(self.gold(part, task))])
            for task, every in zip(TASKS, mistakes, strict=True)
        }

    def handed_in(self, part: str, mistakes: Mistakes, name: str) -> Path:
        """The same as one archive to hand in."""
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for task, data in self.answers(part, mistakes).items():
                archive.writestr(f"{task.rpartition('/')[2]}.jsonl", data)
        path = self.folder / name
        path.write_bytes(out.getvalue())
        return path

    def values(self, part: str, mistakes: Mistakes) -> list[float]:
        """What `pingce score` says about them."""
        return [self._value(part, task, data) for task, data in self.answers(part, mistakes).items()]

    def _value(self, part: str, task: str, data: bytes) -> float:
        spec = find_task(task)
        path = self.folder / "predicted.jsonl"
        path.write_bytes(data)
        gold = load_gold(spec, str(self.gold_file(part, task)))
        result = score(spec, make_cases(gold.items, gold.answers, load_predictions(spec, str(path), gold).answers))
        measure, number = result.ranked_by
        return result.measures[measure].numbers[number]

    def secrets(self) -> list[str]:
        """What must not be in any response before the results are out: every answer of the test part, as text."""
        return [_secret(one) for task in TASKS[1:] for one in self.gold("test", task)]


def make_contest(folder: Path) -> Contest:
    chosen = [one for one in GOLD if one.startswith("space2022/")]
    return Contest(folder, make_pack(folder, chosen).path)


def overall(teams: Mapping[str, Sequence[float]], baseline: Mapping[str, Sequence[float]]) -> dict[str, list[str]]:
    """By row the cells of the overall board: score and Z of every subtask, mean Z. Worked out again, by the book."""
    spreads = [(fmean(column), stdev(column)) for column in zip(*teams.values(), strict=True)]
    found = {}
    for name, values in {**teams, **baseline}.items():
        zs = [(value - mean) / deviation for value, (mean, deviation) in zip(values, spreads, strict=True)]
        cells = [f"{number:z.4f}" for pair in zip(values, zs, strict=True) for number in pair]
        found[name] = [*cells, f"{fmean(zs):z.4f}"]
    return found


def _answer(record: Record, *, wrong: bool) -> Record:
    said = {key: value for key, value in record.items() if key in ("qid", "judge", "reasons", "outputs")}
    if "judge" in said:
        said["judge"] = 1 - said["judge"] if wrong else said["judge"]
    elif "reasons" in said:
        said["reasons"] = list({reason["type"]: reason for reason in said["reasons"]}.values())
        if wrong:
            said["reasons"] = [_cut(said["reasons"][0])]
    elif wrong:
        said["outputs"] = said["outputs"][:1]
    return said


def _cut(reason: Record) -> Record:
    """Boundaries drawn too tight."""
    cut = [{**one, "text": one["text"][:1], "idxes": one["idxes"][:1]} for one in reason["fragments"]]
    return {**reason, "fragments": cut}


def _lines(records: Sequence[Record]) -> bytes:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records).encode()


def squeezed(text: str) -> str:
    """Without blanks, and characters as themselves: however JSON was written."""
    return "".join(text.split())


def _secret(record: Record) -> str:
    answer = {key: value for key, value in record.items() if key in ("reasons", "outputs")}
    return squeezed(json.dumps(answer, ensure_ascii=False))[1:-1]
