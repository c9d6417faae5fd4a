"""Who may annotate and how much: training, tests, admissions, quotas, handing a group on."""

from typing import Annotated

from fastapi import APIRouter, Form, Query, UploadFile

from pingce.annotate.files.items import read_new_items
from pingce.annotate.services import admissions, members, quotas, training
from pingce.annotate.services.access import enter
from pingce.annotate.services.admissions import AdmissionView, RankedAnnotator
from pingce.annotate.services.campaign_views import Imported, MemberView
from pingce.annotate.services.quotas import QuotaView, UnfinishedGroup, UnfinishedView
from pingce.annotate.services.training import (
    AttemptView,
    TrainingItemView,
    TrainingQuestion,
    TrainingView,
    TriedExample,
    Use,
)
from pingce.store.people import Role

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import PathId, RequestContext, allow
from ..schemas.common import LARGEST_ID, Done
from ..schemas.jobs import CheckView
from ..schemas.qualification import AdmitFromIn, AdmitIn, DropTrainingIn, LevelsFromIn, ReassignIn, TrainingAnswerIn
from ..uploads import on_disk

router = APIRouter(tags=["qualification"], route_class=StrictRoute)
Managing = Annotated[RequestContext, allow(Action.MANAGE_CAMPAIGN)]
Annotating = Annotated[RequestContext, allow(Action.ANNOTATE)]


@router.get("/campaigns/{campaign}/training", summary="Examples, test, attempts: where one stands")
def see_training(campaign: PathId, context: Annotated[RequestContext, allow(Action.SEE_CAMPAIGNS)]) -> TrainingView:
    with context.reading() as db:
        return training.training(db, context.actor, campaign)


@router.get("/campaigns/{campaign}/training/items", summary="Training items with their answers")
def list_training_items(campaign: PathId, context: Managing) -> list[TrainingItemView]:
    with context.reading() as db:
        return training.training_items(db, context.actor, campaign)


@router.post(
    "/campaigns/{campaign}/training/items/file", summary="Add examples or test items from a gold file", status_code=201
)
def add_training_file(
    campaign: PathId,
    file: UploadFile,
    use: Annotated[Use, Form()],
    context: Managing,
    inventory: UploadFile | None = None,
) -> Imported:
    """The answers in the file are right; a key `remark` says why, and is shown with an example."""
    with context.reading() as db:
        form = enter(db, context.actor, campaign, Role.BUILDER).form
    with on_disk(file) as name, on_disk(inventory) as glosses:
        assert name is not None
        new = list(read_new_items(form, name, control=True, inventory=glosses))
    with context.writing() as db:
        return training.add_training_items(db, context.actor, campaign, new, use)


@router.post("/campaigns/{campaign}/training/items/drop", summary="Take training items out")
def drop_training(campaign: PathId, body: DropTrainingIn, context: Managing) -> Done:
    with context.writing() as db:
        training.drop_training_items(db, context.actor, campaign, body.items)
    return Done()


@router.get("/campaigns/{campaign}/training/examples", summary="Examples to try, without their answers")
def list_examples(campaign: PathId, context: Annotating) -> list[TrainingQuestion]:
    with context.reading() as db:
        return training.examples(db, context.actor, campaign)


@router.post("/campaigns/{campaign}/training/examples/{item}", summary="Try an example: right or not, and why")
def try_example(campaign: PathId, item: PathId, body: TrainingAnswerIn, context: Annotating) -> TriedExample:
    with context.reading() as db:
        return training.try_example(db, context.actor, campaign, item, body.answer)


@router.post("/campaigns/{campaign}/training/test", summary="Begin the test, or go on with it")
def begin_test(campaign: PathId, context: Annotating) -> AttemptView:
    with context.writing() as db:
        return training.begin_attempt(db, context.actor, campaign)


@router.get("/campaigns/{campaign}/training/test", summary="The questions of the attempt under way")
def see_test(campaign: PathId, context: Annotating) -> list[TrainingQuestion]:
    with context.reading() as db:
        return training.test_questions(db, context.actor, campaign)


@router.put("/campaigns/{campaign}/training/test/{item}", summary="Answer a question of the test")
def answer_test(campaign: PathId, item: PathId, body: TrainingAnswerIn, context: Annotating) -> CheckView:
    with context.writing() as db:
        hits = training.answer_test(db, context.actor, campaign, item, body.answer)
    return CheckView(hits=list(hits), blocks=False)


@router.post("/campaigns/{campaign}/training/test/finish", summary="Finish the test: how many were right")
def finish_test(campaign: PathId, context: Annotating) -> AttemptView:
    with context.writing() as db:
        return training.finish_attempt(db, context.actor, campaign)


@router.get("/campaigns/{campaign}/admissions", summary="Who was admitted, by what and with which result")
def list_admissions(campaign: PathId, context: Managing) -> list[AdmissionView]:
    with context.reading() as db:
        return admissions.admissions(db, context.actor, campaign)


@router.post("/campaigns/{campaign}/admissions", summary="Admit people by hand, or take it back, with a reason")
def admit(campaign: PathId, body: AdmitIn, context: Managing) -> list[AdmissionView]:
    with context.writing() as db:
        admissions.admit(db, context.actor, campaign, body.users, admitted=body.admitted, reason=body.reason)
        return admissions.admissions(db, context.actor, campaign)


@router.get("/campaigns/{campaign}/admissions/candidates", summary="Annotators of an earlier campaign, the best first")
def list_candidates(
    campaign: PathId,
    source: Annotated[int, Query(ge=1, le=LARGEST_ID)],
    context: Managing,
    best: Annotated[int | None, Query(ge=0, le=LARGEST_ID)] = None,
    at_least: Annotated[float | None, Query(ge=0, le=1)] = None,
    least_answers: Annotated[int, Query(ge=1, le=LARGEST_ID)] = 1,
) -> list[RankedAnnotator]:
    with context.reading() as db:
        enter(db, context.actor, campaign, Role.BUILDER)
        rule = {"best": best, "at_least": at_least}
        return admissions.candidates(db, context.actor, source, least_answers=least_answers, **rule)  # type: ignore[arg-type] # as declared above


@router.post("/campaigns/{campaign}/admissions/from", summary="Admit the best annotators of an earlier campaign")
def admit_from(campaign: PathId, body: AdmitFromIn, context: Managing) -> list[RankedAnnotator]:
    with context.writing() as db:
        return admissions.admit_from(
            db,
            context.actor,
            body.source,
            campaign,
            best=body.best,
            at_least=body.at_least,
            least_answers=body.least_answers,
        )


@router.post("/campaigns/{campaign}/levels/from", summary="Give members the level they earned in a campaign")
def grade_members(campaign: PathId, body: LevelsFromIn, context: Managing) -> list[MemberView]:
    """As `pingce quality people` computes it; people without enough decided answers keep what they have."""
    from pingce.flow.annotator_levels import grade_members as grade  # the quality stage is heavy

    with context.writing() as db:
        grade(db, context.actor, campaign, body.source)
        return list(members.members(db, context.actor, campaign))


@router.get("/campaigns/{campaign}/quotas", summary="How far everybody is towards what is asked of them")
def list_quotas(campaign: PathId, context: Annotated[RequestContext, allow(Action.SEE_FIGURES)]) -> list[QuotaView]:
    with context.reading() as db:
        return quotas.quotas(db, context.actor, campaign)


@router.get("/campaigns/{campaign}/quota", summary="How far one is oneself")
def own_quota(campaign: PathId, context: Annotating) -> QuotaView:
    with context.reading() as db:
        return quotas.own_quota(db, context.actor, campaign)


@router.get("/campaigns/{campaign}/people/{person}/left", summary="What stays undone if somebody leaves")
def left_by(campaign: PathId, person: PathId, context: Managing) -> UnfinishedView:
    with context.reading() as db:
        return quotas.left_by(db, context.actor, campaign, person)


@router.post("/campaigns/{campaign}/reassign", summary="Give a group to another person, with a reason")
def reassign(campaign: PathId, body: ReassignIn, context: Managing) -> UnfinishedGroup:
    with context.writing() as db:
        return quotas.reassign(
            db,
            context.actor,
            campaign,
            body.group,
            from_user=body.from_user,
            to_user=body.to_user,
            reason=body.reason,
        )
