"""Opening files: recognized by content; those that are too large, binary or unknown are refused."""

import io
import pickle
import zipfile

import pytest
from tokenizers import Tokenizer

from bpe_engine import BYTE_ALPHABET, BPETrainer, Corpus
from bpe_engine.files import FORMATS, MAX_FILE_BYTES, read, write
from tests.engine.file_samples import refused, trained


@pytest.mark.parametrize("name", [name for name, format in FORMATS.items() if format.write])
def test_a_format_is_known_by_its_content_whatever_the_files_are_called(name: str) -> None:
    files = write(trained(merges=20), name)
    assert tuple(files) == FORMATS[name].files
    opened = read({f"{number}.bin": content for number, content in enumerate(files.values())})
    assert opened.format == name
    assert opened.has_steps


def zipped() -> bytes:
    with io.BytesIO() as file:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("tokenizer.json", "{}")
        return file.getvalue()


class Bomb:
    def __reduce__(self) -> tuple[object, ...]:
        return exec, ("raise SystemExit('executed')",)


@pytest.mark.parametrize(
    "content",
    [
        zipped(),
        pickle.dumps(Bomb()),
        b"\x89PNG\r\n\x1a\n",
        b"\x1f\x8b\x08\0",
        b"\xff\xfe{\0",
        b"just some text that is no list of merges\n",
        b"\n\n\n",
    ],
)
def test_a_file_in_an_unknown_format_is_refused_and_nothing_in_it_runs(
    content: bytes,
) -> None:
    refused(lambda: read({"some.file": content}), r"some\.file is in an unknown format; it starts with.*minbpe")


def test_size_is_checked_before_anything_else() -> None:
    refused(lambda: read({"x": b""}), "x is empty")
    refused(lambda: read({"x": b"{" * (MAX_FILE_BYTES + 1)}), "x has 50,000,001 bytes, but the limit is 50,000,000")
    refused(lambda: read({}), "no file to open")


def test_files_of_different_tokenizers_are_refused() -> None:
    model, ranks = write(trained(), "minbpe")["tokenizer.model"], write(trained(), "tiktoken")["tokenizer.tiktoken"]
    refused(lambda: read({"a": model, "b": ranks}), r"2 files do not form one tokenizer: a \(minbpe\), b \(tiktoken\)")


@pytest.mark.parametrize("name", ["minbpe", "tiktoken"])
def test_a_special_token_that_is_also_an_ordinary_one_is_not_written_to_ambiguous_formats(name: str) -> None:
    for special in ("a", "th"):
        ambiguous = trained(merges=20, special=(special,))
        assert special in {*BYTE_ALPHABET, *("".join(pair) for pair in ambiguous.merges)}
        refused(lambda: write(ambiguous, name), f"special token '{special}' is also.*{name}.*Rename it")  # noqa: B023  # called at once
        files = write(ambiguous, "tokenizer.json")
        peer = Tokenizer.from_str(files["tokenizer.json"].decode())
        ids = read(files).tokenizer.encode("the hat", "all")
        assert ids == ambiguous.encode("the hat", "all") == peer.encode("the hat").ids


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    tokenizer = BPETrainer(vocab_size=9).train(Corpus.from_text("hug hugs pug"))
    refused(lambda: write(tokenizer, "pickle"), r"no format 'pickle'. Choose one of minbpe, gpt2")
