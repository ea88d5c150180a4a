"""The route that serves a vocabulary's merges, with which the browser tokenizes typed text without the server.

The browser needs only pairs of ids: the first 256 ids are bytes, and each pair makes the next id (see
`bpe_engine.vocabularies.pretrained`).
"""

from functools import cache
from typing import TYPE_CHECKING
from zlib import compress

from bpe_engine.vocabularies.bundled_files import read_bundled
from bpe_engine.vocabularies.pretrained import PRETRAINED as KNOWN
from ui.base.tokenizer_choices import PRETRAINED

if TYPE_CHECKING:
    from starlette.routing import Route

ROUTE_PREFIX = "bpe-lab/merges/"
"""The path prefix of the merges, relative to the app."""


@cache
def packed_merges(name: str) -> bytes:
    """Return the merges of a vocabulary as six columns of bytes, deflated. Raises what `read_bundled` raises."""
    info = KNOWN[name]
    return compress(read_bundled(info.shipped_as, info.sha256), 9)


def merges_urls() -> dict[str, str]:
    """Return the URL of each vocabulary's merges, relative to the app. Its checksum lets browsers cache them."""
    return {name: f"{ROUTE_PREFIX}{name}-{KNOWN[name].sha256[:16]}" for name in PRETRAINED}


def routes() -> "list[Route]":
    """Return the route that serves the merges."""
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    names = {url.removeprefix(ROUTE_PREFIX): name for name, url in merges_urls().items()}

    def answer(request: Request) -> Response:  # Starlette runs it in a worker thread
        name = names.get(request.path_params["file"])
        if name is None:
            return Response(status_code=404)
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return Response(packed_merges(name), media_type="application/octet-stream", headers=headers)

    # At any path where the app itself is mounted.
    return [Route(f"/{{app:path}}{ROUTE_PREFIX}{{file}}", answer)]
