"""The player's visible state, read from the screen, and the state that the engine expects."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from bpe_engine import BPETraining
from tests.plain_sentences import plain
from tools.browser import PATIENCE_MS, wait_until_idle
from ui.jobs import training_calls
from ui.pages.registry import HOME, PAGES
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms import bpe_explanations as sentences
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

# The player is in a shadow root: Playwright finds its element, and the rest is read from there.
READ = """root => {
    const shown = (element) => element.checkVisibility({opacityProperty: true, visibilityProperty: true});
    const all = (selector, within = root) => [...within.querySelectorAll(selector)].filter(shown);
    const written = ({childNodes}) => [...childNodes]
        .filter(({className}) => !["screen-reader-text", "app-link"].includes(className))
        .map((node) => node.textContent).join("");
    const text = (selector) => all(selector).map(written).join(" ");
    const tokens = (within) => all(".token", within).map((token) => token.textContent);
    return {
        where: text(".where"), done: text(".done"), next: text(".next"),
        words: all(".corpus tbody tr").filter((row) => row.querySelector(".row")).map((row) => ({
            count: row.querySelector(".frequency").textContent,
            tokens: tokens(row.querySelector(".row")),
            places: all(".hit", row).map(tokens),
            fresh: all(".new-token", row).map((token) => token.textContent),
        })),
        board: all(".board .pair").map((pair) => ({
            pair: tokens(pair.firstElementChild),
            count: pair.querySelector(".count").textContent,
            winner: pair.classList.contains("winner"),
        })),
        guesses: all(".guesses button").map(tokens),
        chips: tokens(root.querySelector(".chips")),
        newest: all(".chips .new-token").map((token) => token.textContent),
        dropped: all(".chips .dropped").map((token) => token.textContent),
        // Those without room count too: the newest are shown.
        merges: [...root.querySelectorAll(".merges button")]
            .map((row) => [...row.querySelectorAll(".token")].map((token) => token.textContent)),
    };
}"""

_AT_EACH_STEP = """async (root, patience) => {
    const look = %s;
    const scrubber = root.querySelector("input[type=range]");
    const found = [];
    for (let step = Number(scrubber.value); ; step++) {
        const until = performance.now() + patience;
        const isDrawn = () => Number(scrubber.value) === step && root.getAttribute("aria-busy") !== "true"
            && !("moving" in root.dataset);
        do {
            if (performance.now() > until) throw new Error(`step ${step} is not drawn`);
            await new Promise(requestAnimationFrame);
        } while (!isDrawn());
        found.push(look(root));
        if (step === Number(scrubber.max)) return found;
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
    }
}"""


def becomes(read: Callable[[], object], wanted: object) -> None:
    """Wait until a reading equals the expected value: the page may still be changing."""
    give_up = time.monotonic() + PATIENCE_MS / 1000
    while (found := read()) != wanted and time.monotonic() < give_up:
        time.sleep(0.05)
    assert found == wanted, f"{found!r} is not {wanted!r}"


def query(page: Page) -> dict[str, str]:
    """Return the query of the page's URL. More may be added in a moment: see `becomes`."""
    # page.url lags behind what the page itself writes into its URL.
    said = parse_qs(urlsplit(page.evaluate("location.href")).query, keep_blank_values=True)
    return {name: values[-1] for name, values in said.items()}


def choices(page: Page) -> Page:
    """Open the choices in the line above the player, unless they are open."""
    wait_until_idle(page)
    button = page.get_by_test_id("stPopoverButton")
    if button.get_attribute("aria-expanded") != "true":
        button.click()
    expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
    return page


def close_choices(page: Page) -> None:
    """Close the choices, which cover the player."""
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_be_hidden()


def page_link(page: Page, name: str) -> Locator:
    """Return the link to a page in its menu, after opening the menu."""
    (spec,) = (spec for spec in PAGES.values() if spec.title == name)
    group = page.get_by_role("navigation").get_by_role("button", name=spec.group, exact=True)
    if group.get_attribute("aria-expanded") != "true":
        group.click()
    return page.get_by_role("menu").get_by_role("menuitem", name=spec.menu_title or name, exact=True)


def follow(page: Page, name: str) -> None:
    """Click a page’s name in its menu, or that of a view next to its title, and wait for that page.

    The wordmark leads Home.
    """
    (spec,) = (spec for spec in PAGES.values() if spec.title == name)
    if spec is HOME:
        page.get_by_test_id("stLogoLink").click()
        arrive(page, "/")
        return
    if not spec.parent:
        link = page_link(page, name)
    elif spec.in_course:
        follow(page, PAGES[spec.parent].title)
        named = page.locator(".page", has=page.get_by_text(name, exact=True))
        part = page.locator(".chapters .part", has=named)
        if part.get_attribute("open") is None:
            part.locator("summary").click()
        link = part.locator(named)
    else:
        link = page.locator(".st-key-bpe_lab_parts").get_by_role("link", name=spec.short_title or name, exact=True)
        if not link.count():  # from another of its page's views, it is one click
            follow(page, PAGES[spec.parent].title)
    path = link.evaluate("link => new URL(link.href).pathname")
    link.click()
    arrive(page, path)


def arrive(page: Page, path: str) -> None:
    """Wait for the page with a path, after a link or the browser's history led to it."""
    page.wait_for_function("path => location.pathname === path", arg=path)
    wait_until_idle(page)


def rest(page: Page) -> None:
    """Wait until the player has written its step: it rests for 450 ms, by the page's own clock, which may be late."""
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve, 500))")


def reload(page: Page) -> None:
    """Load the page again, and wait until it is drawn: a `Player` read before may find everything still hidden."""
    page.reload()
    wait_until_idle(page)


def upload(page: Page, name: str, data: bytes, kind: str = "text/plain") -> None:
    """Upload a file with the page's uploader, and wait until the server has it."""
    with page.expect_response(lambda response: response.request.method == "PUT", timeout=180_000):
        page.locator("input[type=file]").set_input_files({"name": name, "mimeType": kind, "buffer": data})


@dataclass(frozen=True)
class Player:
    """The player on a page. Created once it is there."""

    page: Page

    def __post_init__(self) -> None:
        # While a page is redrawn, the player may briefly occur twice.
        wait_until_idle(self.page)
        expect(self.root).to_have_count(1)
        expect(self.root.locator(".where")).not_to_be_empty()

    @property
    def root(self) -> Locator:
        return self.page.locator(".player")

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    @property
    def scrubber(self) -> Locator:
        return self.root.get_by_role("slider")

    def options(self) -> Locator:
        """Open the panel of options, and return it."""
        button = self.button("Options")
        if button.get_attribute("aria-expanded") != "true":
            button.click()
        return self.root.locator(".options .panel")

    def choose_speed(self, times: str) -> None:
        self.options().get_by_label("Speed").select_option(times)
        self.page.mouse.click(5, 400)  # closes the panel, and leaves nothing focused

    def at(self, step: int, steps: int | None = None) -> dict[str, Any]:
        """Wait until the player is at a step, and return what is visible."""
        of = r"[\d,]+" if steps is None else f"{steps:,}"
        expect(self.root.locator(".where")).to_have_text(re.compile(f"^Step {step:,} of {of}$"))
        self.is_still()
        return self.seen()

    def is_still(self) -> None:
        """Wait until a step is drawn completely: after a key press, only its first part is shown at once."""
        expect(self.root).not_to_have_attribute("aria-busy", "true")
        expect(self.root).not_to_have_attribute("data-moving", "")

    def steps(self) -> int:
        """Return the number of the last step."""
        return int(self.scrubber.get_attribute("max") or 0)

    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = self.root.evaluate(READ)
        return found

    def walk(self, step: int) -> None:
        """Jump to the step before, and press the key that leads on, without a pause."""
        self.root.evaluate(
            """(root, step) => {
                const scrubber = root.querySelector("input[type=range]");
                scrubber.value = Math.max(0, step - 1);
                scrubber.dispatchEvent(new Event("input", {bubbles: true}));
                if (step) document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
            }""",
            step,
        )

    def at_each_step(self, look: str) -> list[Any]:
        """Go on by the key to the last step; return what a function finds in the player at each, once it is drawn."""
        found: list[Any] = self.root.evaluate(_AT_EACH_STEP % look, PATIENCE_MS)
        return found

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


def trained(scenario: str, **settings: Any) -> BPETraining:
    """Return the engine's own training of a scenario."""
    lesson = SCENARIOS[scenario]
    training = training_calls.train(
        Task(lesson.source, replace(ALGORITHMS["bpe"].default_settings(lesson), **settings))
    )
    assert isinstance(training, BPETraining)
    return training


def should_be(training: BPETraining, step: int) -> dict[str, Any]:
    """Return what the player should show of a small character-level corpus at a step."""
    state = training.at(step)
    event = state.next_event
    made = training.events[step - 1].token if step else None
    dropped = {token for past in training.events[:step] for token in past.dropped}
    known = list(dict.fromkeys((*training.base_vocabulary, *(past.token for past in training.events[:step]))))
    words = []
    for word in state.words:
        symbols = list(word.symbols)
        places = [
            [left, right]
            for left, right in zip(symbols, symbols[1:], strict=False)
            if event is not None and (left, right) == event.pair
        ]
        fresh = [symbol for symbol in symbols if symbol == made]
        words.append({"count": f"{word.frequency:,} ×", "tokens": symbols, "places": places, "fresh": fresh})
    return {
        "where": f"Step {step} of {len(training.events)}",
        "done": plain(sentences.last_step_text(training, state)),
        "next": plain(sentences.next_step_text(training, state)),
        "words": words,
        "board": [
            {"pair": list(row.pair), "count": f"{row.count:,}", "winner": event is not None and row.pair == event.pair}
            for row in state.leaderboard[:12]
        ],
        "guesses": [],
        "chips": known,
        "newest": [made] if made else [],
        "dropped": [token for token in known if token in dropped],
        "merges": [[past.pair.left, past.pair.right, past.token] for past in training.events[:step]],
    }
