"""How often each token stands in a corpus, and how many bits all of them take in Huffman's code."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from bpe_engine import Tokenizer
from bpe_engine.inspection.huffman import CodeLengths, code_lengths, huffman_codes, information
from ui.base.result_cache import cached
from ui.base.visible_text import token_as_text, visible
from ui.pages.compare.corpora import measured_part
from ui.pages.compare.metrics_tables import corpus_words
from ui.tokenization.algorithms.base import Method
from ui.tokenization.tasks.task import Source


class InBits(NamedTuple):
    """A corpus in the tokens of a method, and their codes."""

    method: Method
    counts: Mapping[str, int]  # token, as it is shown -> how often it occurs, the most frequent first
    codes: Mapping[str, str]
    lengths: CodeLengths
    characters: int  # of the corpus

    @property
    def bits_per_character(self) -> float:
        """The bits of the whole corpus, shared out among its characters."""
        return self.lengths.bits / self.characters if self.characters else 0.0

    def information(self, token: str) -> float:
        """−log2 of the token's share of all tokens."""
        return information(self.counts[token], self.lengths.tokens)


def in_bits(tokenizer: Tokenizer, method: Method, source: Source) -> InBits:
    """The tokens of a corpus, with their codes; of a very long one those of its beginning."""
    part = measured_part(source)
    counts = token_counts(tokenizer, method, part)
    characters = sum(len(word) * count for word, count in part.counts) if part.counts else part.size
    return InBits(method, counts, huffman_codes(counts), code_lengths(counts), characters)


@cached(lambda counts, _tokenizer, _method, source: 200 * len(counts) + source.bytes)
def token_counts(tokenizer: Tokenizer, method: Method, source: Source) -> Mapping[str, int]:
    """The tokens of a corpus, as they are shown, the most frequent first."""
    counts: Counter[str] = Counter()
    for word, times in corpus_words(method, source):
        for span in tokenizer.spans(word):
            unknown = tokenizer.is_unknown(span.token_id)
            counts[tokenizer.unk_token if unknown else span.token] += times
    shown = token_as_text if tokenizer.byte_level else visible
    found: Counter[str] = Counter()
    for token, times in counts.items():
        found[token if token == tokenizer.unk_token else shown(token)] += times
    return dict(found.most_common())
