"""Text on screen: makes everything in tokens and ids visible and unambiguous."""

import re
import unicodedata
from collections.abc import Iterable
from string import punctuation

from bpe_engine.byte_alphabet import is_byte_string, symbols_to_bytes
from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.text_direction import CLOSE, ISOLATED, OPEN, RIGHT_TO_LEFT, isolate

SPACE, LINE_END, TAB = "·", "↵", "→"
# The zero-width joiner and emoji variation selectors: after a character, they only change its look.
_JOINING = {"\u200d", "\ufe0e", "\ufe0f"}
MAX_NAME_LENGTH = 32


def make_visible(text: str) -> str:
    """Replace spaces, line breaks and everything else invisible by visible signs.

    >>> make_visible(" is\\n")
    '·is↵'
    >>> make_visible("a\\x00\\u200f")
    'a␀⟨U+200F⟩'
    """
    return "".join(_visible_character(character, index == 0) for index, character in enumerate(text))


def _visible_character(character: str, first: bool) -> str:
    if character in _VISIBLE_SIGNS:
        return _VISIBLE_SIGNS[character]
    category = unicodedata.category(character)
    if character in _JOINING and not first:
        return character
    if category[0] == "M" and character not in _JOINING:
        return f"◌{character}" if first else character
    if category[0] == "C" or category in ("Zs", "Zl", "Zp") or character in _JOINING:
        return f"⟨U+{ord(character):04X}⟩"
    return character


_VISIBLE_SIGNS = {" ": SPACE, "\n": LINE_END, "\t": TAB}
_VISIBLE_SIGNS |= {chr(code): chr(0x2400 + code) for code in range(32) if chr(code) not in _VISIBLE_SIGNS}
_VISIBLE_SIGNS["\x7f"] = "␡"


def display_name(token: str) -> str:
    """Return a token or word as named in a sentence: visible, and shortened in the middle if it is very long.

    Right-to-left text is isolated: see `isolate`.


    >>> display_name("a" * 100)
    'aaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaa'
    """
    if len(token) <= MAX_NAME_LENGTH:
        return isolate(make_visible(token))
    return isolate(f"{make_visible(token[: MAX_NAME_LENGTH - 8])}…{make_visible(token[-7:])}")


def join_quoted(tokens: Iterable[str]) -> str:
    """Join the tokens of a text for a sentence: “h” + “ug”."""
    return " + ".join(_("“{token}”").format(token=display_name(token)) for token in tokens)


def token_as_text(token: str) -> str:
    """Return a token of the byte alphabet as its text, or as hex bytes if it is part of a character.

    An added token has a name instead of bytes, and is returned as it is.

    >>> token_as_text("Ġis")
    '·is'
    >>> token_as_text("ä½")
    'E4 BD'
    >>> token_as_text("<｜User｜>")
    '<｜User｜>'
    """
    if not is_byte_string(token):
        return make_visible(token)
    text = byte_text(token)
    return symbols_to_bytes(token).hex(" ").upper() if text is None else make_visible(text)


def byte_text(token: str) -> str | None:
    """Return a token of the byte alphabet as text; None if it is part of a character."""
    try:
        return symbols_to_bytes(token).decode("utf-8")
    except UnicodeDecodeError:
        return None


def spoken_text(text: str) -> str:
    """Return how a text with white space is read aloud; empty if it has none, because the text speaks for itself.

    >>> spoken_text(" is")
    'space is'
    """
    names = {" ": _("space"), "\n": _("line break"), "\t": _("tab")}
    if names.keys().isdisjoint(text):
        return ""
    for character, name in names.items():
        text = text.replace(character, f" {name} ")
    return " ".join(text.split())


def visible_line(text: str, kept: str = " ") -> str:
    """Replace everything invisible in a line by visible signs, except spaces.

    >>> visible_line("not\\u202e this")
    'not⟨U+202E⟩ this'
    """
    return "".join(
        character if character in kept else _visible_character(character, index == 0)
        for index, character in enumerate(text)
    )


def escape_markdown(text: str) -> str:
    """Escape a text for a label, which is Markdown: if it contains punctuation, it becomes code.

    Backslashes are not enough: URLs, arrows and names of emoji would still be interpreted.


    >>> escape_markdown("hug"), escape_markdown("__eou__"), escape_markdown("a`")
    ('hug', '`__eou__`', '`` a` ``')
    """
    line = visible_line(text)
    if set(line).isdisjoint(punctuation):
        return line
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    return f"{fence} {line} {fence}" if "`" in line else f"{fence}{line}{fence}"


def visible_message(text: str) -> str:
    """Replace everything invisible in a sentence of the app by visible signs.

    No-break spaces stay too, because many languages use them in numbers. So do isolates around names.


    >>> visible_message("1\\xa0234\\u202e")
    '1\\xa0234⟨U+202E⟩'
    """
    return visible_with_isolates(text, " \u00a0\u202f")


def visible_with_isolates(text: str, kept: str) -> str:
    """Apply `visible_line` to a sentence that may contain isolated names.

    >>> visible_with_isolates("\u2068\u05d0\u202e\u2069 \u2068", " ") == "\u2068\u05d0⟨U+202E⟩\u2069 ⟨U+2068⟩"
    True
    """
    parts = (visible_line(part, kept) for part in ISOLATED.split(text))
    return "".join(f"{OPEN}{part}{CLOSE}" if number % 2 else part for number, part in enumerate(parts))


def css_string(text: str) -> str:
    """Quote a text for a style sheet.

    >>> css_string('a "b"')
    '"a\\\\20 \\\\22 b\\\\22 "'
    """
    return '"' + "".join(character if character.isalnum() else f"\\{ord(character):x} " for character in text) + '"'


def join_sentences(*parts: str) -> str:
    """Join sentences; empty ones are skipped."""
    return ("" if current_language().startswith("zh") else " ").join(filter(None, parts))


def ids_in_row(ids: Iterable[int | None]) -> str:
    """Join ids with commas: with spaces only, many languages would read one large number.

    >>> ids_in_row([15496, 11, 995])
    '15496, 11, 995'
    """
    return ", ".join(map(str, ids))


def reading_order_note(text: str) -> str:
    """Return the reading order of tokens in a row if a text has right-to-left letters; else an empty string."""
    return reading_order() if RIGHT_TO_LEFT.search(text) else ""


def reading_order() -> str:
    """Return the reading order of tokens in a row."""
    return _(
        "Tokens in a row are read from left to right, in the order of the text. The letters inside a token run from "
        "right to left."
    )
