"""Of equally frequent pairs, the greatest pair of strings of bytes."""


def best_pair(stats, vocab):
    # the most frequent; of equals, the greatest pair of strings of bytes
    return max(stats, key=lambda pair: (stats[pair], vocab[pair[0]], vocab[pair[1]]))  #: choose
