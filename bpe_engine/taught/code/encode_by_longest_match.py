"""Encoding by longest match: cut out the longest token found anywhere in the word, then the next longest."""

from itertools import groupby


def split_word(word):
    return list(word)


def length(token):
    return len(token)


def cut(word, tokens, unknown):
    symbols = split_word(word)  #: start
    found = [(None, unknown)] * len(symbols)
    for token in tokens:
        for start in range(len(symbols) - length(token) + 1):
            end = start + length(token)
            is_free = all(place is None for place, _ in found[start:end])
            if is_free and "".join(symbols[start:end]) == token:  #: choose
                found[start:end] = [(start, token)] * (end - start)  #: merge token; start
    return [token for (start, token), _ in groupby(found)]  #: stop


def encode(words, vocab, unknown):
    tokens = sorted(vocab, key=length, reverse=True)  #: start
    return [token for word in words for token in cut(word, tokens, unknown)]
