"""Real browsers for the tests and the screenshots: find them, or install them.

python -m tools.browser        print which ones are used; install what is missing, if possible
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

# The first is Chromium without the parts that draw windows: the same pages take half the time.
HEADLESS = "chromium-headless-shell"
NAMES = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class OtherBrowser(NamedTuple):
    """Another browser, in which a part of the tests runs too."""

    programs: tuple[str, ...]  # the first of them that there is
    packages: tuple[str, ...]  # Debian's that have it

    def path(self) -> str | None:
        """Where it is, if anywhere."""
        return next(filter(None, map(shutil.which, self.programs)), None)


FIREFOX = OtherBrowser(("firefox-esr", "firefox"), ("firefox-esr",))
WEBKIT = OtherBrowser(("WebKitWebDriver",), ("webkit2gtk-driver", "xvfb"))

FLAGS = (
    "--no-sandbox",  # the sandbox can't start as root, as which containers run; only our own pages are opened
    "--disable-gpu",
    # The browser itself asks no other host, which would cost time where there is no network.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SCREENSHOT_FLAGS = (
    # Of the pages' 5 MB of scripts only what runs is compiled, and nothing is made faster that runs but once: a page
    # takes a sixth less of the processor. What is drawn again and again is slower than in a reader's browser.
    "--js-flags=--max-lazy --no-opt",
    # One process draws all pages: it has their scripts at hand, and a page takes a quarter less.
    "--renderer-process-limit=1",
)

APT = ["apt-get", "install", "--yes", "--no-install-recommends"]

PATIENCE_MS = 90_000
"""How long a page may take for what it is to do. On a busy machine that is long, and no fault of the app."""

IDLE_MS = 150
"""How long the app must rest to count as idle: a click reaches the server within this time."""

# Streamlit tells its state in attributes of the app's outermost element. A component of the app is drawn when
# its element holds something. A frame that comes late counts as one in time: on a busy machine, what the page has yet
# to do comes as late.
IDLE_CHECK = """wait => {
    const app = document.querySelector('[data-testid="stApp"]');
    const drawn = (component) => component.shadowRoot?.querySelector("[class] > *");
    const busy = [
        app?.dataset.testConnectionState !== "CONNECTED" && "not connected",
        app?.dataset.testScriptState !== "notRunning" && "the script runs",
        window.isAnswerDue && "no answer yet",
        document.querySelector('[data-testid="stSkeleton"], [data-stale="true"]') && "parts to come",
        ![...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')].every(drawn) &&
            "a component to draw",
    ].filter(Boolean);
    const now = performance.now();
    const { rested, last, frames } = window.rest?.wait === wait ? window.rest : { rested: 0, last: now, frames: 0 };
    const idle = busy.length === 0;
    window.rest = {
        wait, busy, rested: idle ? rested + Math.min(now - last, 20) : 0, last: now, frames: frames + 1,
    };
    return window.rest.rested >= %d;
}"""

# Run before the app's own scripts: tells whether the server has yet to begin the run that was asked for last. Its
# messages are protocol buffers: the page asks by `rerun_script`, number 11, and is answered by `new_session`, number 4.
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
    """No Chromium could be started; the text says what was tried."""


def launch(playwright: Playwright, *, is_measured: bool = False) -> Browser:
    """Start the system's Chromium or Chrome, or the one that Playwright installed: the first that starts.

    `is_measured`: it runs scripts as a reader's does. The environment variable CHROMIUM names another one. Raises
    NoBrowserError where none starts.
    """
    return start(playwright.chromium, FLAGS if is_measured else (*FLAGS, *SCREENSHOT_FLAGS))


def start(chromium: BrowserType, flags: Sequence[str]) -> Browser:
    """The same with other flags."""
    wanted = os.environ.get("CHROMIUM")
    found = [wanted] if wanted else [path for name in NAMES if (path := shutil.which(name))]
    if not wanted and Path(chromium.executable_path).exists():
        found.append(chromium.executable_path)
    tried = []
    for path in found:
        try:
            return chromium.launch(executable_path=path, args=flags)
        except Error as error:
            tried.append(f"{path} does not start: {error.message.splitlines()[0]}")
    raise NoBrowserError("\n".join(tried) or "No Chromium found.")


def wait_until_idle(page: Page, timeout: float = PATIENCE_MS) -> None:
    """Wait until the app has drawn all it wants to draw, and the server rests. `timeout` is in milliseconds."""
    page.wait_for_function(IDLE_CHECK % IDLE_MS, arg=next(_waits), timeout=timeout)


def _version() -> str | None:
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            return f"{browser.browser_type.name} {browser.version}"
    except NoBrowserError as error:
        print(error, file=sys.stderr)
        return None


def is_debian() -> bool:
    """Whether this is Debian, and packages can be installed."""
    return sys.platform == "linux" and os.geteuid() == 0 and platform.freedesktop_os_release().get("ID") == "debian"


def _install_commands() -> list[list[list[str]]]:
    """The ways that this machine has, each a list of commands."""
    ways = []
    # Debian's own package comes first: it needs no host but the machine's package registry. (Ubuntu's is
    # an empty shell around a snap.)
    if is_debian():
        ways.append([["apt-get", "update"], [*APT, HEADLESS]])
        ways.append([[*APT, "chromium"]])
    with_libraries = ["--with-deps"] if sys.platform == "linux" and os.geteuid() == 0 else []
    ways.append([[sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"]])
    return ways


def run(command: list[str], seconds: float = 300) -> bool:
    """Run a command and show what it says; whether it did what it should."""
    print("+", " ".join(command), flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=environment, check=False, timeout=seconds)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return False
    return done.returncode == 0


def _find_other(name: str, other: OtherBrowser) -> None:
    """Say where another browser is, which is installed where this can be done."""
    if other.path() is None and is_debian():
        # Of 148 MB. Where that takes longer, the tests do without it.
        run(["apt-get", "update"], 60) and run([*APT, *other.packages], 120)
    print(f"{name}: {other.path() or 'there is none, the tests in it are skipped'}")


def main() -> int:
    """Make sure that there is a browser; 1 where none could be had."""
    version = _version()
    ways = _install_commands()
    if version:  # it will do; where the light one is to be had in a minute, the tests are done sooner
        ways = [way for way in ways if HEADLESS in way[-1] and not shutil.which(HEADLESS)]
    for commands in ways:
        if all(run(command) for command in commands) and (version := _version()):
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
