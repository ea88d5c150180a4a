"""If counts tie, choose the pair with the smallest ids."""


def best_pair(pair_freqs, ids):
    # the most frequent pair; if counts tie, the one with the smallest ids
    return min(pair_freqs, key=lambda pair: (-pair_freqs[pair], ids.index(pair[0]), ids.index(pair[1])))  #: choose
