"""A mark ends each word, a symbol of its own."""


def split_word(word):
    return [*word, "</w>"]
