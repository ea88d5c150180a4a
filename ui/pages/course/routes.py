"""The route that serves chapters as JSON. A course page requests only the chapter that it is about to draw."""

import json
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from ui.base.i18n import current_language, languages, use_language
from ui.base.query_parameters import Values
from ui.course.chapter import Chapter, Course
from ui.course.chapter_files import chapters_by_key, course, topics
from ui.course.contract import ChapterError, ChapterPayload, CoursePagePayload
from ui.course.toml_schema import AuthorError
from ui.pages.course.payload import chapter_payload, course_payload

if TYPE_CHECKING:
    from starlette.routing import Route

KEY = "bpe_lab_course"  # of the course component on its page
BELOW = "bpe-lab/chapters/"
"""The path prefix of chapters, relative to the app; language, page and chapter follow."""


def shown_at(course: Course, values: Values) -> CoursePagePayload:
    """Return the page's payload for these query parameters, without anything that depends on the session."""
    return {
        "course": course_payload(course),
        "at": {
            "key": values[course.parameter],
            "quiz": values["quiz"],
            "seed": values.get("seed", 0),
            "mixed": values.get("mixed", False),
        },
        "step": 0,
        "own": None,
        "chapters": f"{BELOW}{current_language()}/{course.page}/",
        "isBare": False,
    }


@lru_cache(maxsize=256)
def chapter_file(shown: Course, chapter: Chapter, language: str) -> tuple[bytes, str]:
    """Return a chapter in the given language as JSON, and its checksum.

    If the chapter's file has an error, the JSON is that error instead.
    """
    use_language(language)
    payload: ChapterPayload | ChapterError
    try:
        payload = chapter_payload(shown, chapter, classes=True)
    except AuthorError as error:
        payload = {"problem": str(error)}
    content = json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
    return content, sha256(content).hexdigest()[:32]


def routes() -> "list[Route]":
    """Return the route that serves the chapters."""
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    def answer(request: Request) -> Response:  # Starlette runs it in a worker thread
        courses = {shown.page: shown for shown in (course(), topics())}
        shown = courses.get(request.path_params["page"])
        chapter = chapters_by_key(shown).get(request.path_params["key"]) if shown else None
        language = request.path_params["language"]
        if shown is None or chapter is None or language not in languages():
            return Response(status_code=404)
        content, tag = chapter_file(shown, chapter, language)
        headers = {"Cache-Control": "no-cache", "ETag": f'"{tag}"'}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(content, media_type="application/json", headers=headers)

    # At any path where the app itself is served.
    return [Route(f"/{{app:path}}{BELOW}{{language}}/{{page}}/{{key}}.json", answer)]
