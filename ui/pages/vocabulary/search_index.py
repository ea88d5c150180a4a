"""The tokens of a vocabulary, searchable by text, id, regex, length and script."""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Literal

from bpe_engine import EngineError, Tokenizer, WordPieceTokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.result_cache import cached
from ui.base.scripts import GROUPS, PART, SPECIAL, group_of
from ui.base.token_labels import LONGEST_TEXT, notations_of, short_token_label, token_label
from ui.base.visible_text import MAX_NAME_LENGTH, join_sentences, spoken_text
from ui.components.contract import TokenListRow
from ui.jobs.learner_patterns import texts_with_match

SearchMode = Literal["text", "id", "regex", "longest", "script"]

ROWS = 100
"""Tokens on one page of results."""


# Visible stand-ins for white space, on screen and in vocabulary files. Someone who types one may mean white space.
_WHITE_SPACE_MARKS = str.maketrans({"·": " ", "Ġ": " ", "↵": "\n", "Ċ": "\n", "→": "\t", "ĉ": "\t"})


class VocabularyIndex:
    """A vocabulary in the order of its ids, prepared for searching. Positions below are indices into `ids`."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.ids = sorted(tokenizer.token_of_id)
        self.place_of = {token_id: place for place, token_id in enumerate(self.ids)}
        data = [text_bytes(tokenizer, token_id) for token_id in self.ids]
        self.has_bytes = tokenizer.byte_level or bool(tokenizer.byte_of_token)
        # Invalid UTF-8 becomes lone surrogates, which no search text contains.
        errors = "surrogateescape" if self.has_bytes else "surrogatepass"
        self.texts = [token.decode("utf-8", errors) for token in data]
        self.lengths = array("I", map(len, data))  # in bytes

    @cached_property
    def groups(self) -> list[str]:
        """The group of each token (see `scripts`)."""
        special = self.tokenizer.special_tokens
        token_of_id = self.tokenizer.token_of_id
        return [
            SPECIAL
            if token_of_id[token_id] in special
            else PART
            if self.is_partial_character(place)
            else group_of(self.texts[place])
            for place, token_id in enumerate(self.ids)
        ]

    def is_partial_character(self, place: int) -> bool:
        """Return whether a token is part of a character."""
        text = self.texts[place]
        return self.has_bytes and not text.isascii() and any("\udc80" <= character <= "\udcff" for character in text)

    @cached_property
    def group_sizes(self) -> dict[str, int]:
        """The groups that have tokens, in the order of `scripts.GROUPS`, with their numbers of tokens."""
        sizes = Counter(self.groups)
        return {group: sizes[group] for group in GROUPS if group in sizes}


def text_bytes(tokenizer: Tokenizer, token_id: int) -> bytes:
    """Return the bytes of a token's text: in SentencePiece's vocabularies, ▁ stands for a space."""
    data = tokenizer.token_bytes(token_id)
    if tokenizer.space and tokenizer.token(token_id) not in tokenizer.special_tokens:
        return data.replace(tokenizer.space.encode(), b" ")
    return data


@cached(lambda index, _tokenizer: 200 * len(index.ids))
def index_of(tokenizer: Tokenizer) -> VocabularyIndex:
    """Return the index of a vocabulary. Building one takes up to a second for 200,000 tokens."""
    return VocabularyIndex(tokenizer)


@cached(lambda positions, *_: 4 * len(positions))
def search(tokenizer: Tokenizer, mode: SearchMode, query: str) -> Sequence[int]:
    """Return the positions in the index of the tokens found, in the order in which they are shown.

    They are in the order of ids; "longest" puts the longest first, and "text" puts an exact match first. An empty query
    finds everything. Raises EngineError for an invalid id, and for a regex that cannot be used.
    """
    index = index_of(tokenizer)
    if mode == "longest":
        return array("I", sorted(range(len(index.ids)), key=lambda place: -index.lengths[place]))
    if not query:
        return range(len(index.ids))
    match mode:
        case "text":
            return array("I", _by_text(index, query))
        case "id":
            return [_by_id(index, query)]
        case "regex":
            return array("I", texts_with_match(query, index.texts))
    return array("I", (place for place, group in enumerate(index.groups) if group == query))


@cached(lambda positions, *_: 8 * len(positions))
def tokens_of(tokenizer: Tokenizer, text: str) -> list[int]:
    """Return the positions in the index of the tokens that a text is cut into; none if they are many, or unknown."""
    try:
        ids = tokenizer.encode(text[:ROWS], disallowed_special=())
    except EngineError:
        return []
    place_of = index_of(tokenizer).place_of
    return [place_of[token_id] for token_id in ids] if len(text) <= ROWS else []


def _by_text(index: VocabularyIndex, query: str) -> Iterable[int]:
    marks = _WHITE_SPACE_MARKS | str.maketrans(dict.fromkeys(index.tokenizer.space, " "))
    queries = {query, query.translate(marks)}
    exact = [place for place, text in enumerate(index.texts) if text in queries]
    matches = (place for place, text in enumerate(index.texts) if any(form in text for form in queries))
    return dict.fromkeys((*exact, *matches))


def _by_id(index: VocabularyIndex, query: str) -> int:
    digits = query.strip().replace(",", "")
    if not (digits.isascii() and digits.isdecimal()):
        raise EngineError(
            "{query!r} isn’t an id. An id is a whole number, such as {example}.", query=query, example=index.ids[-1]
        )
    place = index.place_of.get(int(digits[:20]))
    if place is None:
        raise EngineError(
            "No token has the id {id}. The ids here go from {first} to {last}.",
            id=digits,
            first=index.ids[0],
            last=index.ids[-1],
        )
    return place


def rows(index: VocabularyIndex, places: Iterable[int]) -> list[TokenListRow]:
    """Return the rows of the list of tokens: id, text, bytes in hex, and length."""
    return [_row(index, place) for place in places]


def _row(index: VocabularyIndex, place: int) -> TokenListRow:
    token_id = index.ids[place]
    token = index.tokenizer.token_of_id[token_id]
    data = text_bytes(index.tokenizer, token_id)
    text = index.texts[place]
    length = ngettext("{count} byte", "{count} bytes", len(data)).format(count=localized_number(len(data)))
    if index.is_partial_character(place):
        characters = _("part of a character") if len(data) < 4 else _("not whole characters")
    else:
        characters = ngettext("{count} character", "{count} characters", len(text)).format(
            count=localized_number(len(text))
        )
    return {
        "id": token_id,
        "text": token_label(index.tokenizer, token),
        "names": notations_of(index.tokenizer, token),
        "name": _spoken_token(index, place) or short_token_label(index.tokenizer, token),
        "hue": token_hue(token_id),
        "bytes": _hex(data),
        "characters": characters,
        "length": length,
    }


def _spoken_token(index: VocabularyIndex, place: int) -> str:
    """Return how a token with white space is read aloud; else an empty string."""
    return "" if index.is_partial_character(place) else spoken_text(index.texts[place][:MAX_NAME_LENGTH])


def _hex(data: bytes) -> str:
    if len(data) <= LONGEST_TEXT:
        return data.hex(" ").upper()
    more = len(data) - LONGEST_TEXT
    left_out = ngettext("… and {count} more byte", "… and {count} more bytes", more).format(
        count=localized_number(more)
    )
    return f"{data[:LONGEST_TEXT].hex(' ').upper()} {left_out}"


def marks_text(index: VocabularyIndex) -> str:
    """Explain how to search for spaces in a vocabulary, and what its marks stand for."""
    tokenizer = index.tokenizer
    if tokenizer.space:
        spaces = _("Spaces count: type a space, · or {mark}. The vocabulary’s file writes it as {mark}.").format(
            mark=tokenizer.space
        )
    elif not any(" " in text for text in index.texts):
        spaces = _("No token here contains a space.")
    elif tokenizer.byte_level:
        spaces = _("Spaces count: type a space, · or Ġ.")
    else:
        spaces = _("Spaces count: type a space or ·.")
    goes_on = _("{mark} marks a token that continues a word, and counts like any other text.")
    ends = _("{mark} marks the end of a word, and counts like any other text.")
    prefix = tokenizer.base_tokenizer.prefix if isinstance(tokenizer.base_tokenizer, WordPieceTokenizer) else ""
    return join_sentences(
        spaces,
        goes_on.format(mark=prefix) if prefix else "",
        ends.format(mark=tokenizer.end_of_word) if tokenizer.end_of_word else "",
    )


def search_mode_title(mode: SearchMode) -> str:
    """Return the name of a search mode."""
    return {
        "text": _("Text"),
        "id": _("Id"),
        "regex": _("Regex"),
        "longest": _("Longest"),
        "script": _("Script"),
    }[mode]


def pages(hits: int) -> int:
    """Return the number of pages of ROWS for this many results, at least one."""
    return max(1, -(-hits // ROWS))


def page_of(hits: Sequence[int], page: int) -> list[int]:
    """Return the positions on one page of the results."""
    return list(hits[(page - 1) * ROWS : page * ROWS])
