"""What a tokenizer makes of a text: by its name or its address, as in a chapter; and the patterns that cut a text."""

from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from ui.course.app_links import tokenizer_at
from ui.pages.companions.computed.formatting import quoted, said


def tokens(of: str, text: str) -> str:
    """The tokens of a text."""
    return repr(tokenizer_at(of).tokenize(text))


def tokens_in_prose(of: str, text: str) -> str:
    """The same as the prose of the course has them."""
    return quoted(tokenizer_at(of).tokenize(text))


def token_count(of: str, *texts: str) -> str:
    """How many tokens each text has."""
    return ", ".join(str(len(tokenizer_at(of).encode(text, "none"))) for text in texts)


def ids(of: str, text: str) -> str:
    """The ids of a text."""
    return repr(tokenizer_at(of).encode(text))


def ids_in_row(of: str, text: str) -> str:
    """The same with spaces between them."""
    return " ".join(map(str, tokenizer_at(of).encode(text)))


def ids_with_special(of: str, text: str) -> str:
    """The ids of a text as it stands, and of what special tokens are in it."""
    return f"{tokenizer_at(of).encode(text, 'none')}, {tokenizer_at(of).encode(text, 'all')}"


def decoded(of: str, *ids: int) -> str:
    """The text of ids."""
    return tokenizer_at(of).decode(ids)


def there_and_back(of: str, text: str) -> str:
    """A text, encoded and decoded again."""
    return repr(tokenizer_at(of).decode(tokenizer_at(of).encode(text)))


def shape(of: str, *texts: str) -> str:
    """The shape of the table of ids that a model is given."""
    return repr(tokenizer_at(of)(list(texts), return_tensors="np").shape)


def normalized(of: str, text: str) -> str:
    """A text as the tokenizer cleans it up."""
    return repr(tokenizer_at(of).normalized(text).text)


def refused(of: str, text: str) -> str:
    """The error for a text that names a special token."""
    return said(lambda: tokenizer_at(of).encode(text)).partition(":")[0]


def byte_symbols(text: str) -> str:
    """The bytes of a text in GPT-2's byte alphabet."""
    return repr(list(to_byte_symbols(text)))


def words(pattern: str, text: str) -> str:
    """The words that a pattern cuts a text into."""
    return repr(PRE_TOKENIZERS[pattern].split(text))


def word_count(pattern: str, text: str) -> str:
    """How many these are."""
    return str(len(PRE_TOKENIZERS[pattern].split(text)))


def pieces(pattern: str, text: str, first: str = "", space: str = " ") -> str:
    """The words with their places, as `pre_tokenize_str` tells them; `first` before each, `space` for each space.

    >>> pieces("gpt2", "a b", space="Ġ")
    "[('a', (0, 1)), ('Ġb', (1, 3))]"
    """
    return repr(
        [
            (first + piece.text.replace(" ", space), (piece.start, piece.start + len(piece.text)))
            for piece in PRE_TOKENIZERS[pattern].pre_tokens(text)
        ]
    )
