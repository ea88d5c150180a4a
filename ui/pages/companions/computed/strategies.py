"""The Chinese text on strategies: BPE with </w>, longest match, bytes, mutual information."""

from collections import Counter
from collections.abc import Sequence

from bpe_engine import BPETraining, Tokenizer, WordPieceTraining
from bpe_engine.bpe.longest_match import END_OF_WORD
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.pre_tokenizers import WHITESPACE
from ui.course.values.app_links import bpe_training_at, tokenizer_at, training_at
from ui.pages.codes.code_lengths import encode_corpus
from ui.pages.companions.computed.formatting import quoted, rounded, spaced
from ui.pages.compare.methods import METHODS
from ui.pages.own import custom_vocabulary as own
from ui.tokenization.scenarios import SCENARIOS

FIVE_MERGES = 17  # tokens: 11 symbols and the unknown token precede the merges


def merge(number: int) -> str:
    """Return a merge by its number."""
    event = bpe_training_at("scenario=low&drop=1").events[number - 1]
    return f"'{event.pair.left}'+'{event.pair.right}' {event.count}"


def corpus(step: int, *words: int) -> str:
    """Return some words of the corpus at a step, by number."""
    found = bpe_training_at("scenario=low&drop=1").at(step).words
    return spaced(found[number] for number in words)


def vocabulary(step: int) -> str:
    """Return the vocabulary after a merge as the text lists it: in the order of the words, the new token last."""
    training = bpe_training_at("scenario=low&drop=1")
    seen = dict.fromkeys(symbol for word in training.at(0).words for symbol in word.symbols)
    order = [*(symbol for symbol in seen if symbol != END_OF_WORD), END_OF_WORD]
    order += [event.token for event in training.events[:step]]
    return ", ".join(f"'{symbol}'" for symbol in order if symbol in training.at(step).vocabulary)


def dropped(step: int) -> str:
    """Return the symbols that a merge has used up."""
    return ", ".join(f"'{symbol}'" for symbol in bpe_training_at("scenario=low&drop=1").events[step - 1].dropped)


def tied(step: int) -> str:
    """Return the pairs that are the most frequent at a step, each with its count."""
    rows = bpe_training_at("scenario=low&drop=1").at(step).leaderboard
    most = max(row.count for row in rows)
    return ", ".join(f"{tuple(row.pair)!r} {row.count}" for row in rows if row.count == most)


def marked_words(text: str) -> str:
    """Return the words of a text, each with the mark of its end."""
    return quoted(f"{word}{END_OF_WORD}" for word in WHITESPACE.split(text))


def symbols() -> str:
    """Return the symbols at the start."""
    return " ".join(sorted(bpe_training_at("scenario=low").at(0).vocabulary))


def letters() -> str:
    """Return how many of these are letters, and how many are not."""
    symbols = bpe_training_at("scenario=low").at(0).vocabulary
    return f"{sum(symbol.isalpha() for symbol in symbols)}, {sum(not symbol.isalpha() for symbol in symbols)}"


def made_and_used(word: str) -> str:
    """Return the vocabulary size at the end, and how a word is cut."""
    return f"{len(bpe_training_at('scenario=low').at(15).vocabulary)}, {tokenizer_at('scenario=low').tokenize(word)}"


def seven_steps() -> str:
    """Return the seven steps of BPE on the four words: frequencies, units, first merge, removals, all merges."""
    training = bpe_training_at("scenario=low&drop=1")
    first = training.events[0]
    merged = f"{' + '.join(first.pair)} {first.count} → {first.token}"
    return _seven(_frequencies(""), training, merged, first.dropped)


def seven_steps_by_information() -> str:
    """Return the seven steps of WordPiece, with the words' shares and a pair's mutual information."""
    training = _by_information()
    first = training.events[0]
    merged = f"{' + '.join(first.pair)} {rounded(first.score, 2)} → {first.token}"
    return _seven(_frequencies(f"/{sum(training.corpus.words.values())}"), training, merged, first.dropped)


def seen_once() -> str:
    """Return how many words of four sentences, cut at spaces, occur once, how many differ, and how many there are."""
    frequencies = training_at("scenario=course&algorithm=words&split=whitespace").corpus.words.values()
    return f"{Counter(frequencies)[1]}, {len(frequencies)}, {sum(frequencies)}"


def lengths_of(*tokens: str) -> str:
    """Return the length of each token in characters."""
    return ", ".join(str(len(token)) for token in tokens)


def longest_anywhere(tokens: str, text: str) -> str:
    """Return a text cut by the longest of these tokens first, wherever it occurs in a word."""
    return quoted(own.longest_match_tokenizer(own.parse_tokens(tokens), from_left=False).tokenize(text))


def joined(*tokens: str) -> str:
    """Return tokens decoded: joined, with a space for each end-of-word mark."""
    return repr(own.decoded(tokens))


def by_merges(merges: str, word: str) -> str:
    """Return a word cut by merges, in order."""
    return repr(own.merge_tokenizer(own.parse_merges(merges), word).tokenize(word))


def han() -> str:
    """Count the characters in the first level of GB 2312 (rows 16 to 55), and those of GBK in the block at U+4E00."""
    common = [bytes([row, cell]) for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF)]
    known = [code for code in range(0x4E00, 0x9FA6) if chr(code).encode("gbk", "ignore")]
    return f"{sum(bool(each.decode('gb2312', 'ignore')) for each in common)}, {len(known)}"


def units() -> str:
    """Return the number of values of a byte, and of those in ASCII."""
    values = [bytes([value]) for value in range(256)]
    return f"{len(values)}, {sum(value.isascii() for value in values)}"


def text_of(symbols: str) -> str:
    """Return the text of byte symbols."""
    return repr(symbols_to_bytes(symbols).decode())


def first_score() -> str:
    """Return the highest pointwise mutual information at the start, with its formula."""
    event, start = _by_information().events[0], _by_information().at(0)
    tokens = start.tokens_in_corpus
    pairs = tokens - sum(word.frequency for word in start.words)
    shares = (f"{event.count}/{pairs}", f"{event.left_count}/{tokens}", f"{event.right_count}/{tokens}")
    return " − ".join(f"log₂ ({share})" for share in shares) + f" = {rounded(event.score, 2)}"


def scores(number: int) -> str:
    """Return the first pairs to merge, with these scores."""
    scored = [(event.pair, rounded(event.score, 2)) for event in _by_information().events[:number]]
    return ", ".join(f"({pair.left},{pair.right}) {score}" for pair, score in scored)


def cuts(word: str, *methods: str) -> str:
    """Return a word as each method cuts it after five merges."""
    return " | ".join(" ".join(_at_five_merges(method).tokenize(word)) for method in methods)


def bits(*methods: str) -> str:
    """Return the words' total bits in a Huffman code after five merges of each method."""
    source = SCENARIOS["low"].source
    return ", ".join(str(encode_corpus(_at_five_merges(key), METHODS[key], source).lengths.bits) for key in methods)


def _frequencies(of_all: str) -> str:
    return ", ".join(f"{word} {number}{of_all}" for word, number in SCENARIOS["low"].source.counts)


def _seven(words: str, training: BPETraining | WordPieceTraining, merged: str, dropped: Sequence[str]) -> str:
    return f"{words} | {len(symbols().split())} | {merged} | − {', '.join(dropped)} | {len(training.events)} ×"


def _by_information() -> WordPieceTraining:
    training = training_at("scenario=low&algorithm=wordpiece&form=mutual-information&drop=1")
    assert isinstance(training, WordPieceTraining)
    return training


def _at_five_merges(method: str) -> Tokenizer:
    source = SCENARIOS["low"].source
    settings = METHODS[method].settings(source, FIVE_MERGES)
    return METHODS[method].tokenizer(settings.trainer().train(source.corpus(settings)))
