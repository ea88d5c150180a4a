"""If counts tie, choose the pair with the smallest ids."""


def best_pair(stats, vocab):
    # the most frequent pair; if counts tie, the one with the smallest ids
    return min(stats, key=lambda pair: (-stats[pair], pair))  #: choose
