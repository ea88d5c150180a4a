"""A plain file host, such as anyone has: a folder served at an address of this machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tools.app_server import HOST


class _Quiet(SimpleHTTPRequestHandler):
    policy = ""

    def end_headers(self) -> None:
        if self.policy:
            self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_args: object) -> None:
        pass


@contextmanager
def static_host(folder: Path, policy: str = "") -> Iterator[str]:
    """Serve a folder within the block, optionally with a content security policy. Yields the URL."""
    handler = type("_WithPolicy", (_Quiet,), {"policy": policy})
    with ThreadingHTTPServer((HOST, 0), partial(handler, directory=str(folder))) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{site.server_port}"
        site.shutdown()
