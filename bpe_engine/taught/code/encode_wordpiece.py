"""Encoding of WordPiece: the longest token that a word begins with, then the same for the rest."""


def encode_word(word, vocab, unknown):
    tokens, start = [], 0  #: start
    while start < len(word):
        end = len(word)
        while end > start:
            token = ("##" if start else "") + word[start:end]  #: choose
            if token in vocab:  #: choose token
                break
            end -= 1
        else:
            return [unknown]  # the whole word  #: stop
        tokens.append(token)  #: merge tokens
        start = end
    return tokens


def encode(words, vocab, unknown):
    return [token for word in words for token in encode_word(word, vocab, unknown)]
