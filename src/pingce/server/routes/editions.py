"""What competitions can be made from, and the rankings of past years."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated

from fastapi import APIRouter

from pingce.formats.examples import example_folder
from pingce.leaderboard.competition.published import published_board
from pingce.leaderboard.competition.services.competitions import task_info
from pingce.spec.words import Words
from pingce.tasks.catalog import EDITIONS, TASKS, find_edition

from ..body import StrictRoute
from ..deps import Work, allow
from ..policies import Action
from ..schemas.boards import BoardView, PublishedBoardView
from ..schemas.common import Text
from ..schemas.competitions import EditionView, TaskInfoView

router = APIRouter(tags=["competitions"], route_class=StrictRoute)

PUBLISHED = ("space2021", "space2022")
"""Editions whose table comes with the package."""
OTHERS = Words("其他任务", "other tasks")


@router.get("/editions", summary="Editions and tasks to make a competition from")
def list_editions(work: Annotated[Work, allow(Action.SEE_COMPETITIONS)]) -> list[EditionView]:
    del work  # the same for everybody
    editions = [_edition(one.id, one.title, one.note, one.tasks) for one in reversed(EDITIONS.values())]
    known = {task for one in EDITIONS.values() for task in one.tasks}
    return [*editions, _edition(None, OTHERS, Words("", ""), [task for task in TASKS if task not in known])]


def _edition(edition: str | None, title: Words, note: Words, tasks: Sequence[str]) -> EditionView:
    infos = [TaskInfoView.model_validate(task_info(task)) for task in tasks]
    return EditionView(id=edition, title=Text(**title._asdict()), note=Text(**note._asdict()), tasks=infos)


@router.get("/published", summary="The published rankings of past years, digit for digit")
def list_published(work: Annotated[Work, allow(Action.SEE_COMPETITIONS)]) -> list[PublishedBoardView]:
    """Ranked here from the published scores; where a figure was printed otherwise it stands as printed, with a note."""
    del work  # the same for everybody
    return [_published(edition) for edition in reversed(PUBLISHED)]


@cache
def _published(edition_id: str) -> PublishedBoardView:
    edition = find_edition(edition_id)
    board = published_board(edition, example_folder() / "leaderboard" / f"{edition_id}-published.csv")
    return PublishedBoardView(
        edition=edition.id, title=Text(**edition.title._asdict()), board=BoardView.model_validate(board)
    )
