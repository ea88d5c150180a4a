"""How fast is training, from text to merges? Compared with other implementations.

    python benchmarks/train.py [--text FILE] [--rounds 5]

Seconds depend on the machine; ratios from the same run depend on it less. Times are processor time of all cores, the
median of the rounds, and next to it elapsed time, which other work on the machine increases: the others use all cores,
we use one. The others: `tokenizers` and `rustbpe` (both in Rust), and a plain recount of all pairs at each step, the
method of minbpe and of the Hugging Face course. On the long-tailed text, each training runs in a process of its own,
which reports its memory, and two workers count for ours (see large_texts.py).
"""

import argparse
import random
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import accumulate, islice
from pathlib import Path
from statistics import median
from string import ascii_lowercase

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

# After sys.path is set, so that the benchmark runs in a plain checkout.
from benchmarks import large_texts
from bpe_engine import BYTE_ALPHABET, BPETrainer, Corpus
from bpe_engine.bpe.events import TieBreak
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.symbols import count_pairs, merge_symbols

MEGABYTES_4 = 4_000_000
LARGE_VOCABULARY = 32_000
SMALL_BYTES, SMALL_VOCABULARY = 186_000, 4_096
RECOUNTED_MERGES = 10

PEERS = {"tokenizers": 1.0, "rustbpe": 2.0}
"""The most time we may take, as a multiple of a peer's."""


def english() -> str:
    """Return 4 MB of English: a novel and a play, three times."""
    books = [(ROOT / "tests" / "data" / name).read_text("utf-8") for name in ("moby_dick.txt", "asyoulik.txt")]
    return "".join(books) * 3


def python_sources() -> str:
    """Return 4 MB of the standard library's sources, with far more distinct words than prose."""
    pieces: list[str] = []
    size = 0
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        if size < MEGABYTES_4:
            pieces.append(path.read_text("utf-8", errors="replace"))
            size += len(pieces[-1])
    return "".join(pieces)


def ours(lines: list[str], tie_break: TieBreak = "first-seen") -> int:
    """Train with BPE Lab; returns the number of merges, like all these functions."""
    corpus = Corpus.from_text(lines, pre_tokenizer="gpt2", byte_level=True)
    trainer = BPETrainer(
        vocab_size=LARGE_VOCABULARY,
        initial_alphabet=sorted(BYTE_ALPHABET),
        tie_break=tie_break,
    )
    return len(trainer.train(corpus).merges)


def tokenizers_library(lines: list[str]) -> int:
    """Train with the Hugging Face tokenizers library."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=LARGE_VOCABULARY, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator(lines, trainer)
    return tokenizer.get_vocab_size() - 256


def rustbpe_library(lines: list[str]) -> int:
    """Train with nanochat's rustbpe."""
    import rustbpe  # type: ignore[import-untyped]  # untyped

    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(iter(lines), LARGE_VOCABULARY, pattern=GPT2.pattern)
    return int(tokenizer.vocab_size) - 256


def seconds(job: Callable[[], object]) -> float:
    """Return the seconds that a job takes."""
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def is_installed(name: str) -> bool:
    """Return whether a peer can be imported; if not, print how to install it."""
    try:
        __import__(name)
    except ImportError:
        print(f"  {name} is NOT INSTALLED, so nothing is compared with it: pip install --group test")
        return False
    return True


def large(title: str, text: str, rounds: int) -> None:
    """Train all peers in turn on the lines of a text; print the median time of each and the ratios."""
    lines = text.splitlines(keepends=True)
    print(f"\n{title}: {len(text) / 1e6:.1f} MB, {LARGE_VOCABULARY:,} tokens, byte level, {len(lines):,} lines")
    jobs: dict[str, Callable[[list[str]], int]] = {
        "first-seen": ours,
        "smallest-id": lambda lines: ours(lines, "smallest-id"),
        "largest-pair": lambda lines: ours(lines, "largest-pair"),
        "tokenizers": tokenizers_library,
        "rustbpe": rustbpe_library,
    }
    jobs = {name: job for name, job in jobs.items() if name not in PEERS or is_installed(name)}
    clock: dict[str, list[float]] = {name: [] for name in jobs}
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    merges = {}
    for _ in range(rounds):
        for name, job in jobs.items():
            start, start_cpu = time.perf_counter(), time.process_time()
            merges[name] = job(lines)
            clock[name].append(time.perf_counter() - start)
            taken[name].append(time.process_time() - start_cpu)
    for name in jobs:
        label = name if name in PEERS else f"BPE Lab, {name}"
        print(
            f"  {label:24} {median(taken[name]):6.2f} s of all cores  {median(clock[name]):6.2f} s by the clock  "
            f"{merges[name]:,} merges"
        )
    print_ratios(taken["first-seen"], clock["first-seen"], taken, clock)


def print_ratios(
    ours: list[float], our_clock: list[float], taken: dict[str, list[float]], clock: dict[str, list[float]]
) -> None:
    """Print the ratio of our time to each peer's, the median over the rounds."""
    for name, goal in PEERS.items():
        if name in taken:
            ratio = median(own / other for own, other in zip(ours, taken[name], strict=True))
            by_clock = median(own / other for own, other in zip(our_clock, clock[name], strict=True))
            print(
                f"  we take {ratio:.2f} times the processor time of {name}, {by_clock:.2f} times by the clock "
                f"(goal: at most {goal:g})",
                flush=True,
            )


def long_tailed(path: Path, megabytes: int = 30) -> None:
    """Write a text of 200,000 random words with frequencies by Zipf's law, most of them in its long tail."""
    draw = random.Random(1)
    spelled = ("".join(draw.choices(ascii_lowercase, k=draw.randint(2, 12))) for _ in range(10**6))
    words = [*islice(dict.fromkeys(spelled), 200_000)]
    weights = [*accumulate(1 / rank for rank in range(1, len(words) + 1))]
    size = 0
    with path.open("w", encoding="utf-8") as file:
        while size < megabytes * 1_000_000:
            size += file.write(" ".join(draw.choices(words, cum_weights=weights, k=12)) + "\n")


def long_tail(rounds: int) -> None:
    """Train all peers in turn on the long-tailed text, each in its own process."""
    print("\nA long-tailed text: 30 MB, 200,000 words of random spellings by Zipf's law, 32,000 tokens")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "text.txt")
        long_tailed(path)
        rows = [row for _ in range(rounds) for row in large_texts.measure("train", 30, path)]
    of: dict[str, dict[str, list[float]]] = {}
    for column in ("seconds", "clock", "megabytes"):
        of[column] = {}
        for row in rows:
            of[column].setdefault(str(row["who"]), []).append(float(row[column]))
    print_ratios(of["seconds"][large_texts.OURS], of["clock"][large_texts.OURS], of["seconds"], of["clock"])
    memory = {who: median(values) for who, values in of["megabytes"].items()}
    print("  memory: " + ", ".join(f"{who} {values:,.0f} MB" for who, values in memory.items()))


def plain_recount(words: list[tuple[list[str], int]]) -> Iterator[float]:
    """Train by recounting all pairs at each step; yield the seconds of each merge."""
    while True:
        start = time.perf_counter()
        counts = count_pairs(words)
        best = max(counts, key=counts.__getitem__)
        words = [(merge_symbols(symbols, best, "".join(best)), frequency) for symbols, frequency in words]
        yield time.perf_counter() - start


def small(text: str, rounds: int) -> None:
    """Compare with plain recounting, over every word of the text like minbpe, and over distinct words."""
    text = text[:SMALL_BYTES]
    merges = SMALL_VOCABULARY - 256
    print(f"\nPlain recount of all pairs per merge: {len(text) / 1e3:.0f} kB, {SMALL_VOCABULARY:,} tokens")
    trainer = BPETrainer(vocab_size=SMALL_VOCABULARY, initial_alphabet=BYTE_ALPHABET)
    own = min(seconds(lambda: trainer.train(Corpus.from_text(text))) for _ in range(rounds))
    print(f"  BPE Lab                            {own:8.3f} s for all {merges:,} merges")
    training = trainer.record(Corpus.from_text(text))
    totals = {"each word of the text, as minbpe": 0.0, "distinct words, as the course": 0.0}
    # All merges would take minutes: a few are timed at the start, in the middle and at the end.
    for step in (0, merges // 2, merges - RECOUNTED_MERGES):
        words = training.at(step).words
        symbols_of = {word.word: list(word.symbols) for word in words}
        every = [(symbols_of[to_byte_symbols(word)], 1) for word in GPT2.split(text)]
        distinct = [(list(word.symbols), word.frequency) for word in words]
        for name, state in zip(totals, (every, distinct), strict=True):
            recount = plain_recount(state)
            totals[name] += sum(next(recount) for _ in range(RECOUNTED_MERGES))
    for name, total in totals.items():
        estimate = total / (3 * RECOUNTED_MERGES) * merges
        print(f"  {name:34} {estimate:8.1f} s, from a sample: {estimate / own:,.0f} times ours (goal: over 100)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, help="a UTF-8 text to train on instead")
    parser.add_argument("--rounds", type=int, default=5, help="number of runs, of which the median counts")
    options = parser.parse_args()
    if options.text:
        large(options.text.name, options.text.read_text("utf-8"), options.rounds)
    else:
        large("English", english(), options.rounds)
        large("Python's standard library", python_sources(), options.rounds)
        long_tail(options.rounds)
    small(english(), options.rounds)
