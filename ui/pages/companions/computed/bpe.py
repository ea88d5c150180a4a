"""The Hugging Face course, chapter 6, section 5: the numbers in its prose, and its program."""

from bpe_engine import BPETokenizer, BPETrainer, Corpus, Pair, load_pretrained
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.symbols import count_pairs, merge_symbols
from ui.course.values.app_links import bpe_tokenizer, bpe_training_at
from ui.course.values.training_values import pair_count
from ui.pages.companions.computed import formatting


def merges_of_low(number: int) -> str:
    """Return the first merges of low, lower, newest and widest."""
    return ", ".join(
        f"{event.pair.left}+{event.pair.right}" for event in bpe_training_at("scenario=low").events[:number]
    )


def words() -> str:
    """Return the words with their frequencies."""
    return ", ".join(f'("{word}", {number})' for word, number in bpe_training_at("scenario=hug").corpus.words.items())


def counts(step: int, *pairs: str) -> str:
    """Return the counts of pairs at a step. Each pair is written with a space in it."""
    return ", ".join(f"{formatting.pair(*pair.split())} {pair_count('scenario=hug', pair, step)}" for pair in pairs)


def pairs_in(text: str) -> str:
    """Return the pairs of a text, each with how often it occurs."""
    state = bpe_training_at(f"scenario=text&text={text}&split=whitespace&units=characters").at(0)
    return ", ".join(f"{formatting.pair(*row.pair)} {row.count}" for row in state.leaderboard)


def remaining() -> str:
    """Return the pairs that merge after the three merges in the text."""
    return ", ".join(
        f"{formatting.pair(*event.pair)} {event.count}" for event in bpe_training_at("scenario=hug").events[3:]
    )


def steps(word: str) -> str:
    """Return the merges that encode a word."""
    steps = bpe_tokenizer("scenario=hug&vocab=10").encode_steps(word)
    return ", ".join(f"{step.pair.left}+{step.pair.right}" for step in steps if step.pair)


def unknown(character: str) -> str:
    """Return the tokens of a character that a training on letters never saw."""
    letters = BPETrainer(vocab_size=12).train(Corpus.from_counts({"hug": 10, "pug": 5}))
    assert isinstance(letters, BPETokenizer)
    return repr(letters.tokenize(character))


def byte_symbols() -> str:
    """Return how many of GPT-2's tokens are single bytes."""
    return str(len([token for token in load_pretrained("gpt2").vocabulary if len(token) == 1]))


def ascii_symbols() -> str:
    """Return how many ASCII characters occur in the four sentences."""
    return str(
        sum(symbol.isascii() for symbol in bpe_training_at("scenario=course").at(0).vocabulary if len(symbol) == 1)
    )


def lengths() -> str:
    """Return the length of each token made from the four sentences."""
    return " ".join(str(len(event.token)) for event in bpe_training_at("scenario=course").events)


def encoded_in_steps(text: str) -> str:
    """Return a text cut into words, into characters, and by the merges of the four sentences."""
    pieces = [piece.replace(" ", "Ġ") for piece in GPT2.split(text)]
    return " → ".join(map(repr, (pieces, list("".join(pieces)), bpe_tokenizer("scenario=course").tokenize(text))))


def word_freqs() -> str:
    """Return the words of the four sentences with their frequencies."""
    return repr(_word_freqs())


def alphabet() -> str:
    """Return the characters of the four sentences."""
    return repr(sorted({symbol for word in _word_freqs() for symbol in word}))


def splits(number: int) -> str:
    """Return the first words of the four sentences, split into characters."""
    return repr({word: list(word) for word in [*_word_freqs()][:number]})


def pair_freqs(number: int) -> str:
    """Return the first pairs of the four sentences, with their counts."""
    return formatting.first(_pair_freqs(), number)


def best_pair() -> str:
    """Return the most frequent pair of the four sentences, the first if several tie."""
    freqs = _pair_freqs()
    best = max(freqs, key=lambda pair: freqs[pair])
    return f"{best!r} {freqs[best]}"


def merged(word: str, left: str, right: str) -> str:
    """Return a word after one merge."""
    return repr(merge_symbols(list(word), Pair(left, right), left + right))


def first_merge() -> str:
    """Return the first merge of the four sentences, as a dictionary."""
    (left, right), token = (
        bpe_training_at("scenario=course").events[0].pair,
        bpe_training_at("scenario=course").events[0].token,
    )
    return f'{{("{left}", "{right}"): "{token}"}}'


def merges() -> str:
    """Return all merges of the four sentences."""
    return repr({tuple(event.pair): event.token for event in bpe_training_at("scenario=course").events})


def least_size() -> str:
    """Return the vocabulary size before any merge, if a training starts with all bytes and a special token."""
    return str(len(bpe_training_at("scenario=course&allbytes=1&vocab=257").vocabulary_at(0)))


def by_smallest_ids() -> str:
    """Return the tokens that the library's tie rule makes, but not the course's."""
    ours = {event.token for event in bpe_training_at("scenario=course").events}
    return repr(
        [event.token for event in bpe_training_at("scenario=course&tie=smallest-id").events if event.token not in ours]
    )


def replayed(text: str) -> str:
    """Return the tokens of a text by the course's method: one rule after the other, over all words."""
    tokens = []
    for piece in GPT2.split(text):
        symbols = list(piece.replace(" ", "Ġ"))
        for event in bpe_training_at("scenario=course").events:
            symbols = merge_symbols(symbols, event.pair, event.token)
        tokens += symbols
    return repr(tokens)


def _word_freqs() -> dict[str, int]:
    return dict(bpe_training_at("scenario=course").corpus.words)


def _pair_freqs() -> dict[tuple[str, str], int]:
    counts = count_pairs((list(word), number) for word, number in _word_freqs().items())
    return {(left, right): number for (left, right), number in counts.items()}
