"""The assets that run and edit a learner's code: copied into the static site, or served by the app."""

import gzip
import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from ui.components.browser_python import codemirror, pyodide
from ui.components.bundle import bundle

if TYPE_CHECKING:
    from starlette.routing import Route

LEARNER_CODE = "learner_code.py"
WORKER = "code.js"
EDITOR = "editor"
"""The folder of the editor's modules."""
ROUTE_PREFIX = "bpe-lab/python/"
"""The path prefix of these files, relative to the app."""

_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json"}
_making = Lock()


def manifest_files(loaded: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files a worker loads as they are stored, and `files.json` with each one's path, size and SHA-256."""
    stored: dict[str, bytes] = {}
    files = {}
    for name, content in loaded.items():
        is_packed = name.endswith(pyodide.COMPRESSED)
        path = f"{name}.gz" if is_packed else name
        stored[path] = gzip.compress(content, mtime=0) if is_packed else content
        files[name] = {"path": path, "bytes": len(stored[path]), "sha256": sha256(content).hexdigest()}
    return {**stored, "files.json": json.dumps(files, indent=1).encode()}


def learner_code_files() -> dict[str, bytes]:
    """Return the files that the worker for a learner's code loads besides Python itself."""
    return {LEARNER_CODE: (Path(__file__).parent / LEARNER_CODE).read_bytes()}


def scripts() -> dict[str, bytes]:
    """Return the worker and the editor's modules."""
    editor = {f"{EDITOR}/{name}": content for name, content in codemirror.files().items()}
    return {WORKER: bundle("components/browser_python/worker.js").encode(), **editor}


def _asset_files() -> dict[str, bytes]:
    """Return all files. Raises FileNotFoundError if Pyodide is not installed."""
    with _making:  # A whole class may request them at once.
        return _cached_assets()


@cache
def _cached_assets() -> dict[str, bytes]:
    return {**manifest_files({**pyodide.core_files(), **learner_code_files()}), **scripts()}


def routes() -> "list[Route]":
    """Return the routes that serve the files, if npm installed them."""
    import anyio.to_thread
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    async def answer(request: Request) -> Response:
        try:
            files = await anyio.to_thread.run_sync(_asset_files)
        except FileNotFoundError:
            return Response(status_code=404)
        content = files.get(request.path_params["name"])
        if content is None:
            return Response(status_code=404)
        tag = f'"{sha256(content).hexdigest()[:32]}"'
        # An address with a hash in its query always has the same content.
        cache_control = "public, max-age=31536000, immutable" if request.url.query else "no-cache"
        headers = {"Cache-Control": cache_control, "ETag": tag}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        media_type = _TYPES.get(Path(request.path_params["name"]).suffix, "application/octet-stream")
        return Response(content, media_type=media_type, headers=headers)

    # At any path where the app itself is mounted.
    return [Route(f"/{{app:path}}{ROUTE_PREFIX}{{name:path}}", answer)]
