"""Short answers to common questions about bytes and tokens. Every number in them is computed."""

from typing import NamedTuple

from bpe_engine import BYTE_ALPHABET, load_pretrained
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, ngettext
from ui.base.tokenizer_choices import PRETRAINED, TokenizerName
from ui.base.visible_text import ids_in_row, join_sentences, token_as_text

CHARACTER = "東"


class FaqEntry(NamedTuple):
    """A question and its answer, in paragraphs of one or two sentences."""

    question: str
    paragraphs: tuple[str, ...]


def faq() -> list[FaqEntry]:
    """Return the questions in reading order."""
    return [_why_moved_space(), _why_several(), _why_replacement(), _why_other_id()]


def _why_moved_space() -> FaqEntry:
    space, symbol = ord(" "), BYTE_ALPHABET[ord(" ")]
    moved = sum(BYTE_ALPHABET[byte] != chr(byte) for byte in range(256))
    gpt2 = load_pretrained("gpt2")
    (token_id,) = gpt2.encode(" world")
    return FaqEntry(
        _("Why {symbol}?").format(symbol=symbol),
        (
            _(
                "{symbol} is how GPT-2 writes the space, byte {byte}. {moved} bytes can’t be shown as themselves, so "
                "they got the characters from U+0100 on, in order: {before} of them come before the space, and U+0100 "
                "+ {before} is {code}."
            ).format(symbol=symbol, byte=space, moved=moved, before=ord(symbol) - 0x100, code=f"U+{ord(symbol):04X}"),
            _("A space belongs to the word after it: “ world” is a single token, {token}, with the id {id}.").format(
                token=gpt2.token(token_id), id=token_id
            ),
            _(
                "Some demos show the bytes {wrong} for a space. That is the UTF-8 form of the character {symbol} "
                "itself. The text has no {symbol} in it: its space is one byte, {byte}."
            ).format(wrong=" ".join(map(str, symbol.encode())), symbol=symbol, byte=space),
        ),
    )


def _why_several() -> FaqEntry:
    counts = []
    for name in PRETRAINED:
        ids = load_pretrained(name).encode(CHARACTER)
        counts.append(
            ngettext("{title}: {count} token ({ids}).", "{title}: {count} tokens ({ids}).", len(ids)).format(
                title=TokenizerName(name).title, count=len(ids), ids=ids_in_row(ids)
            )
        )
    data = CHARACTER.encode()
    return FaqEntry(
        _("Why can {character} be several tokens?").format(character=CHARACTER),
        (
            _(
                "{character} is one character, but {count} bytes in UTF-8: {bytes}. Merging starts from bytes. Where "
                "training saw the character too seldom, its bytes were never merged all the way into one token."
            ).format(character=CHARACTER, count=len(data), bytes=data.hex(" ").upper()),
            join_sentences(*counts),
        ),
    )


def _why_replacement() -> FaqEntry:
    gpt2 = load_pretrained("gpt2")
    ids = gpt2.encode(CHARACTER)
    part = ids[0]
    return FaqEntry(
        _("Why {sign}?").format(sign="\ufffd"),
        (
            _(
                "Token {id} of GPT-2 is the bytes {bytes}, a part of {character}. On their own they aren’t a "
                "character, so a decoder shows {shown} instead: U+FFFD, which means “no valid character here”."
            ).format(id=part, bytes=token_as_text(gpt2.token(part)), character=CHARACTER, shown=gpt2.decode([part])),
            _("Nothing is lost: decoded together, the ids {ids} give {text}.").format(
                ids=ids_in_row(ids), text=gpt2.decode(ids)
            ),
        ),
    )


def _why_other_id() -> FaqEntry:
    gpt2 = load_pretrained("gpt2")
    space, first = ord(" "), gpt2.token(0)
    kept = sum(BYTE_ALPHABET[byte] == chr(byte) for byte in range(256))
    symbol = BYTE_ALPHABET[space]
    return FaqEntry(
        _("Why isn’t a byte’s value its token’s id?"),
        (
            _(
                "GPT-2 numbers the 256 byte tokens in the order of their symbols, not of the bytes. The {kept} that "
                "are shown as themselves come first: id 0 is “{first}”, byte {first_byte}. The moved ones follow."
            ).format(kept=kept, first=first, first_byte=gpt2.token_bytes(0)[0]),
            _(
                "So the space, byte {byte}, has the id {kept} + {before} = {id}. "
                "The same holds in {others}: byte {byte} has the id {ids} there."
            ).format(
                byte=space,
                kept=kept,
                before=ord(symbol) - 0x100,
                id=gpt2.vocabulary[symbol],
                others=join_list(TokenizerName(name).title for name in PRETRAINED[1:]),
                ids=join_list(dict.fromkeys(str(load_pretrained(name).vocabulary[symbol]) for name in PRETRAINED[1:])),
            ),
        ),
    )
