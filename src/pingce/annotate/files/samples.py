"""Small files to start from: what a file of one's own sentences may look like for a form.

Every sample can be imported as it is; a test does so for every form and kind.
"""

import csv
import io
import json
from typing import Literal, get_args

from pingce.spec.errors import UserError
from pingce.spec.words import Words

from ..forms import Form
from .own import need_own_files
from .passages import ID

SampleKind = Literal["txt", "csv", "jsonl", "xlsx"]
SAMPLE_KINDS: tuple[SampleKind, ...] = get_args(SampleKind)
SENTENCES = (
    ("小猫从箱子里跳出来，钻到桌子下面去了。", "跳"),
    ("他把书放在窗台上，又走回屋里。", "放"),
    ("孩子们围着老槐树跑了一圈。", "跑"),
)
"""Sentences of our own, each with a word in it."""
OPTIONS = ("里面", "外面", "上面", "下面")


def sample_file(form: Form, kind: SampleKind) -> bytes:
    """A file of that kind with three items of the form."""
    need_own_files(form)
    if kind == "txt":
        if len(form.task.texts) > 1 or form.task.options is not None:
            raise UserError(
                Words("这个任务的一题不止一段文本，请用表格。", "An item of this task has several texts: use a table."),
                code="no-such-sample",
            )
        return "".join(f"{sentence}\n" for sentence, _ in SENTENCES).encode()
    records = [_record(form, number) for number in range(len(SENTENCES))]
    if kind == "jsonl":
        return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()
    rows = [list(records[0]), *(list(record.values()) for record in records)]
    if kind == "csv":
        out = io.StringIO(newline="")
        csv.writer(out).writerows(rows)
        return b"\xef\xbb\xbf" + out.getvalue().encode()  # the mark tells spreadsheets that it is UTF-8
    return _workbook(rows)


def _record(form: Form, number: int) -> dict[str, str]:
    sentence, word = SENTENCES[number]
    record = {ID: f"s{number + 1}"}
    for place, text in enumerate(form.task.texts):
        record[text.key] = SENTENCES[(number + place) % len(SENTENCES)][0] if place and text.passage else sentence
        if not text.passage:
            record[text.key] = word
    if form.task.options is not None:
        record |= dict(zip(form.task.options.letters, OPTIONS, strict=False))
    return record


def _workbook(rows: list[list[str]]) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
