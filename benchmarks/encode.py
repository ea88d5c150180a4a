"""How fast is encoding? Beside tiktoken and the tokenizers library, in one process, on the same text.

    python benchmarks/encode.py [--rounds 5]

Seconds depend on the machine; the ratios, taken side by side in one run, hardly do. Each round
begins cold: our tokenizer is read anew, the tokenizers library's built anew (its cache is part of
it; tiktoken has none). Times are processor time, the best of the rounds; all are single-threaded.
The ids of all three are compared. Ready is the time until the first text is encoded.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tokenizers import Regex, models, pre_tokenizers
from tokenizers import Tokenizer as Peer

from benchmarks.train import english, python_sources
from bpe_engine import PRETRAINED, Tokenizer, load_pretrained
from bpe_engine.pretrained import _load
from tests.engine.peers import tiktoken_encoding

Made = TypeVar("Made")

# cl100k's pattern without possessive quantifiers, which the tokenizers library's regex engine reads otherwise.
CL100K_FOR_TOKENIZERS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def seconds(call: Callable[[], Made]) -> tuple[float, Made]:
    """The processor time that a call takes, and what it returns."""
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def fresh(name: str) -> Tokenizer:
    """A pretrained tokenizer as at first use: nothing cached."""
    _load.cache_clear()
    return load_pretrained(name)


def tokenizers_cl100k() -> Peer:
    """cl100k in the tokenizers library."""
    ours = load_pretrained("cl100k_base")
    vocabulary = dict(zip(ours.table.symbols, ours.table.ids, strict=True))
    peer = Peer(models.BPE(vocab=vocabulary, merges=list(ours.merges)))
    split = pre_tokenizers.Split(Regex(CL100K_FOR_TOKENIZERS), behavior="isolated")
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    peer.pre_tokenizer = pre_tokenizers.Sequence([split, byte_level])
    return peer


def encoding(title: str, text: str, rounds: int) -> None:
    """Time the three on a text with cl100k."""
    times: dict[str, list[float]] = {"BPE Lab": [], "tiktoken": [], "tokenizers": []}
    for _ in range(rounds):
        ours, theirs, peer = fresh("cl100k_base"), tiktoken_encoding("cl100k_base"), tokenizers_cl100k()
        taken, ids = seconds(lambda ours=ours: ours.encode(text, allowed_special="none"))
        times["BPE Lab"].append(taken)
        taken, expected = seconds(lambda theirs=theirs: theirs.encode_ordinary(text))
        times["tiktoken"].append(taken)
        if ids != expected:
            raise SystemExit("The ids differ from tiktoken's.")
        taken, encoded = seconds(lambda peer=peer: peer.encode(text))
        times["tokenizers"].append(taken)
        if encoded.ids != expected:
            print("  (The ids of the tokenizers library differ, so its time is for another result.)")
    best = {name: min(taken) for name, taken in times.items()}
    print(f"\n{title}: {len(text) / 1e6:.1f} million characters, {len(expected):,} ids, cl100k_base, cold")
    for name, taken in best.items():
        print(f"  {name:12} {taken:7.3f} s   {taken / best['tiktoken']:5.2f} times tiktoken's time")
    print(f"  tokenizers takes {best['tokenizers'] / best['BPE Lab']:.1f} times as long as BPE Lab (goal: 2 or more)")


def long_word(rounds: int) -> None:
    """Time one word of a million letters, the vocabulary ready."""
    ours, theirs = load_pretrained("o200k_base"), tiktoken_encoding("o200k_base")
    ours.encode("x")
    print("\nOne word of a million letters, o200k_base")
    for title, text in {"x": "x" * 1_000_000, "ab": "ab" * 500_000}.items():
        taken = [
            (seconds(lambda t=text: ours.encode(t)), seconds(lambda t=text: theirs.encode_ordinary(t)))
            for _ in range(rounds)
        ]
        if any(mine[1] != peer[1] for mine, peer in taken):
            raise SystemExit("The ids differ from tiktoken's.")
        mine, peer = min(mine[0] for mine, _ in taken), min(peer[0] for _, peer in taken)
        print(f"  {title:12} {mine:5.2f} s, tiktoken {peer:5.2f} s: {mine / peer:.1f} times its time (goal: under 1 s)")


def main(rounds: int) -> None:
    """Print all measurements."""
    print("Vocabularies: read from the package, until the first text is encoded")
    for name, goal in {"gpt2": 150, "cl100k_base": 150, "o200k_base": 300}.items():
        taken = min(seconds(lambda name=name: fresh(name).encode("hello world"))[0] for _ in range(rounds))
        print(f"  {name:12} {taken * 1e3:5.0f} ms (goal: under {goal})")
    print("\nOne word of 100,000 equal letters")
    for name in PRETRAINED:
        taken = min(seconds(lambda name=name: fresh(name).encode("a" * 100_000))[0] for _ in range(rounds))
        print(f"  {name:12} {taken:5.2f} s, loading included (goal: under 1)")
    long_word(rounds)
    encoding("English", english(), rounds)
    encoding("Python's standard library", python_sources(), rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is run; the best time counts")
    main(parser.parse_args().rounds)
