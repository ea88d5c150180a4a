"""minGPT's encoder of GPT-2, rewritten from its comments: minGPT cannot be installed as a package.

It shares nothing with the engine except the two official files of the vocabulary.
"""

import json
from typing import Any

import regex


def bytes_to_unicode() -> dict[int, str]:
    kept = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    moved = [byte for byte in range(2**8) if byte not in kept]
    return {byte: chr(byte) for byte in kept} | {byte: chr(2**8 + n) for n, byte in enumerate(moved)}


def get_pairs(word: Any) -> set[tuple[str, str]]:
    pairs = set()
    before = word[0]
    for symbol in word[1:]:
        pairs.add((before, symbol))
        before = symbol
    return pairs


class Encoder:
    def __init__(self, encoder_json: bytes, vocab_bpe: bytes) -> None:
        self.byte_encoder = bytes_to_unicode()
        self.byte_decoder = {symbol: byte for byte, symbol in self.byte_encoder.items()}
        self.encoder: dict[str, int] = json.loads(encoder_json)
        self.decoder = {token_id: token for token, token_id in self.encoder.items()}
        merges = [tuple(line.split()) for line in vocab_bpe.decode().split("\n")[1:-1]]
        self.bpe_ranks = dict(zip(merges, range(len(merges)), strict=True))
        self.pat = regex.compile(r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""")

    def bpe(self, token: str) -> str:
        word = tuple(token)
        while pairs := get_pairs(word):
            bigram = min(pairs, key=lambda pair: self.bpe_ranks.get(pair, float("inf")))
            if bigram not in self.bpe_ranks:
                break
            joined: list[str] = []
            place = 0
            while place < len(word):
                if word[place : place + 2] == bigram:
                    joined.append("".join(bigram))
                    place += 2
                else:
                    joined.append(word[place])
                    place += 1
            word = tuple(joined)
        return " ".join(word)

    def encode_and_show_work(self, text: str) -> dict[str, Any]:
        parts = []
        for token in self.pat.findall(text):
            translated = "".join(self.byte_encoder[byte] for byte in token.encode("utf-8"))
            merged = self.bpe(translated).split(" ")
            parts.append(
                {
                    "token": token,
                    "token_bytes": token.encode("utf-8"),
                    "token_translated": translated,
                    "token_merged": merged,
                    "token_ix": [self.encoder[each] for each in merged],
                }
            )
        return {"bpe_idx": self.encode(text), "tokens": self.pat.findall(text), "parts": parts}

    def encode(self, text: str) -> list[int]:
        ids = []
        for token in self.pat.findall(text):
            translated = "".join(self.byte_encoder[byte] for byte in token.encode("utf-8"))
            ids += [self.encoder[merged] for merged in self.bpe(translated).split(" ")]
        return ids

    def decode(self, bpe_idx: list[int]) -> str:
        symbols = "".join(self.decoder[token_id] for token_id in bpe_idx)
        return bytearray(self.byte_decoder[symbol] for symbol in symbols).decode("utf-8", errors="replace")
