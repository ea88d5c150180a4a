"""Training that drops a symbol once a merge has used up its last occurrence."""

from bpe_engine.taught.code.bpe import best_pair, compute_pair_freqs, merge_pair, split_word


def train(word_freqs, vocab_size, first_tokens=(), min_frequency=1):
    splits = {word: split_word(word) for word in word_freqs}  #: start len(splits)
    alphabet = {symbol for split in splits.values() for symbol in split}  #: start
    vocab = list(dict.fromkeys([*first_tokens, *sorted(alphabet)]))  #: start len(vocab)
    ids = list(vocab)  # including those dropped later
    merges = []
    while len(vocab) < vocab_size:  #: full len(vocab); vocab_size
        pair_freqs = compute_pair_freqs(splits, word_freqs)  #: choose len(pair_freqs)
        if max(pair_freqs.values(), default=0) < min_frequency:  #: stop len(pair_freqs)
            break  #: stop
        pair = best_pair(pair_freqs, ids)  #: choose pair; pair_freqs[pair]
        splits = {word: merge_pair(*pair, split) for word, split in splits.items()}  #: merge
        merges.append(pair)  #: merge len(merges)
        token = pair[0] + pair[1]  #: merge token
        used = {symbol for split in splits.values() for symbol in split}  #: merge
        unused = [symbol for symbol in dict.fromkeys(pair) if symbol not in used]  #: merge unused
        vocab = [symbol for symbol in vocab if symbol not in [*unused, token]] + [token]  #: merge
        if token not in ids:
            ids.append(token)
    return merges
