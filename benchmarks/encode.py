"""How fast is encoding, compared with tiktoken, the tokenizers library and gigatoken? One process, the same text.

    python benchmarks/encode.py [--rounds 5]

Seconds depend on the machine; ratios from the same run depend on it less. Each round starts cold: our tokenizer is
loaded again, and so are those that cache words (tiktoken doesn't). Times are processor time, the median of the rounds,
with one thread each. All ids are compared. "Ready" is the time until the first text is encoded. The last table has only
the ratios.
"""

import argparse
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tokenizers import Regex, models, pre_tokenizers
from tokenizers import Tokenizer as Peer

from benchmarks.large_texts import HAS_GIGATOKEN, gigatoken_of
from benchmarks.train import english, python_sources
from bpe_engine import PRETRAINED, Tokenizer, load_pretrained
from bpe_engine.vocabularies.pretrained import _load
from tests.engine.peers import tiktoken_encoding

Result = TypeVar("Result")
NAMES = ("gpt2", "cl100k_base", "o200k_base")
OURS, THEIRS = "BPE Lab", "tiktoken"

# cl100k's pattern without possessive quantifiers, which the tokenizers library's regex engine reads differently.
CL100K_FOR_TOKENIZERS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def seconds(call: Callable[[], Result]) -> tuple[float, Result]:
    """Return the processor time of a call, and its result."""
    start = time.thread_time()
    result = call()
    return time.thread_time() - start, result


def fresh(name: str) -> Tokenizer:
    """Return a pretrained tokenizer without anything cached, as at first use."""
    _load.cache_clear()
    return load_pretrained(name)


def tokenizers_cl100k() -> Peer:
    """Return cl100k in the tokenizers library."""
    ours = load_pretrained("cl100k_base")
    vocabulary = dict(zip(ours.table.symbols, ours.table.ids, strict=True))
    peer = Peer(models.BPE(vocab=vocabulary, merges=list(ours.merges)))
    split = pre_tokenizers.Split(Regex(CL100K_FOR_TOKENIZERS), behavior="isolated")
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    peer.pre_tokenizer = pre_tokenizers.Sequence([split, byte_level])
    return peer


def many_languages() -> str:
    """Return two million characters in 37 languages and all their scripts: the same article of law, repeated."""
    articles = json.loads((ROOT / "data" / "udhr" / "article1_37.json").read_text("utf-8"))
    text = "\n".join(article["text"] for article in articles.values()) + "\n"
    return text * (2_000_000 // len(text))


def encoders_of(name: str) -> dict[str, Callable[[str], Sequence[int]]]:
    """Return the encoding functions by implementation, each as at first use."""
    ours, theirs = fresh(name), tiktoken_encoding(name)
    encoders: dict[str, Callable[[str], Sequence[int]]] = {
        OURS: lambda text: ours.encode(text, allowed_special="none"),
        THEIRS: theirs.encode_ordinary,
    }
    if name == "cl100k_base":
        peer = tokenizers_cl100k()
        encoders["tokenizers"] = lambda text: peer.encode(text).ids
    if HAS_GIGATOKEN:
        giga = gigatoken_of(name)
        encoders["gigatoken"] = lambda text: giga.encode(text).tolist()
    return encoders


def encoding(name: str, title: str, text: str, rounds: int) -> float:
    """Time all implementations on a text; return the ratio of our time to tiktoken's."""
    times: dict[str, list[float]] = {}
    for _ in range(rounds):
        ids = {}
        for who, encode in encoders_of(name).items():
            taken, ids[who] = seconds(lambda encode=encode: encode(text))
            times.setdefault(who, []).append(taken)
        if ids[OURS] != ids[THEIRS]:
            raise SystemExit("The ids differ from tiktoken's.")
        others = [who for who, their_ids in ids.items() if their_ids != ids[THEIRS]]
    print(f"\n{title}, {name}: {len(text) / 1e6:.1f} million characters, {len(ids[OURS]):,} ids, cold")
    for who, taken in times.items():
        ratio = median(one / other for one, other in zip(taken, times[THEIRS], strict=True))
        note = "  (other ids)" if who in others else ""
        print(f"  {who:12} {median(taken):7.3f} s   {ratio:5.2f} times tiktoken's time{note}", flush=True)
    return median(one / other for one, other in zip(times[OURS], times[THEIRS], strict=True))


def long_word(rounds: int) -> None:
    """Time one word of a million letters, with the vocabulary loaded."""
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
        mine, peer = median(mine[0] for mine, _ in taken), median(peer[0] for _, peer in taken)
        print(
            f"  {title:12} {mine:5.2f} s, tiktoken {peer:5.2f} s: {mine / peer:.1f} times its time (goal: under 0.7 s)"
        )


def main(rounds: int) -> None:
    """Print all measurements."""
    # Imported first, as in the app; to measure without it, use an environment without it.
    has_numpy = importlib.util.find_spec("numpy") is not None and bool(importlib.import_module("numpy"))
    print(f"numpy is {'there' if has_numpy else 'not there'}: with it many new words are merged at once")
    if not HAS_GIGATOKEN:
        print("gigatoken is NOT INSTALLED, so nothing is compared with it: pip install gigatoken")
    print("Vocabularies: read from the package, until the first text is encoded")
    for name, goal in zip(NAMES, (150, 150, 300), strict=True):
        taken = median(seconds(lambda name=name: fresh(name).encode("hello world"))[0] for _ in range(rounds))
        print(f"  {name:12} {taken * 1e3:5.0f} ms (goal: under {goal})")
    print("\nOne word of 100,000 equal letters")
    for name in PRETRAINED:
        taken = median(seconds(lambda name=name: fresh(name).encode("a" * 100_000))[0] for _ in range(rounds))
        print(f"  {name:12} {taken:5.2f} s, loading included (goal: under 1)")
    long_word(rounds)
    texts = {"English": english(), "Python's library": python_sources(), "37 languages": many_languages()}
    ratios = {title: [encoding(name, title, text, rounds) for name in NAMES] for title, text in texts.items()}
    print(f"\n{'times tiktoken:':18}" + "".join(f"{name:>14}" for name in NAMES) + "  (goal: at most 1.5)")
    for title, values in ratios.items():
        print(f"{title:18}" + "".join(f"{ratio:14.2f}" for ratio in values))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="number of runs, of which the median counts")
    main(parser.parse_args().rounds)
