"""Lists of words people give: those sentences are wanted for, and those the experts leave out."""

import csv
from pathlib import Path

import msgspec

from pingce.corpus.entries import by_word, read_entries, read_lines
from pingce.spec.errors import UserError, cannot_read
from pingce.spec.words import Words, same


class _Line(msgspec.Struct):
    """A line of ``pingce corpus words``, or an entry; which it is shows in what it has."""

    word: str
    senses: int | None = None
    glosses: list[msgspec.Raw] | None = None
    excluded: str = ""


def read_targets(path: Path) -> dict[str, int]:
    """Chosen words (without the excluded ones), entries, or an inventory → number of senses by word."""
    if path.suffix == ".json":
        senses = {word: len(entry.glosses) for word, entry in by_word(read_entries(path)).items()}
    else:
        senses = _lines(path)
    if not senses:
        raise UserError(Words(f"{path} 里没有词。", f"{path} has no words."), code="empty-file")
    return senses


def _lines(path: Path) -> dict[str, int]:
    senses_by_word: dict[str, int] = {}
    for number, record in read_lines(path, _Line):
        senses = record.senses if record.senses is not None else len(record.glosses or ())
        if not senses or not record.word:
            hint = Words(
                "应为 pingce corpus words 的输出、词条文件或释义表。",
                "Expected the output of pingce corpus words, entries, or an inventory.",
            )
            raise UserError(
                Words(f"{path}:{number}：没有义项数。", f"{path}:{number}: no number of senses."),
                hint=hint,
                code="bad-entry",
            )
        if not record.excluded:
            senses_by_word[record.word] = senses
    return senses_by_word


HEADER = ("word", "reason")


def read_exclusions(path: Path) -> dict[str, str]:
    """Words with reasons; a header ``word,reason`` may be there. A word without a reason is refused."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(enumerate(csv.reader(file, strict=True), start=1))
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise cannot_read(path, same(str(problem))) from problem
    reasons: dict[str, str] = {}
    for number, row in rows:
        cells = [cell.strip() for cell in row]
        if not any(cells) or (number == 1 and tuple(cells) == HEADER):
            continue
        if len(cells) != 2 or not all(cells):
            raise UserError(
                Words(
                    f"{path}:{number}：实际 {','.join(cells)}；应为 词,理由。",
                    f"{path}:{number}: found {','.join(cells)}; expected word,reason.",
                ),
                hint=Words("每个排除的词都要写明理由。", "Every exclusion needs its reason."),
                code="bad-exclusion",
            )
        reasons.setdefault(cells[0], cells[1])
    return reasons
