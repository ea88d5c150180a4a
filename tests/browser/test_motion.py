"""Motion in a step: two tokens slide together at their size, and become one."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from bpe_engine import load_pretrained
from tests.browser.all_lessons import Stand, trainings
from tests.browser.conftest import OpenPage, move_to
from tests.browser.visible_player import Player, trained
from ui.lessons.contract import Lesson
from ui.site.lesson_files.__main__ import training_lessons
from ui.tokenization import encoding

PROJECTOR = {"width": 1280, "height": 720, "reduced_motion": False}

# One press, and snapshots of what it moves. Everything is paused while it is observed.
_PRESS = """async (root, key) => {
    const look = (token) => {
        const {left, right, top, bottom} = token.getBoundingClientRect();
        return {text: token.textContent, left, right, top, bottom, type: parseFloat(getComputedStyle(token).fontSize)};
    };
    const all = (selector) => [...root.querySelectorAll(selector)];
    const inSight = (token) => {
        const [{top, bottom, right}, row, room] = [token, token.closest("tr"), token.closest("tbody")]
            .map((one) => one.getBoundingClientRect());
        return bottom > top && top > room.top - 1 && bottom < room.bottom + 1 && right <= row.right + 1;
    };
    const words = (selector) => all(`.corpus ${selector}`).filter(inSight);
    const pairs = words(".hit").map((hit) => [...hit.querySelectorAll(".token")].map(look));
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    const moving = root.getAnimations({subtree: true});
    for (const animation of moving) animation.pause();
    const end = Math.max(0, ...moving.map(({effect}) => effect.getComputedTiming().endTime));
    const flying = all(".moving-tokens .token");
    const moments = [];
    for (let moment = 0; moment <= 20; moment++) {
        for (const animation of moving) animation.currentTime = end * moment / 20;
        moments.push(flying.map(look));
    }
    const made = words(".new-token").map(look);
    for (const animation of moving) animation.finish();
    const [kept] = all(".chips .new-token").map(look);
    return {pairs, moments, made, kept: kept ?? null};
}"""

# What a person sees of a step: all tokens, their places and looks.
_PICTURE = """(root) => [...root.querySelectorAll(".picture .token, .picture h2, .picture .count")].map((one) => {
    const {left, top, width, height} = one.getBoundingClientRect();
    const {opacity, fontSize, transform, clipPath} = getComputedStyle(one);
    return [one.textContent, left, top, width, height, opacity, fontSize, transform, clipPath];
})"""


def is_close(first: float, second: float) -> bool:
    return abs(first - second) <= 1


def never_grows(numbers: list[float]) -> bool:
    return all(after <= before + 0.5 for before, after in zip(numbers, numbers[1:], strict=False))


def check_merge(seen: dict[str, Any]) -> int:
    """Check that each pair a press moved slid together to where its token is; return the number of pairs.

    A row may make room for those where something happens next: what it held does not slide anywhere.
    """
    pairs, moments, made, kept = (seen[name] for name in ("pairs", "moments", "made", "kept"))
    flights = 1 if kept and made else 0
    slid, rest = divmod(len(moments[0]) - flights, 2)
    assert rest == 0
    assert min(len(pairs), len(made)) <= slid <= len(pairs)
    for place in range(slid):
        [pair] = [
            pair
            for pair in pairs
            if all(is_close(pair[0][side], moments[0][2 * place][side]) for side in ("left", "right", "top", "bottom"))
        ]
        for part, before in enumerate(pair):
            course = [moment[2 * place + part] for moment in moments]
            assert all(now["text"] == before["text"] and now["type"] == before["type"] for now in course)
            assert all(is_close(course[0][side], before[side]) for side in ("left", "right", "top", "bottom"))
            width = before["right"] - before["left"]
            assert all(is_close(now["right"] - now["left"], width) for now in course)
        lefts, rights = ([moment[2 * place + part] for moment in moments] for part in (0, 1))
        assert never_grows([right["left"] - left["right"] for left, right in zip(lefts, rights, strict=True)])
        wholes = [
            whole
            for whole in made
            if is_close(whole["left"], lefts[-1]["left"]) and is_close(whole["right"], rights[-1]["right"])
        ]
        assert any(is_close(whole["top"], lefts[-1]["top"]) for whole in wholes), pair
    if flights:
        course = [moment[-1] for moment in moments]
        assert any(
            is_close(course[0]["left"], whole["left"]) and is_close(course[0]["top"], whole["top"]) for whole in made
        )
        assert all(is_close(course[-1][side], kept[side]) for side in ("left", "right", "top", "bottom"))
        assert never_grows([abs(now["left"] - kept["left"]) for now in course])
    return slid


def step_through(page: Page, root: Locator, steps: int) -> int:
    """Step by key, each step in two beats, with motion and without; return the number of pairs that slid together."""
    root.get_by_label("One beat per press").evaluate("box => box.checked || box.click()")
    merged = 0
    for _step in range(steps):
        page.emulate_media(reduced_motion="no-preference")
        chosen = root.evaluate(_PRESS, "ArrowRight")
        assert chosen["moments"][0] == []  # the choice is only highlighted
        seen = root.evaluate(_PRESS, "ArrowRight")
        merged += check_merge(seen)
        expect(root).not_to_have_attribute("data-moving", "")
        after = root.evaluate(_PICTURE)
        page.emulate_media(reduced_motion="reduce")
        for key in ("ArrowLeft", "ArrowRight"):
            seen = root.evaluate(_PRESS, key)
            assert seen["moments"][0] == []
            expect(root).not_to_have_attribute("data-moving", "")
        assert root.evaluate(_PICTURE) == after
    return merged


def lessons() -> Iterator[tuple[str, Lesson]]:
    """Yield lessons of each scenario, each algorithm and each encoding."""
    for name, make in trainings("en"):
        scenario, algorithm = name.split()
        if scenario == "hug" or algorithm == "bpe":
            yield name, make()
    for tokenizer, texts in (
        (trained("hug").tokenizer(), ("unhug", "mug", "thug")),
        (load_pretrained("gpt2"), (" Elaborate", "東", "supercalifragilistic")),
    ):
        for text in texts:
            yield text, encoding.lesson(tokenizer, text)


@pytest.fixture
def stand(browser: Browser) -> Iterator[Stand]:
    """Yield a page that presents lessons without a server."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    yield Stand(context.new_page())
    context.close()


def test_merging_tokens_slide_together_in_presented_lessons_of_every_kind(stand: Stand) -> None:
    merged = {}
    for name, lesson in lessons():
        stand.show(lesson)
        root = stand.page.locator(".player")
        expect(root.locator("dialog .picture")).to_be_visible()
        merged[name] = step_through(stand.page, root, 1)
    assert merged["hug bpe"] == 3  # in hug, pug and hugs
    assert all(count for name, count in merged.items() if name.endswith(" bpe"))


@pytest.mark.parametrize("view", [PROJECTOR, {"width": 390, "height": 844, "reduced_motion": False}], ids=str)
def test_merging_tokens_slide_together_in_the_app(open_page: OpenPage, server: str) -> None:
    page = open_page("/train", scenario="hug", present=1)
    lessons: list[tuple[str, dict[str, Any]]] = [
        ("/train", {"scenario": "hug", "present": 1}),
        ("/encode", {}),
        ("/train", {"scenario": "low", "large": 1}),
    ]
    for path, query in lessons:
        page.emulate_media(reduced_motion="no-preference")
        move_to(page, server, path, **query)
        player = Player(page)
        player.is_still()
        assert step_through(page, player.root, 2) >= 2, (path, query)


# One press, and what moves in the next frame: texts, start and end of each, and everything else that moves.
_FLOW = """async (root) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
    const picture = root.querySelector(".picture");
    const atOnce = [picture.classList.contains("chosen"), root.querySelectorAll(".term").length];
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 8)));
    const moving = root.getAnimations({subtree: true});
    for (const animation of moving) animation.pause();
    const terms = [...root.querySelectorAll(".term")];
    const box = (one) => (({left, right, top, bottom}) => ({left, right, top, bottom}))(one.getBoundingClientRect());
    const end = Math.max(0, ...moving.map(({effect}) => effect.getComputedTiming().endTime));
    const at = (time) => {
        for (const animation of moving) animation.currentTime = time;
        return terms.map(box);
    };
    const labels = [...root.querySelectorAll(".corpus tr:has(.hit) .frequency")].map(box);
    const found = {atOnce, end, texts: terms.map((term) => term.textContent), from: at(0), to: at(end - 0.01), labels,
        bar: box(root.querySelector(".pair.winner .bar")),
        others: moving.filter(({effect}) => !terms.includes(effect.target)).length};
    for (const animation of moving) animation.play();
    return found;
}"""


@pytest.mark.parametrize("view", [PROJECTOR])
def test_counts_move_from_their_words_into_the_bar(page: Page, tmp_path: Path) -> None:
    hug = next(lesson for lesson in training_lessons("en") if lesson.name == "hug-bpe.html")
    file = tmp_path / hug.name
    file.write_bytes(hug.page)
    page.goto(file.as_uri())
    root = page.locator(".player")
    expect(root.locator(".picture .token").first).to_be_visible()
    seen = root.evaluate(_FLOW)
    assert seen["atOnce"] == [True, 0]  # the choice is shown first, then its numbers
    assert seen["texts"] == ["10", "5", "5"]  # of hug, pug and hugs, which make up the 20 of u and g
    assert (seen["end"] <= 300, seen["others"]) == (True, 0)
    for label, start, end in zip(seen["labels"], seen["from"], seen["to"], strict=True):
        assert all(is_close(start[side], label[side]) for side in label)
        middle = (end["left"] + end["right"]) / 2
        assert seen["bar"]["left"] < middle < seen["bar"]["right"]
        assert is_close(end["top"] + end["bottom"], seen["bar"]["top"] + seen["bar"]["bottom"])
    page.keyboard.press("ArrowRight")  # a press does not wait for them
    expect(root.locator(".term")).to_have_count(0)
    expect(root).not_to_have_attribute("data-moving", "")
    page.emulate_media(reduced_motion="reduce")
    seen = root.evaluate(_FLOW)
    assert seen["texts"] == []


def test_with_reduced_motion_nothing_fades_while_the_server_answers(open_page: OpenPage, server: str) -> None:
    page = open_page("/train", scenario="hug")
    page.evaluate("""() => {
        window.fades = [];
        new MutationObserver((all) => {
            for (const { target } of all) {
                const { transitionDuration } = getComputedStyle(target);
                if (target.dataset.stale === "true") window.fades.push(parseFloat(transitionDuration));
            }
        }).observe(document.body, { attributeFilter: ["data-stale"], subtree: true });
    }""")
    move_to(page, server, "/train", scenario="low")
    assert {*page.evaluate("window.fades")} == {0.001}  # seconds
