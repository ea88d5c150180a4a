"""Intermediate tokens: how often each remains at the end, and how often it is merged into a longer one.

After LiteToken (Sun and others 2026, arXiv 2602.04706), which calls tokens that hardly ever remain intermediate merge
residues. Its final/intermediate ratio of a token is F1 / (F1 + F2): F1 counts how often the token remains in an encoded
text, F2 how often it was made during encoding and merged into a longer one.
"""

from collections import Counter
from typing import NamedTuple

from bpe_engine.bpe.encoding import merge_stages
from bpe_engine.bpe.tokenizer import BPETokenizer


class TokenFate(NamedTuple):
    """The fate of a token while a text is encoded."""

    token: str
    left: int  # occurrences in the encoded text
    merged: int  # times it was merged into a longer token

    @property
    def made(self) -> int:
        """How often the token was made."""
        return self.left + self.merged

    @property
    def share_left(self) -> float:
        """The share that remains at the end: LiteToken's final/intermediate ratio."""
        return self.left / self.made


def token_fates(tokenizer: BPETokenizer, text: str) -> list[TokenFate]:
    """Return the fate of each token while a text is encoded, those merged away most often first.

    Names of special tokens are read as plain text.

    >>> from bpe_engine import load_pretrained
    >>> fates = {fate.token: fate for fate in token_fates(load_pretrained("gpt2"), "bananas ban")}
    >>> fates["an"], fates["ban"].share_left
    (TokenFate(token='an', left=0, merged=3), 1.0)
    """
    table = tokenizer.table
    left: Counter[str] = Counter()
    merged: Counter[str] = Counter()
    for word, count in Counter(tokenizer.words(text)).items():
        symbols = tokenizer.symbols_of(word)
        tokens = symbols
        for stage in merge_stages(symbols, table):
            tokens = table.to_symbols(stage.numbers, symbols)
            if stage.rank is not None:
                for part in table.pair(stage.rank):
                    merged[part] += count * len(stage.merged)
        left.update({token: count * times for token, times in Counter(tokens).items()})
    fates = [TokenFate(token, left[token], merged[token]) for token in dict.fromkeys([*left, *merged])]
    return sorted(fates, key=lambda fate: (-fate.merged, fate.left))
