"""Unigram: start with many tokens, and repeatedly remove those without which the loss grows least."""

from math import fsum, inf, log


def count_parts(word_freqs):
    freqs = {}
    for word, freq in word_freqs.items():
        for start in range(len(word)):
            for end in range(start + 1, min(start + 16, len(word)) + 1):
                freqs[word[start:end]] = freqs.get(word[start:end], 0) + freq  #: start
    # a whole word is a token only if it is also part of a longer word
    inner = {part for word in word_freqs for part in freqs if part in word and part != word}
    return {part: freq for part, freq in freqs.items() if len(part) == 1 or part in inner}


def get_model(freqs):
    total = log(fsum(freqs.values()))
    return {token: log(freq) - total for token, freq in freqs.items()}  #: merge


def encode_word(word, model):
    # for each position: the best score up to it, and the start of its last token
    best = [(0.0, 0)] + [(-inf, 0)] * len(word)
    for start in range(len(word)):
        for end in range(start + 1, len(word) + 1):
            score = best[start][0] + model.get(word[start:end], -inf)
            if score > best[end][0]:
                best[end] = (score, start)
    return best[-1][0]


def increase_without(token, word_freqs, model):
    less = {other: score for other, score in model.items() if other != token}
    words = [word for word in word_freqs if token in word]
    return fsum(word_freqs[word] * (encode_word(word, model) - encode_word(word, less)) for word in words)  #: choose


def estimate(freqs, word_freqs):
    return freqs


def train(word_freqs, vocab_size, first_tokens=(), shrink=0.25):
    freqs = count_parts(word_freqs)  #: start
    others = len([token for token in first_tokens if token not in freqs])
    longer = [token for token in freqs if len(token) > 1 and token not in first_tokens]
    freqs = {token: freq for token, freq in freqs.items() if len(token) == 1 or token in longer}  #: start len(freqs)
    gone = []
    while others + len(freqs) > vocab_size:  #: full
        freqs = estimate(freqs, word_freqs)  #: merge
        model = get_model(freqs)
        longer = [token for token in freqs if len(token) > 1]
        increases = {token: increase_without(token, word_freqs, model) for token in longer}  #: choose
        order = sorted(longer, key=lambda token: (round(increases[token], 9), token))  #: choose
        number = min(max(int(len(longer) * shrink), 1), others + len(freqs) - vocab_size)  #: choose number
        removed = order[:number]  #: choose removed
        freqs = {token: freq for token, freq in freqs.items() if token not in removed}  #: merge len(freqs)
        gone.append(removed)  #: merge
    return gone
