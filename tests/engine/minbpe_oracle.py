"""minbpe's way with its `.model` files, written anew from its README and its file format.

minbpe is no installable package, so it cannot be asked itself. This follows what `load` and `encode` of its
RegexTokenizer do, byte for byte and merge for merge, in as few lines as that takes, and shares nothing with the engine.
"""

import regex


class RegexTokenizer:
    """Stands in for minbpe.RegexTokenizer."""

    def __init__(self) -> None:
        self.pattern = "gpt-4's, until load"
        self.compiled_pattern = regex.compile(self.pattern)
        self.merges: dict[tuple[int, int], int] = {}
        self.special_tokens: dict[str, int] = {}

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
            merged: list[int] = []
            place = 0
            while place < len(ids):
                if tuple(ids[place : place + 2]) == pair:
                    merged.append(self.merges[pair])
                    place += 2
                else:
                    merged.append(ids[place])
                    place += 1
            ids = merged
        return ids
