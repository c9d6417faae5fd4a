"""Glosses of a campaign's words: reports of faults, changes, their history, items they touch."""

from typing import Annotated

from fastapi import APIRouter, Query

from pingce.annotate.services import inventory
from pingce.annotate.services.inventory import GlossChangeView, GlossReportView, WordInventory
from pingce.corpus.dictionary.improve import OverlappingGlosses
from pingce.formats.gloss_edits import GlossEdit

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, Search, allow
from ..schemas.common import Done
from ..schemas.glosses import GlossChangesIn, GlossReportIn, SendBackIn

router = APIRouter(tags=["glosses"], route_class=StrictRoute)
Managing = Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
Looking = Annotated[RequestContext, allow(Action.SEE_ITEMS)]
MOST_OVERLAPS = 500
"""As many pairs as an expert looks through; the command lists all."""


@router.post("/jobs/{job}/gloss-reports", summary="Report a faulty gloss of the word one annotates", status_code=201)
def report_gloss(job: PathId, body: GlossReportIn, context: Annotated[RequestContext, allow(Action.ANNOTATE)]) -> Done:
    with context.writing() as db:
        inventory.report_gloss(db, context.actor, job, code=body.code, gloss=body.gloss, remark=body.remark)
    return Done()


@router.get("/campaigns/{campaign}/gloss-reports", summary="Faults that were reported in glosses")
def list_gloss_reports(campaign: PathId, context: Looking, word: Search = "") -> list[GlossReportView]:
    with context.reading() as db:
        return inventory.gloss_reports(db, context.actor, campaign, word=word)


@router.get("/campaigns/{campaign}/glosses", summary="The glosses of a word, their history and the items they touch")
def see_word(campaign: PathId, word: Search, context: Looking) -> WordInventory:
    with context.reading() as db:
        return inventory.word_inventory(db, context.actor, campaign, word)


@router.get("/campaigns/{campaign}/glosses/overlaps", summary="Glosses of one word that are alike, most alike first")
def list_overlaps(
    campaign: PathId, context: Looking, threshold: Annotated[float, Query(ge=0, le=100)] = 60.0
) -> list[OverlappingGlosses]:
    from pingce.corpus.dictionary.improve import overlaps
    from pingce.corpus.entries import DictionaryEntry, gloss_of

    with context.reading() as db:
        words = inventory.glosses_by_word(db, context.actor, campaign)
    entries = {word: DictionaryEntry(word, tuple(map(gloss_of, glosses))) for word, glosses in words.items()}
    return overlaps(entries, threshold=threshold)[:MOST_OVERLAPS]


@router.get("/campaigns/{campaign}/gloss-changes", summary="How glosses were changed")
def list_gloss_changes(campaign: PathId, context: Looking) -> list[GlossChangeView]:
    with context.reading() as db:
        return inventory.gloss_changes(db, context.actor, campaign)


@router.post("/campaigns/{campaign}/gloss-changes", summary="Merge, split, reword, delete or add glosses")
def change_glosses(campaign: PathId, body: GlossChangesIn, context: Managing) -> list[GlossChangeView]:
    edits = [
        GlossEdit(change.word, change.kind, tuple(change.glosses), tuple(change.into), change.reason)
        for change in body.changes
    ]
    with context.writing() as db:
        return inventory.change_glosses(db, context.actor, campaign, edits, reports=body.reports)


@router.post("/campaigns/{campaign}/glosses/send-back", summary="Items that cannot be read any more, to a reviewer")
def send_back(campaign: PathId, body: SendBackIn, context: Managing) -> list[int]:
    with context.writing() as db:
        return inventory.send_back(
            db, context.actor, campaign, body.word, reason=body.reason, everything=body.everything
        )
