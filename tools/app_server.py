"""Start the app as a process of its own, as `make run` does, for the tests and the screenshots."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
START_SECONDS = 60


@dataclass(frozen=True)
class AppServer:
    """A server that runs: where it listens, its process, and what it has written so far."""

    url: str
    process_id: int
    log_file: Path

    def log(self) -> str:
        """All that the server has written."""
        return self.log_file.read_text(encoding="utf-8", errors="replace")


@contextmanager
def running_app(root: Path = ROOT) -> Iterator[AppServer]:
    """The app in `root` on a free port of this machine, until the block ends.

    Raises RuntimeError, with the server's log, where it does not start.
    """
    with TemporaryDirectory(prefix="bpe-lab-") as home:
        port = _free_port()
        log_file = Path(home) / "server.log"
        # An empty home and no STREAMLIT_ variables: no one's own settings or secrets change what is shown.
        env = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
        env |= {"HOME": home, "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
        with log_file.open("wb") as log:
            process = subprocess.Popen(
                [*command, f"--server.address={HOST}", "--server.headless=true"],
                cwd=root,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # so that its worker processes can be ended with it
            )
        server = AppServer(f"http://{HOST}:{port}", process.pid, log_file)
        try:
            _wait_until_healthy(server, process)
            yield server
        finally:
            _stop(process)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_healthy(server: AppServer, process: subprocess.Popen[bytes]) -> None:
    # A proxy that the environment names would be asked for this machine's own address.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    give_up = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < give_up:
        try:
            with opener.open(f"{server.url}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise RuntimeError(f"The app did not start. It said:\n{server.log()}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # workers that the server left behind
