"""Every lesson that the app comes with as a file of its own, and a page of links to them, without the app.

python -m ui.lessons                                 in English, into the folder lessons/
python -m ui.lessons --language vi --out bai-hoc     in another language, into another folder
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bpe_engine import Tokenizer, load_pretrained
from ui.algorithms import ALGORITHMS, FIRST, usual_settings
from ui.course.chapters import ORDER
from ui.course.file import chapter_page
from ui.course.shown import chapter_title
from ui.i18n import SOURCE_LANGUAGE, languages, use_language
from ui.i18n import gettext as _
from ui.jobs import work
from ui.lessons.encoding import encoding_title, page_of_encoding
from ui.lessons.page import index_page
from ui.lessons.training import Wish, page_of_task, training_title
from ui.player.component import usual_labels
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS
from ui.tasks.settings import Task
from ui.tokenizers import TokenizerName

ENCODED = (
    *((word, "hug") for word in ("unhug", "mug", "thug")),
    *((word, "gpt2") for word in (" Elaborate", "東", "supercalifragilistic")),
)
"""Texts worth encoding, each with the scenario or the shipped tokenizer whose tokens do it."""


class Named(NamedTuple):
    """A lesson as a file with its name."""

    name: str
    title: str
    page: bytes


def trainings(language: str) -> Iterator[Named]:
    """The scenarios of Train under each algorithm."""
    for scenario in SCENARIOS.values():
        if scenario.key == OWN_TEXT:
            continue
        for algorithm in ALGORITHMS.values():
            title = training_title(scenario.key, algorithm.key)
            task = Task(scenario.source, usual_settings(algorithm.key, scenario.key))
            page = page_of_task(task, Wish(title, language, usual_labels(), text_language=scenario.language))
            yield Named(f"{scenario.key}-{algorithm.key}.html", title, page)


def encodings(language: str) -> Iterator[Named]:
    """Texts that are encoded, as Encode shows it."""
    for number, (text, name) in enumerate(ENCODED, 1):
        tokenizer, by = _tokenizer(name)
        page = page_of_encoding(tokenizer, text, by, usual_labels(), language)
        yield Named(f"encode-{number}.html", encoding_title(text, by), page)


def chapters(language: str) -> Iterator[Named]:
    """The chapters of the course."""
    for chapter in ORDER:
        page = chapter_page(chapter, usual_labels(), language)
        yield Named(f"chapter-{chapter.key}.html", chapter_title(chapter), page)


def _tokenizer(name: str) -> tuple[Tokenizer, str]:
    """A tokenizer and what it is called."""
    if name not in SCENARIOS:
        return load_pretrained(name), TokenizerName(name).title
    training = work.make(Task(SCENARIOS[name].source, usual_settings(FIRST, name)))
    return training.tokenizer(), training_title(name, FIRST)


def write(folder: Path, language: str) -> None:
    """Write all lessons, and the page of links."""
    use_language(language)
    folder.mkdir(parents=True, exist_ok=True)
    groups = {
        _("The course"): list(chapters(language)),
        _("Train a tokenizer"): list(trainings(language)),
        _("Encode a word"): list(encodings(language)),
    }
    links = {heading: {file.name: file.title for file in files} for heading, files in groups.items()}
    index = Named("index.html", "BPE Lab", index_page("BPE Lab", language, links))
    files = [index, *(file for found in groups.values() for file in found)]
    for file in files:
        (folder / file.name).write_bytes(file.page)
    print(f"{folder / index.name}: {len(files) - 1} lessons, {sum(len(file.page) for file in files) / 1e6:.1f} MB")


def main() -> int:
    """Write the lessons; 2 where the folder cannot be written."""
    parser = argparse.ArgumentParser(
        prog="python -m ui.lessons", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--language", choices=list(languages()), default=SOURCE_LANGUAGE)
    parser.add_argument("--out", type=Path, default=Path("lessons"), metavar="FOLDER")
    chosen = parser.parse_args()
    try:
        write(chosen.out, chosen.language)
    except OSError as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
