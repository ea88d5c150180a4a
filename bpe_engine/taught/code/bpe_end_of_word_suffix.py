"""A mark at the end of each word, joined to its last character."""


def split_word(word):
    return [*word[:-1], word[-1] + "</w>"]
