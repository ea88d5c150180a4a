"""WordPiece that drops a symbol once a merge has used up its last occurrence."""

from bpe_engine.taught.code.wordpiece import compute_freqs, join, merge_pair, pair_score, split_word


def train(word_freqs, vocab_size, first_tokens=(), min_frequency=1):
    splits = {word: split_word(word) for word in word_freqs}  #: start len(splits)
    alphabet = {symbol for split in splits.values() for symbol in split}  #: start
    vocab = list(dict.fromkeys([*first_tokens, *sorted(alphabet)]))  #: start len(vocab)
    merges = []
    while len(vocab) < vocab_size:  #: full len(vocab); vocab_size
        letter_freqs, pair_freqs = compute_freqs(splits, word_freqs)  #: choose
        pairs = [pair for pair in pair_freqs if pair_freqs[pair] >= min_frequency]
        if not pairs:  #: stop pairs
            break  #: stop
        scores = {pair: pair_score(pair, letter_freqs, pair_freqs) for pair in pairs}
        pair = max(scores, key=scores.get)  #: choose pair; pair_freqs[pair]; scores[pair]
        splits = {word: merge_pair(*pair, split) for word, split in splits.items()}  #: merge
        merges.append(pair)  #: merge len(merges)
        token = join(*pair)  #: merge token
        used = {*first_tokens, *(symbol for split in splits.values() for symbol in split)}  #: merge
        unused = [symbol for symbol in dict.fromkeys(pair) if symbol not in used]  #: merge unused
        vocab = [symbol for symbol in vocab if symbol not in [*unused, token]] + [token]  #: merge
    return merges
