"""Byte-pair encoding on ids: 0 to 255 are the bytes, and each merge adds the next id."""


def get_stats(ids, stats, freq):
    for pair in zip(ids, ids[1:]):
        stats[pair] = stats.get(pair, 0) + freq  #: choose


def best_pair(stats, vocab):
    # if counts tie, max() returns the first: the pair that occurs first in the corpus
    return max(stats, key=stats.get)  #: choose


def merge(ids, pair, idx):
    i = 0
    while i < len(ids) - 1:
        if (ids[i], ids[i + 1]) == pair:
            ids = ids[:i] + [idx] + ids[i + 2 :]  #: merge
        i += 1
    return ids


def train(word_freqs, vocab_size, min_frequency=1):
    chunks = [list(word.encode("utf-8")) for word in word_freqs]  #: start len(chunks)
    vocab = [bytes([idx]) for idx in range(256)]  #: start len(vocab)
    merges = []
    while len(vocab) < vocab_size:  #: full len(vocab); vocab_size
        stats = {}
        for ids, freq in zip(chunks, word_freqs.values()):
            get_stats(ids, stats, freq)  #: choose
        if max(stats.values(), default=0) < min_frequency:  #: stop len(stats)
            break  #: stop
        pair = best_pair(stats, vocab)  #: choose pair; stats[pair]
        token = vocab[pair[0]] + vocab[pair[1]]  #: merge token
        if token not in vocab:  # another pair may already have made it
            vocab.append(token)  #: merge
        idx = vocab.index(token)  #: merge idx
        chunks = [merge(ids, pair, idx) for ids in chunks]  #: merge
        merges.append(pair)  #: merge len(merges)
    return merges
