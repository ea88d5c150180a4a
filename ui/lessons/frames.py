"""Parts of frames that all trainings share: tokens sent once, rows of words, sizes.

A frame is the picture at one step. Tokens are sent once, in a table, and frames refer to them by index. The player lays
out frames and animates between them; it knows nothing about tokenizers.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from typing import NamedTuple

from bpe_engine import Pair
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.notebook import token_hue
from bpe_engine.training.base import WordState
from ui.base.i18n import localized_number, ngettext
from ui.base.notation import notate, notations, number_names, suggested_notation
from ui.base.visible_text import MAX_NAME_LENGTH
from ui.base.visible_text import display_name as shortened
from ui.lessons.contract import CandidateRow, Frame, HistoryItem, TieInfo, Token, TokenNumber, TokenTexts, WordRow

MAX_CANDIDATES = 12  # candidates shown
MAX_CHANGED_WORDS = 8  # words shown in which a merge happens
SMALL_CORPUS_WORDS = 40  # words; a corpus up to this size is shown whole
FREQUENT_WORDS = 12  # words shown of a larger corpus
TOKENS_SHOWN = 120  # of the vocabulary, the newest ones
MAX_ROW_TOKENS = 80  # tokens of one word
MERGES_SHOWN = 60  # past merges shown, the newest ones

_CONTINUES = [bytes([byte]) for byte in range(0x80, 0xC0)]  # bytes that continue a character in UTF-8

WINDOW = 60  # frames sent at once, if not all are
LARGE_WINDOW = 30  # for a large corpus, whose frames take longer to build
LARGE_CORPUS = 20_000  # words


def window_around(step: int, steps: int, window: int = WINDOW) -> tuple[int, int]:
    """Return the first and last step of the frames sent with `step`, in a training with this many merges.

    >>> window_around(7, 7), window_around(500, 1000)
    ((0, 7), (470, 530))
    """
    if steps <= window:
        return 0, steps
    first = max(0, min(step - window // 2, steps - window))
    return first, first + window


def visible_word_numbers(words: Mapping[str, int]) -> Sequence[int]:
    """Return the numbers of the words in every frame: all of a small corpus, the most frequent of a large one."""
    if len(words) <= SMALL_CORPUS_WORDS:
        return range(len(words))
    frequencies = list(words.values())
    return nlargest(FREQUENT_WORDS, range(len(words)), key=lambda number: (frequencies[number], -number))


class UnknownText(NamedTuple):
    """A unit of the corpus that is not in the vocabulary: shown as its own text, with the token that it becomes."""

    text: str
    becomes: str


class QuotedText(NamedTuple):
    """Something that a sentence mentions: a token too long for it, or a text that is not a token and has no id."""

    text: str
    is_token: bool


class FrameTokens:
    """The tokens that frames and their sentences mention, numbered in order of appearance."""

    def __init__(
        self,
        ids: Mapping[str, int],
        *,
        byte_level: bool,
        special: Collection[str] = (),
        byte_of_token: Mapping[str, int] | None = None,
    ) -> None:
        self._ids = ids
        self._byte_level = byte_level
        self._special = special
        self._byte_of_token = byte_of_token or {}
        self._numbers: dict[str | UnknownText | QuotedText, int] = {}
        self._names: list[str | UnknownText | QuotedText] = []
        self.rows: list[Token] = []
        self.spoken: dict[TokenNumber, str] = {}
        self.hex: list[str] = []

    def __getitem__(self, token: str | UnknownText | QuotedText) -> int:
        if token not in self._numbers:
            self._numbers[token] = len(self.rows)
            self._names.append(token)
            self._register(token)
        return self._numbers[token]

    def bytes_of(self, number: TokenNumber) -> bytes:
        """Return the bytes of a token; empty if it does not consist of bytes."""
        token = self._names[number]
        if not isinstance(token, str) or token in self._special:
            return b""
        if self._byte_level:
            return symbols_to_bytes(token)
        return bytes([self._byte_of_token[token]]) if token in self._byte_of_token else b""

    def with_token_numbers(self, text: str) -> str:
        """Replace the tokens that a sentence mentions by their numbers."""
        return number_names(text, self._number_of_text)

    def token_texts(self, words: Iterable[str]) -> TokenTexts:
        """Return the table of tokens, with the notations for a text of these words."""
        return {
            "tokens": self.rows,
            "spoken": self.spoken,
            "hex": self.hex if self._byte_level else [],
            "notations": notations(of_bytes=self._byte_level),
            "usual": suggested_notation(words, of_bytes=self._byte_level),
        }

    def _number_of_text(self, text: str, is_token: bool) -> int:
        # The word “hug” and the token “hug” may occur in one sentence, but only the token has an id.
        return self[text if is_token and len(text) <= MAX_NAME_LENGTH else QuotedText(text, is_token)]

    def neutral_order(self, board: Sequence[CandidateRow]) -> list[int]:
        """Return an order of the candidates' rows that does not reveal the winner."""
        return sorted(range(len(board)), key=lambda row: [self._names[number] for number in board[row]["pair"]])

    def _register(self, token: str | UnknownText | QuotedText) -> None:
        if isinstance(token, UnknownText):
            names, token_id = notate(token.text, of_bytes=False), None
        else:
            text, short = (token.text, True) if isinstance(token, QuotedText) else (token, False)
            names = notate(text, of_bytes=self._byte_level and text not in self._special, short=short)
            is_token = not isinstance(token, QuotedText) or token.is_token
            token_id = self._ids.get(text) if is_token else None
        if names.said:
            self.spoken[len(self.rows)] = names.said
        self.hex.append(names.hex or names.text)
        colour = None if token_id is None else token_hue(token_id)
        row = names.symbols, names.text, token_id, colour
        self.rows.append((*row, token.becomes) if isinstance(token, UnknownText) else row)


def word_row(word: WordState, pair: Pair | None, fresh: str | None, tokens: FrameTokens) -> WordRow:
    """Return the row of a word: its frequency, the positions of `pair`, and of the new token `fresh`."""
    new = [index for index, symbol in enumerate(word.symbols) if symbol == fresh]
    return row_json(
        f"{localized_number(word.frequency)} ×",
        word.symbols,
        merge_positions(word.symbols, pair) if pair else [],
        tokens,
        new,
    )


def row_json(
    label: str, symbols: Sequence[str | UnknownText], hits: Sequence[int], tokens: FrameTokens, new: Sequence[int] = ()
) -> WordRow:
    """Return the row of a word: its tokens, the positions of the next merge (left symbols), and of the new token.

    A very long word is reduced to the part where something happens.
    """
    return with_character_groups(number_row([tokens[symbol] for symbol in symbols], label, hits, new), tokens.bytes_of)


def number_row(
    numbers: Sequence[TokenNumber], label: str = "", hits: Sequence[int] = (), new: Sequence[int] = ()
) -> WordRow:
    """Return the row of a word whose tokens are given by number."""
    first, last = 0, len(numbers)
    if last > MAX_ROW_TOKENS:
        first = max(0, min(min([*hits[:1], *new[:1]], default=0) - 8, last - MAX_ROW_TOKENS))
        last = first + MAX_ROW_TOKENS
    whole = last if last == len(numbers) else last - 1  # show both tokens of a merge or neither
    return {
        "label": label,
        "tokens": list(numbers[first:last]),
        "hits": [index - first for index in hits if first <= index < whole],
        "fresh": [index - first for index in new if first <= index < last],
        "before": omitted_note(first),
        "after": omitted_note(len(numbers) - last),
    }


def with_character_groups(row: WordRow, bytes_of: Callable[[TokenNumber], bytes]) -> WordRow:
    """Return the row of a word, with the groups of tokens that split a character, if any."""
    groups = list(split_characters(list(map(bytes_of, row["tokens"]))))
    return {**row, "groups": groups} if groups else row


def split_characters(tokens: Sequence[bytes]) -> Iterator[tuple[int, int, str]]:
    """Yield groups of neighbours that are whole characters only together: first, one past the last, and their text.

    >>> list(split_characters([b"m", b"\\xe1\\xba", b"\\xa5", b"y"]))
    [(1, 3, 'ấ')]
    """
    first = 0
    for place, token in enumerate(tokens):
        if not continues_character(token):
            first = place
        text = _text_of(b"".join(tokens[first : place + 1]))
        if text is None:
            continue
        if place > first:
            yield first, place + 1, shortened(text)
        first = place + 1


def continues_character(token: bytes) -> bool:
    """Return whether a token begins within a character."""
    return token[:1] in _CONTINUES


def _text_of(data: bytes) -> str | None:
    """Decode bytes; None if they are incomplete characters."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def omitted_note(count: int) -> str:
    """Return the note on tokens that are not shown; empty for none."""
    if not count:
        return ""
    return ngettext("… ({count} token not shown)", "… ({count} tokens not shown)", count).format(
        count=localized_number(count)
    )


def merge_positions(symbols: Sequence[str], pair: tuple[str, str]) -> list[int]:
    """Return where a merge of `pair` happens in a word: from left to right, without overlaps.

    >>> merge_positions(["a", "a", "a"], ("a", "a"))
    [0]
    """
    places = []
    index = 0
    while index < len(symbols) - 1:
        if (symbols[index], symbols[index + 1]) == pair:
            places.append(index)
            index += 1
        index += 1
    return places


def column_titles(vocabulary: int, tokens_in_corpus: int) -> tuple[str, str]:
    """Return the headings of the vocabulary and of the corpus, with their numbers."""
    return (
        ngettext("{count} token in the vocabulary", "{count} tokens in the vocabulary", vocabulary).format(
            count=localized_number(vocabulary)
        ),
        ngettext("{count} token in the corpus", "{count} tokens in the corpus", tokens_in_corpus).format(
            count=localized_number(tokens_in_corpus)
        ),
    )


def visible_tokens(start: Iterable[str], added: Iterable[str], used: Collection[str]) -> tuple[list[str], int]:
    """Return the tokens of a vocabulary to show, and the number of the others.

    Of a large vocabulary: the newest tokens, and of the base tokens those that are used.
    """
    start, added = list(start), list(added)
    tokens = list(dict.fromkeys((*start, *added)))
    if len(tokens) <= TOKENS_SHOWN:
        return tokens, 0
    shown = list(dict.fromkeys((*(token for token in start if token in used), *added)))[-TOKENS_SHOWN:]
    return shown, len(tokens) - len(shown)


def with_minus_sign(number: str) -> str:
    """Format a number with a true minus sign instead of a hyphen.

    >>> with_minus_sign("-2.01")
    '−2.01'
    """
    return number.replace("-", "−")


def history_with_sums(merges: list[HistoryItem], frames: Sequence[Frame], first: int) -> list[HistoryItem]:
    """Fill in the sums of merges, from number `first` on: those that the frames show for their winners."""
    for merge, frame in zip(merges[first:], frames, strict=False):
        tallies = [row["tally"] for row in frame["candidates"] if row["winner"]]
        merge["sum"] = tallies[0] if len(tallies) == 1 else ""
    return merges


def frame_json(
    tokens: FrameTokens,
    *,
    done: str,
    next: str,
    words: list[WordRow],
    board: list[CandidateRow],
    chips: list[tuple[TokenNumber, str]],
    titles: tuple[str, str],
    places: Sequence[WordRow] = (),
    changed: Sequence[WordRow] = (),
    morePairs: int = 0,  # noqa: N803  # its name in JavaScript
    tie: TieInfo | None = None,
    hidden: int = 0,
    fresh: TokenNumber | None = None,
    dropped: Sequence[TokenNumber] = (),
) -> Frame:
    """Return a frame, with defaults for what a lesson does not use."""
    return {
        "done": tokens.with_token_numbers(done),
        "next": tokens.with_token_numbers(next),
        "words": words,
        "places": list(places),
        "changed": list(changed),
        "candidates": board,
        "morePairs": morePairs,
        "pairOrder": tokens.neutral_order(board),
        "tie": {**tie, "reason": tokens.with_token_numbers(tie["reason"])} if tie else None,
        "chips": chips,
        "hidden": hidden,
        "fresh": fresh,
        "dropped": list(dropped),
        "titles": titles,
    }
