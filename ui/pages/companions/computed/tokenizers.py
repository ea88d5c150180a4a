"""Results of a tokenizer, by its name or URL as in a chapter; and patterns that split a text."""

from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from ui.course.values.app_links import tokenizer_at
from ui.pages.companions.computed.formatting import quoted, result_or_error


def tokens(of: str, text: str) -> str:
    """Return the tokens of a text."""
    return repr(tokenizer_at(of).tokenize(text))


def tokens_in_prose(of: str, text: str) -> str:
    """Return the tokens of a text, as the course's prose writes them."""
    return quoted(tokenizer_at(of).tokenize(text))


def token_count(of: str, *texts: str) -> str:
    """Return the number of tokens of each text."""
    return ", ".join(str(len(tokenizer_at(of).encode(text, "none"))) for text in texts)


def ids(of: str, text: str) -> str:
    """Return the ids of a text."""
    return repr(tokenizer_at(of).encode(text))


def ids_in_row(of: str, text: str) -> str:
    """Return the ids of a text, separated by spaces."""
    return " ".join(map(str, tokenizer_at(of).encode(text)))


def ids_with_special(of: str, text: str) -> str:
    """Return the ids of a text, with special tokens read as text and as tokens."""
    return f"{tokenizer_at(of).encode(text, 'none')}, {tokenizer_at(of).encode(text, 'all')}"


def decoded(of: str, *ids: int) -> str:
    """Return the text of ids."""
    return tokenizer_at(of).decode(ids)


def there_and_back(of: str, text: str) -> str:
    """Encode a text and decode it again."""
    return repr(tokenizer_at(of).decode(tokenizer_at(of).encode(text)))


def shape(of: str, *texts: str) -> str:
    """Return the shape of the array of ids for a model."""
    return repr(tokenizer_at(of)(list(texts), return_tensors="np").shape)


def normalized(of: str, text: str) -> str:
    """Return a text as the tokenizer normalizes it."""
    return repr(tokenizer_at(of).normalized(text).text)


def refused(of: str, text: str) -> str:
    """Return the error for a text that contains a special token's name."""
    return result_or_error(lambda: tokenizer_at(of).encode(text)).partition(":")[0]


def byte_symbols(text: str) -> str:
    """Return the bytes of a text in GPT-2's byte alphabet."""
    return repr(list(to_byte_symbols(text)))


def words(pattern: str, text: str) -> str:
    """Return the words into which a pattern splits a text."""
    return repr(PRE_TOKENIZERS[pattern].split(text))


def word_count(pattern: str, text: str) -> str:
    """Return the number of words into which a pattern splits a text."""
    return str(len(PRE_TOKENIZERS[pattern].split(text)))


def pieces(pattern: str, text: str, first: str = "", space: str = " ") -> str:
    """Return words and positions like `pre_tokenize_str`; `first` precedes each, `space` replaces each space.

    >>> pieces("gpt2", "a b", space="Ġ")
    "[('a', (0, 1)), ('Ġb', (1, 3))]"
    """
    return repr(
        [
            (first + piece.text.replace(" ", space), (piece.start, piece.start + len(piece.text)))
            for piece in PRE_TOKENIZERS[pattern].pre_tokens(text)
        ]
    )
