"""Printed lessons: no more sheets than promised, and nothing beyond their edges."""

import re
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

from playwright.sync_api import Page

from ui.base.i18n import languages
from ui.player.file_formats import FileFormat
from ui.player.training_lesson import FileOptions, task_file, training_title
from ui.player.worksheet import SHEETS
from ui.site.lesson_files.__main__ import encoding_lessons, plan_packages, training_lessons
from ui.tokenization.algorithms import ALGORITHMS, default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

# A4 without its margins, in CSS pixels.
WIDTH, HEIGHT = 703, 1031

_HEIGHTS = "[...document.querySelectorAll('.sheet')].map((sheet) => sheet.getBoundingClientRect().height)"
_BEYOND = """[...document.querySelectorAll("*")]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => element.outerHTML.slice(0, 80))"""


FORMS: tuple[FileFormat, FileFormat] = ("paper", "blank")


def lessons() -> Iterator[tuple[FileFormat, str, bytes]]:
    """Yield all lessons in changing languages and forms, and each algorithm in all languages and in both forms."""
    codes = list(languages())
    scenarios = [scenario for scenario in SCENARIOS.values() if scenario.ready]
    for (place, scenario), (turn, algorithm) in product(enumerate(scenarios), enumerate(ALGORITHMS)):
        language, form = codes[(place + turn) % len(codes)], FORMS[(place // 2 + turn) % 2]
        task = Task(scenario.source, default_settings(algorithm, scenario.key))
        options = FileOptions(
            training_title(scenario.key, algorithm), language, text_language=scenario.language, form=form
        )
        yield form, f"{scenario.key}-{algorithm}-{language}.html", task_file(task, options)
    for (place, language), form in product(enumerate(codes), FORMS):
        for file in islice(encoding_lessons(language, form), place, None, len(codes)):
            yield form, f"{language}-{file.name}", file.page


def printed(page: Page) -> int:
    """Return the number of sheets that a page prints on."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_each_lesson_and_its_key_have_at_most_two_sheets_each(page: Page, tmp_path: Path) -> None:
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.emulate_media(media="print")
    wrong = []
    for form, name, content in lessons():
        file = tmp_path / name
        file.write_bytes(content)
        page.goto(file.as_uri())
        heights = page.evaluate(_HEIGHTS)
        assert len(heights) == (2 if form == "blank" else 1)
        # If all parts are well below a page, it is not printed: that takes a tenth of a second.
        sheets = len(heights) if max(heights) < HEIGHT - 40 else printed(page)
        if sheets > SHEETS * len(heights) or page.evaluate(_BEYOND):
            wrong.append((name, sheets, page.evaluate(_BEYOND)))
    assert wrong == []


def test_a_small_lesson_has_one_sheet_and_its_key_another(page: Page, tmp_path: Path) -> None:
    for sheets, form in enumerate(FORMS, 1):
        content = next(file.page for file in training_lessons("en", form) if file.name.startswith("hug-bpe"))
        (tmp_path / "hug.html").write_bytes(content)
        page.goto((tmp_path / "hug.html").as_uri())
        assert printed(page) == sheets


def test_each_slide_of_a_plan_has_at_most_two_sheets_and_nothing_overflows(page: Page, tmp_path: Path) -> None:
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.emulate_media(media="print")
    for form in FORMS:
        for file in plan_packages("en", form):
            (tmp_path / file.name).write_bytes(file.page)
            page.goto((tmp_path / file.name).as_uri())
            assert max(page.evaluate(_HEIGHTS)) < SHEETS * HEIGHT
            assert page.evaluate(_BEYOND) == []
            places = page.locator("main > .sheet").count()
            assert printed(page) <= 2 * places
