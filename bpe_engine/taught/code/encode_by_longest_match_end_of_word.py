"""A mark at the end of each word, as a separate symbol; it counts as one character."""


def split_word(word):
    return [*word, "</w>"]


def length(token):
    return len(token.removesuffix("</w>")) + token.endswith("</w>")
