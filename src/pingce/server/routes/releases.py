"""Packs of a benchmark: what is in them, verified on request, downloaded as archives.

Held-back answers leave only for administrators and for those the pack names as organisers (``may_take_answers``).
"""

import shutil
import tempfile
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse
from starlette.background import BackgroundTask

from pingce.flow.released import (
    ReleaseView,
    VerifiedView,
    needs_answers,
    pack_of_stage,
    release_view,
    verify_release,
    write_archive,
)
from pingce.release.pack.organisers import read_organisers
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed

from ..http.json_body import StrictRoute
from ..policies import Action, may_take_answers
from ..request_context import RequestContext, allow
from ..scoring_thread import stopped
from .benchmarks import Name
from .recipes import Stage

router = APIRouter(tags=["releases"], route_class=StrictRoute)

What = Annotated[str, Query(max_length=64, description="public, private, or the name of a publication stage")]


@router.get("/benchmarks/{name}/packs/{stage}", summary="A pack: its files, and when they become public")
def see_release(name: Name, stage: Stage, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> ReleaseView:
    folder = _folder(context, name, stage)
    return release_view(folder, answers=may_take_answers(context.actor, read_organisers(folder)))


@router.post("/benchmarks/{name}/packs/{stage}/verify", summary="Whether a pack is what it says it is")
def verify_pack(name: Name, stage: Stage, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]) -> VerifiedView:
    """Checksums, formats, counts, the proof of the split, and that nothing public shows what is held back."""
    job = context.server.pool.submit(verify_release, _folder(context, name, stage))
    try:
        return job.result()
    except (TimeoutError, BrokenProcessPool) as problem:
        raise stopped() from problem


@router.get("/benchmarks/{name}/packs/{stage}/archive", summary="A pack as zip", response_class=FileResponse)
def download_pack(
    name: Name, stage: Stage, what: What, context: Annotated[RequestContext, allow(Action.SEE_RUNS)]
) -> FileResponse:
    """The public side for all who build the benchmark; held-back answers for those who may have them."""
    folder = _folder(context, name, stage)
    if needs_answers(folder, what) and not may_take_answers(context.actor, read_organisers(folder)):
        raise NotAllowed(
            Words(
                "保留的答案只给管理员和包里写明的组织者。", "Held-back answers are for administrators and organisers."
            ),
            hint=Words("在打包的设置里写上组织者的用户名。", "Name the organisers in the settings of the pack."),
            code="held-back-answers",
        )
    drafts = Path(tempfile.mkdtemp(prefix="pingce-"))
    out = drafts / f"{name}-{stage}-{Path(what).name}.zip"
    try:
        context.server.pool.submit(write_archive, folder, what, out).result()
    except BaseException as problem:
        shutil.rmtree(drafts, ignore_errors=True)
        if isinstance(problem, TimeoutError | BrokenProcessPool):
            raise stopped() from problem
        raise
    tidy = BackgroundTask(shutil.rmtree, drafts, ignore_errors=True)
    return FileResponse(out, media_type="application/zip", filename=out.name, background=tidy)


def _folder(context: RequestContext, name: str, stage: str) -> Path:
    with context.reading() as db:
        benchmark, _ = context.server.benchmarks.enter(db, context.actor, name)
    return pack_of_stage(benchmark, stage)
