"""Encoding by merges: repeatedly merge the learned pair with the lowest rank."""

from math import inf


def split_word(word):
    return list(word)


def get_pairs(word):
    return dict.fromkeys(zip(word, word[1:]))  # each pair once, in order


def merge_pair(first, second, word):
    i = 0
    while i < len(word) - 1:
        if word[i] == first and word[i + 1] == second:
            word = word[:i] + [first + second] + word[i + 2 :]  #: merge
        i += 1
    return word


def bpe(word, bpe_ranks):
    word = split_word(word)  #: start
    while pairs := get_pairs(word):  #: choose len(pairs)
        bigram = min(pairs, key=lambda pair: bpe_ranks.get(pair, inf))  #: choose bigram; bpe_ranks[bigram]
        if bigram not in bpe_ranks:  # none of the pairs was learned  #: stop
            break  #: stop
        word = merge_pair(*bigram, word)  #: merge word
    return word  #: stop word


def encode(words, bpe_ranks, vocab, unknown):
    tokens = [token for word in words for token in bpe(word, bpe_ranks)]
    return [token if token in vocab else unknown for token in tokens]
