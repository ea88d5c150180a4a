"""Files that a learner sends: one limit for all of them."""

from bpe_engine.files import LARGEST_FILE
from ui.i18n import gettext as _
from ui.i18n import number

MEGABYTE = 1_000_000
"""As Streamlit's uploader counts, which tells the limit and holds it in the browser."""

LARGEST_MEGABYTES = LARGEST_FILE // MEGABYTE
"""That a file may have. `server.maxUploadSize` is the same number, of megabytes that are a little larger (1,048,576
bytes), which leaves room for what is around a file on its way."""


def words_html() -> str:
    """Streamlit's own words on its box for files, which are English, in the reader's language."""
    button, limit = _("Choose a file"), _("Up to {size} MB a file").format(size=number(LARGEST_MEGABYTES))
    box, limits = '[data-testid="stFileUploaderDropzone"]', '[data-testid="stFileUploaderDropzoneInstructions"]'
    return f"""<style>
{box} [data-testid="stBaseButton-secondary"] p, {limits} > * {{ display: none; }}
{box} [data-testid="stBaseButton-secondary"] [data-testid="stMarkdownContainer"]::after {{ content: {_css(button)}; }}
{limits}::after {{ content: {_css(limit)}; font-size: 0.875rem; }}
</style>"""


def _css(text: str) -> str:
    """A text as a style sheet quotes it."""
    return '"' + "".join(character if character.isalnum() else f"\\{ord(character):x} " for character in text) + '"'
