"""Find or install real browsers for tests and screenshots.

python -m tools.browser        print which ones are used; install missing ones, if possible
"""

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserType, Error, Page, Playwright, sync_playwright

# The first is Chromium without window drawing: pages take half the time.
HEADLESS = "chromium-headless-shell"
NAMES = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class OtherBrowser(NamedTuple):
    """Another browser, in which some of the tests run too."""

    programs: tuple[str, ...]  # the first one found is used
    packages: tuple[str, ...]  # Debian packages that contain it

    def path(self) -> str | None:
        """Return the path of the browser; None if it is not installed."""
        return next(filter(None, map(shutil.which, self.programs)), None)


FIREFOX = OtherBrowser(("firefox-esr", "firefox"), ("firefox-esr",))
WEBKIT = OtherBrowser(("WebKitWebDriver",), ("webkit2gtk-driver", "xvfb"))

FLAGS = (
    # Chromium cannot start its sandbox as root, as in containers. Only our own pages are opened.
    "--no-sandbox",
    "--disable-gpu",
    # Keep the browser from contacting other hosts, which would take time without a network.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SCREENSHOT_FLAGS = (
    # Compile only the scripts that run, out of 5 MB per page, optimize nothing that runs once, and clear memory in few
    # large steps: a page takes a quarter less CPU time. What is drawn repeatedly is slower than in a reader's browser.
    "--js-flags=--max-lazy --no-opt --no-maglev --min-semi-space-size=32 --max-semi-space-size=64",
    # One process for all pages, which has their scripts in memory: a page takes a quarter less.
    "--renderer-process-limit=1",
    # Do not read scripts ahead, which would cache them twice: a page takes a fifth less. A second list replaces
    # Playwright's, so repeat those of its entries that matter for our own pages.
    "--disable-features=ScriptStreaming,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsUpgrades,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,PaintHolding,PreconnectToSearch,"
    "ThirdPartyStoragePartitioning",
)

APT = ["apt-get", "install", "--yes", "--no-install-recommends"]

PATIENCE_MS = 90_000
"""Milliseconds that a page may take. On a busy machine this can be long, without any fault of the app."""

IDLE_MS = 150
"""Milliseconds without activity after which the app counts as idle: a click reaches the server within this time."""

LOOK_MS = 30
"""Milliseconds between two looks at whether the app is idle."""

# Streamlit reports its state in attributes of the app's outermost element. A component counts as drawn once its
# element has content. Time counts if a frame was drawn in it: on a busy machine, a late frame means that pending work
# is late too. No frame is asked for while the app is at work: that would draw sixty a second.
IDLE_CHECK = f"""wait => {{
    const app = document.querySelector('[data-testid="stApp"]');
    const drawn = ({{ shadowRoot }}) =>
        shadowRoot?.querySelector("[class] > *") && !shadowRoot.querySelector("[aria-busy=true]");
    const busy = [
        app?.dataset.testConnectionState !== "CONNECTED" && "not connected",
        app?.dataset.testScriptState !== "notRunning" && "the script runs",
        window.isAnswerDue && "no answer yet",
        document.querySelector(".bpe-skeleton") && "the page is hidden until it is drawn",
        document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]') && "parts to come",
        ![...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')].every(drawn) &&
            "a component to draw",
    ].filter(Boolean);
    const now = performance.now();
    if (window.rest?.wait !== wait) window.rest = {{ wait, rested: 0, last: now, looks: 0, hasFrame: true }};
    const {{ rest }} = window;
    if (busy.length) rest.rested = 0;
    else if (rest.hasFrame) {{
        rest.rested += Math.min(now - rest.last, {LOOK_MS * 5 // 4});
        rest.hasFrame = false;
        requestAnimationFrame(() => (rest.hasFrame = true));
    }}
    Object.assign(rest, {{ busy, last: now, looks: rest.looks + 1 }});
    return rest.rested >= {IDLE_MS};
}}"""

# Runs before the app's own scripts: tracks whether the server has yet to start the run that was requested last.
# Messages are protocol buffers: the page sends `rerun_script`, field 11, and the answer is `new_session`, field 4.
WATCH_SOCKET = """
const begins = (message) => {
    let at = 0;
    const number = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = message[at++];
            value |= (byte & 127) << shift;
            if (byte < 128) return value;
        }
    };
    while (at < message.length) {
        const tag = number();
        if (tag >> 3 === 4) return true;
        const length = number();
        if ((tag & 7) === 2) at += length;
    }
    return false;
};
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
    if (data[0] >> 3 === 11) window.isAnswerDue = true;
    this.onAnswer ??= this.addEventListener("message", ({ data }) => {
        if (begins(new Uint8Array(data))) window.isAnswerDue = false;
    }) ?? true;
    return send.call(this, data);
};
"""

_waits = count()


class NoBrowserError(RuntimeError):
    """No Chromium could be started. The text lists the attempts."""


def launch(playwright: Playwright, *, is_measured: bool = False) -> Browser:
    """Start the system's Chromium or Chrome, or the one installed by Playwright: the first that starts.

    `is_measured` runs scripts as a reader's browser does. The environment variable CHROMIUM names another program.
    Raises NoBrowserError if none starts.
    """
    return start(playwright.chromium, FLAGS if is_measured else (*FLAGS, *SCREENSHOT_FLAGS))


def start(chromium: BrowserType, flags: Sequence[str]) -> Browser:
    """Start a browser as `launch` does, with other flags."""
    configured = os.environ.get("CHROMIUM")
    paths = [configured] if configured else [path for name in NAMES if (path := shutil.which(name))]
    if not configured and Path(chromium.executable_path).exists():
        paths.append(chromium.executable_path)
    problems = []
    for path in paths:
        try:
            return chromium.launch(executable_path=path, args=flags)
        except Error as error:
            problems.append(f"{path} does not start: {error.message.splitlines()[0]}")
    raise NoBrowserError("\n".join(problems) or "No Chromium found.")


def wait_until_idle(page: Page, timeout: float = PATIENCE_MS) -> None:
    """Wait until the app has drawn everything and the server is idle. `timeout` is in milliseconds."""
    page.wait_for_function(IDLE_CHECK, arg=next(_waits), polling=LOOK_MS, timeout=timeout)


def _version() -> str | None:
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            return f"{browser.browser_type.name} {browser.version}"
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return None


def is_debian() -> bool:
    """Return whether this is Debian, and packages can be installed."""
    return sys.platform == "linux" and os.geteuid() == 0 and platform.freedesktop_os_release().get("ID") == "debian"


def _install_commands() -> list[list[list[str]]]:
    """Return the ways to install a browser on this machine, each a list of commands."""
    commands = []
    # Debian's own package comes first: it needs no host but the package registry. (Ubuntu's is an empty shell around
    # a snap.)
    if is_debian():
        commands.append([["apt-get", "update"], [*APT, HEADLESS]])
        commands.append([[*APT, "chromium"]])
    with_libraries = ["--with-deps"] if sys.platform == "linux" and os.geteuid() == 0 else []
    commands.append([[sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"]])
    return commands


def run(command: list[str], seconds: float = 300) -> bool:
    """Run a command with its output shown; return whether it succeeded."""
    print("+", " ".join(command), flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=environment, check=False, timeout=seconds)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return False
    return done.returncode == 0


def _find_other(name: str, browser: OtherBrowser) -> None:
    """Print where another browser is, after installing it if possible."""
    if browser.path() is None and is_debian():
        # 148 MB. If that takes too long, the tests do without it.
        run(["apt-get", "update"], 60) and run([*APT, *browser.packages], 120)
    print(f"{name}: {browser.path() or 'there is none, the tests in it are skipped'}")


def main() -> int:
    """Make sure that a browser is installed; return 1 if that is impossible."""
    version = _version()
    commands = _install_commands()
    if version:  # sufficient, but tests are faster with the light one, if it can be installed quickly
        commands = [steps for steps in commands if HEADLESS in steps[-1] and not shutil.which(HEADLESS)]
    for steps in commands:
        if all(map(run, steps)) and (version := _version()):
            break
    if version:
        print(f"The browser for the tests: {version}")
        _find_other("Firefox", FIREFOX)
        _find_other("WebKit", WEBKIT)
        return 0
    print(
        "The tests in tests/browser need a Chromium, and none could be installed. Install Chromium or Chrome "
        "with the system's package manager, or name one with CHROMIUM=/path/to/chromium, and run this again.",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
