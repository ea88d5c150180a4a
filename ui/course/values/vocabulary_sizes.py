"""A text's length with smaller and larger vocabularies, all parts of a single BPE vocabulary.

The first n tokens of a BPE vocabulary are the vocabulary that training had at size n. With only these, a word is merged
in the same way up to the first merge that is missing. So encoding each word once gives its tokens at every size.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bpe_engine import BPETokenizer
from bpe_engine.bpe.encoding import merge_stages
from ui.base.result_cache import cached

TEXT = (
    "A tokenizer is trained once, and a model lives with it for good. A larger vocabulary makes a text shorter, so the "
    "model reads and writes more of it in the same time. But each token needs a row of numbers of its own, and a token "
    "that is seldom seen is seldom learned from. So how many tokens should there be? Fifty thousand, a hundred "
    "thousand, two hundred thousand: the answer has grown with the models, and with the number of languages."
)
LONGEST_TEXT = 20_000

WIDTHS = {
    "T5 small": 512,
    "GPT-2": 768,
    "BERT base": 768,
    "GPT-2 XL": 1_600,
    "Mistral 7B": 4_096,
    "GPT-3": 12_288,
}
"""Embedding widths of known models: numbers per token."""

MAX_WIDTH = 100_000
MOST_ROWS, MOST_PLACES = 8, 32  # most rows and columns of a batch


class SizeMeasurement(NamedTuple):
    """A text's tokens with a vocabulary of a given size."""

    size: int
    tokens: int
    used: int  # number of different tokens in the text
    once: int  # how many of those occur once

    @property
    def rare_share(self) -> float:
        """The share of the vocabulary that occurs at most once in the text."""
        return (self.size - self.used + self.once) / self.size


def sizes_to_measure(tokenizer: BPETokenizer) -> list[int]:
    """Return the sizes to measure: no merges, each power of two, and all tokens, without special ones."""
    first = _symbols(tokenizer)
    last = first + len(tokenizer.table.pairs)
    return [first, *(2**power for power in range(30) if first < 2**power < last), *([last] if last > first else [])]


def _symbols(tokenizer: BPETokenizer) -> int:
    """Return the number of tokens that no merge makes, including those removed later."""
    table, made = tokenizer.table, set(tokenizer.table.products)
    return sum(
        number not in made and symbol not in tokenizer.special_tokens for number, symbol in enumerate(table.symbols)
    )


@cached(lambda found, *_: 100 * len(found))
def measure_sizes(tokenizer: BPETokenizer, text: str) -> list[SizeMeasurement]:
    """Measure a text at each size.

    Raises EngineError if the tokenizer is byte-level and the text has a lone surrogate.
    """
    asked = sizes_to_measure(tokenizer)
    counts: list[Counter[int]] = [Counter() for _size in asked]
    for word, frequency in Counter(tokenizer.words(text)).items():
        for count, numbers in zip(counts, _tokens_at_each_size(tokenizer, word, asked), strict=True):
            for number in numbers:
                count[number] += frequency
    return [
        SizeMeasurement(size, count.total(), len(count), sum(times == 1 for times in count.values()))
        for size, count in zip(asked, counts, strict=True)
    ]


def _tokens_at_each_size(tokenizer: BPETokenizer, word: str, asked: Sequence[int]) -> list[Sequence[int]]:
    """Return the tokens of a word at each size, as numbers of the merge table."""
    found: list[Sequence[int]] = []
    now: Sequence[int] = ()
    for stage in merge_stages(tokenizer.symbols_of(word), tokenizer.table):
        if stage.rank is not None:
            # Sizes without this merge are complete.
            without = sum(size <= asked[0] + stage.rank for size in asked)
            found += [now] * (without - len(found))
        now = stage.numbers
    return [*found, *[now] * (len(asked) - len(found))]


def first_tokens(tokenizer: BPETokenizer, text: str, size: int, most: int) -> list[str]:
    """Return the tokens of a text's first words with a vocabulary of this size: at least `most`, if it has them."""
    found: list[str] = []
    asked = [_symbols(tokenizer), size]
    for word in tokenizer.words(text):
        if len(found) >= most:
            break
        *_, numbers = _tokens_at_each_size(tokenizer, word, asked)
        found += [tokenizer.table.symbols[number] for number in numbers]
    return found


def parameters(rows: int, width: int) -> int:
    """Return the number of parameters of an embedding with that many rows of that width."""
    return rows * width


def batch(ids: Sequence[int], rows: int, places: int) -> list[Sequence[int]]:
    """Return ids as training batches for a model: at most `rows` rows of `places` ids; the rest is dropped.

    >>> batch([1, 2, 3, 4, 5, 6, 7], 4, 3)
    [[1, 2, 3], [4, 5, 6]]
    """
    return [ids[start : start + places] for start in range(0, len(ids) - places + 1, places)][:rows]
