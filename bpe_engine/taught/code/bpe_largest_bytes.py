"""If counts tie, choose the pair whose bytes sort last."""

from bpe_engine.taught.code.bytes_to_unicode import bytes_to_unicode


def best_pair(pair_freqs, ids):
    byte_decoder = {symbol: byte for byte, symbol in bytes_to_unicode().items()}

    def to_bytes(token):
        return bytes(byte_decoder[symbol] for symbol in token)

    # the most frequent pair; if counts tie, the one whose bytes sort last
    return max(pair_freqs, key=lambda pair: (pair_freqs[pair], to_bytes(pair[0]), to_bytes(pair[1])))  #: choose
