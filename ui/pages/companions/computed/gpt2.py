"""The encoder of GPT-2, as minGPT has it."""

from math import inf
from typing import Any

from bpe_engine import BPETokenizer, Pair, load_pretrained
from bpe_engine.byte_alphabet import BYTE_ALPHABET, BYTE_OF_SYMBOL, to_byte_symbols
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.vocabularies.pretrained import gpt2_encoder_json, official_file
from ui.course import app_links
from ui.pages.companions.computed.formatting import said


def symbols(*values: int) -> str:
    """The symbols of bytes."""
    return ", ".join(f"d[{value}] {BYTE_ALPHABET[value]!r}" for value in values)


def kept_and_moved() -> str:
    """How many bytes keep their look, and how many get another one."""
    kept = sum(ord(symbol) < 256 for symbol in BYTE_ALPHABET)
    return f"{kept}, {256 - kept}"


def numbers_of_moved(*values: int) -> str:
    """The n of bytes that get the symbol chr(256 + n)."""
    return ", ".join(f"{value} → {ord(BYTE_ALPHABET[value]) - 256}" for value in values)


def get_pairs(word: str) -> str:
    """The pairs of neighbours in a word, each once."""
    return repr({*zip(word, word[1:], strict=False)})


def ranks(word: str) -> str:
    """The merges of a word with their ranks."""
    steps = _gpt2().encode_steps(word)
    return " ".join(f"({step.pair.left},{step.pair.right}) {step.rank}" for step in steps if step.pair)


def bpe(word: str) -> str:
    """What the method gives for a word in byte symbols."""
    return repr(_gpt2().bpe(word))


def characters(word: str) -> str:
    """Return the symbols of a word as a tuple."""
    return repr(tuple(word))


def byte_values(*symbols: str) -> str:
    """Return the bytes that symbols stand for."""
    return ", ".join(str(BYTE_OF_SYMBOL[symbol]) for symbol in symbols)


def refused(text: str) -> str:
    """Return how it ends if a number is to be encoded, and if another library's tensors are asked for."""
    tokenizer: Any = _gpt2()  # whose types would refuse both
    calls = (lambda: tokenizer(7), lambda: tokenizer(text, return_tensors="tf"))
    return ", ".join(said(call).partition(":")[0] for call in calls)


def rank(left: str, right: str) -> str:
    """The rank of a merge."""
    return str(_gpt2().ranks[Pair(left, right)])


def ranks_of_neighbours(word: str) -> str:
    """The ranks of the pairs that are left when a word is cut; inf for what is no merge."""
    tokens = _gpt2().tokenize(word)
    pairs = [Pair(left, right) for left, right in zip(tokens, tokens[1:], strict=False)]
    return ", ".join(f"{tuple(pair)!r} {_gpt2().ranks.get(pair, inf)}" for pair in pairs)


def four_steps() -> str:
    """What the four steps are on five words: symbols, the first merge, its token, all tokens at the end."""
    made = app_links.bpe_training_at("scenario=hug")
    first = made.events[0]
    sizes = made.vocabulary_per_step
    return f"{sizes[0]} | {' + '.join(first.pair)} {first.count} | {first.token} | {sizes[-1]}"


def words_cut_once(text: str) -> str:
    """How many words a text has, and how many different ones."""
    words = GPT2.split(text)
    return f"{len(words)}, {len({*words})}"


def sizes() -> str:
    """How many tokens there are, and how many merges."""
    return f"{len(_gpt2().vocabulary)}, {len(_gpt2().merges)}"


def file_sizes() -> str:
    """How many bytes the two files have."""
    return f"{len(gpt2_encoder_json())}, {len(official_file('gpt2'))}"


def first_merges(number: int) -> str:
    """The first lines of merges."""
    return ", ".join(f"{left} {right}" for left, right in _gpt2().merges[:number])


def first_line() -> str:
    """Return the first line of the file of merges."""
    return repr(official_file("gpt2").decode().split("\n")[0])


def last_line() -> str:
    """Return the last line of the file of merges, and how many merges there are between it and the first."""
    lines = official_file("gpt2").decode().split("\n")
    return f"{lines[-1]!r}, {len(lines[1:-1])}"


def part(word: str) -> str:
    """What the function that shows the work tells of a word."""
    tokens = _gpt2().tokenize(word)
    return repr(
        {
            "token": word,
            "token_bytes": word.encode(),
            "token_translated": to_byte_symbols(word),
            "token_merged": tokens,
            "token_ix": [_gpt2().vocabulary[token] for token in tokens],
        }
    )


def decode_row(text: str) -> str:
    """The text of the one row of ids that a text has."""
    return _gpt2().decode(_gpt2()(text)[0])


def _gpt2() -> BPETokenizer:
    return load_pretrained("gpt2")
