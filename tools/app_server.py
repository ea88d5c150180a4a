"""Start the app in a separate process, as `make run` does, for tests and screenshots."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
START_SECONDS = 60


class AppServer:
    """A running server: its address, its process, and its log."""

    def __init__(
        self,
        root: Path,
        home: Path,
        options: Sequence[str],
        settings: Mapping[str, str],
        open_files: int,
        command: Sequence[str],
    ) -> None:
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._root = root
        self._home = home
        self._options = options
        self._settings = settings
        self._open_files = open_files
        self._command = command
        self._log_file = home / "server.log"
        self.start()

    @property
    def process_id(self) -> int:
        """The process id of the server itself; its workers are child processes."""
        return self._process.pid

    def log(self) -> str:
        """Return the server's output without colour codes, which Streamlit uses in tracebacks."""
        return re.sub(r"\x1b\[[\d;]*m", "", self._log_file.read_text(encoding="utf-8", errors="replace"))

    def start(self) -> None:
        """Start the server, or restart it after it has ended, and wait until it answers.

        Raises RuntimeError, with the server's log, if it does not.
        """
        # An empty home and no STREAMLIT_ variables: a developer's own settings or secrets must not affect the result.
        env = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
        env |= {"HOME": str(self._home), "PYTHONUNBUFFERED": "1", **self._settings}
        options = [f"--server.port={self.port}", f"--server.address={HOST}", "--server.headless=true", *self._options]
        with self._log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [*self._command, *options],
                cwd=self._root,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # so that its workers can be ended with it
                preexec_fn=self._limit_files if self._open_files else None,
            )
        try:
            _wait_until_healthy(self, self._process)
        except RuntimeError:
            self.stop()
            raise

    def _limit_files(self) -> None:
        if sys.platform != "win32":
            import resource

            resource.setrlimit(resource.RLIMIT_NOFILE, (self._open_files, self._open_files))

    def kill(self) -> None:
        """Kill the server as a system short of memory does: at once, and without its workers."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Stop the server and everything it has started."""
        self._process.terminate()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.kill()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # workers that the server left behind


STREAMLIT = (sys.executable, "-m", "streamlit", "run", "app.py")


@contextmanager
def running_app(
    root: Path = ROOT,
    *,
    options: Sequence[str] = (),
    settings: Mapping[str, str] | None = None,
    open_files: int = 0,
    command: Sequence[str] = STREAMLIT,
) -> Iterator[AppServer]:
    """Run the app in `root` on a free port of this machine within the block.

    `options` are Streamlit's; `settings` are environment variables; `open_files` limits open files if given; `command`
    starts the app and accepts Streamlit's options. Raises RuntimeError, with the server's log, if the app does not
    start.
    """
    with TemporaryDirectory(prefix="bpe-lab-") as home:
        server = AppServer(root, Path(home), options, settings or {}, open_files, command)
        try:
            yield server
        finally:
            server.stop()


def free_port() -> int:
    """Return a port that nothing listens on right now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_healthy(server: AppServer, process: subprocess.Popen[bytes]) -> None:
    # Do not use a proxy from the environment: it could not reach this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    give_up = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < give_up:
        try:
            with opener.open(f"{server.url}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise RuntimeError(f"The app did not start. It said:\n{server.log()}")
