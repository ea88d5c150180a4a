"""The words of a training: the same corpus, whatever the pieces in which a long text is read."""

from typing import Literal, get_args

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bpe_engine import Corpus, EngineError
from bpe_engine.pre_tokenizers import PRE_TOKENIZERS
from ui.jobs import training_calls
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.algorithms.unigram import UnigramSettings
from ui.tokenization.algorithms.whole_units import WordSettings
from ui.tokenization.tasks import task as module
from ui.tokenization.tasks.task import PreTokenizerName, Task, TextSource, shortened_text

PIECE = 6

# Everything that the patterns distinguish: spaces and line ends of every kind, signs, contractions, digits, cases,
# marks.
TEXTS = st.lists(
    st.sampled_from(
        [*"ab \n\r\t'/!.§", " ", "  ", " \n", "\r\n", "'s", "'LL", "Ab", "12", "1234", "é", "e\u0301", "\u0301", "ǅ",
         "ª", "你好", "👨\u200d👩", "\xa0", "\x85", "\x1c", "\u2003", "\u2028", "\u200b", "\u180e", "\ufeff",
         "\0", "\ud800"]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@pytest.mark.parametrize("name", get_args(PreTokenizerName))
def test_a_text_read_in_pieces_has_the_words_of_the_whole_text(
    name: PreTokenizerName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CHUNK_SIZE", PIECE)

    @given(TEXTS)
    @example("aaaaaa aa  aaaa\n a aaaaaaa a")
    @example("a's aaaaa 's 'ss a 'S")
    @example("!!!!!! /\n/ !!")
    @example("aaaaaa \u0301a aaaaaa \xa0a")
    @settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
    def check(text: str) -> None:
        in_pieces = TextSource.from_texts(text).corpus(BPESettings(pre_tokenizer=name))
        whole = Corpus.from_text(text, name, byte_level=False)
        assert list(in_pieces.words.items()) == list(whole.words.items())

    check()


def test_a_long_text_is_read_in_pieces_that_end_at_words() -> None:
    told: list[int] = []
    text = "low lower lowest newer newest wide wider widest\n" * 20_000
    TextSource.from_texts(text).corpus(BPESettings(), told.append)
    assert len(told) > 3
    assert told == sorted(told)
    assert told[-1] == len(text)
    error = EngineError("{characters} are more than {limit}.", characters=16, limit=10)
    assert shortened_text("low lower lowest", error) == "low"
    assert shortened_text("lowlowerlowest!!", error) == "lowlower"  # one word, of which half fits
    assert shortened_text("low lower lowest", EngineError("Something else.")) == ""
    corpus = TextSource.from_texts("a b", "b a").corpus(BPESettings(pre_tokenizer="gpt2", units="bytes"))
    assert dict(corpus.words) == {"a": 1, "Ġb": 1, "b": 1, "Ġa": 1}


@pytest.mark.parametrize("units", ["characters", "bytes"])
def test_counted_words_are_used_unchanged(units: Literal["characters", "bytes"]) -> None:
    corpus = TextSource.from_counts({"a b": 2, "é": 3}).corpus(BPESettings(units=units, pre_tokenizer="gpt2"))
    expected = {"a b": 2, "é": 3} if units == "characters" else {"aĠb": 2, "Ã©": 3}
    assert dict(corpus.words) == expected
    assert corpus.byte_level == (units == "bytes")
    assert corpus.pre_tokenizer == PRE_TOKENIZERS["gpt2"]  # as new text will be cut


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("whitespace", ["hug,", "pug"]),
        ("bert", ["hug", ",", "pug"]),
        ("none", ["hug, pug"]),
        ("gpt2", ["hug", ",", " pug"]),
    ],
)
def test_a_tokenizer_of_counted_words_cuts_texts_by_the_settings(name: PreTokenizerName, cut: list[str]) -> None:
    words = ("hug", ",", "pug", " pug", "hug,", "hug, pug")
    task = Task(TextSource.from_counts(dict.fromkeys(words, 1)), WordSettings(pre_tokenizer=name))
    tokenizer = training_calls.tokenizer(training_calls.train(task), len(words))
    assert [tokenizer.token(token_id) for token_id in tokenizer.encode("hug, pug")] == cut


def test_settings_become_options_and_an_empty_text_is_an_error() -> None:
    task = Task(TextSource.from_texts(""), BPESettings())
    with pytest.raises(EngineError):
        task.settings.trainer().record(task.source.corpus(task.settings))
    trainer = BPESettings(
        vocab_size=9, min_frequency=3, tie_break="smallest-id", end_of_word="suffix", drop_unused=True
    ).trainer()
    assert (trainer.vocab_size, trainer.min_frequency, trainer.tie_break) == (9, 3, "smallest-id")
    assert (trainer.end_of_word_symbol, trainer.end_of_word_suffix, trainer.drop_unused) == ("", "</w>", True)
    assert BPESettings(end_of_word="symbol").trainer().end_of_word_symbol == "</w>"
    assert BPESettings(all_bytes=True, units="bytes").trainer().initial_alphabet[32] == "Ġ"
    assert BPESettings(all_bytes=True, units="characters").trainer().initial_alphabet == ()


def test_different_tasks_have_different_keys() -> None:
    tasks = [
        Task(TextSource.from_texts("a b"), BPESettings()),
        Task(TextSource.from_texts("a", "b"), BPESettings()),
        Task(TextSource.from_texts("a b "), BPESettings()),
        Task(TextSource.from_counts({"a b": 1}), BPESettings()),
        Task(TextSource.from_counts({"a b": 2}), BPESettings()),
        Task(TextSource.from_texts("a b"), BPESettings(vocab_size=301)),
        Task(TextSource.from_texts("a b"), BPESettings(tie_break="largest-pair")),
        Task(TextSource.from_texts("a b"), UnigramSettings()),
        Task(TextSource.from_counts({"a": 1, "b": 1}), BPESettings()),
        Task(TextSource.from_counts({"b": 1, "a": 1}), BPESettings()),  # the pair seen first may be different
        Task(TextSource.from_texts("a \ud800"), BPESettings()),
    ]
    assert len({task.key for task in tasks}) == len(tasks)
    assert tasks[0].key == Task(TextSource.from_texts("a b"), BPESettings()).key


def test_sources_differ_by_text_boundaries_and_kind() -> None:
    # A text may contain any character, including one that a digest might put between texts.
    assert TextSource.from_texts("a\0b").digest != TextSource.from_texts("a", "b").digest
    assert TextSource.from_counts({"a": 1}).digest != TextSource.from_texts("[('a', 1)]").digest
