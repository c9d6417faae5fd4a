"""A database that a demo has filled says so, that nobody takes it for a new installation."""

from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from pingce.spec.errors import UserError
from pingce.spec.words import Words
from pingce.store.people import Role, split_roles
from pingce.store.tables.marks import Mark
from pingce.store.tables.people import User

from .people import PEOPLE

NAME, DEMO = "made-for", "demo"


def mark_demo(db: Session) -> None:
    db.merge(Mark(name=NAME, value=DEMO))


def need_own_administrator(db: Session, file: Path | None) -> None:
    """Nobody knows the passwords of a demo's people: served without --demo it would let nobody in, and say nothing.

    Where somebody made an administrator of their own meanwhile, they can sign in, and the database is theirs.
    ``file``: where a SQLite database is; of others the address is not repeated.
    """
    marked = db.scalar(select(Mark.value).where(Mark.name == NAME)) == DEMO
    if not marked or _has_administrator(db):
        return
    called = Words(f"{file} ", f"{file}") if file is not None else Words("这个数据库", "This database")
    again = f" --database {file}" if file is not None else " --database …"
    raise UserError(
        Words(
            f"{called.zh}是演示的数据库：里面的人没有密码，不用 --demo 谁也登录不了。",
            f"{called.en} is a demo's database: its people have no passwords, so without --demo nobody could sign in.",
        ),
        hint=Words(
            "正式使用请换一个新的地方（项目的文件也放在它旁边）：pingce serve --database work/pingce.db。"
            f"接着看演示：pingce serve --demo{again}。这里什么也没有动。",
            "To start for real take a new place, where the project's files will be, too: pingce serve --database "
            f"work/pingce.db. To go on with the demo: pingce serve --demo{again}. Nothing was changed here.",
        ),
        code="demo-database",
    )


def _has_administrator(db: Session) -> bool:
    demo = {person.name for person in PEOPLE}
    users = db.scalars(select(User).where(User.active.is_(True)))
    return any(Role.ADMIN in split_roles(user.roles) and user.name not in demo for user in users)
