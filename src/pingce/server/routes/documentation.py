"""The documentation at ``/help``: the built site, part of the wheel; where it was not built the page says so.

Its pages have small scripts in them, which the policy of all other pages forbids; here each is allowed by its digest,
so that a page that somebody else writes still runs none.
"""

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from starlette.exceptions import HTTPException

from ..policies import Action
from ..request_context import RequestContext, allow

HELP = Path(__file__).parents[1] / "help"
SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
POLICY = (
    "default-src 'self'; script-src 'self' {scripts}; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
)
NOT_BUILT = """<!doctype html><html lang="zh"><meta charset="utf-8"><title>帮助 · pingce</title>
<body style="font-family:sans-serif;max-width:40em;margin:4em auto;line-height:1.7">
<h1>帮助</h1>
<p>这里本来是文档网站，但这份安装没有带上它。在源代码目录中运行 <code>make docs</code>，或直接读
<code>docs/</code> 里的文件。<a href="/">回到工作台</a></p>
<hr>
<p lang="en">The documentation would be here, but this installation came without it. Run <code>make docs</code> in the
source folder, or read the files in <code>docs/</code>. <a href="/">Back to the workbench</a></p>
"""

router = APIRouter(include_in_schema=False)


def has_help() -> bool:
    return (HELP / "index.html").is_file()


@router.api_route("/help", methods=["GET", "HEAD"])
def help_start(context: Annotated[RequestContext, allow(Action.LOOK_AROUND)]) -> Response:  # noqa: ARG001 (says who may)
    """Links in the site are relative, so it begins below a folder."""
    return RedirectResponse("/help/index.html" if has_help() else "/help/")


@router.api_route("/help/{path:path}", methods=["GET", "HEAD"])
def help_page(path: str, context: Annotated[RequestContext, allow(Action.LOOK_AROUND)]) -> Response:  # noqa: ARG001 (says who may)
    """A file of the site, and nothing beside it."""
    if not has_help():
        return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-store"})
    file = (HELP / (path or "index.html")).resolve()
    try:
        there = file.is_relative_to(HELP.resolve()) and file.is_file()
    except OSError:  # longer than names of files can be
        there = False
    if not there:
        raise HTTPException(404)
    headers = {"Cache-Control": "no-cache"}
    if file.suffix == ".html":
        headers["Content-Security-Policy"] = _policy(file, file.stat().st_mtime_ns)
    return FileResponse(file, headers=headers)


@lru_cache(maxsize=256)
def _policy(file: Path, _changed: int) -> str:
    digests = (b64encode(sha256(script).digest()).decode() for script in SCRIPT.findall(file.read_bytes()))
    return POLICY.format(scripts=" ".join(sorted({f"'sha256-{digest}'" for digest in digests})))
