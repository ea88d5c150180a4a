"""A mark ends each word, a symbol of its own; in a length it counts as one."""


def split_word(word):
    return [*word, "</w>"]


def length(token):
    return len(token.removesuffix("</w>")) + token.endswith("</w>")
