"""The encoder of GPT-2, as in minGPT."""

from math import inf
from typing import Any

from bpe_engine import BPETokenizer, Pair, load_pretrained
from bpe_engine.byte_alphabet import BYTE_ALPHABET, BYTE_OF_SYMBOL, to_byte_symbols
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.vocabularies.pretrained import gpt2_encoder_json, official_file
from ui.course.values import app_links
from ui.pages.companions.computed.formatting import result_or_error


def symbols(*values: int) -> str:
    """Return the symbols of bytes."""
    return ", ".join(f"d[{value}] {BYTE_ALPHABET[value]!r}" for value in values)


def kept_and_moved() -> str:
    """Return how many bytes keep their character as a symbol, and how many get another one."""
    kept = sum(ord(symbol) < 256 for symbol in BYTE_ALPHABET)
    return f"{kept}, {256 - kept}"


def numbers_of_moved(*values: int) -> str:
    """Return the n of bytes whose symbol is chr(256 + n)."""
    return ", ".join(f"{value} → {ord(BYTE_ALPHABET[value]) - 256}" for value in values)


def get_pairs(word: str) -> str:
    """Return the set of neighbouring pairs in a word."""
    return repr({*zip(word, word[1:], strict=False)})


def ranks(word: str) -> str:
    """Return the merges of a word with their ranks."""
    steps = _gpt2().encode_steps(word)
    return " ".join(f"({step.pair.left},{step.pair.right}) {step.rank}" for step in steps if step.pair)


def bpe(word: str) -> str:
    """Return what the method returns for a word in byte symbols."""
    return repr(_gpt2().bpe(word))


def characters(word: str) -> str:
    """Return the symbols of a word as a tuple."""
    return repr(tuple(word))


def byte_values(*symbols: str) -> str:
    """Return the bytes that symbols stand for."""
    return ", ".join(str(BYTE_OF_SYMBOL[symbol]) for symbol in symbols)


def refused(text: str) -> str:
    """Return the errors for encoding a number, and for requesting another library's tensors."""
    tokenizer: Any = _gpt2()  # its types would reject both
    calls = (lambda: tokenizer(7), lambda: tokenizer(text, return_tensors="tf"))
    return ", ".join(result_or_error(call).partition(":")[0] for call in calls)


def rank(left: str, right: str) -> str:
    """Return the rank of a merge."""
    return str(_gpt2().ranks[Pair(left, right)])


def ranks_of_neighbours(word: str) -> str:
    """Return the ranks of the pairs that remain in an encoded word; inf if a pair is not a merge."""
    tokens = _gpt2().tokenize(word)
    pairs = [Pair(left, right) for left, right in zip(tokens, tokens[1:], strict=False)]
    return ", ".join(f"{tuple(pair)!r} {_gpt2().ranks.get(pair, inf)}" for pair in pairs)


def four_steps() -> str:
    """Return the four steps on five words: symbols, the first merge, its token, all tokens at the end."""
    training = app_links.bpe_training_at("scenario=hug")
    first = training.events[0]
    sizes = training.vocabulary_per_step
    return f"{sizes[0]} | {' + '.join(first.pair)} {first.count} | {first.token} | {sizes[-1]}"


def words_cut_once(text: str) -> str:
    """Return the number of words in a text, and of distinct ones."""
    words = GPT2.split(text)
    return f"{len(words)}, {len({*words})}"


def sizes() -> str:
    """Return the number of tokens, and of merges."""
    return f"{len(_gpt2().vocabulary)}, {len(_gpt2().merges)}"


def file_sizes() -> str:
    """Return the sizes of the two files in bytes."""
    return f"{len(gpt2_encoder_json())}, {len(official_file('gpt2'))}"


def first_merges(number: int) -> str:
    """Return the first merges in the file."""
    return ", ".join(f"{left} {right}" for left, right in _gpt2().merges[:number])


def first_line() -> str:
    """Return the first line of the file of merges."""
    return repr(official_file("gpt2").decode().split("\n")[0])


def last_line() -> str:
    """Return the last line of the file of merges, and how many merges there are between it and the first."""
    lines = official_file("gpt2").decode().split("\n")
    return f"{lines[-1]!r}, {len(lines[1:-1])}"


def part(word: str) -> str:
    """Return what `encode_and_show_work` reports about a word."""
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
    """Return the decoded text of a text's only row of ids."""
    return _gpt2().decode(_gpt2()(text)[0])


def _gpt2() -> BPETokenizer:
    return load_pretrained("gpt2")
