"""Load the chapters of the course and the topics of Why models stumble, one file each, and a teacher's own chapters."""

import os
import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ui.base.i18n import N_
from ui.course.chapter import Chapter, Course
from ui.course.chapter_format import read_chapter
from ui.course.course_parts import PART_KEYS, PARTS
from ui.course.toml_schema import LARGEST_FILE, AuthorError, shorten

FOLDER = "BPE_LAB_COURSE"
"""The environment variable for a folder with more chapters."""
MAX_FILES = 50
MAX_CHARACTERS = 200  # of an error message about a file
_HERE = Path(__file__).parent


@lru_cache(maxsize=2)
def shipped_chapters(folder: str) -> tuple[Chapter, ...]:
    """Return the app's own chapters in a folder, in their order."""
    paths = (_HERE / folder).glob("*.toml")
    chapters = [read_chapter(path.stem, path.read_text("utf-8")) for path in paths]
    return _sort_chapters(_with_part(chapter, chapters) for chapter in chapters)


def _sort_chapters(chapters: Iterable[Chapter]) -> tuple[Chapter, ...]:
    """Sort chapters by part and `order`, keeping the given order of equal ones; those without it come last."""
    places = {key: place for place, key in enumerate(PART_KEYS)}
    return tuple(sorted(chapters, key=lambda each: (places.get(each.part, 0), each.order is None, each.order or 0)))


def _with_part(chapter: Chapter, shipped: Collection[Chapter]) -> Chapter:
    """Return a chapter with its part: by default that of the app's chapter that it follows."""
    placed = sorted((each for each in shipped if each.part), key=lambda each: each.order or 0)
    if chapter.part or not placed:
        return chapter
    if chapter.order is None:
        return replace(chapter, part="more")
    before = [each for each in placed if (each.order or 0) <= chapter.order]
    return replace(chapter, part=(before[-1] if before else placed[0]).part)


@lru_cache(maxsize=1)
def topics() -> Course:
    """Return the topics of Why models stumble."""
    return Course("stumble", "topic", "{title}", N_("{done} of {all} topics done"), shipped_chapters("topics"))


def course() -> Course:
    """Return the course with the current chapters of the folder that the server's administrator configured."""
    named = os.environ.get(FOLDER)
    # Without its path, which does not concern learners; the server's log has it.
    problem = folder_problem(as_named=False)
    return _build_course(_files(Path(named)) if named and not problem else (), problem)


def folder_problem(*, as_named: bool) -> str:
    """Return the problem with the configured folder; empty if there is none, or no folder is configured."""
    named = os.environ.get(FOLDER)
    if not named:
        return ""
    try:
        with os.scandir(named):
            return ""
    except (OSError, ValueError):
        shown = shorten(named if as_named else Path(named).name)
        return f"{FOLDER}: {shown!r} is no folder that the server may read. Name one that is, or none."


@lru_cache(maxsize=4)
def _build_course(files: tuple["_File", ...], problem: str) -> Course:
    chapters, problems = list(shipped_chapters("chapters")), [problem] if problem else []
    taken = {chapter.key for chapter in (*chapters, *shipped_chapters("topics"))}
    for file in files[:MAX_FILES]:
        try:
            chapters.append(_with_part(_read_chapter(file, taken), shipped_chapters("chapters")))
        except ValueError as error:  # AuthorError, or an invalid number
            problem_text = (
                str(error) if isinstance(error, AuthorError) else f"{file.path.name}: {str(error)[:MAX_CHARACTERS]}"
            )
            problems.append(problem_text)
    if len(files) > MAX_FILES:
        problems.append(f"{FOLDER}: there are more than {MAX_FILES} files. Move some to another folder.")
    return Course(
        "course",
        "chapter",
        N_("Chapter {number}: {title}"),
        N_("{done} of {all} chapters done"),
        _sort_chapters(chapters),
        PARTS,
        tuple(problems),
    )


class _File(NamedTuple):
    """A file with its size and modification time, so that a changed file is unequal to its earlier self."""

    path: Path
    size: int
    changed: int


def _files(folder: Path) -> tuple[_File, ...]:
    """Return a folder's chapter files sorted by name, without subfolders and links that lead out of the folder."""
    try:
        folder = folder.resolve()
        paths = [path for path in sorted(folder.glob("*.toml")) if path.is_file() and path.resolve().parent == folder]
        stats = [path.stat() for path in paths]
    except OSError:
        return ()
    return tuple(_File(path, each.st_size, each.st_mtime_ns) for path, each in zip(paths, stats, strict=True))


def _read_chapter(file: _File, taken: Collection[str]) -> Chapter:
    """Read a chapter of a teacher's folder. Raises AuthorError if its name, size or content is not valid."""
    key, name = file.path.stem, file.path.name
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", key):
        raise AuthorError(f"{shorten(name)}: its name stands in addresses. Write small letters, digits and hyphens.")
    if key in taken:
        raise AuthorError(f"{name}: the app has a chapter by this name. Give the file another one.")
    if file.size > LARGEST_FILE:
        raise AuthorError(f"{name}: it has more than {LARGEST_FILE} bytes. Cut it in two.")
    try:
        return read_chapter(key, file.path.read_bytes().decode())
    except (OSError, UnicodeDecodeError):
        raise AuthorError(f"{name}: it cannot be read as UTF-8. Save it so, where the server may read it.") from None


def chapters_by_key(course: Course) -> dict[str, Chapter]:
    """Return the chapters of a course by their keys."""
    return {chapter.key: chapter for chapter in course.chapters}
