"""Of equally frequent pairs, the greatest pair of strings."""


def best_pair(pair_freqs, ids):
    # the most frequent; of equals, the greatest pair of strings
    return max(pair_freqs, key=lambda pair: (pair_freqs[pair], pair))  #: choose
