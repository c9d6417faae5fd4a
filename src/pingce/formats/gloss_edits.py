"""Changes to the glosses of words: merge, split, reword, delete, add; from a reviewed file or from a page.

An edit says what became of every gloss it touches. Answers name glosses by text, so a text that a word once had is
never used again for another meaning: then every answer ever given can be read, whenever it was given. A merged or
reworded gloss has one successor and answers with it are mapped; one that was split or deleted has several or none, and
answers with it need somebody's decision.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from pingce.formats.findings import Findings
from pingce.formats.jsonfile import json_records
from pingce.formats.load import refuse_invalid
from pingce.formats.source import find_source
from pingce.spec.errors import UserError
from pingce.spec.problem import shown
from pingce.spec.words import Words

EditKind = Literal["merge", "split", "reword", "delete", "add"]
EDIT_KINDS: tuple[EditKind, ...] = get_args(EditKind)
NUMBERS: Mapping[EditKind, tuple[range, range]] = {
    "merge": (range(2, 100), range(1, 2)),
    "split": (range(1, 2), range(2, 100)),
    "reword": (range(1, 2), range(1, 2)),
    "delete": (range(1, 100), range(1)),
    "add": (range(1), range(1, 100)),
}
"""How many glosses an edit takes, and how many it makes."""
SAID: Mapping[EditKind, Words] = {
    "merge": Words("合并：两条以上变成一条", "merge: two or more become one"),
    "split": Words("拆分：一条变成两条以上", "split: one becomes two or more"),
    "reword": Words("改写：一条变成一条", "reword: one becomes one"),
    "delete": Words("删除：一条以上，没有新的", "delete: one or more, nothing new"),
    "add": Words("增加：只有新的", "add: new ones alone"),
}


@dataclass(frozen=True, slots=True)
class GlossEdit:
    """``glosses`` of ``word`` become ``into``, for a ``reason``."""

    word: str
    kind: EditKind
    glosses: tuple[str, ...]
    into: tuple[str, ...]
    reason: str


class EditedGlosses(NamedTuple):
    """The glosses of a word after an edit, and what those it touched became."""

    after: tuple[str, ...]
    became: dict[str, list[str]]


def edit_problem(glosses: Sequence[str], edit: GlossEdit, used: Iterable[str] = ()) -> Words | None:
    """Why an edit cannot be made; ``used``: texts the word had at any time."""
    takes, makes = NUMBERS[edit.kind]
    if len(set(edit.glosses)) not in takes or len(set(edit.into)) not in makes:
        return SAID[edit.kind]
    unknown = [gloss for gloss in edit.glosses if gloss not in glosses]
    if unknown:
        return Words(f"没有释义“{unknown[0]}”", f"there is no gloss '{unknown[0]}'")
    if any(not text.strip() for text in edit.into):
        return Words("释义不能为空", "a gloss cannot be empty")
    # A merge may keep the wording of one of its glosses: that text goes on meaning what it meant, and more.
    own = set(edit.glosses) if edit.kind == "merge" else set()
    taken = [text for text in edit.into if text in {*glosses, *used} - own]
    if taken:
        return Words(f"释义“{taken[0]}”已经用过", f"the gloss '{taken[0]}' was used before")
    if not edit.reason.strip():
        return Words("请写明理由", "say why")
    if len(glosses) - len(set(edit.glosses)) + len(edit.into) < 1:
        return Words("至少要留一条释义", "one gloss at least must stay")
    return None


def edit_glosses(glosses: Sequence[str], edit: GlossEdit) -> EditedGlosses:
    """The glosses in order, the new ones in place of the first they replace, or at the end."""
    touched = [gloss for gloss in glosses if gloss in edit.glosses]
    after: list[str] = []
    for gloss in glosses:
        if touched and gloss == touched[0]:
            after += edit.into
        if gloss not in touched:
            after.append(gloss)
    if not touched:
        after += edit.into
    return EditedGlosses(tuple(after), {gloss: list(edit.into) for gloss in touched if edit.into != (gloss,)})


def current_glosses(chosen: Sequence[str], changes: Iterable[Mapping[str, Sequence[str]]]) -> tuple[str, ...] | None:
    """What chosen glosses are called after all ``changes`` (oldest first); None where somebody must decide."""
    now = list(chosen)
    for became in changes:
        mapped: list[str] = []
        for gloss in now:
            successors = became.get(gloss)
            if successors is not None and len(successors) != 1:
                return None
            mapped.append(gloss if successors is None else successors[0])
        now = list(dict.fromkeys(mapped))
    return tuple(now)


def read_gloss_edits(path: Path | str) -> list[GlossEdit]:
    """A reviewed file: JSONL with ``word``, ``kind``, ``glosses``, ``into`` and ``reason``; all faults at once."""
    source = find_source(path)
    findings = Findings(source.name)
    edits, problems = [], []
    with refuse_invalid(findings):
        for line, record in json_records(source, findings):
            wrong = _wrong_record(record)
            if wrong is None:
                edits.append(
                    GlossEdit(
                        str(record["word"]),
                        record["kind"],  # type: ignore[arg-type] # one of EDIT_KINDS, as looked at
                        tuple(record.get("glosses") or ()),  # type: ignore[arg-type] # strings, as looked at
                        tuple(record.get("into") or ()),  # type: ignore[arg-type] # strings, as looked at
                        str(record["reason"]),
                    )
                )
            else:
                problems.append((f"{source.name}:{line}", wrong))
    if problems:
        raise bad_edits(problems)
    return edits


def _wrong_record(record: Mapping[str, object]) -> Words | None:
    for key in ("word", "reason"):
        if not isinstance(record.get(key), str) or not str(record[key]).strip():
            return Words(f"{key}：应为文字", f"{key}: expected words")
    if record.get("kind") not in EDIT_KINDS:
        kinds = ", ".join(EDIT_KINDS)
        return Words(
            f"kind：是 {shown(record.get('kind'))}；应为 {kinds}",
            f"kind: found {shown(record.get('kind'))}; expected {kinds}",
        )
    for key in ("glosses", "into"):
        value = record.get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            return Words(f"{key}：应为文字的列表", f"{key}: expected a list of words")
    return None


def bad_edits(problems: Sequence[tuple[str, Words]]) -> UserError:
    """All that is wrong with a file of edits, in one message."""
    zh = "\n".join(f"{where}：{words.zh}" for where, words in problems[:50])
    en = "\n".join(f"{where}: {words.en}" for where, words in problems[:50])
    count = len(problems)
    return UserError(
        Words(f"有 {count} 处问题，什么都没有改：\n{zh}", f"{count} problems; nothing was changed:\n{en}"),
        code="bad-gloss-edits",
    )
