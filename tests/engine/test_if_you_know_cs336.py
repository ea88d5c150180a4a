"""The adapter for CS336 students, compared with a recount written here without the engine."""

import re
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import regex
import tiktoken

from tests.engine.peers import tiktoken_encoding

DOCUMENT = (Path(__file__).parents[2] / "docs" / "IF_YOU_KNOW_CS336.md").read_text("utf-8")
CODE, GET_TOKENIZER = (block.split("```")[0] for block in DOCUMENT.split("```python\n")[1:])
ADAPTER: dict[str, Any] = {}
exec(CODE, ADAPTER)  # our own code
exec(GET_TOKENIZER, ADAPTER)

END = "<|endoftext|>"
PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"  # as given by the course
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


def test_the_adapter_is_at_most_25_lines_and_equals_a_plain_recount(tmp_path: Path) -> None:
    assert len(CODE.strip().splitlines()) <= 25
    assert ADAPTER["train_bpe"](written(tmp_path, TEXT), 310, [END]) == recount(TEXT, 310)


def test_ids_of_lines_equal_those_of_the_whole_text_in_little_memory(tmp_path: Path) -> None:
    tokenizer = ADAPTER["trained"](written(tmp_path, TEXT), 310, [END])
    for size in (1, 7, 1000):
        parts = re.findall(f"(?s).{{1,{size}}}", TEXT * 200)
        ids = list(ADAPTER["encode_iterable"](tokenizer, parts))
        assert ids == tokenizer.encode(TEXT * 200, "all")
        assert tokenizer.decode(ids) == TEXT * 200
    assert ids.count(0) == TEXT.count(END) * 200
    tokenizer = ADAPTER["trained"](written(tmp_path, TEXT), 310, [END])
    lines = TEXT.splitlines(keepends=True)
    tracemalloc.start()
    try:
        count = sum(1 for _ in ADAPTER["encode_iterable"](tokenizer, (line for _ in range(3_000) for line in lines)))
        assert tracemalloc.get_traced_memory()[1] < len(TEXT) * 3_000
    finally:
        tracemalloc.stop()
    assert count == 3_000 * len(tokenizer.encode(TEXT, "all"))


def gpt2_as_the_course_has_it() -> tuple[dict[int, bytes], list[tuple[bytes, bytes]]]:
    """Return the vocabulary and merges as bytes: a merge is the two longest parts of a token with lower ranks."""
    ranks = tiktoken_encoding("gpt2")._mergeable_ranks
    merges = []
    for token, rank in sorted(ranks.items(), key=lambda item: item[1]):
        parts = [bytes([byte]) for byte in token]
        while len(parts) > 2:
            pairs = [ranks.get(left + right, rank) for left, right in zip(parts, parts[1:], strict=False)]
            place = pairs.index(min(pairs))
            parts[place : place + 2] = [parts[place] + parts[place + 1]]
        if len(parts) == 2:
            merges.append((parts[0], parts[1]))
    return {rank: token for token, rank in ranks.items()} | {50256: END.encode()}, merges


def test_get_tokenizer_gives_tiktoken_s_ids_with_the_given_special_tokens() -> None:
    vocab, merges = gpt2_as_the_course_has_it()
    gpt2 = tiktoken_encoding("gpt2")
    text = f"Hello, how {END}{END} are you? Zürich 東京 👩‍🚒\n\n  d {END} {TEXT}"
    plain = ADAPTER["get_tokenizer"](vocab, merges)
    assert plain.encode(text) == gpt2.encode(text, disallowed_special=())
    for special in ([END], [END, END + END], ["<|new one|>", END]):
        course = ADAPTER["get_tokenizer"](vocab, merges, special)
        more = [name for name in special if name != END]
        peer = tiktoken.Encoding(
            "course",
            pat_str=gpt2._pat_str,
            mergeable_ranks=gpt2._mergeable_ranks,
            special_tokens={END: 50256} | {name: 50257 + number for number, name in enumerate(more)},
        )
        # Of two that begin at the same place, tiktoken takes any, and the course the longest.
        parts = [text] if END + END not in special else re.split(f"({re.escape(END + END)})", text)
        allowed = [{part} if part in more else {END} for part in parts]
        rows = [
            peer.encode(part, allowed_special=these, disallowed_special=())
            for part, these in zip(parts, allowed, strict=True)
        ]
        ids = [token_id for row in rows for token_id in row]
        assert course.encode(text) == ids
        assert course.decode(ids) == text
        assert list(course.encode_iterable(iter(text.splitlines(keepends=True)))) == ids


def test_get_tokenizer_accepts_the_result_of_train_bpe(tmp_path: Path) -> None:
    path = written(tmp_path, TEXT)
    course = ADAPTER["get_tokenizer"](*ADAPTER["train_bpe"](path, 310, [END]), [END])
    assert course.encode(TEXT) == ADAPTER["trained"](path, 310, [END]).encode(TEXT, "all")
    assert course.decode([1 + 0x80, 1 + ord("a")]) == "\ufffda"
