"""A lesson as a package for a course system, by SCORM 1.2, as Moodle and its like take it: a page, and its name.

By 1.2, since Moodle does not keep the scores of 2004.
"""

from collections.abc import Sequence
from hashlib import sha256
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bpe_engine import EngineError
from ui.base.i18n import N_, localized_number
from ui.base.i18n import gettext as _
from ui.base.visible_text import visible_message
from ui.lessons.contract import LessonFile
from ui.player.html_page import PageSurroundings, lesson_page

MOST_BYTES = 2_000_000
"""What a course system takes whose administrator has set no other limit: PHP, which many run on, has this one."""

_FIXED_DATE = (1980, 1, 1, 0, 0, 0)  # the same package has the same bytes
_MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="{identifier}" version="1"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="lessons">
    <organization identifier="lessons">
      <title>{title}</title>
      <item identifier="lesson" identifierref="page"><title>{title}</title></item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
"""


def lesson_package(
    file: LessonFile, title: str, language: str, notes: Sequence[str] = (), around: PageSurroundings | None = None
) -> bytes:
    """The package of a lesson under the rule that it begins with. Errors as `scorm_package`.

    `around` may have questions, which then count in place of the predictions: `[data-question]` in lesson.js.
    """
    before, after, style = around or PageSurroundings()
    lesson = file["lessons"][file["rule"]]
    only: LessonFile = {"rule": "", "lessons": {"": {**lesson, "rules": []}}}
    around = PageSurroundings(before, after + not_stored_message(), style)
    return scorm_package(lesson_page(only, title, language, notes, around, script="player/scorm/lesson.js"), title)


def not_stored_message() -> str:
    """What a page says where there is no course system, or one that keeps nothing."""
    text = _("No learning platform is saving your place or your answers.")
    return f'<p id="not-kept" role="status" hidden>{escape(text)}</p>\n'


_TOO_LARGE_MESSAGE = N_(
    "The lesson is {size} bytes, but many learning platforms accept at most {limit}. Choose a text with shorter words, "
    "or a smaller vocabulary."
)


def scorm_package(page: bytes, title: str, too_large: str = _TOO_LARGE_MESSAGE) -> bytes:
    """A page as a package. Raises EngineError, `too_large`, for one that course systems would not take."""
    if len(page) > MOST_BYTES:
        raise EngineError(too_large, size=localized_number(len(page)), limit=localized_number(MOST_BYTES))
    identifier = f"bpe-lab-{sha256(page).hexdigest()[:16]}"
    manifest = _MANIFEST.format(identifier=identifier, title=escape(visible_message(title)))
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in {"imsmanifest.xml": manifest.encode(), "index.html": page}.items():
            archive.writestr(ZipInfo(name, _FIXED_DATE), content, ZIP_DEFLATED)
    return packed.getvalue()
