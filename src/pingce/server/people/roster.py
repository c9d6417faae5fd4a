"""A list of people as CSV: all of its problems at once, or everybody in it."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.spec.errors import PlacedProblem
from pingce.spec.words import Words
from pingce.store.errors import Refused
from pingce.store.people import ROLE_TITLES, Role
from pingce.store.tables.people import User

from .accounts import NAME, NewPersonView, create_user, plain_name
from .secrets import LONGEST_PASSWORD, SHORTEST_PASSWORD, Password, hash_password, make_password

COLUMNS = ("name", "title", "roles", "groups", "password")
MOST_PEOPLE = 1000
ROLES = {word: role for role, title in ROLE_TITLES.items() for word in (role.value, title.zh)}
"""As the API names them, and as the pages show them in Chinese."""


@dataclass(frozen=True)
class RosterLine:
    """A person of the list, ready to be added."""

    line: int
    name: str
    title: str
    roles: tuple[Role, ...]
    groups: tuple[str, ...]
    password: Password


class BadRosterError(Refused):
    """Carries every problem of the file."""

    def __init__(self, problems: Sequence[PlacedProblem]) -> None:
        self.problems = list(problems)
        count = len(self.problems)
        super().__init__(
            Words(f"名单中有 {count} 处问题，没有添加任何人。", f"The list has {count} problems; nobody was added."),
            code="bad-roster",
        )

    def __str__(self) -> str:
        return "\n".join([*(f"{p.where}: {p.message.en}" for p in self.problems), self.message])


@dataclass(frozen=True)
class Roster:
    """What was read: passwords are hashed already, so that no transaction waits for that."""

    lines: list[RosterLine]
    problems: list[PlacedProblem]
    names: dict[str, int] = field(default_factory=dict)
    """All names and their lines, so that those already taken are told together with the other problems."""


def import_roster(db: Session, roster: Roster, *, now: float) -> list[NewPersonView]:
    """Everybody in the list, with the passwords that were made for those who had none."""
    taken = db.scalars(select(User.name).where(User.name.in_(roster.names)))
    problems = roster.problems + [
        PlacedProblem(f"line {roster.names[name]}", Words(f"用户名“{name}”已有人使用", f"the name '{name}' is taken"))
        for name in taken
    ]
    if problems:
        raise BadRosterError(sorted(problems, key=lambda problem: (len(problem.where), problem.where)))
    return [
        create_user(
            db,
            line.name,
            title=line.title,
            roles=line.roles,
            groups=line.groups,
            password=line.password,
            now=now,
        )
        for line in roster.lines
    ]


def read_roster(data: bytes) -> Roster:
    """Columns `name` and, where wanted, `title`, `roles`, `groups` (with spaces between), `password`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        where = f"byte {problem.start}"
        return Roster([], [PlacedProblem(where, Words("不是 UTF-8 文本", "this is not UTF-8 text"))])
    rows = csv.reader(io.StringIO(text))
    try:
        header = [cell.strip().lower() for cell in next(rows, [])]
        if wrong := _header_problems(header):
            return Roster([], wrong)
        cells = [(rows.line_num, dict(zip(header, row, strict=False))) for row in rows if any(map(str.strip, row))]
    except csv.Error as problem:
        what = Words(f"不是 CSV：{problem}", f"this is not CSV: {problem}")
        return Roster([], [PlacedProblem(f"line {rows.line_num}", what)])
    return _read_lines(cells)


def _header_problems(header: list[str]) -> list[PlacedProblem]:
    problems = []
    if "name" not in header:
        problems.append(Words("第一行要有 name 一列", "the first line needs a column 'name'"))
    problems += [
        Words(
            f"不认识的列“{cell}”；可用：{'、'.join(COLUMNS)}", f"unknown column '{cell}'; known: {', '.join(COLUMNS)}"
        )
        for cell in header
        if cell not in COLUMNS
    ]
    if len(set(header)) < len(header):
        problems.append(Words("有重复的列", "a column appears twice"))
    return [PlacedProblem("line 1", problem) for problem in problems]


def _read_lines(cells: list[tuple[int, dict[str, str]]]) -> Roster:
    good, problems, seen = [], [], dict[str, int]()
    for number, cell in cells:
        messages = list(_line_problems(cell))
        name = plain_name(cell.get("name", ""))
        if name in seen:
            messages.append(Words(f"与第 {seen[name]} 行重名", f"the same name as in line {seen[name]}"))
        seen.setdefault(name, number)
        problems += [PlacedProblem(f"line {number}", message) for message in messages]
        if not messages:
            good.append((number, name, cell))
    if len(cells) > MOST_PEOPLE:
        problems.append(
            PlacedProblem(
                f"line {cells[MOST_PEOPLE][0]}", Words(f"一次最多 {MOST_PEOPLE} 人", f"at most {MOST_PEOPLE} at once")
            )
        )
    # Hashing is the slow part: only for a list that will be used.
    return Roster([] if problems else [_line(*line) for line in good], problems, seen)


def _line_problems(cell: dict[str, str]) -> Iterator[Words]:
    name = plain_name(cell.get("name", ""))
    if not NAME.fullmatch(name):
        yield Words(f"“{name}”不能作用户名", f"'{name}' cannot be a name")
    if "\x00" in (cell.get("title") or "") + (cell.get("groups") or ""):
        yield Words("含有 NUL 字符", "there is a NUL character in it")
    if len(cell.get("title") or "") > 128:
        yield Words("称呼太长（最多 128 个字符）", "the title is too long (at most 128 characters)")
    for role in (cell.get("roles") or "").split():
        if role not in ROLES:
            titles = Words("、".join(title.zh for title in ROLE_TITLES.values()), ", ".join(Role))
            yield Words(f"没有角色“{role}”；可用：{titles.zh}", f"there is no role '{role}'; known: {titles.en}")
    for group in (cell.get("groups") or "").split():
        if len(group) > 64:
            yield Words("组名太长（最多 64 个字符）", "the name of a group is too long (at most 64 characters)")
    password = cell.get("password") or ""
    least, most = SHORTEST_PASSWORD, LONGEST_PASSWORD
    if password and not least <= len(password) <= most:
        yield Words(f"密码应有 {least} 至 {most} 个字符", f"a password has {least} to {most} characters")


def _line(number: int, name: str, cell: dict[str, str]) -> RosterLine:
    return RosterLine(
        line=number,
        name=name,
        title=(cell.get("title") or "").strip(),
        roles=tuple(ROLES[role] for role in (cell.get("roles") or Role.ANNOTATOR).split()),
        groups=tuple((cell.get("groups") or "").split()),
        password=hash_password(given) if (given := cell.get("password")) else make_password(),
    )
