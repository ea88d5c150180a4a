"""How often each token occurs in a corpus, and how many bits all of them take in a Huffman code."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from bpe_engine import Tokenizer
from bpe_engine.inspection.huffman import CodeLengths, code_lengths, huffman_codes, information_content
from ui.base.result_cache import cached
from ui.base.visible_text import make_visible, token_as_text
from ui.pages.compare.corpora import measured_sample
from ui.pages.compare.metrics_tables import corpus_words
from ui.tokenization.algorithms.base import ComparedMethod
from ui.tokenization.tasks.task import TextSource


class CodedCorpus(NamedTuple):
    """A corpus in the tokens of a method, and their codes."""

    method: ComparedMethod
    counts: Mapping[str, int]  # displayed token -> count, the most frequent first
    codes: Mapping[str, str]
    lengths: CodeLengths
    characters: int  # of the corpus

    @property
    def bits_per_character(self) -> float:
        """The bits of the whole corpus per character."""
        return self.lengths.bits / self.characters if self.characters else 0.0

    def information(self, token: str) -> float:
        """Return −log2 of the token's share of all tokens."""
        return information_content(self.counts[token], self.lengths.tokens)


def encode_corpus(tokenizer: Tokenizer, method: ComparedMethod, source: TextSource) -> CodedCorpus:
    """Encode a corpus, or the beginning of a very long one, and build the codes of its tokens."""
    part = measured_sample(source)
    counts = token_counts(tokenizer, method, part)
    characters = sum(len(word) * count for word, count in part.counts) if part.counts else part.size
    return CodedCorpus(method, counts, huffman_codes(counts), code_lengths(counts), characters)


@cached(lambda counts, _tokenizer, _method, source: 200 * len(counts) + source.bytes)
def token_counts(tokenizer: Tokenizer, method: ComparedMethod, source: TextSource) -> Mapping[str, int]:
    """Return the counts of a corpus's tokens as displayed, the most frequent first."""
    counts: Counter[str] = Counter()
    for word, times in corpus_words(method, source):
        for span in tokenizer.spans(word):
            unknown = tokenizer.is_unknown(span.token_id)
            counts[tokenizer.unk_token if unknown else span.token] += times
    write = token_as_text if tokenizer.byte_level else make_visible
    by_text: Counter[str] = Counter()
    for token, times in counts.items():
        by_text[token if token == tokenizer.unk_token else write(token)] += times
    return dict(by_text.most_common())
