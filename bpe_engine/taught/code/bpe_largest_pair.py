"""If counts tie, choose the pair that sorts last."""


def best_pair(pair_freqs, ids):
    # the most frequent pair; if counts tie, the one that sorts last
    return max(pair_freqs, key=lambda pair: (pair_freqs[pair], pair))  #: choose
