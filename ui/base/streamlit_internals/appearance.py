"""The look of Streamlit's page: style sheets, and translations of its own English words."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ui.base.i18n import SOURCE_LANGUAGE, current_language, localized_number
from ui.base.i18n import gettext as _
from ui.base.upload_limits import MAX_UPLOAD_MEGABYTES
from ui.base.visible_text import css_string
from ui.look import CHINESE_FONTS, design_tokens

_TYPED = '[data-testid="InputInstructions"]'


@cache
def style_tags(*names: str) -> str:
    """Return style sheets of this folder, for `st.html`."""
    sheets = (Path(__file__).with_name(f"{name}.css").read_text("utf-8") for name in names)
    return f"<style>{''.join(sheets)}</style>"


def common_style_tags() -> str:
    """Return the design tokens, the style sheets of every page, and the translations of Streamlit's words."""
    return f"<style>{design_tokens()}</style>{style_tags('page', 'print', 'workbench')}{widget_translations()}"


def widget_translations() -> str:
    """Return CSS that replaces Streamlit's own words on every page by those of the reader's language.

    These are: the first link for keyboard users, the button for pages that do not fit in the navigation bar, hints in a
    field while typing, and the buttons above tables.
    """
    if current_language() == SOURCE_LANGUAGE:
        return ""
    buttons, tooltip = '[data-testid="stElementToolbar"]', '[data-testid="stTooltipContent"]'
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
        f'body:has({buttons} [aria-label="{own}"]:is(:hover, :focus-visible)) {tooltip}': text
        for own, text in of_tables.items()
    }
    return f"<style>{_replacement_css(texts)}{_chinese_punctuation()}</style>"


def menu_entries(entries: Mapping[str, tuple[str, str]]) -> str:
    """Return the style sheet with an icon and a description for each page in the menus, by the page's name.

    An icon given to Streamlit also becomes the icon of the window, which Streamlit loads from another host; it has no
    place for a description.
    """
    rules = "".join(
        f':is([role="menu"] a, [data-testid="stSidebarNavLink"])[href$="/{name}"] '
        f"{{ --icon: {css_string(icon)}; --about: {css_string(description)}; }}"
        for name, (icon, description) in entries.items()
    )
    return f"<style>{rules}</style>"


def skeleton_titles(titles: Mapping[str, str]) -> str:
    """Return the style sheet with the title of each page, by its name, for the skeleton shown until it is drawn."""
    rules = "".join(f"[data-bpe-page={name}] {{ --title: {css_string(title)}; }}" for name, title in titles.items())
    return f"<style>{rules}</style>"


def language_code(language: str) -> str:
    """Return the style sheet for the code of the language in the bar, which has no room for its name."""
    code = css_string(language.partition("_")[0].upper())
    return f"<style>.st-key-bpe_lab_language {{ --language: {code}; }}</style>"


def _replacement_css(texts: Mapping[str, str]) -> str:
    return " ".join(
        f"{place}, {place} * {{ font-size: 0 !important; }} "
        f"{place}::after {{ content: {css_string(text)}; font-size: var(--t-xs); }}"
        for place, text in texts.items()
    )


def _chinese_punctuation() -> str:
    """Return CSS for wide Chinese quotation marks, dashes and dots: in Streamlit's font they are narrow.

    They come from a font of the reader's system, under the name of the surrounding font.
    """
    if not current_language().startswith("zh"):
        return ""
    sources = ", ".join(f'local("{font}")' for font in CHINESE_FONTS)
    return (
        '@font-face { font-family: "Source Sans"; font-weight: 100 900; font-style: normal; '
        f"src: {sources}; unicode-range: U+2014, U+2018-2019, U+201C-201D, U+2026; }}"
    )


def uploader_translations() -> str:
    """Return CSS that translates a file uploader."""
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
    """Return CSS that hides the hint on how to submit, in the container with this key."""
    return f"<style>.st-key-{key} {_TYPED} {{ display: none; }}</style>"
