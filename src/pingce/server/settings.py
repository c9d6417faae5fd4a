"""Where things are kept; nothing heavy, so that commands can ask before anything is loaded."""

from pathlib import Path

from pingce.spec.errors import UserError, reason
from pingce.spec.words import Words

DATABASE_VARIABLE = "PINGCE_DATABASE"
FOLDER_VARIABLE = "PINGCE_DATA"
DEMO_VARIABLE = "PINGCE_DEMO"
LOG_VARIABLE = "PINGCE_LOG"
DEFAULT_FOLDER = "pingce-data"
DEFAULT_DATABASE = f"{DEFAULT_FOLDER}/pingce.db"


def is_sqlite(database: str) -> bool:
    return "://" not in database or database.startswith("sqlite")


def data_folder(database: str) -> Path:
    """Where the secret is kept: beside a SQLite file; for PostgreSQL in the working folder."""
    if not is_sqlite(database):
        return Path(DEFAULT_FOLDER)
    path = database.partition(":///")[2].partition("?")[0] if "://" in database else database
    return Path(path).parent


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
