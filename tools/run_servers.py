"""Serve the app from several processes on this machine, since one Python process uses one core.

python -m tools.run_servers 4 --port 8501      four servers behind HAProxy, which share live classes through Redis

HAProxy is configured as in deploy/. A server that ends is restarted. The servers read their other settings from the
environment (docs/SERVER.md). If REDIS_URL is set, that Redis is used.
"""

import argparse
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from types import FrameType

from tools.app_server import HOST, ROOT, START_SECONDS, free_port
from tools.redis_and_haproxy import find_program, haproxy_config, running_haproxy, running_redis

MOST = 64
LOOK_SECONDS = 0.5  # between two checks that all servers run


class Servers:
    """Running servers, each on its own port; one that ends is restarted."""

    def __init__(self, count: int, redis: str) -> None:
        self.ports = [free_port() for _ in range(count)]
        # A browser whose server has ended reaches another one, with the first one's cookies.
        secret = os.environ.get("STREAMLIT_SERVER_COOKIE_SECRET") or secrets.token_hex(32)
        self._settings = os.environ | {"REDIS_URL": redis, "STREAMLIT_SERVER_COOKIE_SECRET": secret}
        self._settings.pop("BPE_LAB_OPEN", None)  # each would open a browser, on its own port
        self._processes = {port: self._start(port) for port in self.ports}

    def _start(self, port: int) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "ui.server", "--port", str(port), "--listen", HOST, "--server.headless=true"]
        # In a separate process group: Ctrl-C is for this process, which ends the servers.
        return subprocess.Popen(command, cwd=ROOT, env=self._settings, stdin=subprocess.DEVNULL, process_group=0)

    def wait_until_all_answer(self) -> None:
        """Wait until all servers answer. Raises RuntimeError if one ends, or takes longer than a minute."""
        give_up = time.monotonic() + START_SECONDS
        for port, process in self._processes.items():
            while not _is_healthy(port):
                if process.poll() is not None or time.monotonic() > give_up:
                    raise RuntimeError(f"The server on port {port} did not start. See its output above.")
                time.sleep(0.1)

    def supervise(self) -> None:
        """Restart servers that end, forever."""
        while True:
            time.sleep(LOOK_SECONDS)
            for port, process in self._processes.items():
                if process.poll() is not None:
                    print(f"The server on port {port} ended ({process.returncode}). It is started again.", flush=True)
                    self._processes[port] = self._start(port)
                    time.sleep(LOOK_SECONDS)  # a server that ends at once must not use up a core

    def stop(self) -> None:
        """Stop all servers."""
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _is_healthy(port: int) -> bool:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://{HOST}:{port}/_stcore/health", timeout=2):
            return True
    except OSError:
        return False


@contextmanager
def running_servers(count: int, port: int) -> Iterator[Servers]:
    """Run servers behind one local address within the block.

    Raises RuntimeError if they do not start, or the port is taken.
    """
    with ExitStack() as all_of_it:
        redis = os.environ.get("REDIS_URL")
        if not redis:
            redis = f"redis://{HOST}:{all_of_it.enter_context(running_redis()).port}/0"
        servers = Servers(count, redis)
        all_of_it.callback(servers.stop)
        servers.wait_until_all_answer()
        all_of_it.enter_context(running_haproxy(haproxy_config(servers.ports, f"*:{port}"), port))
        yield servers


def missing() -> list[str]:
    """Return the missing requirements, each with how to install it."""
    missing_programs = []
    if find_program("haproxy") is None:
        missing_programs.append("HAProxy, which stands before the servers (Debian: apt-get install haproxy)")
    if not os.environ.get("REDIS_URL") and find_program("redis-server") is None:
        missing_programs.append(
            "Redis, by which they share live classes (Debian: apt-get install redis-server; or REDIS_URL names one)"
        )
    if find_spec("redis") is None:
        missing_programs.append("Python's package for Redis (pip install -r requirements-redis.txt)")
    return missing_programs


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until Ctrl-C. Return 1 if something is missing or does not start; an invalid option exits with 2."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.run_servers", description="Serve the app from several processes."
    )
    parser.add_argument("servers", type=int, help="how many; use one per core")
    parser.add_argument("--port", type=int, default=8501, help="the port (default: 8501)")
    options = parser.parse_args(arguments)
    if not 1 <= options.servers <= MOST:
        parser.error(
            f"servers={options.servers} is not valid. Choose a number from 1 to {MOST}, as in: make run SERVERS=4"
        )
    if not 0 < options.port < 2**16:
        parser.error(f"{options.port} is not a port. Choose a whole number from 1 to 65,535.")
    if missing_programs := missing():
        print(
            "Several servers need what is not here:",
            *(f"  - {program}" for program in missing_programs),
            sep="\n",
            file=sys.stderr,
        )
        print("One server needs none of it: make run", file=sys.stderr)
        return 1
    if _is_taken(options.port):
        print(f"Port {options.port} is taken. Name another: PORT=8600 make run SERVERS=4", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, _end)
    try:
        with running_servers(options.servers, options.port) as servers:
            print(f"{options.servers} servers behind one address: http://localhost:{options.port}", flush=True)
            servers.supervise()
    except KeyboardInterrupt:
        return 0
    except RuntimeError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
