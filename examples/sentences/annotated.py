"""Writes examples/annotated: right answers to what becomes of the corpus, in the layouts of the tasks.

Ratings are finer than any task's file, so theirs is a layout of its own.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pingce.formats.encode import Json, encode_record
from pingce.formats.write import write_jsonl
from pingce.spec.values import Answer, Item, Reason, Verdict
from pingce.tasks.catalog import TASKS

from .answers import coref_sets, role_spans, step_tuple
from .seen import SEEN, Seen
from .stepped import STEPPED

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
SAME = (
    "两段文本的差异是“{old}”和“{new}”。虽然用词有别，“{old}”和“{new}”在这里说的却是同一处。"
    "所以，两段文本可以描述同一个空间场景。"
)
OTHER = "两段文本的差异是“{old}”和“{new}”。“{old}”和“{new}”在这里说的不是同一处。所以，两段文本不能描述同一个空间场景。"


def write(folder: Path) -> None:
    write_jsonl(folder / "rating.jsonl", list(_ratings()))
    write_jsonl(folder / "attribution.jsonl", list(_attributions()))
    write_jsonl(folder / "scene.jsonl", list(_scenes()))
    write_jsonl(folder / "step.jsonl", list(_steps()))


def _ratings() -> Iterator[dict[str, Json]]:
    for qid, text, seen in seen_passages():
        yield {"qid": qid, "context": seen.replaced.apply(text), "rating": seen.rating}


def _attributions() -> Iterator[dict[str, Json]]:
    for qid, text, seen in seen_passages():
        if seen.replaced.why:
            replaced = seen.replaced.apply(text)
            reasons = tuple(Reason(why.type, role_spans(replaced, why.roles)) for why in seen.replaced.why)
            yield _record("space2022/task2", qid, {"text": replaced}, {"reasons": reasons})


def _scenes() -> Iterator[dict[str, Json]]:
    for qid, text, seen in seen_passages():
        if seen.same_scene is not None:
            words = (SAME if seen.same_scene else OTHER).format(old=seen.replaced.old, new=seen.replaced.new)
            verdict = Verdict("true" if seen.same_scene else "false", words)
            texts = {"text1": text, "text2": seen.replaced.apply(text)}
            yield _record("space2023/task3", qid, texts, {"verdicts": (verdict,)})


def _steps() -> Iterator[dict[str, Json]]:
    for genre, passages in STEPPED.items():
        for line, steps, corefs in passages:
            text = passage(genre, line)
            answer: Answer = {
                "tuples": tuple(step_tuple(text, step) for step in steps),
                "corefs": coref_sets(text, corefs),
                "non_corefs": (),
            }
            yield _record("space2022/task3", f"{genre}-{line}", {"text": text}, answer)


def seen_passages() -> Iterator[tuple[str, str, Seen]]:
    """The passages of the corpus with what becomes of each and how a careful reader sees it, by id."""
    for genre, sentences in SEEN.items():
        for seen in sentences:
            yield f"{genre}-{seen.line}", passage(genre, seen.line), seen


def passage(genre: str, line: int) -> str:
    return _lines(genre)[line - 1]


@cache
def _lines(genre: str) -> list[str]:
    [file] = (CORPUS / genre).glob("*.txt")
    return file.read_text(encoding="utf-8").splitlines()


def _record(task: str, qid: str, texts: dict[str, str], answer: Answer) -> dict[str, Json]:
    return encode_record(TASKS[task], Item(qid, texts), answer, with_texts=True, gold=True)
