"""Write a lesson as a SCORM 1.2 package for learning platforms such as Moodle: a page and its manifest.

SCORM 2004 is not an option, because Moodle does not store its scores.
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
"""The largest page, in bytes: PHP's default upload limit, which many learning platforms keep."""

_FIXED_DATE = (1980, 1, 1, 0, 0, 0)  # constant, so that the same content gives the same bytes
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
    """Return a lesson as a SCORM package, under the tie rule it starts with. Raises what `scorm_package` raises.

    Questions in `around` (`[data-question]`) are scored instead of the predictions; see lesson.js.
    """
    before, after, style = around or PageSurroundings()
    lesson = file["lessons"][file["rule"]]
    only: LessonFile = {"rule": "", "lessons": {"": {**lesson, "rules": []}}}
    around = PageSurroundings(before, after + not_stored_message(), style)
    return scorm_package(lesson_page(only, title, language, notes, around, script="player/scorm/lesson.js"), title)


def not_stored_message() -> str:
    """Return the HTML message shown if there is no learning platform, or one that does not store results."""
    text = _("No learning platform is saving your place or your answers.")
    return f'<p id="not-kept" role="status" hidden>{escape(text)}</p>\n'


_TOO_LARGE_MESSAGE = N_(
    "The lesson is {size} bytes, but many learning platforms accept at most {limit}. Choose a text with shorter words, "
    "or a smaller vocabulary."
)


def scorm_package(page: bytes, title: str, too_large: str = _TOO_LARGE_MESSAGE) -> bytes:
    """Return a page as a package. Raises EngineError with the message `too_large` if the page exceeds `MOST_BYTES`."""
    if len(page) > MOST_BYTES:
        raise EngineError(too_large, size=localized_number(len(page)), limit=localized_number(MOST_BYTES))
    identifier = f"bpe-lab-{sha256(page).hexdigest()[:16]}"
    manifest = _MANIFEST.format(identifier=identifier, title=escape(visible_message(title)))
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, content in {"imsmanifest.xml": manifest.encode(), "index.html": page}.items():
            archive.writestr(ZipInfo(name, _FIXED_DATE), content, ZIP_DEFLATED)
    return packed.getvalue()
