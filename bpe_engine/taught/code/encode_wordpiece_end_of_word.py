"""A mark ends each word, a symbol of its own, and nothing marks where a word goes on."""


def split_word(word):
    return [*word, "</w>"]


def join(symbols, start):
    return "".join(symbols)
