"""A mark at the end of each word, as a separate symbol; tokens inside a word have no prefix."""


def split_word(word):
    return [*word, "</w>"]


def join(symbols, start):
    return "".join(symbols)
