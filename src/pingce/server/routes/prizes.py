"""Prizes, certificates as PDF, and the page on which anybody verifies one."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from pingce.leaderboard.competition.certificate_pdf import certificates_pdf
from pingce.leaderboard.competition.services import certificates, prizes
from pingce.leaderboard.competition.services.prizes import PRIZE_PRESETS, NewPrize
from pingce.leaderboard.competition.views import CertificateView, PrizesView
from pingce.spec.words import Words

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.organising import AwardIn, IssueIn, PrizePresetView, PrizesIn, RevokeIn

router = APIRouter(tags=["prizes"], route_class=StrictRoute)

Number = Annotated[str, Path(min_length=1, max_length=32)]


@router.get("/prizes", summary="Classes of prizes that past editions announced")
def list_prize_presets(_: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]) -> list[PrizePresetView]:
    return [
        PrizePresetView.model_validate({"id": name, "prizes": [vars_of(prize) for prize in classes]})
        for name, classes in PRIZE_PRESETS.items()
    ]


def vars_of(prize: NewPrize) -> dict[str, object]:
    return {"title": prize.title.zh, "title_en": prize.title.en, "most": prize.most, "money": prize.money}


@router.get("/competitions/{competition}/prizes", summary="Prizes, winners once results are out, one's certificates")
def see_prizes(competition: PathId, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]) -> PrizesView:
    with context.reading() as db:
        return prizes.prizes(db, context.visitor, competition)


@router.put("/competitions/{competition}/prizes", summary="Set the classes of prizes")
def set_prizes(
    competition: PathId, body: PrizesIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> PrizesView:
    classes = [
        NewPrize(Words(prize.title, prize.title_en or prize.title), prize.most, prize.money) for prize in body.prizes
    ]
    with context.writing() as db:
        prizes.set_prizes(db, context.actor, competition, classes)
        return prizes.prizes(db, context.actor, competition)


@router.post("/competitions/{competition}/prizes/by-rank", summary="Give all prizes by the ranking on the test board")
def award_by_rank(
    competition: PathId, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> PrizesView:
    with context.writing() as db:
        prizes.award_by_rank(db, context.actor, competition)
        return prizes.prizes(db, context.actor, competition)


@router.put("/competitions/{competition}/teams/{team}/prize", summary="Give a team a prize by decision, or none")
def give_prize(
    competition: PathId,
    team: PathId,
    body: AwardIn,
    context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)],
) -> PrizesView:
    with context.writing() as db:
        prizes.give_prize(db, context.actor, competition, team, position=body.position, note=body.note)
        return prizes.prizes(db, context.actor, competition)


@router.post("/competitions/{competition}/certificates", summary="Issue certificates", status_code=201)
def issue_certificates(
    competition: PathId, body: IssueIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> PrizesView:
    """For all winners, or with `everybody` for every team that took part; those that have one keep it."""
    with context.writing() as db:
        certificates.issue(db, context.actor, competition, everybody=body.everybody)
        return prizes.prizes(db, context.actor, competition)


@router.post("/competitions/{competition}/certificates/revoke", summary="Say that a certificate no longer holds")
def revoke_certificate(
    competition: PathId, body: RevokeIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> PrizesView:
    with context.writing() as db:
        certificates.revoke(db, context.actor, competition, body.number, body.reason)
        return prizes.prizes(db, context.actor, competition)


@router.get(
    "/competitions/{competition}/certificates/pdf",
    summary="Certificates in one PDF: all for organisers, a team's own for the team",
    response_class=Response,
    responses={200: {"description": "A PDF file", "content": {"application/pdf": {}}}},
)
def print_certificates(
    competition: PathId,
    request: Request,
    context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)],
    lang: Literal["zh", "en"] = "zh",
    number: Annotated[str, Query(max_length=32)] = "",
) -> Response:
    with context.reading() as db:
        facts = certificates.printed(db, context.actor, competition, number or None)
    data = certificates_pdf(facts, lang, f"{str(request.base_url).rstrip('/')}/certificates")
    headers = {"Content-Disposition": f'attachment; filename="certificates-{competition}-{lang}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


@router.get("/certificates/{number}", summary="Whether a certificate was issued and still holds")
def verify_certificate(
    number: Number, context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]
) -> CertificateView:
    with context.reading() as db:
        return certificates.verify(db, number)
