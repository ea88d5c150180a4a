"""Find, install and run Redis and HAProxy for tests and benchmarks of live classes.

python -m tools.redis_and_haproxy       print which ones are used; install missing ones, if possible
"""

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.app_server import HOST, ROOT, free_port
from tools.browser import APT, is_debian, run

PACKAGES = {"redis-server": "redis-server", "haproxy": "haproxy"}
"""Programs, and the Debian packages that contain them."""

START_SECONDS = 20
_ELSEWHERE = ("/usr/sbin", "/usr/local/sbin")  # may be missing from PATH


def find_program(program: str) -> str | None:
    """Return the path of a program; None if it is not installed."""
    return shutil.which(program) or next(
        filter(None, (shutil.which(program, path=folder) for folder in _ELSEWHERE)), None
    )


class Service:
    """A program that listens on a port until it is stopped. It can be started again."""

    def __init__(self, command: list[str], port: int, log: Path) -> None:
        self.port = port
        self._command = command
        self._log = log
        self.start()

    def start(self) -> None:
        """Start the program, and wait until it listens. Raises RuntimeError, with its output, if it does not."""
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        give_up = time.monotonic() + START_SECONDS
        while self.process.poll() is None and time.monotonic() < give_up:
            with suppress(OSError), socket.create_connection((HOST, self.port), timeout=1):
                return
            time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"{self._command[0]} did not start. It said:\n{self._log.read_text(errors='replace')}")

    def stop(self) -> None:
        """Kill the program, as a failing machine would."""
        self.process.kill()
        self.process.wait()


@contextmanager
def running_redis() -> Iterator[Service]:
    """Run a private Redis that stores nothing on disk. Raises FileNotFoundError if it is not installed."""
    program = find_program("redis-server")
    if program is None:
        raise FileNotFoundError("There is no redis-server here. `python -m tools.redis_and_haproxy` may install it.")
    with TemporaryDirectory(prefix="bpe-lab-redis-") as home:
        port = free_port()
        options = {"port": port, "bind": HOST, "dir": home, "save": "", "appendonly": "no", "daemonize": "no"}
        command = [program, *(part for name, value in options.items() for part in (f"--{name}", str(value)))]
        service = Service(command, port, Path(home, "redis.log"))
        try:
            yield service
        finally:
            service.stop()


def haproxy_config(ports: Sequence[int], listen: str) -> str:
    """Return deploy/'s configuration, with servers on these local ports. HAProxy itself listens at `listen`."""
    lines = (ROOT / "deploy" / "haproxy.cfg").read_text("utf-8").splitlines()
    without_servers = [line for line in lines if not line.strip().startswith("server ")]
    without_servers[without_servers.index("    bind :80")] = f"    bind {listen}"
    return "\n".join((*without_servers, *(f"    server s{port} {HOST}:{port} cookie s{port}" for port in ports), ""))


@contextmanager
def running_haproxy(configuration: str, port: int) -> Iterator[Service]:
    """Run HAProxy with a configuration that makes it listen on this port. Raises FileNotFoundError as for Redis."""
    program = find_program("haproxy")
    if program is None:
        raise FileNotFoundError("There is no haproxy here. `python -m tools.redis_and_haproxy` may install it.")
    with TemporaryDirectory(prefix="bpe-lab-haproxy-") as home:
        file = Path(home, "haproxy.cfg")
        file.write_text(configuration, encoding="utf-8")
        service = Service([program, "-db", "-f", str(file)], port, Path(home, "haproxy.log"))
        try:
            yield service
        finally:
            service.stop()


def main() -> int:
    """Print where the programs are, after installing missing ones if possible."""
    missing = [program for program in PACKAGES if find_program(program) is None]
    if missing and is_debian():
        run(["apt-get", "update"], 60) and run([*APT, *(PACKAGES[program] for program in missing)], 120)
    for program in PACKAGES:
        print(f"{program}: {find_program(program) or 'there is none, the tests with it are skipped'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
