"""The web pages: built files, and the one page that shows them for every other address."""

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from starlette.exceptions import HTTPException

from ..http.encodings import takes_gzip
from ..policies import Action
from ..request_context import RequestContext, allow

STATIC = Path(__file__).parents[1] / "static"
BUILT_ONCE = "public, max-age=31536000, immutable"
"""Files under assets/ have their content's hash in the name."""

COMPRESSED = {".js": "text/javascript", ".css": "text/css"}

NOT_BUILT = """<!doctype html><html lang="zh"><meta charset="utf-8"><title>评测 · pingce</title>
<body style="font-family:sans-serif;max-width:40em;margin:4em auto;line-height:1.7">
<h1>评测 · pingce</h1>
<p>服务器在运行，但网页还没有构建。在源代码目录中运行：</p>
<pre>cd web &amp;&amp; npm ci &amp;&amp; npm run build</pre>
<p>然后刷新本页。接口说明见 <a href="/api/openapi.json">/api/openapi.json</a>。</p>
<hr>
<p>The server is running, but the pages have not been built. In the source folder run the command above and reload.
The API is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p>
"""

router = APIRouter(include_in_schema=False)


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(path: str, request: Request, context: Annotated[RequestContext, allow(Action.LOOK_AROUND)]) -> Response:  # noqa: ARG001 (says who may)
    """A built file; else the page itself, which knows what to show for the address."""
    if path == "api" or path.startswith("api/"):
        raise HTTPException(404)
    file = _built(path)
    if file is not None and path.startswith("assets/"):
        return _asset(file, gzipped=takes_gzip(request.headers.get("Accept-Encoding", "")))
    if file is not None:
        return FileResponse(file, headers={"Cache-Control": "no-cache"})
    if path.startswith("assets/"):
        raise HTTPException(404)
    index = STATIC / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-store"})
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _asset(file: Path, *, gzipped: bool) -> Response:
    """A script or style, which never changes and holds no secrets: a third of its size where that is understood."""
    headers = {"Cache-Control": BUILT_ONCE, "Vary": "Accept-Encoding"}
    if not gzipped or file.suffix not in COMPRESSED:
        return FileResponse(file, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return Response(_gzipped(file), headers=headers, media_type=COMPRESSED[file.suffix])


@lru_cache(maxsize=512)
def _gzipped(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


def _built(path: str) -> Path | None:
    """A file below the folder of built ones, not beside it."""
    file = (STATIC / path).resolve()
    try:
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except OSError:
        return None  # longer than names of files can be
