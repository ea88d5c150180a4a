"""WordPiece encoding: cut off the longest token that the word begins with, then do the same with the rest."""


def split_word(word):
    return list(word)


def join(symbols, start):
    return ("##" if start else "") + "".join(symbols)


def encode_word(word, vocab, unknown):
    symbols, tokens, start = split_word(word), [], 0  #: start
    while start < len(symbols):
        end = len(symbols)
        while end > start and join(symbols[start:end], start) not in vocab:  #: choose start; len(symbols)
            end -= 1  #: choose
        if end == start:
            return [unknown]  # for the whole word  #: lost
        tokens.append(join(symbols[start:end], start))  #: merge tokens
        start = end
    return tokens  #: stop


def encode(words, vocab, unknown):
    return [token for word in words for token in encode_word(word, vocab, unknown)]
