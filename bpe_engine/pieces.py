"""A long text in pieces that have the tokens that they have in the whole: so that a file need not fit in memory."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.token_places import Special, last_word_end, may_hold_word_end, settled
from bpe_engine.tokenizer import Tokenizer

PIECE = 1_000_000
"""Characters that a piece has, about."""


def pieces_to_encode(
    tokenizer: Tokenizer, texts: Iterable[str], special: Special = "none", size: int = PIECE
) -> Iterator[str]:
    """The texts as one, in pieces: their ids, one piece after the other, are the ids of the whole.

    A piece is longer where no cut is known to be exact, and the whole text where nothing is known of the tokenizer.

    >>> from bpe_engine import load_pretrained
    >>> list(pieces_to_encode(load_pretrained("gpt2"), ["the p", "ug, the ", "  pun"], size=9))
    ['the pug, the', '   pun']
    """
    return _pieces(texts, lambda text: settled(tokenizer, text, len(text), special), size)


def pieces_to_train_on(
    texts: Iterable[str], pre_tokenizer: PreTokenizer, special_tokens: Sequence[str] = (), size: int = PIECE
) -> Iterator[str]:
    """The texts as one, in pieces: their words, one piece after the other, are those of the whole.

    Special tokens are left out, and end a word.

    >>> from bpe_engine.pre_tokenizers import GPT2
    >>> list(pieces_to_train_on(["the pug", "<end>the pun"], GPT2, ["<end>"]))
    ['the pug', 'the pun']
    """
    exact = pre_tokenizer.ends_with_words and not any(map(may_hold_word_end, special_tokens))
    pieces = _pieces(texts, lambda text: last_word_end(text, len(text)) if exact else 0, size)
    if not special_tokens:
        return pieces
    names = re.compile("|".join(map(re.escape, sorted(special_tokens, key=len, reverse=True))))
    return (part for piece in pieces for part in names.split(piece) if part)


def _pieces(texts: Iterable[str], cut: Callable[[str], int], size: int) -> Iterator[str]:
    waiting: list[str] = []
    characters, wanted = 0, size
    for text in texts:
        waiting.append(text)
        characters += len(text)
        if characters < wanted:
            continue
        whole = "".join(waiting)
        end = cut(whole)
        if end:
            yield whole[:end]
        waiting = [whole[end:]]
        characters = len(waiting[0])
        wanted = characters + size if end else 2 * characters  # so that a text without a cut is looked at few times
    if characters:
        yield "".join(waiting)
