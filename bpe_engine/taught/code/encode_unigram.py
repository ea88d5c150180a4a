"""Unigram encoding: the most probable of all ways to cut a word, found with a table filled from the left."""


def encode_word(word, model, unknown, unknown_score):
    best = [(0.0, 0)]  # for each position: the best score up to it, and the start of its last token  #: start
    for end in range(1, len(word) + 1):  #: choose end
        candidates = []
        for start in range(end):
            token = word[start:end]
            if token in model or len(token) == 1:
                candidates.append((best[start][0] + model.get(token, unknown_score), start))  #: choose
        best.append(max(candidates, key=lambda candidate: candidate[0]))  #: merge len(candidates); best[end]
    tokens, end = [], len(word)  #: back
    while end > 0:
        token = word[best[end][1] : end]  #: back
        end = best[end][1]  #: back
        if token in model:
            tokens.insert(0, token)  #: back
        elif tokens[:1] != [unknown]:  # a run of unknown characters becomes one token
            tokens.insert(0, unknown)  #: back
    return tokens  #: back tokens


def encode(words, model, unknown, unknown_score):
    return [token for word in words for token in encode_word(word, model, unknown, unknown_score)]  #: stop
