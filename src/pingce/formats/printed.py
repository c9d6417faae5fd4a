"""Records as a rules page prints them, where the files are different (SpaCE2023 task 1).

The page calls the answer ``fragments`` instead of ``results`` and the roles S, P and E, whether they form one group or
two; the files number the roles of both. Where a role comes again in the printed form, the second group begins.
"""

from collections.abc import Iterator, Sequence
from typing import cast

from pingce.spec.errors import UserError
from pingce.spec.problem import Violation, shown
from pingce.spec.task import PrintedForm, TaskSpec
from pingce.spec.words import Words, same

from .encode import Json
from .jsonsyntax import Record


def is_printed(task: TaskSpec, record: Record) -> bool:
    """Whether a record has the page's key and not that of the files."""
    return task.printed is not None and task.printed.key in record and task.printed.own_key not in record


def from_printed(task: TaskSpec, record: Record) -> tuple[Record, Violation]:
    """A record of the page in the form of the files, with the warning; the decoder reports what is out of shape."""
    form = task.printed
    assert form is not None, "only asked about records in this form"
    names = {form.key: form.own_key}
    if task.id_key not in record:
        names[form.id_key] = task.id_key
    own = {names.get(key, key): value for key, value in record.items()}
    answers = own[form.own_key]
    if isinstance(answers, list):
        own[form.own_key] = [_numbered(form, answer) if isinstance(answer, list) else answer for answer in answers]
    return own, Violation("page-form", form.key, shown(form.key), same(form.own_key))


def to_printed(task: TaskSpec, record: dict[str, Json]) -> dict[str, Json]:
    """A record of the files as the page prints it; refused where the page's roles cannot tell the groups apart."""
    form = require_printed(task)
    answers = cast("list[list[dict[str, Json]]]", record.get(form.own_key, []))
    printed: list[Json] = []
    for answer in answers:
        roles = [str(span["role"]) for span in answer]
        plain = [role[:-1] if role[:-1] in form.roles else role for role in roles]
        if list(_groups(form, plain)) != roles:
            raise UserError(
                Words(
                    f"题目 {record[task.id_key]} 的角色 {'、'.join(roles)} 在规则页的形式里分不清两组。",
                    f"Item {record[task.id_key]}: the page's form cannot tell the groups of {', '.join(roles)} apart.",
                ),
                hint=Words("请用文件的形式。", "Use the form of the files."),
                code="no-conversion",
            )
        printed.append([{**span, "role": role} for span, role in zip(answer, plain, strict=True)])
    return {
        (form.key if key == form.own_key else key): printed if key == form.own_key else record[key] for key in record
    }


def require_printed(task: TaskSpec) -> PrintedForm:
    """How the page of a task prints records; refused where that is how the files are, or not known."""
    if task.printed is None:
        raise UserError(
            Words(f"{task.id} 没有另外的规则页形式。", f"{task.id} has no other form on its page."),
            hint=Words("请去掉 --form page。", "Leave out --form page."),
            code="no-conversion",
        )
    return task.printed


def _numbered(form: PrintedForm, answer: Sequence[object]) -> list[object]:
    roles = [span.get("role") if isinstance(span, dict) else None for span in answer]
    return [
        {**span, "role": role} if isinstance(span, dict) and "role" in span else span
        for span, role in zip(answer, _groups(form, roles), strict=True)
    ]


def _groups(form: PrintedForm, roles: Sequence[object]) -> Iterator[object]:
    """Roles with the number of their group; roles of no group, and those of a third one, stay as they are."""
    group, seen = 1, set[str]()
    for role in roles:
        if not isinstance(role, str) or role not in form.roles:
            yield role
            continue
        if role in seen:
            group, seen = group + 1, set()
        seen.add(role)
        yield f"{role}{group}" if group <= form.groups else role
