"""The running text of a lesson: the opening of the training text, cut into its tokens at each step."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from bpe_engine import Corpus
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.text.added_tokens import split_around_tokens
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.visible_text import visible_line
from ui.lessons.contract import RunningText, WordRow

MAX_CHARACTERS = 400
"""The most characters of the text to show."""

SPACE_SYMBOL = to_byte_symbols(" ")
_WORD = 200  # characters: a word that starts within the text is most likely shown whole


class TextOpening(NamedTuple):
    """The opening of some texts, long enough to show, and whether it is all of them."""

    texts: tuple[str, ...] = ()
    is_all: bool = True


class OpeningWords(NamedTuple):
    """The words of an opening, by their numbers in the corpus, with what is between them."""

    order: tuple[int | str, ...] = ()
    characters: int = 0
    is_all: bool = True

    @property
    def numbers(self) -> list[int]:
        """The numbers of the distinct words, in order of appearance."""
        return list(dict.fromkeys(part for part in self.order if isinstance(part, int)))


def text_opening(texts: Iterable[str]) -> TextOpening:
    """Return the opening of some texts."""
    found: list[str] = []
    room = MAX_CHARACTERS + _WORD
    for text in texts:
        if room <= 0:
            return TextOpening(tuple(found), is_all=False)
        found.append(text[:room])
        if len(text) > room:
            return TextOpening(tuple(found), is_all=False)
        room -= len(text)
    return TextOpening(tuple(found))


def opening_words(begins: TextOpening, corpus: Corpus, special_tokens: Collection[str] = ()) -> OpeningWords:
    """Return the words of an opening, as in a corpus; none if there is only one, which has a row anyway.

    Special tokens are not words, but occur between them.
    """
    number_of = {word: place for place, word in enumerate(corpus.words)} if begins.texts else {}
    order: list[int | str] = []
    characters = 0
    for text in begins.texts:
        end = 0
        for piece in split_around_tokens(special_tokens, text, corpus.pre_tokenizer.pre_tokens):
            if characters + piece.start >= MAX_CHARACTERS:
                return _opening_of_several(order, characters + end, is_all=False)
            if piece.text in special_tokens:
                continue
            found = number_of.get(to_byte_symbols(piece.text) if corpus.byte_level else piece.text)
            if found is None:  # truncated at the end of the opening
                return _opening_of_several(order, characters + end, is_all=False)
            if piece.start > end:
                order.append(visible_line(text[end : piece.start].replace("\n", " ")))
            order.append(found)
            end = piece.start + len(piece.text)
        characters += len(text)
        order.append(" ")
    return _opening_of_several(order, characters, is_all=begins.is_all)


def _opening_of_several(order: Sequence[int | str], characters: int, *, is_all: bool) -> OpeningWords:
    words = [part for part in order if isinstance(part, int)]
    if len(words) < 2:
        return OpeningWords()
    return OpeningWords(tuple(order), characters, is_all)


def running_text(
    words: OpeningWords, corpus: Corpus, first: int, places: Sequence[Sequence[WordRow]]
) -> RunningText | None:
    """Return the text at consecutive steps, starting at `first`; `places` are its words at each of them, in order."""
    if not words.order:
        return None
    numbers = words.numbers
    states: list[list[tuple[int, WordRow]]] = [[] for _word in numbers]
    for step, rows in enumerate(places, first):
        for found, row in zip(states, rows, strict=True):
            bare: WordRow = {**row, "label": ""}
            if not found or found[-1][1] != bare:
                found.append((step, bare))
    texts = list(corpus.words)
    signs = sum(_display_width(texts[part]) if isinstance(part, int) else 1 for part in words.order)
    title = ngettext("The text: first {count} character", "The text: first {count} characters", words.characters)
    return {
        "title": _("The text") if words.is_all else title.format(count=localized_number(words.characters)),
        "signs": signs,
        "order": [numbers.index(part) if isinstance(part, int) else part for part in words.order],
        "words": states,
    }


def _display_width(word: str) -> int:
    """Return the width of a word, in letters: a byte of a character beyond ASCII is written as two digits."""
    return sum(1 if character.isascii() or character == SPACE_SYMBOL else 2 for character in word)
