"""Patches instead of tokens, for chapters: a text is cut where its next byte is hard to guess."""

import re

from bpe_engine.byte_alphabet import bytes_to_symbols, utf8
from bpe_engine.inspection.byte_patches import ByteGuesser, PatchedByte, patch_bytes, patches
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number, ngettext
from ui.base.visible_text import join_sentences, token_as_text
from ui.course.values.tables import Table
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import table, token_count_text, value

MOST_ROWS = 12


def patched(text: str, threshold: float) -> list[PatchedByte]:
    """Return the bytes of a text with their entropies, from counts of which byte follows which in the text itself."""
    written = utf8(text)
    return patch_bytes(written, ByteGuesser([written]), threshold)


def patch_label(written: bytes) -> str:
    """Return bytes as text for display."""
    return token_as_text(bytes_to_symbols(written))


@value
def entropy_after(text: str, before: str) -> float:
    """The entropy of the byte that follows a given one in a text, in bits."""
    (byte,) = before.encode()
    return ByteGuesser([text.encode()]).entropy_after(byte)


@value
def cut_after(letters: str, word: str) -> list[str]:
    """A word, cut after each of the given letters."""
    known = re.escape(letters)
    return re.findall(f"[^{known}]*[{known}]|[^{known}]+$", word)


@table
def guessed_bytes(text: str, threshold: float) -> Table:
    """The bytes of the text with the entropy of each, and the patches that they form."""
    found = patched(text, threshold)
    rows, patch = [], b""
    for place, each in enumerate(found[:MOST_ROWS]):
        patch = bytes([each.byte]) if each.starts else patch + bytes([each.byte])
        before = patch_label(bytes([found[place - 1].byte])) if place else "–"
        entropy = localized_decimal(each.entropy, 2) if place else "–"
        patch_text = _("starts: “{token}”") if each.starts else _("“{token}”")
        rows.append((before, patch_label(bytes([each.byte])), entropy, patch_text.format(token=patch_label(patch))))
    count = len(patches(found))
    totals = _("In all: {bytes}, {patches}, {tokens} in GPT-2.").format(
        bytes=ngettext("{count} byte", "{count} bytes", len(found)).format(count=localized_number(len(found))),
        patches=ngettext("{count} patch", "{count} patches", count).format(count=localized_number(count)),
        tokens=token_count_text(len(encoded("gpt2", text))),
    )
    if len(found) > len(rows):
        rest = _("The table has the first {count} bytes.").format(count=localized_number(len(rows)))
        totals = join_sentences(totals, rest)
    return Table(
        _("Your text, byte by byte: a patch starts where the entropy is above {threshold} bits").format(
            threshold=localized_decimal(threshold, 1)
        ),
        (_("Before it"), _("Byte"), _("Entropy, bits"), _("Patch so far")),
        tuple(rows),
        totals,
    )
