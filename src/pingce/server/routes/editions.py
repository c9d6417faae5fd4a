"""What competitions can be made from, and the rankings of past years."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from pingce.formats.examples import example_folder
from pingce.leaderboard.competition.boards import published_board
from pingce.leaderboard.competition.export import ExportFormat
from pingce.leaderboard.competition.presets import preset_words
from pingce.leaderboard.competition.result_views import Board
from pingce.leaderboard.competition.tasks import task_info
from pingce.spec.words import Words
from pingce.store.errors import NotFound
from pingce.tasks.catalog import EDITIONS, TASKS, find_edition
from pingce.tasks.own import list_own

from ..board_files import RESPONSES, SUMMARY, BoardLang, board_file
from ..http.json_body import StrictRoute
from ..policies import Action
from ..request_context import RequestContext, allow
from ..schemas.boards import PublishedBoardView
from ..schemas.competitions import EditionView

router = APIRouter(tags=["competitions"], route_class=StrictRoute)

PUBLISHED = ("space2021", "space2022", "space2024", "space2025")
"""Editions whose table comes with the package."""
OTHERS = Words("其他任务", "other tasks")
OWN = Words("自有任务", "tasks of your own")


@router.get("/editions", summary="Editions and tasks to make a competition from")
def list_editions(context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]) -> list[EditionView]:
    del context  # the same for everybody
    editions = [
        _edition(edition.id, edition.title, edition.note, edition.tasks) for edition in reversed(EDITIONS.values())
    ]
    in_editions = {task for edition in EDITIONS.values() for task in edition.tasks}
    others = [_edition(None, OTHERS, Words("", ""), [task for task in TASKS if task not in in_editions])]
    own = sorted(entry.task.id for entry in list_own().tasks)
    return [*editions, *others, *([_edition(None, OWN, Words("", ""), own)] if own else [])]


def _edition(edition: str | None, title: Words, note: Words, tasks: Sequence[str]) -> EditionView:
    infos = [task_info(task) for task in tasks]
    return EditionView(id=edition, title=title, note=note, preset=preset_words(edition), tasks=infos)


@router.get("/published", summary="The published rankings of past years, digit for digit")
def list_published(context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)]) -> list[PublishedBoardView]:
    """Ranked here from the published scores; where a figure was printed otherwise it stands as printed, with a note."""
    del context  # the same for everybody
    return [_published(edition) for edition in reversed(PUBLISHED)]


@router.get(
    "/published/{edition}/export", summary=f"{SUMMARY}, of a past year", response_class=Response, responses=RESPONSES
)
def export_published(
    edition: str,
    context: Annotated[RequestContext, allow(Action.SEE_COMPETITIONS)],
    format: ExportFormat = "csv",  # noqa: A002 (the name in the address)
    task: Annotated[str, Query(max_length=64)] = "",
    lang: BoardLang = "zh",
) -> Response:
    """Without `task`: the overall ranking."""
    del context  # the same for everybody
    if edition not in PUBLISHED:
        raise NotFound(Words(f"{edition} 已公布的成绩", f"published table of {edition}"))
    return board_file(_board(edition), f"{edition}-published", format, task=task, lang=lang)


@cache
def _board(edition: str) -> Board:
    return published_board(find_edition(edition), example_folder() / "leaderboard" / f"{edition}-published.csv")


def _published(edition_id: str) -> PublishedBoardView:
    title = find_edition(edition_id).title
    return PublishedBoardView(edition=edition_id, title=title, board=_board(edition_id))
