"""WordPiece: repeatedly make a token of the pair that is most frequent relative to its parts."""

from fractions import Fraction  # exact, so that equal scores compare as equal


def split_word(word):
    return [word[0], *("##" + letter for letter in word[1:])]


def join(a, b):
    return a + b.removeprefix("##")


def compute_freqs(splits, word_freqs):
    letter_freqs, pair_freqs = {}, {}
    for word, split in splits.items():
        for letter in split:
            letter_freqs[letter] = letter_freqs.get(letter, 0) + word_freqs[word]  #: choose
        for pair in zip(split, split[1:]):
            pair_freqs[pair] = pair_freqs.get(pair, 0) + word_freqs[word]  #: choose
    return letter_freqs, pair_freqs


def pair_score(pair, letter_freqs, pair_freqs):
    return Fraction(pair_freqs[pair], letter_freqs[pair[0]] * letter_freqs[pair[1]])  #: choose


def merge_pair(a, b, split):
    i = 0
    while i < len(split) - 1:
        if split[i] == a and split[i + 1] == b:
            split = split[:i] + [join(a, b)] + split[i + 2 :]  #: merge
        i += 1
    return split


def train(word_freqs, vocab_size, first_tokens=(), min_frequency=1):
    splits = {word: split_word(word) for word in word_freqs}  #: start len(splits)
    alphabet = {symbol for split in splits.values() for symbol in split}  #: start
    vocab = list(dict.fromkeys([*first_tokens, *sorted(alphabet)]))  #: start len(vocab)
    merges = []
    while len(vocab) < vocab_size:  #: full len(vocab); vocab_size
        letter_freqs, pair_freqs = compute_freqs(splits, word_freqs)  #: choose
        pairs = [pair for pair in pair_freqs if pair_freqs[pair] >= min_frequency]
        if not pairs:  #: stop pairs
            break  #: stop
        scores = {pair: pair_score(pair, letter_freqs, pair_freqs) for pair in pairs}
        pair = max(scores, key=scores.get)  #: choose pair; pair_freqs[pair]; scores[pair]
        splits = {word: merge_pair(*pair, split) for word, split in splits.items()}  #: merge
        merges.append(pair)  #: merge len(merges)
        token = join(*pair)  #: merge token
        if token not in vocab:  # another pair may already have made it
            vocab.append(token)  #: merge
    return merges
