"""Submissions: handing in, following, withdrawing, looking at errors."""

import asyncio
from concurrent.futures.process import BrokenProcessPool
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, UploadFile
from starlette.concurrency import run_in_threadpool

from pingce.leaderboard.competition.result_views import ComparedView, ExplorerView, ScoredKind, SubmissionView
from pingce.leaderboard.competition.scoring_jobs import CheckedAnswers, Significance, check_answers, significance
from pingce.leaderboard.competition.services import explore, results, submissions
from pingce.leaderboard.competition.services.explore import Winner
from pingce.leaderboard.competition.services.submissions import SubmissionIntake, TaskQuestions
from pingce.leaderboard.competition.uploads import TaskAnswers, open_upload
from pingce.scoring.differences import ErrorKind
from pingce.spec.words import Words
from pingce.store.errors import Refused

from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import Limit, Offset, PathId, RequestContext, Search, allow
from ..schemas.common import LARGEST_ID, ListPage
from ..schemas.competitions import SubmissionChange, TaskId, WarningsView, WithdrawIn
from ..scoring_thread import of_task, stopped

router = APIRouter(tags=["submissions"], route_class=StrictRoute)

Key = Annotated[str, Form(min_length=8, max_length=64, pattern=r"^[\w.:-]+$")]


@router.post("/competitions/{competition}/submissions", summary="Hand in answers", status_code=201)
async def hand_in(
    competition: PathId,
    file: UploadFile,
    key: Key,
    system: Annotated[str, Form(min_length=1, max_length=128)],
    context: Annotated[RequestContext, allow(Action.HAND_IN)],
    description: Annotated[str, Form(max_length=20_000)] = "",
    task: Annotated[str, Form(max_length=64)] = "",
    team: Annotated[int, Form(ge=0, le=LARGEST_ID)] = 0,
    phase: Annotated[Literal["dev", "test", ""], Form()] = "",
) -> SubmissionView:
    """A file of one subtask (named for it, or with `task`), a 2021 answer sheet, or a zip with a file per subtask.

    `key` is chosen by the sender, a new one for every submission: the same key again is refused (409) and stores
    nothing. A file with errors is refused with all of them and costs nothing; what the official script scores is only a
    warning (`GET /submissions/{submission}/warnings`). `team` and `phase` are for organisers,
    who hand in for a baseline. Scoring follows at once; ask `GET /submissions/{submission}` how far it is.
    """
    data = await file.read()
    opened = await run_in_threadpool(
        _open, context, competition, file.filename or "answers", data, key, task or None, team or None, phase or None
    )
    intake, answers, asked = opened
    checked = await _check(context, answers, asked)
    submissions.refuse_invalid(list(checked.values()))
    made = await run_in_threadpool(_store, context, intake, checked, key, system, description)
    context.server.scoring_thread.wake()
    return made


def _open(
    context: RequestContext,
    competition: int,
    name: str,
    data: bytes,
    key: str,
    task: str | None,
    team: int | None,
    phase: ScoredKind | None,
) -> tuple[SubmissionIntake, list[TaskAnswers], dict[str, TaskQuestions]]:
    with context.reading() as db:
        intake = submissions.open_intake(db, context.actor, competition, key=key, team=team, phase=phase)
        answers = open_upload(name, data, intake.tasks, task)
        return intake, answers, submissions.asked(db, intake, answers, at=context.now)


async def _check(
    context: RequestContext, answers: list[TaskAnswers], asked: dict[str, TaskQuestions]
) -> dict[str, CheckedAnswers]:
    """In the pool, all files at once; the server's own process stays free."""
    jobs = [
        context.server.pool.submit(
            of_task(entry.task, check_answers),
            entry.task,
            entry.name,
            entry.data,
            asked[entry.task].questions,
            asked[entry.task].inventory,
        )
        for entry in answers
    ]
    try:
        checked = await asyncio.gather(*map(asyncio.wrap_future, jobs))
    except (BrokenProcessPool, TimeoutError) as problem:
        raise stopped() from problem
    return dict(zip((entry.task for entry in answers), checked, strict=True))


def _store(
    context: RequestContext,
    intake: SubmissionIntake,
    checked: dict[str, CheckedAnswers],
    key: str,
    system: str,
    description: str,
) -> SubmissionView:
    with context.writing() as db:
        made = submissions.hand_in(
            db, context.actor, intake, checked, key=key, system=system, description=description, at=context.now
        )
        return results.submission_view(db, context.actor, made)


@router.get("/competitions/{competition}/submissions", summary="One's own submissions; all of them for organisers")
def list_submissions(
    competition: PathId,
    context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)],
    offset: Offset = 0,
    limit: Limit = 50,
) -> ListPage[SubmissionView]:
    with context.reading() as db:
        total, rows = results.submissions(db, context.actor, competition, offset=offset, limit=limit)
    return ListPage[SubmissionView].model_validate(
        {"total": total, "offset": offset, "rows": rows}, from_attributes=True
    )


@router.get("/submissions/{submission}", summary="A submission: how far its scoring is, all its scores")
def see_submission(
    submission: PathId, context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)]
) -> SubmissionView:
    with context.reading() as db:
        return results.submission_view(db, context.actor, submission)


@router.get("/submissions/{submission}/warnings", summary="What is odd about the answers to a subtask")
def see_warnings(
    submission: PathId,
    context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)],
    task: Annotated[TaskId, Query()],
) -> WarningsView:
    """The file as it was handed in, checked against the questions as they are now."""
    with context.reading() as db:
        file, asked = submissions.to_check_again(db, context.actor, submission, task)
    try:
        work = of_task(task, check_answers)
        job = context.server.pool.submit(work, task, file.name, file.data, asked.questions, asked.inventory)
        return WarningsView.model_validate(job.result())
    except (BrokenProcessPool, TimeoutError) as problem:
        raise stopped() from problem


@router.patch("/submissions/{submission}", summary="Describe the method")
def describe_submission(
    submission: PathId, body: SubmissionChange, context: Annotated[RequestContext, allow(Action.HAND_IN)]
) -> SubmissionView:
    with context.writing() as db:
        submissions.describe(db, context.actor, submission, description=body.description)
        return results.submission_view(db, context.actor, submission)


@router.post("/submissions/{submission}/withdraw", summary="Take a submission off the board while its phase lasts")
def withdraw_submission(
    submission: PathId, body: WithdrawIn, context: Annotated[RequestContext, allow(Action.HAND_IN)]
) -> SubmissionView:
    with context.writing() as db:
        submissions.withdraw(db, context.actor, submission, body.reason)
        view = results.submission_view(db, context.actor, submission)
    context.server.scoring_thread.wake()
    return view


@router.get("/submissions/{submission}/errors", summary="What a submission got wrong on dev, the worst first")
def see_errors(
    submission: PathId,
    context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)],
    task: Annotated[TaskId, Query()],
    kind: ErrorKind | None = None,
    role: Search = "",
    label: Search = "",
    search: Search = "",
    wrong: bool = True,
    offset: Offset = 0,
    limit: Limit = 50,
) -> ExplorerView:
    with context.reading() as db:
        return explore.explore(
            db,
            context.actor,
            submission,
            task,
            kind=kind or "",
            role=role,
            label=label,
            search=search,
            wrong=wrong,
            offset=offset,
            limit=limit,
        )


@router.get("/submissions/{submission}/compare/{other}", summary="Where two submissions differ on dev")
def compare_submissions(
    submission: PathId,
    other: PathId,
    context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)],
    task: Annotated[TaskId, Query()],
    winner: Winner | None = None,
    search: Search = "",
    offset: Offset = 0,
    limit: Limit = 50,
) -> ComparedView:
    with context.reading() as db:
        return explore.compare(
            db, context.actor, submission, other, task, winner=winner, search=search, offset=offset, limit=limit
        )


@router.get(
    "/submissions/{submission}/compare/{other}/significance", summary="Do two submissions really differ on dev?"
)
def see_significance(
    submission: PathId,
    other: PathId,
    context: Annotated[RequestContext, allow(Action.SEE_SUBMISSIONS)],
    task: Annotated[TaskId, Query()],
) -> Significance:
    """Paired bootstrap of the number that ranks; McNemar's exact test where answers are right or wrong."""
    with context.reading() as db:
        first, second = explore.scored_rows(db, context.actor, submission, other, task)
    try:
        result = context.server.pool.submit(of_task(task, significance), task, first, second).result()
    except (BrokenProcessPool, TimeoutError) as problem:
        raise Refused(
            Words("比较没有做完。", "The comparison had to be stopped."), code="comparison-stopped"
        ) from problem
    return result
