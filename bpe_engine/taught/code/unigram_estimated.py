"""Unigram with re-estimated probabilities: every cut of a word counts, weighted by its probability."""

from math import exp

from bpe_engine.taught.code.unigram import get_model


def expected_freqs(word_freqs, model):
    freqs = dict.fromkeys(model, 0.0)
    for word, freq in word_freqs.items():
        size = len(word)
        parts = [(i, j, word[i:j]) for i in range(size) for j in range(i + 1, size + 1) if word[i:j] in model]
        # for each position: the probability of the text before it, and of the text after it
        before, after = [1.0] + [0.0] * size, [0.0] * size + [1.0]
        for start, end, token in parts:
            before[end] += before[start] * exp(model[token])
        for start, end, token in reversed(parts):
            after[start] += after[end] * exp(model[token])
        for start, end, token in parts:
            freqs[token] += freq * before[start] * exp(model[token]) * after[end] / before[size]
    return {token: max(freq, 1e-12) for token, freq in freqs.items()}


def estimate(freqs, word_freqs):
    for _ in range(2):
        freqs = expected_freqs(word_freqs, get_model(freqs))  #: merge
    return freqs
