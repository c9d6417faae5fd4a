"""Boards to take away, by whatever address."""

from typing import Any, Literal

from fastapi.responses import Response

from pingce.leaderboard.competition.export import ENDINGS, MEDIA, ExportFormat, export_board
from pingce.leaderboard.competition.result_views import Board

BOM = "\ufeff"
"""Spreadsheets take a CSV file for UTF-8 only with it; the headings are Chinese."""
BoardLang = Literal["zh", "en"]
SUMMARY = "A board as CSV, JSON, Markdown or LaTeX"
RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"description": "A file", "content": {media.partition(";")[0]: {} for media in MEDIA.values()}}
}


def board_file(board: Board, name: str, form: ExportFormat, *, task: str, lang: BoardLang) -> Response:
    """Without `task`: the overall ranking."""
    text = export_board(board, form, task=task or None, lang=lang)
    if form == "csv":
        text = BOM + text
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ENDINGS[form]}"'}
    return Response(text, media_type=MEDIA[form], headers=headers)
