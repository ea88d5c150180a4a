"""Each word is first written as bytes, each shown as a visible character."""

from bpe_engine.taught.code.bytes_to_unicode import bytes_to_unicode


def split_word(word):
    byte_encoder = bytes_to_unicode()
    return [byte_encoder[byte] for byte in word.encode("utf-8")]
