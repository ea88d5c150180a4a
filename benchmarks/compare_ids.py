"""Compare the ids of the included Qwen and DeepSeek vocabularies with those of the tokenizers library, line by line.

    python -m benchmarks.compare_ids [LINES]

100,000 lines unless said otherwise: half from this repository (books, code, translations, the UDHR in 37 languages),
half of random pieces and characters. Prints the lines that differ. Takes some minutes.
"""

import sys
import time

from bpe_engine import load_pretrained
from tests.engine.mixed_lines import mixed_lines
from tests.engine.peers import PUBLISHED_JSON, published_tokenizer


def main(count: int) -> int:
    """Return how many lines differ, after printing them."""
    lines = mixed_lines(count)
    differing = 0
    for name in PUBLISHED_JSON:
        tokenizer, peer = load_pretrained(name), published_tokenizer(name)
        start = time.perf_counter()
        ids = [tokenizer.encode(line, "all") for line in lines]
        seconds = time.perf_counter() - start
        tokens = 0
        for line, ours in zip(lines, ids, strict=True):
            theirs = peer.encode(line, add_special_tokens=False).ids
            tokens += len(theirs)
            if ours != theirs:
                differing += 1
                print(f"{name}: {line!r}\n  here {ours}\n  tokenizers {theirs}")
        print(f"{name}: {len(lines):,} lines, {tokens:,} tokens, {seconds:.1f} s here")
    print(f"{differing:,} lines differ.")
    return differing


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)))
