"""The app in a real Chromium: a server, and pages that fail the test if anything goes wrong on them."""

import json
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Protocol
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from tools.app_server import ROOT, AppServer, running_app
from tools.browser import PATIENCE_MS, WATCH_SOCKET, launch, wait_until_idle
from ui.state.shared_parameters import GLOBAL_PARAMETERS

expect.set_options(timeout=PATIENCE_MS)

TRACEBACKS = ("Traceback (most recent call last)", "Uncaught app execution")


# Report violations on the console: some browsers do not do so themselves.
_WATCH_POLICY = """document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`against the policy: ${event.effectiveDirective} ${event.blockedURI}`);
});"""


NewPage = Callable[..., Page]  # accepts the keywords of `create_page` below

HAS_FAILED = pytest.StashKey[bool]()


# What a page looked like when its test failed: its structure, elements on top, and hidden ones.
_STATE = """() => {
    const [over, hidden] = [[], []];
    const look = (root, within) => {
        for (const element of root.querySelectorAll("*")) {
            const name = `${within}${element.outerHTML.slice(0, 120)}`;
            if (getComputedStyle(element).position === "fixed") over.push(name);
            if (element.getAttribute("style")?.includes("visibility")) hidden.push(name);
            if (element.shadowRoot) look(element.shadowRoot, `${element.tagName} ${element.className} > `);
        }
    };
    look(document, "");
    const body = [...document.body.children].map((element) => element.outerHTML.slice(0, 120));
    const memory = performance.memory?.usedJSHeapSize;
    const { rest } = window;
    return {address: location.href, visible: document.visibilityState, rest, memory, body, over, hidden};
}"""


OpenLink = Callable[[str], Page]


class OpenPage(Protocol):
    """Opens a page of the app, `/` by default, and waits until it is drawn. Keywords become the query."""

    def __call__(self, path: str = "/", **query: object) -> Page: ...


WATCH_SHIFT = """window.shift = 0;
new PerformanceObserver((all) => {
    for (const one of all.getEntries()) if (!one.hadRecentInput) window.shift += one.value;
}).observe({ type: "layout-shift", buffered: true });"""
"""A script that measures how far what is seen has moved by itself, as browsers count it."""

MOST_SHIFT = 0.05

_PAINT = """async () => {
    const within = (root) => [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
        shadowRoot ? [...shadowRoot.getAnimations(), ...within(shadowRoot)] : []);
    const ends = ({ playState, effect }) => playState === "running" && effect.getComputedTiming().endTime < Infinity;
    for (let frame = 0; frame < 2; ) {
        await new Promise(requestAnimationFrame);
        const moving = [...document.getAnimations(), ...within(document)].filter(ends);
        await Promise.allSettled(moving.map(({ finished }) => finished));
        frame = moving.length ? 0 : frame + 1;
    }
}"""

_MOVE = "(address) => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')); }"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """After a failure, attach the page's state to the report, and save a screenshot in screenshots/failed."""
    report = yield
    page = getattr(item, "funcargs", {}).get("page")
    if report.failed:
        item.stash[HAS_FAILED] = True
    if report.when == "call" and report.failed and isinstance(page, Page):
        with suppress(Error):
            name = re.sub(r"[^\w.-]+", "-", item.nodeid.removeprefix("tests/browser/"))[:150]
            page.screenshot(path=ROOT / "screenshots" / "failed" / f"{name}.png", timeout=5_000)
        with suppress(Error):
            report.sections.append(("the page", json.dumps(page.evaluate(_STATE), indent=1, ensure_ascii=False)))
    return report


def check_log(server: AppServer, start: int = 0) -> None:
    """Fail if the server's log has a traceback after position `start`."""
    log = server.log()[start:]
    assert not any(trace in log for trace in TRACEBACKS), f"The server's log holds a traceback:\n{log}"


@pytest.fixture(scope="session")
def app_server() -> Iterator[AppServer]:
    """The app, with one server for all tests of this process. Each test checks the log itself (`page`)."""
    with running_app() as server:
        yield server


@pytest.fixture
def server(app_server: AppServer) -> str:
    """The app's URL, without a slash at the end."""
    return app_server.url


@pytest.fixture(scope="session")
def kept_contexts() -> dict[tuple[object, ...], BrowserContext]:
    """Browser contexts by their fixed options, kept because they cache the app's scripts."""
    return {}


def create_page(
    browser: Browser,
    url: str,
    contexts: dict[tuple[object, ...], BrowserContext],
    place: object,
    *,
    width: int = 1280,
    height: int = 800,
    dark: bool = False,
    reduced_motion: bool = True,  # tests of animations switch it off
    touch: bool = False,
    clipboard: bool = False,
    locale: str = "en-US",
    forced_colors: bool = False,
) -> Page:
    """Open an empty page as if in a new browser: no cookies, no storage.

    Pages with the same `place` and fixed options are in one of the `contexts`, and there must be one at a time.
    """
    kind = (place, touch, clipboard, locale)
    context = contexts.get(kind)
    if context is None:
        context = contexts[kind] = browser.new_context(
            has_touch=touch,
            locale=locale,
            permissions=["clipboard-read", "clipboard-write"] if clipboard else [],
        )
        context.add_init_script("if (!window.opener) { localStorage.clear(); sessionStorage.clear(); }")
        # Stays open, to keep the process that draws this server's pages: it has their compiled scripts.
        context.new_page().goto(f"{url}/_stcore/health")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    forget(page, url)
    adjust(page, width=width, height=height, dark=dark, reduced_motion=reduced_motion, forced_colors=forced_colors)
    page.add_init_script(WATCH_SOCKET)
    page.add_init_script(_WATCH_POLICY)
    return page


def forget(page: Page, url: str) -> None:
    """Delete what a browser keeps of the app outside its pages: cookies, and a tokenizer opened in another test."""
    page.context.clear_cookies()
    kept_files = {"origin": url, "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept_files)


def adjust(
    page: Page,
    *,
    width: int = 1280,
    height: int = 800,
    dark: bool = False,
    reduced_motion: bool = True,
    forced_colors: bool = False,
) -> None:
    """Give a page its size and what the system prefers."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce" if reduced_motion else "no-preference",
        forced_colors="active" if forced_colors else "none",
    )


@pytest.fixture
def new_page(
    browser: Browser,
    app_server: AppServer,
    kept_contexts: dict[tuple[object, ...], BrowserContext],
    request: pytest.FixtureRequest,
) -> Iterator[NewPage]:
    """Opens empty pages, each as if in a new browser: nothing shared except cached files.

    After the test, it fails if a page or the server had an error, or a page contacted another host.
    """
    pages: list[Page] = []
    wrong: list[str] = []
    log_start = len(app_server.log())

    def open_empty(**options: Any) -> Page:
        page = create_page(browser, app_server.url, kept_contexts, len(pages), **options)
        pages.append(page)
        watch(page, wrong)
        return page

    yield open_empty
    for page in pages:
        if not page.is_closed():
            # A clock that a test installs is the context's, and would stand still for all tests after it.
            assert page.evaluate("/native code/.test(requestAnimationFrame)"), (
                "install a clock in a context of the test's own"
            )
        page.close()
    if not request.node.get_closest_marker("page_errors"):
        assert wrong == []
        check_log(app_server, log_start)


def watch(page: Page, wrong: list[str]) -> None:
    """Collect what goes wrong on a page: errors, and requests to other hosts."""

    def check_host(url: str) -> None:
        # A page may only contact the app; all test servers use this address.
        if urlsplit(url).scheme in ("http", "https", "ws", "wss") and urlsplit(url).hostname != "127.0.0.1":
            wrong.append(f"asked another host: {url}")

    def check_failure(request: Request) -> None:
        # A page that is left cancels pending requests, which is not an error.
        if request.failure != "net::ERR_ABORTED":
            wrong.append(f"request failed: {request.url} ({request.failure})")

    def check_console(message: ConsoleMessage) -> None:
        # At a page's URL, Streamlit first looks for its server below that URL, then at the root.
        url = message.location["url"]
        if message.type == "error" and not re.search(r"://[^/]+/.+/_stcore/(health|host-config)$", url):
            wrong.append(f"console: {message.text} ({url})")

    page.on("console", check_console)
    page.on("pageerror", lambda error: wrong.append(f"page error: {error}"))
    page.on("websocket", lambda socket: check_host(socket.url))
    page.on("requestfailed", check_failure)


@pytest.fixture
def view() -> Mapping[str, Any]:
    """The appearance of `page`, as keywords of `new_page`.

    A test overrides it: `@pytest.mark.parametrize("view", [{"dark": True}, {"width": 400}])`.
    `{"clipboard": True}` lets the page read and write the clipboard.
    """
    return {}


@pytest.fixture
def page(new_page: NewPage, view: Mapping[str, Any]) -> Page:
    """An empty page, 1280 x 800 and light unless `view` says otherwise."""
    return new_page(**view)


@pytest.fixture
def open_page(page: Page, server: str) -> OpenPage:
    """Opens a page of the app in `page`."""

    def open_(path: str = "/", **query: object) -> Page:
        visit(page, server, path, **query)
        return page

    return open_


@pytest.fixture(scope="module")
def kept_pages() -> Iterator[dict[tuple[object, ...], tuple[Page, list[str]]]]:
    """Pages in which tests of a file go on, by their fixed options, with what has gone wrong on each since its last
    test. Which files share a process is not always the same, so no page goes on from file to file.
    """
    pages: dict[tuple[object, ...], tuple[Page, list[str]]] = {}
    yield pages
    for page, _wrong in pages.values():
        page.close()


@contextmanager
def kept_page(
    server: AppServer,
    pages: dict[tuple[object, ...], tuple[Page, list[str]]],
    kind: tuple[object, ...],
    create: Callable[[], Page],
    test: pytest.Item,
) -> Iterator[Page]:
    """Yield the page of a kind that tests go on in, with nothing stored for later visits; `create` opens the first one.

    What its tab stores stays: the session, which goes on too, would send it again in the middle of the next test.

    After the test, it fails if anything went wrong on the page or in the server.
    """
    log_start = len(server.log())
    if kind in pages:
        page, wrong = pages[kind]
        forget(page, server.url)
        page.evaluate("localStorage.clear()")
    else:
        page, wrong = create(), []
        watch(page, wrong)
    yield page
    pages[kind] = (page, wrong)
    # What a session holds for all pages would be in the addresses of the next test.
    is_changed = any(one.name in parse_qs(urlsplit(page.url).query) for one in GLOBAL_PARAMETERS)
    if test.stash.get(HAS_FAILED, False) or wrong or is_changed:
        page.close()
        del pages[kind]
    assert wrong == []
    check_log(server, log_start)


@pytest.fixture
def go_to(
    browser: Browser,
    app_server: AppServer,
    kept_contexts: dict[tuple[object, ...], BrowserContext],
    kept_pages: dict[tuple[object, ...], tuple[Page, list[str]]],
    view: Mapping[str, Any],
    request: pytest.FixtureRequest,
) -> Iterator[OpenPage]:
    """Opens a page of the app as `open_page` does, but in a page where another test has used the app before.

    Moving within the app takes a fifth of the time of loading it. What the address does not say may be as the other
    test left it: a test that depends on it uses `open_page`.
    """
    fixed = ("touch", "clipboard", "locale")
    kind = tuple(view.get(name) for name in fixed)

    def create() -> Page:
        return create_page(browser, app_server.url, kept_contexts, "kept", **view)

    with kept_page(app_server, kept_pages, kind, create, request.node) as page:
        adjust(page, **{name: value for name, value in view.items() if name not in fixed})

        def go(path: str = "/", **query: object) -> Page:
            if not page.url.startswith(app_server.url):
                visit(page, app_server.url, path, **query)
                return page
            # Nothing stays open. Keys are for the new page, and what the last one still writes into its address comes
            # before the move.
            page.keyboard.press("Escape")
            page.evaluate("document.activeElement?.blur()")
            wait_until_idle(page)
            move_to(page, app_server.url, path, **query)
            return page

        yield go


@pytest.fixture
def elsewhere(
    browser: Browser,
    app_server: AppServer,
    kept_contexts: dict[tuple[object, ...], BrowserContext],
    kept_pages: dict[tuple[object, ...], tuple[Page, list[str]]],
    request: pytest.FixtureRequest,
) -> Iterator[OpenLink]:
    """Opens an address in another browser, which knows nothing of this one: links of other tests were opened there."""

    def create() -> Page:
        return create_page(browser, app_server.url, kept_contexts, "elsewhere")

    with kept_page(app_server, kept_pages, ("elsewhere",), create, request.node) as page:

        def open_link(address: str) -> Page:
            if page.url.startswith(app_server.url):
                page.evaluate(_MOVE, address)
            else:
                page.goto(address)
            wait_until_idle(page)
            return page

        yield open_link


def resize(page: Page, size: ViewportSize) -> None:
    """Give a page its size, and wait until it has been drawn in it."""
    page.set_viewport_size(size)
    paint(page)


def turn(page: Page, *, dark: bool) -> None:
    """Let the reader's system be dark or light, and wait until all of the page is."""
    page.emulate_media(color_scheme="dark" if dark else "light")
    if (app := page.get_by_test_id("stApp")).count():
        expect(app).to_have_css("color-scheme", "dark" if dark else "light")
    paint(page)


def paint(page: Page) -> None:
    """Wait until the page has been drawn as it is now, and what moves or changes its colour for a while has ended."""
    page.evaluate(_PAINT)


def visit(page: Page, server: str, path: str = "/", **query: object) -> None:
    """Go to a page of the app and wait until it is drawn."""
    address = f"{server}/{path.removeprefix('/')}"
    page.goto(f"{address}?{urlencode(query)}" if query else address)
    wait_until_idle(page)


def move_to(page: Page, server: str, path: str = "/", **query: object) -> None:
    """Go to another page of the app, as the browser's own buttons do, and wait until it is drawn.

    This takes a quarter of the time of loading the app, and keeps the session.
    """
    address = f"{server}/{path.removeprefix('/')}"
    page.evaluate(_MOVE, f"{address}?{urlencode(query)}" if query else address)
    wait_until_idle(page)


@pytest.fixture
def settle(page: Page) -> Callable[[], None]:
    """Waits until the server has answered the last click or key press in `page`, and the answer is drawn."""
    return lambda: wait_until_idle(page)
