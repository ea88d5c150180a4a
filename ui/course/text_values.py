"""Values of texts, bytes and numbers, for chapters."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import prod

from bpe_engine import BYTE_ALPHABET
from bpe_engine.bpe.reachability import INVALID_UTF8_BYTES
from bpe_engine.inspection.huffman import code_lengths
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from bpe_engine.text.normalizers import BertNormalizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.course.app_links import tokenizer_at
from ui.course.article_costs import ATTRIBUTION, ENGLISH, articles, language_costs
from ui.course.value_registry import value

PART = " | "

NORMAL: dict[str, Callable[[str], str]] = {
    "NFC": lambda text: unicodedata.normalize("NFC", text),
    "NFD": lambda text: unicodedata.normalize("NFD", text),
    "NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "BERT": BertNormalizer().normalize,
}
"""Forms that a text is brought into."""


@value
def characters(text: str) -> int:
    """The characters of a text."""
    return len(text)


@value
def occurrences_in(part: str, text: str) -> int:
    """How often one text is in another."""
    return text.count(part)


@value
def normalized(form: str, text: str) -> str:
    """A text in the form NFC, NFD or NFKC, or as BERT without capitals reads it."""
    return NORMAL[form](text)


@value
def code_points(text: str) -> str:
    """The numbers that Unicode has for the characters of a text."""
    return " ".join(f"U+{ord(character):04X}" for character in text)


@value
def huffman_bits(text: str) -> int:
    """The bits of a text in Huffman's code for its characters."""
    return code_lengths(Counter(text)).bits


@value
def halvings(count: int) -> int:
    """How often a number can be halved until one is left: log2 of it, without what stands behind the point."""
    return count.bit_length() - 1


@value
def turned_around(text: str) -> str:
    """A text with its characters turned around."""
    return text[::-1]


@value
def byte_count(text: str) -> int:
    """The bytes of a text in UTF-8."""
    return len(text.encode())


@value
def bytes_of(text: str) -> list[int]:
    """These bytes as numbers."""
    return list(text.encode())


@value
def bytes_in_hex(text: str) -> str:
    """These bytes in hex."""
    return text.encode().hex(" ").upper()


@value
def byte_in_hex(text: str, place: int) -> str:
    """One of these bytes in hex, by its place from 1 on."""
    return bytes_in_hex(text).split()[place - 1]


@value
def bytes_in_no_text() -> int:
    """How many of the 256 bytes no text has in UTF-8."""
    return len(INVALID_UTF8_BYTES)


@value
def byte_sign(byte: int) -> str:
    """The sign that GPT-2 writes for a byte."""
    return BYTE_ALPHABET[byte]


@value
def byte_sign_number(byte: int) -> int:
    """The number of this sign in Unicode."""
    return ord(BYTE_ALPHABET[byte])


@value
def bytes_with_own_sign() -> int:
    """How many bytes are written as the sign of their own number."""
    return sum(ord(sign) == byte for byte, sign in enumerate(BYTE_ALPHABET))


@value
def bytes_with_moved_sign() -> int:
    """How many are written as another sign."""
    return len(BYTE_ALPHABET) - bytes_with_own_sign()


@value
def digits(whole: int) -> str:
    """The digits of a number, each a part."""
    return PART.join(str(whole))


@value
def digits_in_groups(whole: int) -> str:
    """The same in groups of three from the right."""
    return PART.join(re.findall(r"\d+", localized_number(whole)))


@value
def quotient(count: int, *divisors: int) -> Fraction:
    """A number divided by the product of others."""
    found = Fraction(count)
    for divisor in divisors:
        found /= divisor
    return found


@value
def difference(more: int, less: int) -> int:
    """A number less another one."""
    return more - less


@value
def quotient_parts(count: int, *divisors: int) -> str:
    """The same written out."""
    return f"{count} / ({' × '.join(map(str, divisors))})"


@value
def sum_of(*numbers: int) -> int:
    """Numbers added up."""
    return sum(numbers)


@value
def product(*numbers: int) -> int:
    """Numbers multiplied."""
    return prod(numbers)


@value
def greatest(*numbers: int) -> int:
    """The greatest of several numbers."""
    return max(numbers)


@value
def as_tokens(*parts: str) -> list[str]:
    """These tokens."""
    return list(parts)


@value
def decoded_by(vocabulary: str, ids: str) -> str:
    """The text of ids by tokens of one's own: tokens with a comma between them, from the id 0 on; ids with a space."""
    tokens = vocabulary.split(",")
    return "".join(tokens[int(one)] for one in ids.split())


@value
def pieces(pattern: str, text: str) -> list[str]:
    """The pieces that a pattern cuts a text into."""
    return PRE_TOKENIZERS[pattern].split(text)


@value
def piece_count(pattern: str, text: str) -> int:
    """How many these are."""
    return len(pieces(pattern, text))


@value
def language(code: str) -> str:
    """A language that has Article 1, by its code of three letters."""
    return language_costs()[code].language


@value
def article_count() -> int:
    """In how many languages it is here."""
    return len(articles())


@value
def article(code: str, form: str) -> str:
    """The article in a language, in the form NFC or NFD."""
    return NORMAL[form](articles()[code]["text"])


@value
def attribution() -> str:
    """Who published it, which is told wherever it is shown."""
    return _(ATTRIBUTION)


@value
def article_tokens(code: str, of: str) -> int:
    """The tokens that it takes in a language with gpt2, cl100k_base or o200k_base."""
    return language_costs()[code].tokens[of]


@value
def article_times(code: str, of: str, part: int = 1) -> float:
    """How many times as many these are as in English; or a part of that, as 3 for a third."""
    return article_tokens(code, of) / article_tokens(ENGLISH, of) / part


@value
def article_bytes_each(code: str) -> float:
    """The bytes of a character there, on average."""
    return language_costs()[code].bytes_each


@value
def tokens_in_articles(of: str) -> int:
    """How many different tokens the article in all languages uses."""
    return len({token_id for entry in articles().values() for token_id in tokenizer_at(of).encode(entry["text"])})
