"""Text files in parts: the same words as in the whole texts, wherever the parts end."""

import os
import pickle
import re
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
import sentencepiece
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bpe_engine import Corpus, EngineError, PreTokenizer
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from bpe_engine.text.file_counts import MAX_PENDING_PARTS, count_files, read_parts

DATA = Path(__file__).parent.parent / "data"
BOOKS = [DATA / "asyoulik.txt", DATA / "moby_dick.txt"]

# What may be at a cut, and what the patterns distinguish.
TEXT = st.lists(
    st.sampled_from([*" \n\r\t/'_.。、!\u00a0\u3000\u2028\x1c\x85", "\r\n", "\n\n", "  ", " \n", "'s", "'ſ", "don't"])
    | st.sampled_from(["the", "Pug", "HUGS", "1234", "½²", "東京", "한", "e\u0301", "\u0301", "👩‍💻", "<|endoftext|>"])
    | st.sampled_from(["[UNK]", "<unk>", "\ufeff", "\x00", "İ", "ª", "ʰ", "क्षि"])
    | st.characters(exclude_categories=["Cs", "Cn"]),
    max_size=40,
).map("".join)


def written(folder: Path, *texts: str | bytes) -> list[Path]:
    """Write files with these texts."""
    paths = [folder / f"{number}.txt" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return paths


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(TEXT, max_size=3), size=st.integers(1, 12))
@example(texts=["東。\n東。\n\n京。\nb/\n/c\n", "a\n \nb \n\nc 1\n2\r\n3\r"], size=1)
def test_words_equal_those_of_the_whole_texts_in_the_same_order(
    name: str, texts: list[str], size: int, tmp_path: Path
) -> None:
    paths = written(tmp_path, *texts)
    whole = Corpus.from_text(texts, name, byte_level=False)
    with ThreadPoolExecutor(2) as threads:
        for executor in (None, threads):
            found = count_files(paths, PRE_TOKENIZERS[name], executor, part_size=size)
            assert list(found.items()) == list(whole.words.items())


SPECIAL = st.sets(st.sampled_from(["<|endoftext|>", "<|", "[UNK]", "the", "12", "g\n", "\n東", "。 ", "'"]), min_size=1)


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from([*PRE_TOKENIZERS]), text=TEXT, special=SPECIAL, size=st.integers(1, 12))
@example(name="gpt2", text="a <|endoftext|><|endoftext|> b", special={"<|endoftext|>"}, size=3)
@example(name="gpt2", text="x。\n東y", special={"\n東"}, size=8)
def test_special_tokens_are_skipped_and_separate_texts_wherever_parts_end(
    name: str, text: str, special: set[str], size: int, tmp_path: Path
) -> None:
    longest_first = "|".join(map(re.escape, sorted(special, key=len, reverse=True)))
    expected = Corpus.from_text(re.split(longest_first, text), name, byte_level=False)
    tokens = sorted(special)
    assert Corpus.from_text(text, name, False, special_tokens=tokens) == expected
    with ThreadPoolExecutor(2) as threads:
        for executor in (None, threads):
            found = count_files(
                written(tmp_path, text), PRE_TOKENIZERS[name], executor, special_tokens=tokens, part_size=size
            )
            assert list(found.items()) == list(expected.words.items())


def test_special_tokens_must_be_a_list_of_names(tmp_path: Path) -> None:
    for wrong in ("<|endoftext|>", [""], ["<s>", "<s>"]):
        with pytest.raises(EngineError, match="special_tokens"):
            Corpus.from_text("a", special_tokens=wrong)
        with pytest.raises(EngineError, match="special_tokens"):
            Corpus.from_files(written(tmp_path, "a"), special_tokens=wrong)


def test_parts_are_short_except_for_custom_patterns(tmp_path: Path) -> None:
    for text in ("the pug, the pun. " * 500, "東京は、日本の首都です。\n" * 500, "a\r\n" * 3_000):
        (path,) = written(tmp_path, text)
        parts = list(read_parts(path, may_be_cut=True, part_size=600))
        assert "".join(part for part, _ in parts) == text
        assert max(len(part) for part, _ in parts) < 1_000
        assert sum(size for _, size in parts) == len(text.encode())
    texts = ["the pug and the pun", "the bun"]
    own = PreTokenizer(r"(?s)the.*")
    assert (
        count_files(written(tmp_path, *texts), own, part_size=3) == Corpus.from_text(texts, own, byte_level=False).words
    )


def test_worker_processes_give_the_same_counts_and_progress_is_reported() -> None:
    whole = Corpus.from_text([path.read_bytes().decode() for path in BOOKS], "gpt4o", byte_level=False)
    told: list[int] = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        found = count_files(BOOKS, PRE_TOKENIZERS["gpt4o"], processes, told.append, part_size=100_000)
    assert list(found.items()) == list(whole.words.items())
    assert told == sorted(set(told))
    assert len(told) > 10
    assert told[-1] == sum(path.stat().st_size for path in BOOKS)
    alone: list[int] = []
    count_files(BOOKS, PRE_TOKENIZERS["gpt4o"], progress=alone.append, part_size=100_000)
    assert alone == told


class Deadly(PreTokenizer):
    """Ends the process that uses it."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (1,)


def test_a_dead_worker_is_reported(tmp_path: Path) -> None:
    (path,) = written(tmp_path, "the pug")
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes,
        pytest.raises(EngineError, match=r"A worker process ended while counting words.*without executor=") as error,
    ):
        Corpus.from_files([path], Deadly("x", "y"), executor=processes)
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


class Forgetful(ThreadPoolExecutor):
    """Loses every third part, and reports it with its own error, as a cluster might."""

    asked = 0

    def submit(self, call, /, *values):  # type: ignore[no-untyped-def]  # as Executor has it
        self.asked += 1
        return super().submit(lost if self.asked % 3 == 0 else call, *values)


def lost(*values: object) -> None:
    raise LookupError("the worker is gone")


def test_a_part_lost_by_a_cluster_is_still_counted() -> None:
    with Forgetful(2) as executor:
        found = count_files(BOOKS, PRE_TOKENIZERS["gpt4o"], executor, part_size=100_000)
        assert executor.asked > 10
    assert list(found.items()) == list(Corpus.from_files(BOOKS, "gpt4o", byte_level=False).words.items())


class Wrong(PreTokenizer):
    """Fails on every text."""

    def count(self, texts: object) -> dict[str, int]:
        raise LookupError("no such text")


def test_an_error_in_a_part_is_reported(tmp_path: Path) -> None:
    (path,) = written(tmp_path, "the pug")
    with ThreadPoolExecutor(1) as executor, pytest.raises(LookupError, match="no such text"):
        Corpus.from_files([path], Wrong("x"), executor=executor)


def test_only_a_few_parts_are_read_ahead_of_the_workers(tmp_path: Path) -> None:
    (path,) = written(tmp_path, "the pug " * 1_000)
    waiting: list[int] = []

    class Slow(ThreadPoolExecutor):
        """Starts nothing before its result is requested."""

        def submit(self, call, /, *values):  # type: ignore[no-untyped-def]  # as Executor has it
            waiting.append(1)
            future = super().submit(call, *values)
            ask = future.result

            def result(timeout: float | None = None) -> object:
                waiting.pop()
                return ask(timeout)

            future.result = result  # type: ignore[method-assign, assignment]  # to count who asks
            most.append(len(waiting))
            return future

    most: list[int] = []
    with Slow(1) as executor:
        assert isinstance(executor, Executor)
        count_files([path], PRE_TOKENIZERS["whitespace"], executor, part_size=10)
    assert max(most) == MAX_PENDING_PARTS < len(most)


@pytest.mark.parametrize("size", [1, 2, 3, 1_000])
@pytest.mark.parametrize(
    ("data", "place", "byte"),
    [(b"ab \xe6\x9d", 3, "E6"), (b"\xff", 0, "FF"), ("東東".encode() + b"\xe6\x9d a", 6, "E6"), (b"a \x80", 2, "80")],
)
def test_invalid_utf_8_is_refused_with_file_and_byte(
    data: bytes, place: int, byte: str, size: int, tmp_path: Path
) -> None:
    paths = written(tmp_path, "fine", data)
    with pytest.raises(EngineError, match=rf"1\.txt is not UTF-8 text: byte {place} is 0x{byte}"):
        count_files(paths, PRE_TOKENIZERS["whitespace"], part_size=size)
    with ThreadPoolExecutor(1) as threads, pytest.raises(EngineError, match=f"byte {place} is 0x{byte}"):
        count_files(paths, PRE_TOKENIZERS["whitespace"], threads, part_size=size)


@pytest.mark.parametrize("byte_level", [False, True])
def test_a_word_table_round_trips(byte_level: bool, tmp_path: Path) -> None:
    pre_tokenizer = "gpt4" if byte_level else "whitespace"
    corpus = Corpus.from_text(BOOKS[0].read_text("utf-8") + "\t東 x\x85y\r", pre_tokenizer, byte_level)
    corpus.to_tsv(tmp_path / "words.tsv")
    back = Corpus.from_tsv(tmp_path / "words.tsv", pre_tokenizer, byte_level)
    assert (back, list(back.words)) == (corpus, list(corpus.words))


def test_sentencepiece_reads_the_word_table(tmp_path: Path) -> None:
    Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}).to_tsv(tmp_path / "words.tsv")
    sentencepiece.SentencePieceTrainer.Train(
        input=str(tmp_path / "words.tsv"),
        input_format="tsv",
        model_type="bpe",
        vocab_size=14,
        model_prefix=str(tmp_path / "hug"),
        minloglevel=2,
    )
    model = sentencepiece.SentencePieceProcessor(model_file=str(tmp_path / "hug.model"))
    pieces = [model.IdToPiece(number) for number in range(model.GetPieceSize())]
    assert pieces[3:6] == ["ug", "▁p", "un"]  # 10 + 5 + 5 times, 5 + 12 times, 12 + 4 times


def test_a_malformed_table_is_refused_with_its_line(tmp_path: Path) -> None:
    (path,) = written(tmp_path, "hug\t3\r\npug\t2\nhug\t1\n")
    assert Corpus.from_tsv(path).words == {"hug": 4, "pug": 2}
    for line in ("", "pug", "pug 3", "pug\t", "\t3", "pug\t-1", "pug\t1.5", "pug\t²"):
        (path,) = written(tmp_path, f"hug\t3\n{line}\n")
        with pytest.raises(EngineError, match=r"Line 2 of .*a word, a tab and a count"):
            Corpus.from_tsv(path)
    (path,) = written(tmp_path, "東\t3\n")
    with pytest.raises(EngineError, match="byte alphabet"):
        Corpus.from_tsv(path, byte_level=True)
    with pytest.raises(EngineError, match="frequency of 'hug' is 0"):
        Corpus.from_tsv(written(tmp_path, "hug\t0")[0])
    with pytest.raises(EngineError, match=r"contains a tab or line break.*byte-level corpus"):
        Corpus.from_text("a\tb", "gpt2", byte_level=False).to_tsv(path)
