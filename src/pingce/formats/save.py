"""Writing items and answers in any of a task's file kinds.

``kind_for`` decides by the name of the file what kind it becomes; ``save`` writes it whole or not at all. Predictions,
conversions and exports all end here.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, assert_never, cast

from pingce.spec.errors import UserError
from pingce.spec.task import FileKind, TaskSpec
from pingce.spec.values import Answer, Item, Senses
from pingce.spec.words import Words

from .encode import Json, encode_record
from .printed import require_printed, to_printed
from .sense_collections import by_gloss, micls_lines
from .senses import Inventory, escher_lines, glossbert_lines, plain_lines
from .sheet import sheet
from .write import Newline, write_array, write_jsonl, write_lines, write_text

Part = Literal["all", "questions", "answers"]
PARTS: tuple[Part, ...] = ("all", "questions", "answers")
RecordForm = Literal["files", "page"]
"""Records as the published files have them, or as the rules page prints them."""
ENDINGS: dict[str, FileKind] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".txt": "lines",
    ".csv": "glossbert",
    ".tsv": "glossbert",
}

Pair = tuple[Item, Answer | None]


def kind_for(task: TaskSpec, path: Path, *, has_format_option: bool = False) -> FileKind:
    """By the ending; the advice names --format only where the command has it."""
    kind = ENDINGS.get(path.suffix)
    if kind == "json" and kind not in task.kinds:
        kind = "by-gloss"  # the one JSON file that is no list of records
    if kind is None or kind not in task.kinds:
        raise UserError(
            Words(f"从 {path.name} 看不出要写哪种文件。", f"{path.name} does not say which kind of file to write."),
            hint=_how_to_choose(task, has_format_option=has_format_option),
            code="unknown-kind",
        )
    return kind


def _how_to_choose(task: TaskSpec, *, has_format_option: bool) -> Words:
    if has_format_option:
        return Words(
            f"{task.id} 的文件有 {'、'.join(task.kinds)}；请用 --format 选定。",
            f"{task.id} has the kinds {', '.join(task.kinds)}; choose one with --format.",
        )
    endings = [ending for ending, kind in ENDINGS.items() if kind in task.kinds]
    return Words(f"文件名应以 {'、'.join(endings)} 结尾。", f"Expected a name that ends in {' or '.join(endings)}.")


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
    form: RecordForm = "files",
) -> int:
    """Write a file, streaming where the kind allows it; returns the number of records or lines.

    ``kind`` is one of the task's kinds of files, ``part`` whether questions, answers or both are written, ``form``
    whether as the official files have it or as the rules page prints it.
    """
    if form == "page":
        require_printed(task)
    if kind not in task.kinds:
        raise UserError(
            Words(f"{task.id} 没有 {kind} 类文件。", f"{task.id} has no files of kind {kind}."),
            hint=Words(f"可用：{'、'.join(task.kinds)}。", f"It has: {', '.join(task.kinds)}."),
            code="unknown-kind",
        )
    match kind:
        case "json":
            return write_array(path, _records(task, pairs, part, form))
        case "jsonl":
            return write_jsonl(path, _records(task, pairs, part, form), newline=newline, final=final_newline)
        case "sheet":
            return _save_sheet(task, path, pairs)
        case "lines":
            return write_lines(path, plain_lines(_for_lines(pairs, part)), newline=newline, final=final_newline)
        case "escher":
            key_only = part == "answers"
            lines = escher_lines(_with_senses(pairs, texts=not key_only), key_only=key_only)
            return write_lines(path, lines, newline=newline, final=final_newline)
        case "glossbert":
            if inventory is None:
                raise UserError(
                    Words("GlossBERT 文件要列出全部候选释义。", "GlossBERT files list every candidate gloss."),
                    hint=Words("请给出 --inventory FILE。", "Give --inventory FILE."),
                    code="no-inventory",
                )
            return write_lines(path, glossbert_lines(_with_senses(pairs), inventory), newline=newline)
        case "by-gloss":
            words = by_gloss(_with_senses(pairs), inventory)
            write_text(path, json.dumps(words, ensure_ascii=False, indent=4))
            return sum(len(sentences) for glosses in words.values() for sentences in glosses.values())
        case "micls":
            return write_lines(path, micls_lines(_with_senses(pairs), inventory), newline=newline)
        case _:
            assert_never(kind)


def _records(task: TaskSpec, pairs: Iterable[Pair], part: Part, form: RecordForm) -> Iterator[dict[str, Json]]:
    for item, answer in pairs:
        record = encode_record(
            task,
            item,
            None if part == "questions" else answer,
            with_texts=part != "answers",
            gold=part != "answers",
        )
        yield to_printed(task, record) if form == "page" else record


def _save_sheet(task: TaskSpec, path: Path, pairs: Iterable[Pair]) -> int:
    names = [field.name for field in task.public_answer]
    # An answer that lacks a part was reported by the reader, which refuses the file at its end.
    answers = {
        item.id: [answer[name] == "1" for name in names]
        for item, answer in pairs
        if answer is not None and all(name in answer for name in names)
    }
    if not answers:
        raise UserError(
            Words("没有可以写进答卷的答案。", "There are no answers to put on a sheet."),
            hint=Words("请给出有答案的文件。", "Give a file with answers."),
            code="no-answers",
        )
    # The official script looks for the key …-dev whatever the split.
    record = sheet(task, answers, "dev", {"team_name": "", "institution": "", "email": ""})
    write_jsonl(path, [cast("dict[str, Json]", record)])
    return len(answers)


def _senses(answer: Answer | None) -> Senses | None:
    return cast("Senses | None", (answer or {}).get("senses"))


def _with_senses(pairs: Iterable[Pair], *, texts: bool = True) -> Iterator[tuple[Item, Senses]]:
    for item, answer in pairs:
        senses = _senses(answer)
        if senses is None:
            raise UserError(
                Words(f"题目 {item.id} 没有义项。", f"Item {item.id} has no senses."),
                hint=Words("这类文件要有答案。", "These files need answers."),
                code="no-senses",
            )
        _refuse_what_lines_cannot_hold(item, senses, texts=texts)
        yield item, senses


def _for_lines(pairs: Iterable[Pair], part: Part) -> Iterator[tuple[Item, Senses | None]]:
    for item, answer in pairs:
        senses = None if part == "questions" else _senses(answer)
        _refuse_what_lines_cannot_hold(item, senses, texts=True)
        yield item, senses


def _refuse_what_lines_cannot_hold(item: Item, senses: Senses | None, *, texts: bool) -> None:
    """Lines hold a sentence, a word and glosses; a submission may have scores or picks and no texts."""
    if texts and not {"sentence", "word"} <= item.texts.keys():
        raise UserError(
            Words(f"题目 {item.id} 缺少句子或目标词。", f"Item {item.id} has no sentence or no word."),
            hint=Words("只有 --format jsonl 可以没有。", "Only --format jsonl can do without."),
            code="no-texts",
        )
    if senses is not None and (senses.scores or senses.picks):
        raise UserError(
            Words(
                f"题目 {item.id} 带有分数或选项；这类文件只能写选定的释义。",
                f"Item {item.id} has scores or picks; these files hold chosen glosses only.",
            ),
            hint=Words("请用 --format jsonl。", "Use --format jsonl."),
            code="no-chosen-senses",
        )
