"""Of equally frequent pairs, the one with the smallest ids."""


def best_pair(stats, vocab):
    # the most frequent; of equals, the smallest ids
    return min(stats, key=lambda pair: (-stats[pair], pair))  #: choose
