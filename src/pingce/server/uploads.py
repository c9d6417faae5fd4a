"""Uploads on their way to the readers of files: on disk for as long as they are read, with what was said about them."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from fastapi import UploadFile
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError

NAME_BYTES = 200
"""Of an upload's name; file systems take 255, of which a Chinese character needs three."""
Body = TypeVar("Body", bound=BaseModel)


@contextmanager
def on_disk(file: UploadFile | None) -> Iterator[str | None]:
    """An upload where the readers of files find it, under its own name, for as long as it is read."""
    if file is None:
        yield None
        return
    name = re.sub(r"[^\w.-]", "_", file.filename or "").lstrip(".").encode()[-NAME_BYTES:].decode(errors="ignore")
    with tempfile.TemporaryDirectory(prefix="pingce-") as folder:
        path = f"{folder}/{name or 'upload'}"
        with open(path, "wb") as out:  # noqa: PTH123 (a name is what the readers take)
            while chunk := file.file.read(2**20):
                out.write(chunk)
        yield path


def form_part(model: type[Body], name: str, text: str) -> Body:
    """A part of a form that is JSON; mistakes in it are told like those of a body."""
    try:
        return model.model_validate_json(text)
    except ValidationError as problem:
        errors = [{**error, "loc": ("body", name, *error["loc"])} for error in problem.errors(include_url=False)]
        raise RequestValidationError(errors) from problem
