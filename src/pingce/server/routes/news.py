"""Announcements with a feed and mail to teams, and questions to organisers."""

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import Response

from pingce.leaderboard.competition.services import news
from pingce.leaderboard.competition.views import NewsView, QuestionView
from pingce.spec.words import Words
from pingce.store.errors import Refused

from .. import feeds
from ..http.json_body import StrictRoute
from ..mail import Letter, MailedView
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.organising import NewsIn, QuestionAnswerIn, QuestionIn

router = APIRouter(tags=["news"], route_class=StrictRoute)


@router.get("/competitions/{competition}/news", summary="Announcements, newest first")
def list_news(
    competition: PathId, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]
) -> list[NewsView]:
    with context.reading() as db:
        return news.news(db, context.visitor, competition)


@router.get(
    "/competitions/{competition}/news/rss",
    summary="Announcements as RSS",
    response_class=Response,
    responses={200: {"description": "RSS 2.0", "content": {"application/rss+xml": {}}}},
)
def news_feed(
    competition: PathId, request: Request, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]
) -> Response:
    """What everybody may see, whoever asks."""
    with context.reading() as db:
        items, title = news.news(db, None, competition), news.competition_title(db, competition)
    address = f"{str(request.base_url).rstrip('/')}/competitions/{competition}/news"
    return Response(feeds.rss(title, address, items), media_type=feeds.MEDIA_TYPE)


@router.post("/competitions/{competition}/news", summary="Announce something, now or from a date on", status_code=201)
def add_news(
    competition: PathId, body: NewsIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> list[NewsView]:
    with context.writing() as db:
        news.add_news(db, context.actor, competition, **body.model_dump())
        return news.news(db, context.actor, competition)


@router.put("/competitions/{competition}/news/{item}", summary="Change an announcement")
def change_news(
    competition: PathId,
    item: PathId,
    body: NewsIn,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
) -> list[NewsView]:
    with context.writing() as db:
        news.change_news(db, context.actor, competition, item, **body.model_dump())
        return news.news(db, context.actor, competition)


@router.delete("/competitions/{competition}/news/{item}", summary="Take an announcement off the page")
def remove_news(
    competition: PathId, item: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> list[NewsView]:
    with context.writing() as db:
        news.remove_news(db, context.actor, competition, item)
        return news.news(db, context.actor, competition)


@router.post("/competitions/{competition}/news/{item}/mail", summary="Send an announcement to the teams' addresses")
def mail_news(
    competition: PathId,
    item: PathId,
    request: Request,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
) -> MailedView:
    """One letter per team that takes part; says which could not be delivered. Without a mail server nothing is sent."""
    mailer = context.server.mailer
    if not mailer.configured:
        raise Refused(
            Words("没有设置邮件服务器（PINGCE_SMTP_HOST）。", "There is no mail server (PINGCE_SMTP_HOST)."),
            code="no-mail",
        )
    with context.reading() as db:
        circular = news.circular(db, context.actor, competition, item)
    address = f"{str(request.base_url).rstrip('/')}/competitions/{competition}/news"
    text = f"{circular.body}\n\n-- \n{address}\n"
    outcome = mailer.send([Letter(to, circular.title, text) for to in circular.addresses])
    with context.writing() as db:
        news.note_mailed(db, context.actor, competition, item, outcome.sent)
    return outcome


@router.get("/competitions/{competition}/questions", summary="Public questions with answers, and one's own")
def list_questions(
    competition: PathId, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]
) -> list[QuestionView]:
    with context.reading() as db:
        return news.questions(db, context.visitor, competition)


@router.post("/competitions/{competition}/questions", summary="Ask the organisers something", status_code=201)
def ask_question(
    competition: PathId, body: QuestionIn, context: Annotated[RequestContext, allow(Action.ASK_ORGANISERS)]
) -> list[QuestionView]:
    with context.writing() as db:
        news.ask(db, context.actor, competition, body.text)
        return news.questions(db, context.actor, competition)


@router.put("/competitions/{competition}/questions/{question}", summary="Answer a question")
def answer_question(
    competition: PathId,
    question: PathId,
    body: QuestionAnswerIn,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
) -> list[QuestionView]:
    with context.writing() as db:
        news.answer_question(db, context.actor, competition, question, answer=body.answer, public=body.public)
        return news.questions(db, context.actor, competition)
