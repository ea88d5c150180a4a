"""WordPiece by pointwise mutual information, with a mark at the end of each word."""

from fractions import Fraction  # exact, so that equal scores compare as equal


def split_word(word):
    return [*word, "</w>"]


def join(a, b):
    return a + b


def pair_score(pair, letter_freqs, pair_freqs):
    p_pair = Fraction(pair_freqs[pair], sum(pair_freqs.values()))  #: choose
    p_first, p_second = (Fraction(letter_freqs[x], sum(letter_freqs.values())) for x in pair)  #: choose
    return p_pair / (p_first * p_second)  # its log2 is the mutual information, in the same order  #: choose
