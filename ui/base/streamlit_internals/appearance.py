"""How Streamlit's page looks here: style sheets, and its own words, which are English, in the reader's language."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ui.base.i18n import SOURCE_LANGUAGE, current_language, localized_number
from ui.base.i18n import gettext as _
from ui.base.upload_limits import MAX_UPLOAD_MEGABYTES
from ui.base.visible_text import css_string

# On the systems that there are, the fonts that have all characters of simplified Chinese.
_CHINESE_FONTS = ("PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC")
_TYPED = '[data-testid="InputInstructions"]'


@cache
def style_tags(*names: str) -> str:
    """Style sheets of this folder, for `st.html`."""
    sheets = (Path(__file__).with_name(f"{name}.css").read_text("utf-8") for name in names)
    return f"<style>{''.join(sheets)}</style>"


def widget_translations() -> str:
    """Streamlit's own words on every page, in the reader's language.

    They are the link that comes first for the keyboard, the button for pages that find no room in the navigation bar,
    what a field says while something is typed into it, and what the buttons above a table do.
    """
    if current_language() == SOURCE_LANGUAGE:
        return ""
    buttons, told = '[data-testid="stElementToolbar"]', '[data-testid="stTooltipContent"]'
    of_tables = {
        "Show/hide columns": _("Show or hide columns"),
        "Download as CSV": _("Download as CSV"),
        "Search": _("Search"),
        "Fullscreen": _("Full screen"),
        "Close fullscreen": _("Close full screen"),
    }
    texts = {
        '[data-testid="stSkipToContent"]': _("Skip to main content"),
        '.rc-overflow-item-rest [data-testid="stTopNavSection"] p': _("More"),
        f"{_TYPED} > :first-child": _("Press Enter to apply"),
        f".stTextArea {_TYPED} > :first-child": _("Press Ctrl+Enter to apply"),
    } | {
        f'body:has({buttons} [aria-label="{own}"]:is(:hover, :focus-visible)) {told}': text
        for own, text in of_tables.items()
    }
    return f"<style>{_replacement_css(texts)}{_chinese_punctuation()}</style>"


def _replacement_css(texts: Mapping[str, str]) -> str:
    return " ".join(
        f"{place}, {place} * {{ font-size: 0 !important; }} "
        f"{place}::after {{ content: {css_string(text)}; font-size: 0.8rem; }}"
        for place, text in texts.items()
    )


def _chinese_punctuation() -> str:
    """In Chinese its own quotation marks, dashes and dots, as wide as a character: Streamlit's font has narrow ones.

    They come from a font of the reader's system, under the name of the font around them.
    """
    if not current_language().startswith("zh"):
        return ""
    found = ", ".join(f'local("{font}")' for font in _CHINESE_FONTS)
    return (
        '@font-face { font-family: "Source Sans"; font-weight: 100 900; font-style: normal; '
        f"src: {found}; unicode-range: U+2014, U+2018-2019, U+201C-201D, U+2026; }}"
    )


def uploader_translations() -> str:
    """The words on a box for files, in the reader's language."""
    button = css_string(_("Choose a file"))
    limit = css_string(_("Up to {size} MB per file").format(size=localized_number(MAX_UPLOAD_MEGABYTES)))
    failed = css_string(
        _(
            "The file didn’t arrive. It may be larger than {size} MB or of the wrong kind, or the server may have no "
            "room for it now. Remove files here that you don’t need, then choose a smaller file, or try again in a few "
            "minutes."
        ).format(size=localized_number(MAX_UPLOAD_MEGABYTES))
    )
    invalid = '[data-testid="stFileChip"][aria-invalid="true"]'
    box, limits = '[data-testid="stFileUploaderDropzone"]', '[data-testid="stFileUploaderDropzoneInstructions"]'
    return f"""<style>
{box} [data-testid="stBaseButton-secondary"] p, {limits} > * {{ display: none; }}
{box} [data-testid="stBaseButton-secondary"] [data-testid="stMarkdownContainer"]::after {{ content: {button}; }}
{limits}::after {{ content: {limit}; font-size: 0.875rem; }}
[data-testid="stFileUploader"]:has({invalid})::after {{ content: {failed}; display: block; margin-top: 0.5rem; }}
body:has({invalid}:hover) [data-testid="stTooltipErrorContent"] {{ display: none; }}
</style>"""


def hide_submit_hint(key: str) -> str:
    """No word on how to send what is typed, in the container of this key."""
    return f"<style>.st-key-{key} {_TYPED} {{ display: none; }}</style>"
