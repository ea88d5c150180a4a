"""How long does a page of the menu take? From a click to the new page, and on a first visit.

    python benchmarks/navigation.py [--rounds 7]

A page counts as shown once the frame with its title and all its parts has been painted: no part of the page before is
left, and no part is still to come. On a first visit, with an empty cache and a server that has been visited before, the
time is that of the largest content (`largest-contentful-paint`), from the browser's request.

Targets: a median of 150 ms from a click in the menu, and 1.0 s on a first visit, for each page.
"""

import argparse
import os
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools.app_server import running_app
from tools.browser import WATCH_SOCKET, launch, wait_until_idle

TARGET_CLICK_MS = 150
TARGET_VISIT_MS = 1_000
VIEWPORT: ViewportSize = {"width": 1280, "height": 720}

# A message posted in an animation frame arrives after that frame has been painted.
_CLICK = """link => new Promise((resolve) => {
    const title = () => [...document.querySelectorAll("h1")].find((heading) => heading.checkVisibility())?.textContent;
    const isDrawn = ({ shadowRoot }) =>
        shadowRoot?.querySelector("[class] > *") && !shadowRoot.querySelector("[aria-busy=true]");
    const isComplete = () =>
        !document.querySelector(".bpe-skeleton, [data-testid=stSkeleton], [data-stale=true]") &&
        [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].every(isDrawn);
    const before = title();
    const clicked = performance.now();
    const times = {};
    const afterPaint = (name) => {
        const channel = new MessageChannel();
        times[name] = 0;
        channel.port1.onmessage = () => {
            times[name] = performance.now() - clicked;
            if (times.complete) resolve(times);
        };
        channel.port2.postMessage(null);
    };
    const look = () => {
        const isNew = title() && title() !== before;
        if (isNew && !("titled" in times)) afterPaint("titled");
        if (isNew && isComplete()) afterPaint("complete");
        else requestAnimationFrame(look);
    };
    link.click();
    requestAnimationFrame(look);
})"""

_LARGEST = """new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largest = startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });"""


def menu(page: Page) -> list[tuple[str, int, int]]:
    """Return the title and the place of each page in the menu: which section, and which of its entries."""
    entries = []
    sections = page.get_by_test_id("stTopNavSection")
    for section in range(sections.count()):
        sections.nth(section).click()
        items = page.get_by_role("menu").get_by_role("menuitem")
        items.first.wait_for()
        entries += [(title, section, place) for place, title in enumerate(items.all_inner_texts())]
        page.keyboard.press("Escape")
        page.get_by_role("menu").wait_for(state="hidden")
    return entries


def click(page: Page, section: int, place: int) -> tuple[float, float]:
    """Choose a page in the menu; return the milliseconds until its title, and until all of it was painted."""
    wait_until_idle(page)
    page.get_by_test_id("stTopNavSection").nth(section).click()
    link = page.get_by_role("menu").get_by_role("menuitem").nth(place)
    link.wait_for()
    page.wait_for_timeout(300)  # until the menu has opened: only the page is measured
    times: dict[str, float] = link.evaluate(_CLICK)
    return times["titled"], times["complete"]


def first_visit(browser: Browser, address: str) -> float:
    """Open a page with an empty cache; return the milliseconds until its largest content was painted."""
    context = browser.new_context(viewport=VIEWPORT)
    page = context.new_page()
    page.add_init_script(WATCH_SOCKET + _LARGEST)
    page.goto(address)
    wait_until_idle(page)
    largest: float = page.evaluate("window.largest")
    context.close()
    return largest


def main(options: argparse.Namespace) -> int:
    """Measure and print; return 1 if a target was missed."""
    load = os.getloadavg()[0]
    missed = []
    with running_app() as server, sync_playwright() as playwright:
        browser = launch(playwright, is_measured=True)
        page = browser.new_page(viewport=VIEWPORT)
        page.add_init_script(WATCH_SOCKET)
        page.goto(server.url)
        wait_until_idle(page)
        entries = menu(page)
        addresses = {}
        for title, section, place in entries:  # the first time, the browser loads what a page needs
            click(page, section, place)
            addresses[title] = page.url
        print(f"{'':28}{'click to page, ms':>22}{'first visit, ms':>18}")
        print(f"{'page':28}{'its title':>12}{'all':>10}{'largest content':>18}")
        rounds = [
            {title: click(page, section, place) for title, section, place in entries}
            for _round in range(options.rounds)
        ]
        page.close()
        for title, _section, _place in entries:
            titled, complete = (statistics.median(times[title][part] for times in rounds) for part in (0, 1))
            visit = statistics.median(first_visit(browser, addresses[title]) for _round in range(3))
            print(f"{title:28}{titled:>12.0f}{complete:>10.0f}{visit:>18.0f}", flush=True)
            if complete > TARGET_CLICK_MS or visit > TARGET_VISIT_MS:
                missed.append(title)
        browser.close()
    print(f"Targets missed for {', '.join(missed)}." if missed else "Targets met.")
    if load > 1:
        print(f"But others kept this machine busy: a load of {load:.1f} on {os.cpu_count()} processors at the start.")
    return int(bool(missed))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="how often each page is chosen")
    sys.exit(main(parser.parse_args()))
