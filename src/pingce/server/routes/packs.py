"""Released packs as the files of a competition: uploaded, or chosen from the project's folder."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, UploadFile

from pingce.flow.packs import PackFile, files_of_archive, files_of_folder, holds_back, pack_named, released_packs
from pingce.leaderboard.competition.services import files, queue
from pingce.leaderboard.competition.services.access import manage
from pingce.leaderboard.competition.uploads import plain_name
from pingce.release.pack.organisers import NAME as ORGANISERS
from pingce.release.pack.organisers import read_organisers
from pingce.spec.words import Words
from pingce.store.errors import NotAllowed

from ..http.json_body import StrictRoute
from ..policies import Action, may_take_answers
from ..request_context import PathId, RequestContext, allow
from ..schemas.competitions import ImportedFilesView, PackIn, PackView

router = APIRouter(tags=["competitions"], route_class=StrictRoute)


@router.get("/packs", summary="Released packs in the project's folder")
def list_packs(context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]) -> list[PackView]:
    """What `pingce release pack` wrote into `packs` beside the database."""
    released = released_packs(context.server.project.folder)
    return [PackView(name=pack.name, tasks=tasks, yours=_may_take(context, pack)) for pack, tasks in released.items()]


@router.post(
    "/competitions/{competition}/pack", summary="Add the files of a pack (a zip of its folder)", status_code=201
)
def add_pack(
    competition: PathId, file: UploadFile, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> ImportedFilesView:
    """Questions and answers of all parts, as `pingce release pack` wrote them."""
    pack_files = files_of_archive(file.file.read(), _tasks(context, competition))
    return _add(context, competition, pack_files, f"pack {plain_name(file.filename or 'zip')}")


@router.post(
    "/competitions/{competition}/packs", summary="Add the files of a pack in the project's folder", status_code=201
)
def choose_pack(
    competition: PathId, body: PackIn, context: Annotated[RequestContext, allow(Action.MANAGE_COMPETITION)]
) -> ImportedFilesView:
    """With held-back answers only for administrators and for those the pack names."""
    pack = pack_named(context.server.project.folder, body.name)
    if not _may_take(context, pack):
        raise NotAllowed(
            Words(
                f"发布包“{body.name}”有保留的答案，只有管理员和包里写明的组织者可以用它。",
                f"The pack '{body.name}' has held-back answers: it is for administrators and the organisers it names.",
            ),
            hint=Words(
                f"请管理员把“{context.actor.name}”写进 packs/{body.name}/{ORGANISERS}；"
                "手里有这个包的人也可以上传它的 zip。",
                f"Ask an administrator to write '{context.actor.name}' into packs/{body.name}/{ORGANISERS}; "
                "who has the pack can also upload it as zip.",
            ),
            code="held-back-answers",
        )
    return _add(context, competition, files_of_folder(pack, _tasks(context, competition)), f"pack {body.name}")


def _may_take(context: RequestContext, pack: Path) -> bool:
    return not holds_back(pack) or may_take_answers(context.actor, read_organisers(pack))


def _tasks(context: RequestContext, competition: int) -> list[str]:
    with context.reading() as db:
        return manage(db, context.actor, competition).competition.tasks


def _add(context: RequestContext, competition: int, pack_files: list[PackFile], reason: str) -> ImportedFilesView:
    """Where answers take the place of others, affected submissions are scored again."""
    new = [files.prepare(*file) for file in pack_files]
    with context.writing() as db:
        added = [files.add_file(db, context.actor, competition, file, reason=reason) for file in new]
        tasks = {file.task for file in added if file.content == "gold"}
        queued = sum(queue.rescore(db, context.actor, competition, reason=reason, task=task) for task in sorted(tasks))
    context.server.scoring_thread.wake()
    return ImportedFilesView(files=list(added), queued=queued)
