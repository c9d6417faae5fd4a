"""Where somebody's notifications are mailed to: an address they have shown to be theirs, on or off.

A new address is confirmed with a code that is sent there. The code is a signature of person and address, so nothing is
kept for an address that nobody confirms.
"""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from pingce.spec.words import Lang, Words
from pingce.store.errors import Refused
from pingce.store.people import Actor
from pingce.store.tables.notifications import MailSetting

from ..mail import Letter, is_address
from .secrets import same_key, signature

CODE_DIGITS = 8
SUBJECT = Words("评测：确认邮箱", "pingce: confirm your address")
TEXT = Words(
    "验证码：{code}\n\n{name} 想把评测工作台的通知发到这个邮箱。不是你要的，就不必理会这封信。\n",
    "Code: {code}\n\n{name} asked for notifications of the pingce workbench at this address. If that was not you, do "
    "nothing.\n",
)


@dataclass(frozen=True, slots=True)
class MailSettingView:
    """`available`: this server can send mail; `sent`: a code was sent to a new address, which is not kept yet."""

    available: bool
    address: str
    active: bool
    sent: bool = False


def mail_setting(db: Session, actor: Actor, *, available: bool) -> MailSettingView:
    """As it is kept."""
    row = db.get(MailSetting, actor.id)
    return MailSettingView(available, row.address if row else "", row.active if row else False)


def is_confirmed(db: Session, actor: Actor, address: str) -> bool:
    """Whether the address is the one that was confirmed before."""
    row = db.get(MailSetting, actor.id)
    return row is not None and row.address == address


def address_code(secret: bytes, actor: Actor, address: str) -> str:
    """What is sent to an address and typed in by whoever reads it there."""
    return str(int(signature(secret, "mail", str(actor.id), address), 16))[-CODE_DIGITS:]


def check_address(address: str) -> None:
    """Refuses what no letter can be sent to."""
    if not is_address(address):
        raise Refused(Words("这不是邮箱地址。", "This is no mail address."), code="bad-address")


def check_code(secret: bytes, actor: Actor, address: str, code: str) -> None:
    """Refuses a code that does not belong to the address."""
    if not same_key(code.strip(), address_code(secret, actor, address)):
        raise Refused(Words("验证码不对。", "The code is wrong."), code="bad-code")


def code_letter(secret: bytes, actor: Actor, address: str, lang: Lang) -> Letter:
    """The letter with the code."""
    code = address_code(secret, actor, address)
    return Letter(address, SUBJECT.say(lang), TEXT.say(lang).format(code=code, name=actor.name))


def keep_setting(db: Session, actor: Actor, address: str, *, active: bool, now: float) -> None:
    """From now on; what happened before is not mailed."""
    row = db.get(MailSetting, actor.id)
    if row is None:
        row = MailSetting(user_id=actor.id, address=address, active=active, since=now)
        db.add(row)
    if active and not row.active:
        row.since = now
    row.address, row.active = address, active
    db.flush()
