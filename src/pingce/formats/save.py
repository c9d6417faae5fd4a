"""Writing items and answers in any of a task's file kinds."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, assert_never, cast

from pingce.spec.errors import UserError
from pingce.spec.task import FileKind, TaskSpec
from pingce.spec.values import Answer, Item, Senses

from .encode import Json, encode_record
from .senses import Inventory, escher_lines, glossbert_lines, plain_lines
from .sheet import sheet
from .write import Newline, write_array, write_jsonl, write_lines

Part = Literal["all", "questions", "answers"]
PARTS: tuple[Part, ...] = ("all", "questions", "answers")
ENDINGS: dict[str, FileKind] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".txt": "lines",
    ".csv": "glossbert",
    ".tsv": "glossbert",
}

Pair = tuple[Item, Answer | None]


def kind_for(task: TaskSpec, path: Path) -> FileKind:
    kind = ENDINGS.get(path.suffix)
    if kind is None or kind not in task.kinds:
        raise UserError(
            f"{path.name} does not say which kind of file to write.",
            hint=f"{task.id} has the kinds {', '.join(task.kinds)}; choose one with --as.",
            code="unknown-kind",
        )
    return kind


def save(
    task: TaskSpec,
    path: Path,
    pairs: Iterable[Pair],
    *,
    kind: FileKind,
    part: Part = "all",
    newline: Newline = "lf",
    final_newline: bool = True,
    inventory: Inventory | None = None,
) -> int:
    """Write a file, streaming where the kind allows it; returns the number of records or lines."""
    if kind not in task.kinds:
        raise UserError(
            f"{task.id} has no files of kind {kind}.", hint=f"It has: {', '.join(task.kinds)}.", code="unknown-kind"
        )
    match kind:
        case "json":
            return write_array(path, _records(task, pairs, part))
        case "jsonl":
            return write_jsonl(path, _records(task, pairs, part), newline=newline, final=final_newline)
        case "sheet":
            return _save_sheet(task, path, pairs)
        case "lines":
            chosen = ((item, None if part == "questions" else _senses(answer)) for item, answer in pairs)
            return write_lines(path, plain_lines(chosen), newline=newline, final=final_newline)
        case "escher":
            lines = escher_lines(_with_senses(pairs), key_only=part == "answers")
            return write_lines(path, lines, newline=newline, final=final_newline)
        case "glossbert":
            if inventory is None:
                raise UserError(
                    "GlossBERT files list every candidate gloss.", hint="Give --inventory FILE.", code="no-inventory"
                )
            return write_lines(path, glossbert_lines(_with_senses(pairs), inventory), newline=newline)
        case _:
            assert_never(kind)


def _records(task: TaskSpec, pairs: Iterable[Pair], part: Part) -> Iterator[dict[str, Json]]:
    for item, answer in pairs:
        yield encode_record(
            task,
            item,
            None if part == "questions" else answer,
            with_texts=part != "answers",
            gold=part != "answers",
        )


def _save_sheet(task: TaskSpec, path: Path, pairs: Iterable[Pair]) -> int:
    names = [field.name for field in task.public_answer]
    answers = {item.id: [answer[name] == "1" for name in names] for item, answer in pairs if answer}
    # The official script looks for the key …-dev whatever the split.
    record = sheet(task, answers, "dev", {"team_name": "", "institution": "", "email": ""})
    write_jsonl(path, [cast("dict[str, Json]", record)])
    return len(answers)


def _senses(answer: Answer | None) -> Senses | None:
    return cast("Senses | None", (answer or {}).get("senses"))


def _with_senses(pairs: Iterable[Pair]) -> Iterator[tuple[Item, Senses]]:
    for item, answer in pairs:
        senses = _senses(answer)
        if senses is None:
            raise UserError(f"Item {item.id} has no senses.", hint="These files need answers.", code="no-senses")
        yield item, senses
