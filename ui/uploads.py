"""Files that a learner sends: one limit for all of them."""

from bpe_engine.files import LARGEST_FILE
from ui.i18n import gettext as _
from ui.i18n import number
from ui.show import in_style_sheet

MEGABYTE = 1_000_000
"""As Streamlit's uploader counts, which tells the limit and holds it in the browser."""

LARGEST_MEGABYTES = LARGEST_FILE // MEGABYTE
"""That a file may have. `server.maxUploadSize` is the same number, of megabytes that are a little larger (1,048,576
bytes), which leaves room for what is around a file on its way."""


def words_html() -> str:
    """Streamlit's own words on its box for files, which are English, in the reader's language."""
    button = in_style_sheet(_("Choose a file"))
    limit = in_style_sheet(_("Up to {size} MB a file").format(size=number(LARGEST_MEGABYTES)))
    box, limits = '[data-testid="stFileUploaderDropzone"]', '[data-testid="stFileUploaderDropzoneInstructions"]'
    return f"""<style>
{box} [data-testid="stBaseButton-secondary"] p, {limits} > * {{ display: none; }}
{box} [data-testid="stBaseButton-secondary"] [data-testid="stMarkdownContainer"]::after {{ content: {button}; }}
{limits}::after {{ content: {limit}; font-size: 0.875rem; }}
</style>"""
