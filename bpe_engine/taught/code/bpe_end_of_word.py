"""A mark at the end of each word, as a separate symbol."""


def split_word(word):
    return [*word, "</w>"]
