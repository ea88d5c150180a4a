"""Values of texts, bytes and numbers, for chapters."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import exp, prod

from bpe_engine import BYTE_ALPHABET
from bpe_engine.bpe.reachability import INVALID_UTF8_BYTES
from bpe_engine.inspection.huffman import code_lengths
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from bpe_engine.text.normalizers import BertNormalizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.course.values.app_links import tokenizer_at
from ui.course.values.article_costs import ATTRIBUTION, ENGLISH, articles, language_costs
from ui.course.values.value_registry import value

PART = " | "

NORMAL: dict[str, Callable[[str], str]] = {
    "NFC": lambda text: unicodedata.normalize("NFC", text),
    "NFD": lambda text: unicodedata.normalize("NFD", text),
    "NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "BERT": BertNormalizer().normalize,
}
"""Normal forms by name."""


@value
def characters(text: str) -> int:
    """The number of characters in a text."""
    return len(text)


@value
def occurrences_in(part: str, text: str) -> int:
    """How often a part occurs in a text."""
    return text.count(part)


@value
def normalized(form: str, text: str) -> str:
    """A text in NFC, NFD or NFKC, or as uncased BERT normalizes it."""
    return NORMAL[form](text)


@value
def code_points(text: str) -> str:
    """The Unicode code points of a text."""
    return " ".join(f"U+{ord(character):04X}" for character in text)


@value
def huffman_bits(text: str) -> int:
    """The bits of a text in a Huffman code for its characters."""
    return code_lengths(Counter(text)).bits


@value
def halvings(count: int) -> int:
    """How often a number can be halved until 1 is left: its log2, rounded down."""
    return count.bit_length() - 1


@value
def turned_around(text: str) -> str:
    """A text reversed, character by character."""
    return text[::-1]


@value
def byte_count(text: str) -> int:
    """The number of bytes of a text in UTF-8."""
    return len(text.encode())


@value
def bytes_of(text: str) -> list[int]:
    """The bytes of a text in UTF-8, as numbers."""
    return list(text.encode())


@value
def bytes_in_hex(text: str) -> str:
    """The bytes of a text in UTF-8, in hex."""
    return text.encode().hex(" ").upper()


@value
def byte_in_hex(text: str, place: int) -> str:
    """One byte of a text in hex, by its position from 1 on."""
    return bytes_in_hex(text).split()[place - 1]


@value
def only_within_characters(tokens: str) -> int:
    """How many tokens, in hex and separated by commas, occur in texts, but only within a character."""
    return sum(_is_only_within_characters(bytes.fromhex(token)) for token in tokens.split(","))


def _is_only_within_characters(token: bytes) -> bool:
    """Return whether a token is part of a character. If it can go on at all, it can with the bytes 80, or with BF."""
    continues = len(token) <= 3 and all(0x80 <= byte <= 0xBF for byte in token)
    return continues or any(_is_character(token + byte * count) for byte in (b"\x80", b"\xbf") for count in (1, 2, 3))


def _is_character(data: bytes) -> bool:
    try:
        return len(data.decode()) == 1
    except UnicodeDecodeError:
        return False


@value
def bytes_in_no_text() -> int:
    """The number of byte values, of 256, that never occur in UTF-8."""
    return len(INVALID_UTF8_BYTES)


@value
def byte_sign(byte: int) -> str:
    """The character that GPT-2 writes for a byte."""
    return BYTE_ALPHABET[byte]


@value
def byte_sign_number(byte: int) -> int:
    """The code point of the character that GPT-2 writes for a byte."""
    return ord(BYTE_ALPHABET[byte])


@value
def bytes_with_own_sign() -> int:
    """The number of bytes that GPT-2 writes as the character with their own number."""
    return sum(ord(sign) == byte for byte, sign in enumerate(BYTE_ALPHABET))


@value
def bytes_with_moved_sign() -> int:
    """The number of bytes that GPT-2 writes as another character."""
    return len(BYTE_ALPHABET) - bytes_with_own_sign()


@value
def digits(whole: int) -> str:
    """The digits of a number, one part each."""
    return PART.join(str(whole))


@value
def digits_in_groups(whole: int) -> str:
    """The digits of a number in groups of three from the right."""
    return PART.join(re.findall(r"\d+", localized_number(whole)))


@value
def quotient(count: int, *divisors: int) -> Fraction:
    """A number divided by the product of the others."""
    found = Fraction(count)
    for divisor in divisors:
        found /= divisor
    return found


@value
def difference(more: int, less: int) -> int:
    """The first number minus the second."""
    return more - less


@value
def quotient_parts(count: int, *divisors: int) -> str:
    """The division of `quotient`, written out."""
    return f"{count} ÷ ({' × '.join(map(str, divisors))})"


@value
def sum_of(*numbers: int) -> int:
    """The sum of numbers."""
    return sum(numbers)


@value
def product(*numbers: int | float) -> int | float:
    """The product of numbers."""
    return prod(numbers)


@value
def power_of_two(exponent: int) -> int:
    """2 to the power of a number."""
    return 1 << exponent


@value
def e_to_the(exponent: int) -> float:
    """The number e to the power of another."""
    return exp(exponent)


@value
def greatest(*numbers: int) -> int:
    """The largest of several numbers."""
    return max(numbers)


@value
def least(*numbers: int | Fraction) -> int | Fraction:
    """The smallest of several numbers."""
    return min(numbers)


@value
def as_tokens(*parts: str) -> list[str]:
    """The given parts, as tokens."""
    return list(parts)


@value
def tokens_that_begin(start: str, tokens: str) -> list[str]:
    """The tokens in your own list, separated by commas, that begin with a text."""
    return [token for token in tokens.split(",") if token.startswith(start)]


@value
def tokens_that_begin_count(start: str, tokens: str) -> int:
    """The number of tokens in your own list that begin with a text."""
    return len(tokens_that_begin(start, tokens))


@value
def pairs_of_words(most: int, tokens: str) -> list[str]:
    """The neighbours in your own list of tokens that have at most this many words (a · begins one), each joined."""
    return [one + other for one, other in pairwise(tokens.split(",")) if (one + other).count("·") <= most]


@value
def pairs_of_words_count(most: int, tokens: str) -> int:
    """The number of neighbours in your own list of tokens that have at most this many words."""
    return len(pairs_of_words(most, tokens))


@value
def decoded_by(vocabulary: str, ids: str) -> str:
    """The text that ids decode to with your own tokens: tokens separated by commas, from id 0 on; ids by spaces."""
    tokens = vocabulary.split(",")
    return "".join(tokens[int(token_id)] for token_id in ids.split())


@value
def pieces(pattern: str, text: str) -> list[str]:
    """The chunks that a pattern cuts a text into."""
    return PRE_TOKENIZERS[pattern].split(text)


@value
def piece_count(pattern: str, text: str) -> int:
    """The number of chunks that a pattern cuts a text into."""
    return len(pieces(pattern, text))


@value
def language(code: str) -> str:
    """The name of a language that has Article 1, by its three-letter code."""
    return language_costs()[code].language


@value
def article_count() -> int:
    """The number of languages that have Article 1 here."""
    return len(articles())


@value
def article(code: str, form: str) -> str:
    """Article 1 in a language, in NFC or NFD."""
    return NORMAL[form](articles()[code]["text"])


@value
def attribution() -> str:
    """The publisher's attribution, which must appear wherever the article does."""
    return _(ATTRIBUTION)


@value
def article_tokens(code: str, of: str) -> int:
    """The number of tokens of Article 1 in a language, in gpt2, cl100k_base or o200k_base."""
    return language_costs()[code].tokens[of]


@value
def article_times(code: str, of: str, part: int = 1) -> float:
    """Tokens of Article 1 relative to English; or a fraction of that, such as 3 for a third."""
    return article_tokens(code, of) / article_tokens(ENGLISH, of) / part


@value
def article_bytes_each(code: str) -> float:
    """The average number of bytes per character of Article 1 in a language."""
    return language_costs()[code].bytes_each


@value
def tokens_in_articles(of: str) -> int:
    """The number of different tokens that Article 1 uses in all its languages."""
    return len({token_id for entry in articles().values() for token_id in tokenizer_at(of).encode(entry["text"])})
