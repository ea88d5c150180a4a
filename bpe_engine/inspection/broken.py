"""Five broken tokenizers to learn from. Each is Qwen 3's with one fault that has happened to real programs.

None of them fails on any text: they only output different ids from those the model has learned.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, get_args

from bpe_engine.bpe.encoding import LEFT_FACTOR, MergeTable
from bpe_engine.bpe.tokenizer import BPETokenizer
from bpe_engine.inspection.other_pattern import encode_with_pattern
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.vocabularies.pretrained import load_pretrained

Fault = Literal["pattern", "shifted", "normalization", "order", "special"]
FAULTS: tuple[Fault, ...] = get_args(Fault)
"""A different pattern; ids shifted by tokens inserted before them; no normalization; merges in a different order;
special tokens matched in users' text.
"""

SHIFT = 3
"""The number of tokens by which the ids are shifted."""


def right_tokenizer() -> Tokenizer:
    """Return the correct tokenizer, which the others should equal."""
    return load_pretrained("qwen3")


def encode_broken(fault: Fault, text: str) -> list[int]:
    """Return the ids of a text in the tokenizer with this fault.

    >>> right_tokenizer().encode("2048"), encode_broken("shifted", "2048")
    ([17, 15, 19, 23], [20, 18, 22, 26])
    """
    right = right_tokenizer()
    plain = right.base_tokenizer
    assert isinstance(plain, BPETokenizer)
    if fault == "shifted":
        return [token_id + SHIFT for token_id in right.encode(text, "none")]
    if fault == "special":
        return right.encode(text, "all")
    if fault == "normalization":
        return plain.encode(text, "none")
    normal = right.normalized(text).text
    if fault == "pattern":
        return list(encode_with_pattern(plain, "gpt4o", normal).ids)
    table = plain.table
    return [
        table.id_of(number)
        for word in plain.words(normal)
        for number in merge_alphabetically(plain.symbols_of(word), table)
    ]


def merge_alphabetically(symbols: Sequence[str], table: MergeTable) -> list[int]:
    """Merge a word's symbols with the merges in alphabetical order; return the tokens' numbers in the table.

    This happens if somebody sorts the merges file.

    >>> table = MergeTable.from_strings({}, [("u", "g"), ("h", "u")])
    >>> table.to_symbols(merge_alphabetically("hug", table), "hug")
    ['hu', 'g']
    """
    numbers = table.numbers(symbols)
    while ranks := [table.rank_of[key] for key in _keys(numbers) if key in table.rank_of]:
        rank = min(ranks, key=table.pair)
        at = 0
        while at < len(numbers) - 1:
            if table.rank_of.get(numbers[at] * LEFT_FACTOR + numbers[at + 1]) == rank:
                numbers[at : at + 2] = [table.products[rank]]
            at += 1
    return numbers


def _keys(numbers: Sequence[int]) -> list[int]:
    return [left * LEFT_FACTOR + right for left, right in pairwise(numbers)]
