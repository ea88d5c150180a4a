"""If counts tie, choose the pair whose bytes sort last."""


def best_pair(stats, vocab):
    # the most frequent pair; if counts tie, the one whose bytes sort last
    return max(stats, key=lambda pair: (stats[pair], vocab[pair[0]], vocab[pair[1]]))  #: choose
