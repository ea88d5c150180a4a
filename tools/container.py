"""Build the container, start it as documented, and step through a lesson in it.

python -m tools.container                         with podman or docker, on the base image of Containerfile
python -m tools.container --debian                on a base made by mmdebstrap, if no registry can be reached
python -m tools.container --debian --inside       as root inside a container or sandbox, with fewer rights

The container runs with a file system that is read-only except for /tmp, without capabilities, on a Space's port.
"""

import argparse
import platform
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import expect, sync_playwright

from tools.browser import is_debian, launch

ROOT = Path(__file__).parent.parent
IMAGE = "localhost/bpe-lab-tried"
BASE = "localhost/bpe-lab-base"
NAME = "bpe-lab-tried"
PORT = 7860  # of Hugging Face Spaces
START_SECONDS = 60

HARDENED_OPTIONS = ("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges")

# Storage without mounts, builds without namespaces, the host's network and cgroups, no raised limits; and this
# machine's registry settings.
INSIDE = ("--storage-driver", "vfs", "--cgroup-manager", "cgroupfs", "--runtime", "runc")
INSIDE_BUILD = ("--isolation", "chroot", "--layers=false", "--network", "host")
INSIDE_RUN = ("--network", "host", "--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096")
HOST_FILES = ("/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")


def main() -> int:
    """Build, run and test the container; return 1 if that is impossible."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.container", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--debian", action="store_true", help="with a base made by mmdebstrap")
    parser.add_argument("--inside", action="store_true", help="as root in a container or a sandbox, by podman")
    options = parser.parse_args()
    program = next(filter(shutil.which, ("podman",) if options.inside else ("podman", "docker")), None)
    if program is None or (options.debian and not shutil.which("mmdebstrap")):
        print("There is no podman, docker or mmdebstrap. On Debian, apt-get install has them.", file=sys.stderr)
        return 1
    command = [program, *(INSIDE if options.inside else ())]
    try:
        base = debian(command) if options.debian else None
        build(command, base, options.inside)
        try_container(command, INSIDE_RUN if options.inside else ("--publish", f"127.0.0.1:{PORT}:{PORT}"))
    except (subprocess.CalledProcessError, TimeoutError) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def debian(command: Sequence[str]) -> str:
    """Return the name of a base image with Debian's Python, making it if necessary."""
    if subprocess.run([*command, "image", "inspect", BASE], capture_output=True, check=False).returncode:
        with TemporaryDirectory() as folder:
            packages = "--include=python3,python3-venv,ca-certificates"
            release = platform.freedesktop_os_release()["VERSION_CODENAME"] if is_debian() else "stable"
            run("mmdebstrap", "--variant=minbase", packages, release, f"{folder}/base.tar")
            run(*command, "import", f"{folder}/base.tar", BASE)
    return BASE


def build(command: Sequence[str], base: str | None, inside: bool) -> None:
    """Build the image of Containerfile."""
    options = [f"--build-arg=BASE={base}"] if base else []
    if command[0] == "podman":
        options += ["--format=docker", "--pull=missing"]  # OCI's own format has no health check
    if inside:
        options += [*INSIDE_BUILD, *(f"--volume={path}:{path}:ro" for path in HOST_FILES if Path(path).exists())]
    run(*command, "build", *options, "--tag", IMAGE, "--file", str(ROOT / "Containerfile"), str(ROOT))


def try_container(command: Sequence[str], options: Sequence[str]) -> None:
    """Start the container, step through a lesson, and stop it. Raises TimeoutError if it does not start in time."""
    container_options = (*HARDENED_OPTIONS, *options, f"--env=STREAMLIT_SERVER_PORT={PORT}")
    run(*command, "run", "--detach", "--rm", "--name", NAME, *container_options, IMAGE)
    try:
        wait_for(f"http://127.0.0.1:{PORT}/_stcore/health")
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{PORT}/train?scenario=hug")
            player = page.get_by_test_id("stApp").locator(".player")
            expect(player.locator(".where")).to_have_text("Step 0 of 7", timeout=30_000)
            page.keyboard.press("ArrowRight")
            expect(player.locator(".history .token").last).to_have_text("ug")
            browser.close()
        if command[0] == "podman":  # docker runs it on its own
            run(*command, "healthcheck", "run", NAME)
        run(*command, "exec", NAME, "python3", "-m", "bpe_engine.sandbox")
        run(*command, "exec", NAME, "sh", "-c", "id; ! touch /opt/bpe-lab/written")
    finally:
        run(*command, "logs", NAME)
        run(*command, "stop", NAME)
    print("It was built, it started, and a lesson was stepped through.")


def wait_for(address: str) -> None:
    """Wait until a server answers at an address."""
    give_up = time.monotonic() + START_SECONDS
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < give_up:
        try:
            with opener.open(address, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"{address} did not answer within {START_SECONDS} s.")


def run(*command: str) -> None:
    """Print a command and run it."""
    print("+", *command, flush=True)
    subprocess.run(command, check=True)


if __name__ == "__main__":
    sys.exit(main())
