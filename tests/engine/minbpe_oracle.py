"""minbpe's handling of its `.model` files, rewritten from its README and its file format.

minbpe cannot be installed as a package. This follows its RegexTokenizer byte for byte and merge for merge, in as few
lines as possible, and shares nothing with the engine.
"""

import unicodedata

import regex

# Verbatim from its regex.py.
GPT4_SPLIT_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)


class RegexTokenizer:
    """A replacement for minbpe.RegexTokenizer."""

    def __init__(self) -> None:
        self.pattern = GPT4_SPLIT_PATTERN
        self.compiled_pattern = regex.compile(self.pattern)
        self.merges: dict[tuple[int, int], int] = {}
        self.special_tokens: dict[str, int] = {}
        self.vocab = {byte: bytes([byte]) for byte in range(256)}

    def load(self, model_file: str) -> None:
        assert model_file.endswith(".model")
        with open(model_file, encoding="utf-8") as file:
            assert file.readline().strip() == "minbpe v1"
            self.pattern = file.readline().strip()
            for _ in range(int(file.readline().strip())):
                token, token_id = file.readline().strip().split()
                self.special_tokens[token] = int(token_id)
            for token_id, line in enumerate(file, start=256):
                left, right = map(int, line.split())
                self.merges[left, right] = token_id

    def register_special_tokens(self, special_tokens: dict[str, int]) -> None:
        self.special_tokens = special_tokens

    def encode(self, text: str, allowed_special: str | set[str] = "none_raise") -> list[int]:
        if allowed_special == "none_raise":
            assert all(token not in text for token in self.special_tokens)
        allowed = {"all": set(self.special_tokens), "none": set(), "none_raise": set()}.get(
            allowed_special if isinstance(allowed_special, str) else "", allowed_special
        )
        special = "|".join(regex.escape(token) for token in self.special_tokens if token in allowed)
        pieces = regex.split(f"({special})", text) if special else [text]
        ids = []
        for piece in pieces:
            if piece in self.special_tokens and piece in allowed:
                ids.append(self.special_tokens[piece])
                continue
            for chunk in regex.findall(self.compiled_pattern, piece):
                ids += self.encode_chunk(chunk.encode("utf-8"))
        return ids

    def encode_chunk(self, data: bytes) -> list[int]:
        ids = list(data)
        while pairs := [pair for pair in zip(ids, ids[1:], strict=False) if pair in self.merges]:
            pair = min(pairs, key=self.merges.__getitem__)
            ids = merge(ids, pair, self.merges[pair])
        return ids

    def train(self, text: str, vocab_size: int) -> None:
        chunks = [list(chunk.encode("utf-8")) for chunk in regex.findall(self.compiled_pattern, text)]
        self.merges, self.vocab = {}, {byte: bytes([byte]) for byte in range(256)}
        for token_id in range(256, vocab_size):
            stats: dict[tuple[int, int], int] = {}
            for chunk in chunks:
                get_stats(chunk, stats)
            pair = max(stats, key=stats.__getitem__)
            chunks = [merge(chunk, pair, token_id) for chunk in chunks]
            self.merges[pair] = token_id
            self.vocab[token_id] = self.vocab[pair[0]] + self.vocab[pair[1]]

    def encode_ordinary(self, text: str) -> list[int]:
        return self.encode(text, "none")

    def decode(self, ids: list[int]) -> str:
        names = {token_id: token for token, token_id in self.special_tokens.items()}
        parts = [self.vocab[each] if each in self.vocab else names[each].encode("utf-8") for each in ids]
        return b"".join(parts).decode("utf-8", errors="replace")


def get_stats(ids: list[int], counts: dict[tuple[int, int], int] | None = None) -> dict[tuple[int, int], int]:
    counts = {} if counts is None else counts
    for pair in zip(ids, ids[1:], strict=False):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge(ids: list[int], pair: tuple[int, int], token_id: int) -> list[int]:
    merged: list[int] = []
    place = 0
    while place < len(ids):
        found = tuple(ids[place : place + 2]) == pair
        merged.append(token_id if found else ids[place])
        place += 2 if found else 1
    return merged


def render_token(token: bytes) -> str:
    text = token.decode("utf-8", errors="replace")
    return "".join(f"\\u{ord(each):04x}" if unicodedata.category(each).startswith("C") else each for each in text)
