"""The code shown next to the files runs unchanged, in the files' folder, with the real library."""

import subprocess
import sys
from pathlib import Path

import pytest

from bpe_engine import BPETrainer, Corpus, PreTokenizer, Tokenizer
from bpe_engine.files import FORMATS, snippet, write
from bpe_engine.files.snippets import example_text
from bpe_engine.files.split_sequence import Split, split_sequence
from bpe_engine.pre_tokenizers import BERT, GPT2
from tests.engine.file_samples import refused, tokenizer_of_bytes, trained_bpe, trained_on_characters

HELLO = [b"he", b"llo", b" wor", b"ld"]
IN_STEPS = split_sequence(
    Split(PreTokenizer(r"\p{N}"), "isolated"),
    Split(PreTokenizer(r"[lo]"), "merged_with_previous"),
    Split(GPT2, "isolated"),
)
BYTE_LEVEL = {
    "gpt2": lambda: tokenizer_of_bytes(HELLO, GPT2),
    "gpt4": lambda: trained_bpe("gpt4"),
    "special": lambda: trained_bpe("gpt4o", special=("<|end|>", "it's")),
    "whitespace": lambda: trained_bpe("whitespace"),
    "none": lambda: tokenizer_of_bytes(HELLO),
    "own pattern": lambda: tokenizer_of_bytes(HELLO, PreTokenizer(r" ?[\w']+|\s")),
    "bert": lambda: tokenizer_of_bytes(HELLO, BERT),
    "several steps": lambda: tokenizer_of_bytes([*HELLO, b"hello", b"o wor"], IN_STEPS),
}
ON_CHARACTERS = {
    "characters": lambda: trained_on_characters(),
    "suffix": lambda: trained_on_characters("</w>"),
}
CASES = [
    *(("minbpe", case) for case in ("gpt4", "special", "own pattern")),
    *(
        ("gpt2", case)
        for case in ("gpt2", "special", "whitespace", "none", "own pattern", "bert", "several steps", *ON_CHARACTERS)
    ),
    *(("tiktoken", case) for case in ("special", "none", "own pattern")),
    *(("tokenizer.json", case) for case in ("special", "suffix", "several steps")),
]


def run(code: str, folder: Path) -> list[int]:
    # minbpe is not an installable package: the tests' own version replaces it, written from its file format.
    (folder / "minbpe.py").write_text((Path(__file__).parent / "minbpe_oracle.py").read_text("utf-8"), "utf-8")
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [int(part) for part in done.stdout.strip("[]\n").split(", ")]


def ids_after_loading(tokenizer: Tokenizer, name: str) -> list[int]:
    if name != "minbpe":
        return tokenizer.encode(example_text(tokenizer), "all")
    from bpe_engine.files import read

    return read(write(tokenizer, name)).tokenizer.encode(example_text(tokenizer), "all")


@pytest.mark.parametrize(("name", "case"), CASES)
def test_the_code_loads_the_files_and_prints_our_ids(name: str, case: str, tmp_path: Path) -> None:
    tokenizer = (BYTE_LEVEL | ON_CHARACTERS)[case]()
    for file, content in write(tokenizer, name).items():
        (tmp_path / file).write_bytes(content)
    code = snippet(tokenizer, name)
    assert FORMATS[name].files[0] in code
    assert len(code.splitlines()) < 20
    assert run(code, tmp_path) == ids_after_loading(tokenizer, name)


def test_snippets_encode_a_known_text_and_unknown_formats_are_refused() -> None:
    small = BPETrainer(vocab_size=14).train(Corpus.from_counts({"hug": 10, "pug": 5, "hugs": 5}))
    assert "'hugs'" in snippet(small, "tokenizer.json")
    assert "'hello world'" in snippet(trained_bpe("gpt4"), "tokenizer.json")
    refused(
        lambda: snippet(tokenizer_of_bytes(HELLO, IN_STEPS), "tiktoken"),
        "tiktoken stores only one pattern.*Choose tokenizer.json",
    )
    refused(lambda: snippet(trained_bpe(), "pickle"), "no code for 'pickle'")
