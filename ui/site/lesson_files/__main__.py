"""Write every lesson that comes with the app as a file, and a page that links to them.

python -m ui.site.lesson_files                                 in English, into the folder lessons/
python -m ui.site.lesson_files --language vi --out bai-hoc     in another language, into another folder
python -m ui.site.lesson_files --form blank --out sheets       worksheets to fill in; without the chapters of the course
python -m ui.site.lesson_files --form blank --plan 45          one lesson plan: the name of an included one, or a file
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from bpe_engine import EngineError, Tokenizer, load_pretrained
from bpe_engine.cli.os_errors import explain_os_error
from ui.base.i18n import SOURCE_LANGUAGE, languages, translate_error, use_language
from ui.base.i18n import gettext as _
from ui.base.tokenizer_choices import TokenizerName
from ui.classroom.plans.bundled import BUNDLED, plan_of
from ui.classroom.plans.parser import parse_file
from ui.classroom.plans.writer import to_link
from ui.course.chapter_files import course
from ui.jobs import training_calls
from ui.pages.course.chapter_file import chapter_page
from ui.pages.course.view import heading
from ui.pages.plans.export import PLAN_FORMS, plan_file
from ui.pages.registry import PAGES
from ui.player.encoding_lesson import encoding_file, encoding_title
from ui.player.file_formats import FILE_FORMATS, FileFormat
from ui.player.html_page import list_page
from ui.player.training_lesson import FileOptions, task_file, training_title
from ui.tokenization.algorithms import ALGORITHMS, DEFAULT_ALGORITHM, default_settings
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import Task

EXAMPLE_TEXTS = (
    *((word, "hug") for word in ("unhug", "mug", "thug")),
    *((word, "gpt2") for word in (" Elaborate", "東", "supercalifragilistic")),
)
"""Example texts, each with the scenario or bundled tokenizer that encodes it instructively."""


class NamedLesson(NamedTuple):
    """A lesson as a named file."""

    name: str
    title: str
    page: bytes


def training_lessons(language: str, form: FileFormat = "lesson") -> Iterator[NamedLesson]:
    """Yield the scenarios of Train with each algorithm."""
    for scenario in filter(attrgetter("ready"), SCENARIOS.values()):
        for algorithm in ALGORITHMS.values():
            title = training_title(scenario.key, algorithm.key)
            task = Task(scenario.source, default_settings(algorithm.key, scenario.key))
            page = task_file(task, FileOptions(title, language, text_language=scenario.language, form=form))
            yield NamedLesson(f"{scenario.key}-{algorithm.key}{FILE_FORMATS[form].ending}", title, page)


def encoding_lessons(language: str, form: FileFormat = "lesson") -> Iterator[NamedLesson]:
    """Yield the example texts, encoded as on Encode."""
    for number, (text, name) in enumerate(EXAMPLE_TEXTS, 1):
        tokenizer, by = _tokenizer(name)
        page = encoding_file(tokenizer, text, by, language, form=form)
        yield NamedLesson(f"encode-{number}{FILE_FORMATS[form].ending}", encoding_title(text, by), page)


def chapter_lessons(language: str, form: FileFormat = "lesson") -> Iterator[NamedLesson]:
    """Yield the chapters of the course. Not on paper: print their pages from the browser instead."""
    loaded = course()
    for chapter in loaded.chapters:
        if chapter.lesson and (form == "lesson" or form == "scorm"):
            page = chapter_page(loaded, chapter, language, form)
            yield NamedLesson(f"chapter-{chapter.key}{FILE_FORMATS[form].ending}", heading(loaded, chapter), page)


def plan_packages(language: str, form: FileFormat = "lesson") -> Iterator[NamedLesson]:
    """Yield the lesson plans that come with the app, if the format supports plans."""
    if form in PLAN_FORMS:
        for name in BUNDLED:
            yield _plan(name, name, language, form)


def _plan(name: str, value: str, language: str, form: FileFormat) -> NamedLesson:
    titles = {page.name: page.title for page in PAGES.values()}
    title = plan_of(value).title or _("A plan")
    return NamedLesson(f"plan-{name}{FILE_FORMATS[form].ending}", title, plan_file(value, language, titles, form))


def write_plan(folder: Path, language: str, form: FileFormat, plan: str) -> None:
    """Write one lesson plan: a bundled one by its name, another one from its file.

    Raises OSError, or EngineError if the file does not contain a plan.
    """
    use_language(language)
    name, value = (plan, plan) if plan in BUNDLED else (Path(plan).stem, to_link(parse_file(Path(plan).read_bytes())))
    file = _plan(name, value, language, form)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file.name).write_bytes(file.page)
    print(f"{folder / file.name}: {len(file.page) / 1e6:.1f} MB")


def _tokenizer(name: str) -> tuple[Tokenizer, str]:
    """Return a tokenizer and its title."""
    if name not in SCENARIOS:
        return load_pretrained(name), TokenizerName(name).title
    training = training_calls.train(Task(SCENARIOS[name].source, default_settings(DEFAULT_ALGORITHM, name)))
    return training.tokenizer(), training_title(name, DEFAULT_ALGORITHM)


def write(folder: Path, language: str, form: FileFormat = "lesson") -> None:
    """Write all lessons of a format, and an index page."""
    use_language(language)
    folder.mkdir(parents=True, exist_ok=True)
    groups = {
        _("The course"): list(chapter_lessons(language, form)),
        _("Train a tokenizer"): list(training_lessons(language, form)),
        _("Encode a word"): list(encoding_lessons(language, form)),
        _("Lesson plans"): list(plan_packages(language, form)),
    }
    links = {heading: {file.name: file.title for file in files} for heading, files in groups.items() if files}
    index = NamedLesson("index.html", "BPE Lab", list_page("BPE Lab", language, links))
    files = [index, *(file for lessons in groups.values() for file in lessons)]
    for file in files:
        (folder / file.name).write_bytes(file.page)
    print(f"{folder / index.name}: {len(files) - 1} lessons, {sum(len(file.page) for file in files) / 1e6:.1f} MB")


def main(arguments: Sequence[str] | None = None, prog: str = "python -m ui.site.lesson_files") -> int:
    """Write the lessons, or a plan; return 2 if the folder cannot be written or the plan is invalid."""
    description = (__doc__ or "").replace("python -m ui.site.lesson_files", prog)
    parser = argparse.ArgumentParser(
        prog=prog, description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--language", choices=list(languages()), default=SOURCE_LANGUAGE)
    parser.add_argument("--out", type=Path, default=Path("lessons"), metavar="FOLDER")
    parser.add_argument("--form", choices=list(FILE_FORMATS), default="lesson")
    parser.add_argument("--plan", metavar="NAME_OR_FILE", help=f"one of {', '.join(BUNDLED)}, or a file (.toml)")
    chosen = parser.parse_args(arguments)
    if chosen.plan and chosen.form not in PLAN_FORMS:
        parser.error(f"a plan has the forms {', '.join(PLAN_FORMS)}. Choose one with --form.")
    try:
        if chosen.plan:
            write_plan(chosen.out, chosen.language, chosen.form, chosen.plan)
        else:
            write(chosen.out, chosen.language, chosen.form)
    except OSError as problem:
        print(f"error: {explain_os_error(problem)}", file=sys.stderr)
        return 2
    except EngineError as problem:
        print(f"error: {translate_error(problem)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
