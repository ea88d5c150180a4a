"""What does a first visit cost? Bytes, requests and time of each page in a browser with an empty cache.

    python benchmarks/first_visit.py [--files 10] [--no-slow]

Pages whose first picture comes with them are measured twice: on this machine as it is, and as on a phone or an old
laptop in a weak network (1.5 Mbit/s, 300 ms latency, a processor a sixth as fast). The first step is done when the
right arrow has moved the player, a token has shown its details, or a question is answered: on the picture that comes
with the page, long before the app has loaded.

Target: 1.4 MB for Train. Bytes are counted on the network, compressed and with headers, without those of the WebSocket.
"""

import argparse
import os
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright

from tools.app_server import running_app
from tools.browser import WATCH_SOCKET, launch, wait_until_idle

TARGET_BYTES = 1_400_000
SLOW_LINE = {
    "offline": False,
    "latency": 300,
    "downloadThroughput": 1_500_000 / 8,
    "uploadThroughput": 1_500_000 / 8,
}
SLOW_PROCESSOR = 6
GIVE_UP_MS = 240_000


@dataclass
class Visit:
    """The bytes transferred, by path, and the times of a page."""

    files: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    requests: int = 0
    messages: int = 0  # bytes over the WebSocket
    drawn: float = 0.0  # seconds until everything was drawn
    stepped: float = 0.0  # seconds until the first step

    @property
    def size(self) -> int:
        """All bytes together."""
        return sum(self.files.values())


def count(page: Page, *, slow: bool) -> Visit:
    """Count what a page requests from now on, with an empty cache."""
    visit = Visit()
    asked: dict[str, str] = {}
    tools = page.context.new_cdp_session(page)

    def begin(event: dict[str, Any]) -> None:
        visit.requests += 1
        asked[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def end(event: dict[str, Any]) -> None:
        if event["requestId"] in asked:
            visit.files[asked[event["requestId"]]] += int(event["encodedDataLength"])

    def receive(event: dict[str, Any]) -> None:
        visit.messages += len(event["response"]["payloadData"]) * 3 // 4  # base64

    tools.on("Network.requestWillBeSent", begin)
    tools.on("Network.loadingFinished", end)
    tools.on("Network.webSocketFrameReceived", receive)
    tools.send("Network.enable")
    if slow:
        tools.send("Network.emulateNetworkConditions", SLOW_LINE)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PROCESSOR})
    return visit


def first_visit(browser: Browser, address: str, *, slow: bool = False) -> Visit:
    """Open a page in a fresh browser context."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(GIVE_UP_MS)
    page = context.new_page()
    page.add_init_script(WATCH_SOCKET)
    visit = count(page, slow=slow)
    start = time.monotonic()
    page.goto(address, wait_until="commit")
    name = urlsplit(address).path.strip("/")
    if name in FIRST:
        FIRST[name](page)
        visit.stepped = time.monotonic() - start
    wait_until_idle(page, GIVE_UP_MS)
    visit.drawn = time.monotonic() - start
    if visit.stepped and FIRST[name] is step and page.locator(".player").get_by_role("slider").input_value() != "1":
        raise RuntimeError(f"The first step is lost at {address}")
    context.close()
    return visit


def step(page: Page) -> None:
    """Take the player's first step."""
    slider = page.locator(".player").get_by_role("slider")
    slider.wait_for()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("slider => slider.value === '1'", arg=slider.element_handle(), polling=20)


def answer(page: Page) -> None:
    """Answer a chapter's question."""
    page.locator(".course .options button").first.click()
    page.locator(".course .options .right").wait_for()


def point(page: Page) -> None:
    """Show the details of a token."""
    page.locator(".token-view .token").first.click()
    page.locator(".token-view .details .named").wait_for()


FIRST = {"train": step, "encode": step, "playground": point, "course": answer, "stumble": answer}


def page_names() -> list[str]:
    """Return the addresses of the app's pages."""
    return ["", *sorted(path.stem for path in (ROOT / "pages").glob("*.py") if path.stem != "home")]


def main(options: argparse.Namespace) -> int:
    """Measure and print; return 1 if the target was missed."""
    load = os.getloadavg()[0]
    with running_app() as server, sync_playwright() as playwright:
        browser = launch(playwright, is_measured=True)
        first_visit(browser, f"{server.url}/train")  # warms up the server
        visits = {name or "home": first_visit(browser, f"{server.url}/{name}") for name in page_names()}
        slow_ones = () if options.no_slow else FIRST
        slow = {name: first_visit(browser, f"{server.url}/{name}", slow=True) for name in slow_ones}
        browser.close()
    print(f"{'page':14}{'kB':>8}{'requests':>10}{'websocket, kB':>15}{'all drawn, s':>14}{'first step, s':>15}")
    for name, visit in visits.items():
        print(f"{name:14}{visit.size / 1e3:>8,.0f}{visit.requests:>10}{visit.messages / 1e3:>15,.0f}", end="")
        print(f"{visit.drawn:>14.1f}" + (f"{visit.stepped:>15.1f}" if visit.stepped else ""))
    if slow:
        print("\nOn a slow line and processor:")
    for name, visit in slow.items():
        print(f"{name}: first step after {visit.stepped:.1f} s, all after {visit.drawn:.1f}.")
    train = visits["train"]
    largest = sorted(train.files.items(), key=lambda file: -file[1])[: options.files]
    print("\nThe largest of Train, kB:")
    for path, size in largest:
        print(f"{size / 1e3:>8,.1f}  {path}")
    verdict = "met" if train.size <= TARGET_BYTES else "missed"
    print(f"Target, {TARGET_BYTES / 1e6:g} MB for Train: {verdict}.")
    if load > (os.cpu_count() or 1):
        print(f"But others kept this machine busy: a load of {load:.1f} on {os.cpu_count()} processors at the start.")
    return int(train.size > TARGET_BYTES)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=10, help="how many of the largest files to list")
    parser.add_argument("--no-slow", action="store_true", help="leave out the slow connection")
    sys.exit(main(parser.parse_args()))
