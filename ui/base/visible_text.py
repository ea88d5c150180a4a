"""How tokens and ids are written on a screen, so that nothing in them stays unseen or is read as something else."""

import re
import unicodedata
from collections.abc import Iterable
from string import punctuation

from bpe_engine.byte_alphabet import symbols_to_bytes
from ui.base.i18n import current_language
from ui.base.i18n import gettext as _
from ui.base.text_direction import CLOSE, ISOLATED, OPEN, RIGHT_TO_LEFT, isolate

SPACE, LINE_END, TAB = "·", "↵", "→"
# The zero-width joiner and the variation selectors of emoji: after a character they only change its look.
_JOINING = {"\u200d", "\ufe0e", "\ufe0f"}
MAX_NAME_LENGTH = 32


def make_visible(text: str) -> str:
    """`text` with spaces, line ends and whatever else cannot be seen written as signs.

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
    """A token or word as it is named in a sentence: visible, and shortened in the middle where it is very long.

    What is written from right to left is isolated: see `isolate`.

    >>> display_name("a" * 100)
    'aaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaa'
    """
    if len(token) <= MAX_NAME_LENGTH:
        return isolate(make_visible(token))
    return isolate(f"{make_visible(token[: MAX_NAME_LENGTH - 8])}…{make_visible(token[-7:])}")


def join_quoted(tokens: Iterable[str]) -> str:
    """What a text is cut into, in a sentence: “h” + “ug”."""
    return " + ".join(_("“{token}”").format(token=display_name(token)) for token in tokens)


def token_as_text(token: str) -> str:
    """A token of the byte alphabet as the text that it stands for, or its bytes in hex where it is part of a character.

    >>> token_as_text("Ġis")
    '·is'
    >>> token_as_text("ä½")
    'E4 BD'
    """
    text = byte_text(token)
    return symbols_to_bytes(token).hex(" ").upper() if text is None else make_visible(text)


def byte_text(token: str) -> str | None:
    """A token of the byte alphabet as text; None where it is part of a character."""
    try:
        return symbols_to_bytes(token).decode("utf-8")
    except UnicodeDecodeError:
        return None


def spoken_text(text: str) -> str:
    """A text as it is read out, where white space is in it; else nothing, since it says itself.

    >>> spoken_text(" is")
    'space is'
    """
    names = {" ": _("space"), "\n": _("line break"), "\t": _("tab")}
    if names.keys().isdisjoint(text):
        return ""
    for sign, name_of_sign in names.items():
        text = text.replace(sign, f" {name_of_sign} ")
    return " ".join(text.split())


def visible_line(text: str, kept: str = " ") -> str:
    """A line with whatever is in it that cannot be seen written as signs; spaces stay as they are.

    >>> visible_line("not\\u202e this")
    'not⟨U+202E⟩ this'
    """
    return "".join(
        character if character in kept else _visible_character(character, index == 0)
        for index, character in enumerate(text)
    )


def escape_markdown(text: str) -> str:
    """A text for a label, which is Markdown: where its signs could mean something there, it is written as code.

    Only there they mean nothing: with backslashes before them, addresses, arrows and names of emoji still do.

    >>> escape_markdown("hug"), escape_markdown("__eou__"), escape_markdown("a`")
    ('hug', '`__eou__`', '`` a` ``')
    """
    shown = visible_line(text)
    if set(shown).isdisjoint(punctuation):
        return shown
    fence = "`" * (1 + max(map(len, re.findall("`+", shown)), default=0))
    return f"{fence} {shown} {fence}" if "`" in shown else f"{fence}{shown}{fence}"


def visible_message(text: str) -> str:
    """A sentence of the app with whatever is in it that cannot be seen written as signs.

    Spaces at which no line ends stay as well: many a language holds its numbers together with them. So do the signs
    around a name that is isolated in it.

    >>> visible_message("1\\xa0234\\u202e")
    '1\\xa0234⟨U+202E⟩'
    """
    return visible_with_isolates(text, " \u00a0\u202f")


def visible_with_isolates(text: str, kept: str) -> str:
    """The same as `visible_line`, for a sentence in which names may be isolated.

    >>> visible_with_isolates("\u2068\u05d0\u202e\u2069 \u2068", " ") == "\u2068\u05d0⟨U+202E⟩\u2069 ⟨U+2068⟩"
    True
    """
    parts = (visible_line(part, kept) for part in ISOLATED.split(text))
    return "".join(f"{OPEN}{part}{CLOSE}" if number % 2 else part for number, part in enumerate(parts))


def css_string(text: str) -> str:
    """A text as a style sheet quotes it.

    >>> css_string('a "b"')
    '"a\\\\20 \\\\22 b\\\\22 "'
    """
    return '"' + "".join(character if character.isalnum() else f"\\{ord(character):x} " for character in text) + '"'


def join_sentences(*parts: str) -> str:
    """Sentences one after the other; one that is empty is left out."""
    return ("" if current_language().startswith("zh") else " ").join(filter(None, parts))


def ids_in_row(ids: Iterable[int | None]) -> str:
    """Ids one after the other. With spaces alone between them, many languages would read one large number.

    >>> ids_in_row([15496, 11, 995])
    '15496, 11, 995'
    """
    return ", ".join(map(str, ids))


def reading_order_note(text: str) -> str:
    """Which way tokens in a row are read, where a text has letters written from right to left; else nothing."""
    return reading_order() if RIGHT_TO_LEFT.search(text) else ""


def reading_order() -> str:
    """Which way tokens in a row are read."""
    return _(
        "Tokens in a row are read from left to right, in the order of the text. The letters inside a token run from "
        "right to left."
    )
