"""The list behind the bell, and where notifications are mailed to."""

from typing import Annotated

from fastapi import APIRouter, BackgroundTasks, Query
from pydantic import Field

from pingce.spec.words import Lang, Words
from pingce.store.errors import Refused
from pingce.store.tables.notifications import ADDRESS_LENGTH, PLACE_LENGTH

from ..http.json_body import StrictRoute
from ..http.sign_in_lines import count_attempt
from ..people import attempts, mail_settings
from ..people.mail_settings import MailSettingView
from ..people.notifications import NotificationsView, list_notifications, mark_read
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.common import Id, In

router = APIRouter(tags=["notifications"], route_class=StrictRoute)


class NotificationsReadIn(In):
    """`until`: the newest that was shown; `place`: only those of one place."""

    until: Id
    place: Annotated[str, Field(max_length=PLACE_LENGTH)] | None = None


class MailSettingIn(In):
    """`code`: for a new address, as it was sent there; without it the code is sent."""

    address: Annotated[str, Field(max_length=ADDRESS_LENGTH)]
    active: bool
    code: Annotated[str, Field(max_length=20)] = ""


@router.get("/notifications", summary="What happened for the person who asks, newest first")
def see_notifications(
    context: Annotated[RequestContext, allow(Action.OWN_ACCOUNT)],
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> NotificationsView:
    with context.reading() as db:
        return list_notifications(db, context.actor, limit=limit)


@router.post("/notifications/read", summary="Mark notifications as read")
def read_notifications(
    body: NotificationsReadIn, context: Annotated[RequestContext, allow(Action.OWN_SECRETS)]
) -> NotificationsView:
    with context.writing(flush=False) as db:
        mark_read(db, context.actor, until=body.until, place=body.place, now=context.now)
        return list_notifications(db, context.actor, limit=30)


@router.get("/me/mail", summary="Where one's notifications are mailed to")
def see_mail(context: Annotated[RequestContext, allow(Action.OWN_ACCOUNT)]) -> MailSettingView:
    with context.reading() as db:
        return mail_settings.mail_setting(db, context.actor, available=context.server.mailer.configured)


@router.put("/me/mail", summary="Have notifications mailed, or not; a new address is confirmed with a code")
def set_mail(
    body: MailSettingIn,
    context: Annotated[RequestContext, allow(Action.OWN_SECRETS)],
    background: BackgroundTasks,
) -> MailSettingView:
    mailer, actor, secret = context.server.mailer, context.actor, context.server.secret
    if not mailer.configured:
        raise Refused(
            Words("没有设置邮件服务器（PINGCE_SMTP_HOST）。", "There is no mail server (PINGCE_SMTP_HOST)."),
            code="no-mail",
        )
    address = body.address.strip()
    with context.reading() as db:
        confirmed = mail_settings.is_confirmed(db, actor, address)
    if not confirmed:
        mail_settings.check_address(address)
        keys = attempts.own_key(secret, actor.id)
        count_attempt(context, keys, now=context.now)
        if not body.code:
            assert context.who is not None
            lang: Lang = "en" if context.who.lang == "en" else "zh"
            background.add_task(mailer.send, [mail_settings.code_letter(secret, actor, address, lang)])
            return MailSettingView(available=True, address=address, active=False, sent=True)
        mail_settings.check_code(secret, actor, address, body.code)
    with context.writing() as db:
        mail_settings.keep_setting(db, actor, address, active=body.active, now=context.now)
        return mail_settings.mail_setting(db, actor, available=True)
