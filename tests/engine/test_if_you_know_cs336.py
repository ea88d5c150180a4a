"""The adapter for those who know CS336: against a recount written here, with nothing of the engine."""

import re
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import regex

DOCUMENT = (Path(__file__).parents[2] / "docs" / "IF_YOU_KNOW_CS336.md").read_text("utf-8")
CODE = DOCUMENT.split("```python\n")[1].split("```")[0]
ADAPTER: dict[str, Any] = {}
exec(CODE, ADAPTER)  # it is our own

END = "<|endoftext|>"
PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"  # as the course gives it
TEXT = (
    "low low low low low\r\nlower lower widest widest widest\n" + END + "newest newest newest newest newest newest"
    "\n\n  東京 ZürichЖ don't  " + END + END + " the pug, the pun é ÿ 12345\n"
)


def recount(text: str, vocab_size: int) -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    tokens = [END.encode(), *(bytes([byte]) for byte in range(256))]
    words = Counter(word for part in text.split(END) for word in regex.findall(PATTERN, part))
    split = {word: [bytes([byte]) for byte in word.encode()] for word in words}
    merges = []
    while len(tokens) < vocab_size:
        counts: Counter[tuple[bytes, bytes]] = Counter()
        for word, parts in split.items():
            for pair in zip(parts, parts[1:], strict=False):
                counts[pair] += words[word]
        best = max(counts, key=lambda pair: (counts[pair], pair))
        merges.append(best)
        tokens.append(best[0] + best[1])
        for parts in split.values():
            place = 0
            while place < len(parts) - 1:
                if (parts[place], parts[place + 1]) == best:
                    parts[place : place + 2] = [best[0] + best[1]]
                place += 1
    return dict(enumerate(tokens)), merges


def written(folder: Path, text: str) -> Path:
    (folder / "corpus.txt").write_bytes(text.encode())
    return folder / "corpus.txt"


def test_it_has_at_most_25_lines() -> None:
    assert len(CODE.strip().splitlines()) <= 25


def test_vocab_and_merges_are_those_of_a_plain_recount(tmp_path: Path) -> None:
    assert ADAPTER["train_bpe"](written(tmp_path, TEXT), 310, [END]) == recount(TEXT, 310)


def test_a_text_comes_back_and_its_lines_give_the_ids_of_the_whole(tmp_path: Path) -> None:
    tokenizer = ADAPTER["trained"](written(tmp_path, TEXT), 310, [END])
    for size in (1, 7, 1000):
        parts = re.findall(f"(?s).{{1,{size}}}", TEXT * 200)
        ids = list(ADAPTER["encode_iterable"](tokenizer, parts))
        assert ids == tokenizer.encode(TEXT * 200, "all")
        assert tokenizer.decode(ids) == TEXT * 200
    assert ids.count(0) == TEXT.count(END) * 200


def test_encode_iterable_needs_as_little_for_a_long_text_as_for_a_short_one(tmp_path: Path) -> None:
    tokenizer = ADAPTER["trained"](written(tmp_path, TEXT), 310, [END])
    lines = TEXT.splitlines(keepends=True)
    tracemalloc.start()
    try:
        count = sum(1 for _ in ADAPTER["encode_iterable"](tokenizer, (line for _ in range(3_000) for line in lines)))
        assert tracemalloc.get_traced_memory()[1] < len(TEXT) * 3_000
    finally:
        tracemalloc.stop()
    assert count == 3_000 * len(tokenizer.encode(TEXT, "all"))
