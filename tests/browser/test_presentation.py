"""Every bundled lesson, alone on a screen: each step fits, and is readable from the last row."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.all_lessons import KINDS, Stand
from tests.browser.conftest import resize
from ui.base.i18n import languages
from ui.lessons.contract import Lesson

SCREENS: list[ViewportSize] = [
    {"width": 1280, "height": 720},
    {"width": 1024, "height": 768},
    {"width": 1920, "height": 1080},
]
READABLE = 18
"""The smallest type in pixels on a screen of 1280 x 720; on other screens it scales with them."""

# Steps through lessons, and collects faults of their pictures.
_WALK = """([lessons, readable]) => {
    const wrong = [];
    const stage = () => document.querySelector(".stage");
    const shown = (element) => element.checkVisibility({visibilityProperty: true});
    const box = (element) => element.getBoundingClientRect();
    const all = (selector) => [...stage().querySelectorAll(selector)].filter(shown)
        .filter((element) => !element.closest(".longest, .screen-reader-text, thead"));
    const size = (element) => parseFloat(getComputedStyle(element).fontSize);
    const isCut = (element) => {
        const {left, right, top, bottom} = box(element);
        if (element.scrollWidth > element.clientWidth + 1) return true;
        for (let around = element.parentElement; around !== stage().parentElement; around = around.parentElement) {
            if (getComputedStyle(around).overflow === "visible") continue;
            const room = box(around);
            if (left < room.left - 1 || right > room.right + 1 || top < room.top - 2 || bottom > room.bottom + 2)
                return true;
        }
        return bottom > innerHeight || right > innerWidth;
    };
    const hasText = ({childNodes}) => [...childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const see = (lesson, step) => {
        const tell = (what, elements) => elements.length && wrong.push([step, what, elements[0].textContent]);
        // Of a word wider than a line, a part is seen.
        tell("a token is cut off", all(".token, .caption, .whole").filter(isCut)
            .filter((one) => !one.closest(".cropped") || one.matches(".new-token")));
        // A heading that only screen readers need is one pixel wide.
        tell("a sentence is cut off", all(".done, .next, h2").filter((one) => one.clientWidth > 1)
            .filter((one) => one.scrollHeight > one.clientHeight + 2 || one.scrollWidth > one.clientWidth + 1)
            .filter((one) => !one.matches(".stage:not(.start) .done")));
        tell("type is small", all("*").filter(hasText).filter((element) => size(element) < readable - 0.1)
            .filter((one) => !one.matches(".stage:not(.start) .done")));
        const winner = all(".board .winner .terms")[0];
        tell("the winner's sum is smaller", winner ? all(".terms").filter((one) => size(one) > size(winner)) : []);
        const happens = [...stage().querySelectorAll(".corpus :is(.hit, .new-token)")];
        if (!happens.some(shown)) tell("what happens is not seen", happens);
        const heads = all(".picture > section:first-of-type h2, .corpus h2, .pairs h2, .known h2")
            .filter((head) => box(head).top < box(all(".picture")[0]).top + 10);
        tell("heads at other heights", heads.filter((head) => Math.abs(box(head).top - box(heads[0]).top) > 1));
        const end = box(all(".picture")[0]).bottom;
        tell("the side ends above the picture's end", all(".side").filter((side) => box(side).bottom < end - 1));
        const merges = all(".merges li");
        const hidden = [...stage().querySelectorAll(".merges li.out-of-view")].pop();
        const left = merges[0] && box(merges[0]).top - box(all(".merges")[0]).top;
        if (hidden && left > box(hidden).height) tell("there is room for more", [hidden]);
        if (step || !lesson.steps) return;
        if (!all(".done").length) tell("what there is is not said", [stage()]);
        tell("the answer is given away", all(".next, .tie, .badge, .guesses"));
    };
    for (const [name, lesson] of lessons) {
        const before = wrong.length;
        window.show(lesson);
        see(lesson, 0);
        const predict = document.querySelector(".pairs label input");
        if (shown(predict)) {
            predict.click();
            const guesses = all(".guesses button");
            if (guesses.some((one) => box(one).bottom > box(all(".candidates")[0]).bottom + 2))
                wrong.push([0, "guesses are cut off"]);
            guesses.at(-1)?.click();
            if (all(".next").some((one) => one.scrollHeight > one.clientHeight + 2))
                wrong.push([0, "a verdict is cut off"]);
            predict.click();
        }
        const scrubber = document.querySelector("input[type=range]");
        for (const step of new Set([Math.ceil(lesson.steps / 2), lesson.steps])) {
            scrubber.value = step;
            scrubber.oninput();
            see(lesson, step);
        }
        wrong.slice(before).forEach((found) => found.unshift(name));
    }
    return wrong;
}"""


def distinct_lessons(kind: str) -> list[int]:
    """Return the indices of the lessons of a kind that show something else than all before them.

    If a text looks different in several forms of a tokenizer, one of them is there, and another for the next text.
    """
    first: dict[str, int] = {}
    ways: dict[str, list[int]] = {}
    for place, (name, make) in enumerate(KINDS[kind]("en")):
        lesson = make()
        if first.setdefault(json.dumps([lesson["frames"], lesson["tokens"]]), place) == place:
            ways.setdefault(name.rpartition(" ")[0] if kind == "encodings" else name, []).append(place)
    return [places[number % len(places)] for number, places in enumerate(ways.values())]


def lessons_by_screen(kind: str) -> dict[int, list[tuple[str, Lesson]]]:
    """Distribute the lessons of a kind over the screens, in alternating languages."""
    found: dict[int, list[tuple[str, Lesson]]] = {number: [] for number in range(len(SCREENS))}
    codes = list(languages())
    shown = distinct_lessons(kind)
    for first, code in enumerate(codes):
        lessons = [*KINDS[kind](code)]
        for number, place in enumerate(shown[first :: len(codes)]):
            name, make = lessons[place]
            found[(first + number) % len(SCREENS)].append((name, make()))
    return found


@pytest.fixture(scope="module")
def stand(browser: Any) -> Iterator[Stand]:
    """Yield a page that presents lessons without a server."""
    context = browser.new_context(reduced_motion="reduce")
    yield Stand(context.new_page())
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_every_presented_lesson_is_whole_and_readable_from_the_last_row(stand: Stand, kind: str) -> None:
    wrong: list[Any] = []
    for number, lessons in lessons_by_screen(kind).items():
        screen = SCREENS[number]
        resize(stand.page, screen)
        readable = READABLE * min(screen["width"] / 1280, screen["height"] / 720)
        for first in range(0, len(lessons), 20):
            some = json.dumps([lessons[first : first + 20], readable], ensure_ascii=False)
            # Everything given to the player names tokens by number: otherwise they would be read aloud as signs.
            assert not re.search("\ue000[0-9a-f.]*[tw]\ue001", some)
            found = stand.page.evaluate(f"given => ({_WALK})(JSON.parse(given))", some)
            wrong += [(screen["width"], *one) for one in found]
    assert not wrong, "\n".join(map(str, wrong))
