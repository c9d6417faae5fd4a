"""The experts' list of words to leave out: CSV with a word and a reason on each line."""

import csv
from pathlib import Path

from pingce.spec.errors import UserError, cannot_read
from pingce.spec.words import Words, same

HEADER = ("word", "reason")


def read_exclusions(path: Path) -> dict[str, str]:
    """Words with reasons; a header ``word,reason`` may be there. A word without a reason is refused."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(enumerate(csv.reader(file, strict=True), start=1))
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise cannot_read(path, same(str(problem))) from problem
    found: dict[str, str] = {}
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
        found.setdefault(cells[0], cells[1])
    return found
