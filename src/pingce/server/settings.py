"""Where things are kept; nothing heavy, so that commands can ask before anything is loaded."""

from pathlib import Path

from pingce.spec.errors import UserError, reason
from pingce.spec.words import Words
from pingce.store.address import sqlite_file

DATABASE_VARIABLE = "PINGCE_DATABASE"
BENCHMARKS_VARIABLE = "PINGCE_BENCHMARKS"
"""Folders of the benchmarks a server has opened, with the system's separator of paths between them."""
HOME_VARIABLE = "PINGCE_BENCHMARKS_IN"
"""The folder below which benchmarks lie that are made in the browser; nothing outside it is written."""
HOME = "benchmarks"
"""That folder, if nobody names another: beside the database, where restored benchmarks are put, too."""
FOLDER_VARIABLE = "PINGCE_DATA"
DEMO_VARIABLE = "PINGCE_DEMO"
LOG_VARIABLE = "PINGCE_LOG"
HOSTS_VARIABLE = "PINGCE_HOSTS"
METRICS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""The library's own; it looks at it when it is imported."""
DEFAULT_FOLDER = "pingce-data"
DEFAULT_DATABASE = f"{DEFAULT_FOLDER}/pingce.db"


def data_folder(database: str) -> Path:
    """Where the secret is kept: beside a SQLite file; for PostgreSQL in the working folder."""
    path = sqlite_file(database)
    return Path(DEFAULT_FOLDER) if path is None else path.parent


def make_data_folder(database: str) -> None:
    """For its owner only: password hashes are nobody else's business."""
    folder = data_folder(database)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        why = reason(problem)
        raise UserError(
            Words(f"无法建立文件夹 {folder}：{why.zh}。", f"The folder {folder} cannot be made: {why.en}."),
            code="no-folder",
        ) from problem
