"""How do time and memory grow with the text? Training and encoding 1, 10 and 100 MB, compared with others.

    python benchmarks/large_texts.py [--text FILE] [--megabytes 1 10 100] [--out FOLDER]

The default text is the Python sources and notes of this installation. The jobs run one after another, each in a process
of its own. Time is the processor time of all cores, which other work on the machine affects less than elapsed time;
memory is the peak of one process. Training: 32,000 tokens, GPT-2's pattern, byte-level; two worker processes count for
ours. Encoding: GPT-2's vocabulary, already loaded, in one process, with the text in the same pieces for all; gigatoken
is included if it is installed (pip install gigatoken). --out writes the numbers and their plots, as in
docs/large_texts.csv and docs/large_texts.svg.
"""

import argparse
import csv
import json
import multiprocessing
import platform
import resource
import subprocess
import sys
import sysconfig
import tempfile
import time
import zlib
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

# After sys.path is set, so that the benchmark runs in a plain checkout.
from bpe_engine import BYTE_ALPHABET, BPETrainer, Corpus, load_pretrained
from bpe_engine.pieces import encode_pieces, pieces_to_encode
from bpe_engine.pre_tokenizers import GPT2
from bpe_engine.vocabularies.pretrained import official_file

VOCABULARY = 32_000
MEGABYTE = 1_000_000
OURS = "BPE Lab"


def installed_text(path: Path, megabytes: int) -> None:
    """Write sources and notes of this Python installation, up to the given size."""
    folders = {sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")}
    size = 0
    with path.open("wb") as file:
        for source in sorted({source for folder in folders for source in Path(folder).rglob("*")}):
            if source.suffix in (".py", ".pyi", ".txt", ".md", ".rst", ".js", ".css", ".html") and source.is_file():
                data = source.read_bytes()
                if size < megabytes * MEGABYTE and data.isascii():
                    size += file.write(data)


def beginning(text: Path, megabytes: int, path: Path) -> None:
    """Write the beginning of a text, up to the end of a line."""
    with text.open("rb") as file:
        data = file.read(megabytes * MEGABYTE)
    path.write_bytes(data[: data.rfind(b"\n") + 1])


def train_ours(path: Path) -> object:
    """Train with BPE Lab.

    Returns, like all these functions, a digest of the merges; None if they are not comparable.
    """
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as executor:
        corpus = Corpus.from_files([path], executor=executor)
    trainer = BPETrainer(vocab_size=VOCABULARY, initial_alphabet=sorted(BYTE_ALPHABET), tie_break="smallest-id")
    return zlib.crc32(repr([tuple(pair) for pair in trainer.train(corpus).merges]).encode())


def train_tokenizers(path: Path) -> object:
    """Train with the Hugging Face tokenizers library."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    peer = Tokenizer(models.BPE())
    peer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=VOCABULARY, initial_alphabet=alphabet, show_progress=False)
    with path.open(encoding="utf-8", newline="") as file:
        # In pieces that give the same words as the whole text: the library itself would split it into lines.
        peer.train_from_iterator(pieces_to_encode(load_pretrained("gpt2"), file), trainer)
    merges = json.loads(peer.to_str())["model"]["merges"]
    return zlib.crc32(repr([tuple(pair) for pair in merges]).encode())


def train_rustbpe(path: Path) -> object:
    """Train with nanochat's rustbpe, which breaks ties in another way."""
    import rustbpe  # type: ignore[import-untyped]  # untyped

    peer = rustbpe.Tokenizer()
    with path.open(encoding="utf-8", newline="") as file:
        peer.train_from_iterator(pieces_to_encode(load_pretrained("gpt2"), file), VOCABULARY, pattern=GPT2.pattern)
    return None


def blocks(path: Path) -> Iterator[str]:
    """Yield the text of a file in blocks."""
    with path.open(encoding="utf-8", newline="") as file:
        while block := file.read(2**20):
            yield block


def encode_ours(path: Path) -> object:
    """Encode with BPE Lab. Returns, like all these functions, a digest of the ids."""
    return digest(encode_pieces(load_pretrained("gpt2"), blocks(path)))


def encode_tiktoken(path: Path) -> object:
    """Encode with OpenAI's tiktoken."""
    from tests.engine.peers import tiktoken_encoding

    encode = tiktoken_encoding("gpt2").encode_ordinary
    return digest(array("i", encode(piece)) for piece in pieces_to_encode(load_pretrained("gpt2"), blocks(path)))


def encode_tokenizers(path: Path) -> object:
    """Encode with the Hugging Face tokenizers library."""
    from tests.engine.peers import tokenizers_gpt2

    encode = tokenizers_gpt2().encode
    return digest(array("i", encode(piece).ids) for piece in pieces_to_encode(load_pretrained("gpt2"), blocks(path)))


def gigatoken_of(name: str) -> Any:
    """Return a vocabulary in gigatoken, which recognizes OpenAI's by their file names."""
    import gigatoken  # type: ignore[import-not-found]  # optional

    official = "r50k_base" if name == "gpt2" else name
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{official}.tiktoken")
        path.write_bytes(official_file(official))
        return gigatoken.Tokenizer.from_tiktoken(path)


def encode_gigatoken(path: Path) -> object:
    """Encode with gigatoken, on one thread like the others."""
    encode = gigatoken_of("gpt2").encode
    return digest(
        array("i", encode(piece).tobytes()) for piece in pieces_to_encode(load_pretrained("gpt2"), blocks(path))
    )


def digest(parts: Iterator["array[int]"]) -> int:
    """Return a digest of all ids."""
    found = 0
    for part in parts:
        found = zlib.crc32(part.tobytes(), found)
    return found


JOBS: dict[str, dict[str, Callable[[Path], object]]] = {
    "train": {OURS: train_ours, "tokenizers": train_tokenizers, "rustbpe": train_rustbpe},
    "encode": {OURS: encode_ours, "tokenizers": encode_tokenizers, "tiktoken": encode_tiktoken},
}
HAS_GIGATOKEN = find_spec("gigatoken") is not None
if HAS_GIGATOKEN:
    JOBS["encode"]["gigatoken"] = encode_gigatoken


def one(what: str, who: str, path: Path) -> None:
    """Run one job and print its time and memory as JSON."""
    if what == "encode":
        JOBS[what][who](Path(__file__))  # loads the vocabulary
    start, cpu = time.perf_counter(), processor_time()
    value = JOBS[what][who](path)
    taken = {"clock": time.perf_counter() - start, "seconds": processor_time() - cpu}
    most = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps({**taken, "megabytes": most / (2**20 if sys.platform == "darwin" else 2**10), "digest": value}))


def processor_time() -> float:
    """Return the processor time of this process and the child processes that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def measure(what: str, size: int, path: Path) -> Iterator[dict[str, str | float]]:
    """Run a job with each implementation; yield the rows of a table."""
    ours: dict[str, float] = {}
    for who in JOBS[what]:
        command = [sys.executable, str(Path(__file__)), "--one", what, who, str(path)]
        record = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        ours = ours or record
        if record["digest"] not in (None, ours["digest"]):
            print(f"  ({who} gives another result.)")
        ratio = record["seconds"] / ours["seconds"]
        print(
            f"  {what:7} {size:4} MB  {who:11} {record['seconds']:8.2f} s of all cores  {record['clock']:8.2f} s by "
            f"the clock  {record['megabytes']:7,.0f} MB  {ratio:5.2f} x our time",
            flush=True,
        )
        yield {
            "job": what,
            "text, MB": size,
            "who": who,
            **{name: round(record[name], 2) for name in ("seconds", "clock", "megabytes")},
        }


def plot(rows: list[dict[str, str | float]], path: Path, heading: str) -> None:
    """Plot time and memory against the size of the text."""
    import altair as alt
    import pandas as pd

    table = pd.DataFrame(rows)
    titles = {"train": "Training", "encode": "Encoding"}
    charts = [
        alt.Chart(table[table["job"] == job], title=title, width=300, height=220)
        .mark_line(point=True)
        .encode(
            x=alt.X("text\\, MB:Q", scale=alt.Scale(type="log"), title="text, MB"),
            y=alt.Y(f"{column}:Q", scale=alt.Scale(type="log"), title=axis),
            color=alt.Color("who:N", title=None),
        )
        for job, title in titles.items()
        for column, axis in (("seconds", "seconds of all processors"), ("megabytes", "memory, MB"))
    ]
    whole = alt.vconcat(charts[0] | charts[1], charts[2] | charts[3])
    whole = whole.resolve_scale(color="independent").properties(title=alt.TitleParams(heading, fontSize=11))
    whole.save(path)


def machine() -> str:
    """Describe the machine, Python and the date of the measurements."""
    model = platform.processor() or platform.machine()
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        names = [line.partition(":")[2].strip() for line in cpus.read_text().splitlines() if "model name" in line]
        model = f"{names[0]}, {len(names)} processors" if names else model
    return f"{model}; Python {platform.python_version()}; {date.today().isoformat()}"


def main(options: argparse.Namespace) -> None:
    """Measure, print, and write files if requested."""
    rows: list[dict[str, str | float]] = []
    title = machine()
    print(title)
    with tempfile.TemporaryDirectory() as folder:
        text = options.text or Path(folder, "installed.txt")
        if not options.text:
            installed_text(text, max(options.megabytes))
        for size in options.megabytes:
            path = Path(folder, "text.txt")
            beginning(text, size, path)
            for job in JOBS:
                rows += measure(job, size, path)
    if options.out:
        with (options.out / "large_texts.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        plot(rows, options.out / "large_texts.svg", title)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, help="a UTF-8 text instead of this installation's sources")
    parser.add_argument("--megabytes", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--out", type=Path, help="a folder for large_texts.csv and large_texts.svg")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)  # a single job, in its own process
    chosen = parser.parse_args()
    if chosen.one:
        one(*chosen.one[:2], Path(chosen.one[2]))
    else:
        main(chosen)
