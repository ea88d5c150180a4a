"""Byte-pair encoding: repeatedly make the most frequent pair of neighbouring symbols a token."""


def split_word(word):
    return list(word)


def compute_pair_freqs(splits, word_freqs):
    pair_freqs = {}
    for word, split in splits.items():
        for pair in zip(split, split[1:]):
            pair_freqs[pair] = pair_freqs.get(pair, 0) + word_freqs[word]  #: choose
    return pair_freqs


def best_pair(pair_freqs, ids):
    # if counts tie, max() returns the first: the pair that occurs first in the corpus
    return max(pair_freqs, key=pair_freqs.get)  #: choose


def merge_pair(a, b, split):
    i = 0
    while i < len(split) - 1:
        if split[i] == a and split[i + 1] == b:
            split = split[:i] + [a + b] + split[i + 2 :]  #: merge
        i += 1
    return split


def train(word_freqs, vocab_size, first_tokens=(), min_frequency=1):
    splits = {word: split_word(word) for word in word_freqs}  #: start len(splits)
    alphabet = {symbol for split in splits.values() for symbol in split}  #: start
    vocab = list(dict.fromkeys([*first_tokens, *sorted(alphabet)]))  #: start len(vocab)
    merges = []
    while len(vocab) < vocab_size:  #: full len(vocab); vocab_size
        pair_freqs = compute_pair_freqs(splits, word_freqs)  #: choose len(pair_freqs)
        if max(pair_freqs.values(), default=0) < min_frequency:  #: stop len(pair_freqs)
            break  #: stop
        pair = best_pair(pair_freqs, vocab)  #: choose pair; pair_freqs[pair]
        splits = {word: merge_pair(*pair, split) for word, split in splits.items()}  #: merge
        merges.append(pair)  #: merge len(merges)
        token = pair[0] + pair[1]  #: merge token
        if token not in vocab:  # another pair may already have made it
            vocab.append(token)  #: merge
    return merges
