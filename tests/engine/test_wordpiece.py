"""WordPiece, compared with a plain recount, the Hugging Face course, the tokenizers library and BERT's vocabulary."""

import hashlib
import pickle
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise
from math import log2
from pathlib import Path
from typing import Any

import pytest
import tokenizers
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import decoders, models, normalizers, pre_tokenizers

from bpe_engine.bpe.trainer import BPETrainer
from bpe_engine.corpus import Corpus
from bpe_engine.errors import EngineError
from bpe_engine.pre_tokenizers import BERT, WHITESPACE
from bpe_engine.text.normalizers import BertNormalizer
from bpe_engine.tokenizer import NO_ID, Span
from bpe_engine.training.base import StateView
from bpe_engine.vocabularies.pretrained import load_pretrained, load_pretrained_bpe, official_file
from bpe_engine.wordpiece.bert import vocab_txt
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer
from bpe_engine.wordpiece.trainer import WordPieceTrainer
from ui.tokenization.scenarios import SCENARIOS

HUGS = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
BERT_SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
FORMS = ["bert", "mutual-information"]
COURSE = Corpus.from_text(SCENARIOS["course"].source.texts, "bert", byte_level=False)


# -- Training --------------------------------------------------------------------------------------------


def test_the_first_merges_of_hug_pug_pun_equal_the_course_s() -> None:
    first, second, third = islice(WordPieceTrainer(vocab_size=99).steps(HUGS), 3)
    assert (first.pair, first.token, first.score) == (("##g", "##s"), "##gs", 1 / 20)
    assert (first.count, first.left_count, first.right_count, first.tied) == (5, 20, 5, 0)
    # All other pairs contain ##u, and their other symbols are next to nothing else: 1/36.
    assert (second.pair, second.token, second.score, second.tied) == (("h", "##u"), "hu", 1 / 36, 5)
    # The course gives (hu, ##g) 1/15 too, and merges it. But ##g occurs 15 times and so does hu, so it has 10/225.
    assert (third.pair, third.token, third.score, third.tied) == (("hu", "##gs"), "hugs", 1 / 15, 0)


def test_the_vocabulary_of_four_sentences_equals_the_course_s() -> None:
    # huggingface.co/learn/llm-course, chapter 6.6, its vocabulary of 70; the tokens after the alphabet.
    printed = [
        "ab", "##fu", "Fa", "Fac", "##ct", "##ful", "##full", "##fully", "Th", "ch", "##hm", "cha", "chap", "chapt",
        "##thm", "Hu", "Hug", "Hugg", "sh", "th", "is", "##thms", "##za", "##zat", "##ut",
    ]  # fmt: skip
    training = WordPieceTrainer(vocab_size=70, special_tokens=BERT_SPECIAL).record(COURSE)
    assert [event.token for event in training.events] == printed
    assert [(event.pair, event.score) for event in training.events[:2]] == [(("a", "##b"), 0.2), (("##f", "##u"), 0.2)]
    tokenizer = training.tokenizer()
    assert tokenizer.tokenize("Hugging") == ["Hugg", "##i", "##n", "##g"]  # as printed in the course
    assert tokenizer.tokenize("HOgging") == ["[UNK]"]
    assert tokenizer.tokenize("This is the Hugging Face course!") == [
        "Th", "##i", "##s", "is", "th", "##e", "Hugg", "##i", "##n", "##g", "Fac", "##e", "c", "##o", "##u", "##r",
        "##s", "##e", "[UNK]",
    ]  # fmt: skip


def plain_recount(
    words: list[tuple[list[str], int]], special: list[str], vocab_size: int, form: str, min_frequency: int, drop: bool
) -> Iterator[tuple[Any, ...]]:
    """Recount everything at each step: (pair, token, counts, score, replacements, tied, words, vocabulary)."""
    ids = {
        token: number
        for number, token in enumerate(dict.fromkeys([*special, *sorted({s for word, _ in words for s in word})]))
    }
    vocabulary = dict(ids)
    while len(vocabulary) < vocab_size:
        symbols: Counter[str] = Counter()
        pairs: Counter[tuple[str, str]] = Counter()
        for word, frequency in words:
            for symbol in word:
                symbols[symbol] += frequency
            for pair in pairwise(word):
                pairs[pair] += frequency
        scores = {
            (x, y): Fraction(count, symbols[x] * symbols[y])
            for (x, y), count in pairs.items()
            if count >= min_frequency
        }
        if not scores:
            return
        best = max(scores.values())
        tied = [pair for pair, score in scores.items() if score == best]  # in corpus order
        left, right = pair = tied[0]
        token = left + (right.removeprefix("##") if form == "bert" else right)
        score = float(best)
        if form != "bert":
            p_pair = pairs[pair] / pairs.total()
            score = log2(p_pair / (symbols[left] / symbols.total() * (symbols[right] / symbols.total())))
        merged = []
        replaced = 0
        for word, frequency in words:
            new: list[str] = []
            place = 0
            while place < len(word):
                if tuple(word[place : place + 2]) == pair:
                    new.append(token)
                    replaced += frequency
                    place += 2
                else:
                    new.append(word[place])
                    place += 1
            merged.append((new, frequency))
        words = merged
        vocabulary[token] = ids.setdefault(token, len(ids))
        there = {symbol for word, _ in words for symbol in word}
        for part in {left, right} - there - {*special} if drop else ():
            del vocabulary[part]
        counts = (pairs[pair], symbols[left], symbols[right])
        yield pair, token, counts, score, replaced, len(tied) - 1, [tuple(w) for w, _ in words], dict(vocabulary)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.text("abc#</w>", min_size=1, max_size=9), st.integers(1, 6), min_size=1, max_size=8),
    st.sampled_from([1, 1, 1, 3]),
    st.sampled_from([25, 1000]),
    st.booleans(),
)
@example({"aaaa": 1, "aaa": 2, "aaaaaaa": 1}, 1, 1000, False)
@example({"abababab": 1, "ab": 2, "ba": 3, "bababa": 1}, 1, 1000, False)
@example({"abababab": 1, "ab": 2, "ba": 3, "bababa": 1}, 1, 1000, True)
@example({"##a#": 1, "####": 2, "a##a##a": 1}, 1, 1000, False)
@example({"a</w>": 2, "</w>a": 1}, 1, 1000, True)
def test_every_step_equals_a_plain_recount(
    form: Any, words: dict[str, int], min_frequency: int, vocab_size: int, drop: bool
) -> None:
    special = ["[UNK]", "a"]
    trainer = WordPieceTrainer(
        vocab_size=vocab_size, special_tokens=special, form=form, min_frequency=min_frequency, drop_unused=drop
    )
    corpus = Corpus.from_counts(words)
    start = [(trainer.symbols_of(word), frequency) for word, frequency in words.items()]
    training = trainer.record(corpus)
    expected = list(plain_recount(start, special, vocab_size, form, min_frequency, drop))
    assert len(training.events) == len(expected)
    states = list(training.states_between(0, len(training.events)))
    for event, state, after, plain in zip(training.events, states, states[1:], expected, strict=False):
        pair, token, counts, score, replaced, tied, symbols, vocabulary = plain
        assert (event.pair, event.token, event.token_id) == (pair, token, vocabulary[token])
        assert (event.count, event.left_count, event.right_count) == counts
        assert event.score == pytest.approx(score, abs=1e-9)
        assert (event.replacements, event.tied) == (replaced, tied)
        assert [word.symbols for word in after.words] == symbols
        assert after.vocabulary == vocabulary
        assert (state.leaderboard[0].pair, state.leaderboard[0].score) == (event.pair, event.score)


def counted_pairs(words: Any) -> tuple[dict[Any, int], Counter[str]]:
    pairs: dict[Any, int] = {}
    symbols: Counter[str] = Counter()
    for word in words:
        for symbol in word.symbols:
            symbols[symbol] += word.frequency
        for pair in pairwise(word.symbols):
            pairs[pair] = pairs.get(pair, 0) + word.frequency
    return pairs, symbols


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("min_frequency", [1, 4])
def test_a_state_lists_all_pairs_by_score_with_their_words(form: Any, min_frequency: int) -> None:
    training = WordPieceTrainer(vocab_size=99, form=form, min_frequency=min_frequency).record(COURSE)
    for step in (0, 1, 3, len(training.events)):
        state = training.at(step)
        pairs, symbols = counted_pairs(state.words)
        rows = {row.pair: (row.count, row.left_count, row.right_count) for row in state.leaderboard}
        assert rows == {(x, y): (count, symbols[x], symbols[y]) for (x, y), count in pairs.items()}
        assert state.number_of_pairs == len(pairs) == len(state.leaderboard)
        first = {pair: number for number, pair in enumerate(pairs)}
        assert [row.pair for row in state.leaderboard] == sorted(
            pairs,
            key=lambda pair: (
                pairs[pair] < min_frequency,
                -Fraction(pairs[pair], symbols[pair[0]] * symbols[pair[1]]),
                first[pair],
            ),
        )
        for row in state.leaderboard:
            assert sum(word.count for word in row.words) == row.count
            assert row.number_of_words == len(row.words)
        assert state.tokens_in_corpus == symbols.total() == training.tokens_per_step[step]
        assert len(state.vocabulary) == training.vocabulary_per_step[step]
        cut = training.at(step, StateView(pairs=3, words=[2], changed_words=1))
        assert [row.pair for row in cut.leaderboard] == [row.pair for row in state.leaderboard[:3]]
        assert cut.words == (state.words[2],)
        assert len(cut.changed) <= 1


def test_a_state_lists_the_words_that_adjacent_merges_change() -> None:
    training = WordPieceTrainer(vocab_size=99).record(HUGS)
    states = list(training.states_between(0, len(training.events)))
    assert states == [training.at(step) for step in range(len(states))]
    for before, after in pairwise(states):
        different = [new for old, new in zip(before.words, after.words, strict=True) if old != new]
        assert list(after.changed) == different
        assert [word.word for word in before.words_with_pair] == [word.word for word in different]
    assert states[-1].next_event is None
    assert states[-1].words_with_pair == ()


def test_scores_are_exact_and_mutual_information_follows_its_definition() -> None:
    big = 10**20
    # ab: 1/(big + 1), cd: 1/big; as floats both are 1e-20.
    corpus = Corpus.from_counts({"ab": big + 1, "cd": big})
    first = next(WordPieceTrainer(vocab_size=99).steps(corpus))
    assert 1 / (big + 1) == 1 / big
    assert (first.pair, first.tied) == (("c", "##d"), 0)
    # hug alone: h u g </w>. Four tokens, three pairs, each pair once.
    (first, *_) = WordPieceTrainer(vocab_size=9, form="mutual-information").steps(Corpus.from_counts({"hug": 1}))
    assert (first.pair, first.token, first.tied) == (("h", "u"), "hu", 2)
    assert first.score == pytest.approx(log2((1 / 3) / (1 / 4 * 1 / 4)))


def test_merges_by_mutual_information_equal_those_counted_by_hand() -> None:
    # l o w </w> 5, l o w e r </w> 2, n e w e s t </w> 6, w i d e s t </w> 3: 95 symbols, 79 pairs.
    low = Corpus.from_counts({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    trainer = WordPieceTrainer(vocab_size=26, form="mutual-information", drop_unused=True)
    training = trainer.record(low)
    first, second = training.events[:2]
    assert (first.pair, first.count, first.left_count, first.right_count) == (("i", "d"), 3, 3, 3)
    assert first.score == pytest.approx(log2((3 / 79) / (3 / 95 * 3 / 95)))
    assert (second.pair, second.count, second.left_count, second.right_count) == (("l", "o"), 7, 7, 7)
    assert second.score == pytest.approx(log2((7 / 76) / (7 / 92 * 7 / 92)))
    # i and d occur nowhere else, nor do l and o; s and t occur only together.
    assert [event.dropped for event in training.events[:3]] == [("i", "d"), ("l", "o"), ("s", "t")]
    assert training.vocabulary_per_step[:4] == (11, 10, 9, 8)
    # In the end the four words are left, and nothing else can be written.
    assert set(training.tokenizer().vocabulary) == {"low</w>", "lower</w>", "newest</w>", "widest</w>"}
    assert training.tokenizer().tokenize("lowest") == ["[UNK]"]


def test_special_tokens_stay_and_a_training_says_why_it_ends() -> None:
    for trainer in (
        WordPieceTrainer(vocab_size=9, special_tokens=["a"], drop_unused=True),
        BPETrainer(vocab_size=9, special_tokens=["a"], drop_unused=True),
    ):
        tokenizer = trainer.train(Corpus.from_counts({"ab": 2}))
        assert tokenizer.special_tokens == {"a": 0}
        assert set(tokenizer.vocabulary) == {"a", "ab"}
    assert WordPieceTrainer(vocab_size=9).record(HUGS).stop_reason == "vocab_size"
    everything = WordPieceTrainer(vocab_size=99).record(HUGS)
    assert everything.stop_reason == "no_pair"
    assert {word.symbols for word in everything.at(len(everything.events)).words} == {(word,) for word in HUGS.words}
    rare = WordPieceTrainer(vocab_size=99, min_frequency=6).record(HUGS)
    assert rare.stop_reason == "min_frequency"
    assert all(event.count >= 6 for event in rare.events)


def test_a_whole_play_trains_in_a_few_seconds() -> None:
    text = (Path(__file__).parent.parent / "data" / "asyoulik.txt").read_text("utf-8")
    training = WordPieceTrainer(vocab_size=3_000).record(Corpus.from_text(text, "bert", byte_level=False))
    assert training.vocabulary_per_step[-1] == 3_000


# -- Encoding --------------------------------------------------------------------------------------------


def hugs_tokenizer(form: Any = "bert") -> WordPieceTokenizer:
    # With three merges of the form "bert", there are ##gs, hu and hug.
    size = {"bert": 11, "mutual-information": 13}[form]
    return WordPieceTrainer(vocab_size=size, special_tokens=["[UNK]"], form=form).train(HUGS)


def test_words_are_cut_by_longest_match_or_unknown_as_a_whole() -> None:
    vocabulary = ["[UNK]", "b", "h", "p", "##g", "##n", "##s", "##u", "##gs", "hu", "hug"]
    tokenizer = wordpiece_of(vocabulary)
    assert tokenizer.tokenize("hugs bugs") == ["hug", "##s", "b", "##u", "##gs"]  # the course's two examples
    assert tokenizer.tokenize("mug bum") == ["[UNK]", "[UNK]"]
    assert tokenizer.encode("mug") == [0]


def wordpiece_of(tokens: list[str], **options: Any) -> WordPieceTokenizer:
    vocabulary = {token: number for number, token in enumerate(tokens)}
    return WordPieceTokenizer(vocabulary=vocabulary, pre_tokenizer=BERT, **options)


def test_the_steps_show_the_prefixes_tried_and_the_token_found() -> None:
    tokenizer = wordpiece_of(["[UNK]", "hug", "##s", "h", "##u"])
    first, second = tokenizer.encode_steps("hugs")
    assert (first.word, first.text, first.start, first.tried) == (0, "hugs", 0, ("hugs", "hug"))
    assert (first.found, first.tokens, first.ids) == ("hug", ("hug",), (1,))
    assert (second.start, second.tried, second.found) == (3, ("##s",), "##s")
    assert (second.tokens, second.ids) == (("hug", "##s"), (1, 2))
    first, second, third = tokenizer.encode_steps("hum")
    assert [step.found for step in (first, second, third)] == ["h", "##u", None]
    assert third.tried == ("##m",)
    assert (third.start, third.tokens, third.ids) == (2, ("[UNK]",), (0,))
    (long,) = tokenizer.encode_steps("h" * 101)
    assert (long.start, long.tried, long.found, long.tokens) == (0, (), None, ("[UNK]",))


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(text=st.text("hugspbnm ,<>/w#", max_size=30))
@example(text="hug" * 40)
@example(text="")
def test_steps_spans_and_tokenize_agree(form: Any, text: str) -> None:
    tokenizer = hugs_tokenizer(form)
    last = {step.word: step for step in tokenizer.encode_steps(text)}
    assert [token for step in last.values() for token in step.tokens] == tokenizer.tokenize(text)
    spans = tokenizer.spans(text)
    assert [span.token for span in spans] == tokenizer.tokenize(text)
    assert [span.token_id for span in spans] == tokenizer._ids(text)
    for step in tokenizer.encode_steps(text):
        assert (step.tried[-1] == step.found) if step.found else (step.tokens == ("[UNK]",))
        assert step.found is None or not set(step.tried[:-1]) & tokenizer.vocabulary.keys()
    for span in spans:
        bare = span.token.removeprefix("##").removesuffix("</w>") if form != "bert" else span.token.removeprefix("##")
        assert span.token == "[UNK]" or text[span.start : span.end] in (bare, span.token)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.text("ab#c", min_size=1, max_size=4), max_size=20), st.text("abc# ,", max_size=20))
def test_tokens_equal_the_tokenizers_library(tokens: list[str], text: str) -> None:
    vocabulary = list(dict.fromkeys(["[UNK]", *tokens]))
    peer = peer_of(vocabulary)
    peer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ours = wordpiece_of(vocabulary)
    encoding = peer.encode(text)
    assert ours.tokenize(text) == encoding.tokens
    assert [(span.start, span.end) for span in ours.spans(text)] == encoding.offsets


def peer_of(tokens: list[str]) -> tokenizers.Tokenizer:
    vocabulary = {token: number for number, token in enumerate(tokens)}
    return tokenizers.Tokenizer(
        models.WordPiece(
            vocab=vocabulary, unk_token="[UNK]", continuing_subword_prefix="##", max_input_chars_per_word=100
        )
    )


@pytest.mark.parametrize("text", ["hug [MASK]", "[MASK]", "x[MASK]", "hug[MASK] [UNK]", "##s ##s"])
def test_plain_text_never_becomes_a_special_token(text: str) -> None:
    # Like tiktoken's encode_ordinary: a stranger's text cannot make a token that controls a model.
    special = ["[UNK]", "[MASK]", "##[MASK]", "##s"]
    tokenizer = WordPieceTokenizer(
        vocabulary={token: number for number, token in enumerate([*special, "hug", "x", "["])},
        pre_tokenizer=WHITESPACE,
        special_tokens=special,
    )
    unknown = {word for word in text.split() if word != "hug"}
    expected = ["[UNK]" if word in unknown else word for word in text.split()]
    assert tokenizer.tokenize(text) == [span.token for span in tokenizer.spans(text)] == expected
    assert tokenizer.encode(text, "none") == [tokenizer.vocabulary[token] for token in expected]
    last = {step.word: step.tokens for step in tokenizer.encode_steps(text)}
    assert [token for tokens in last.values() for token in tokens] == expected
    assert tokenizer.encode("hug [MASK]", "all") == [4, 1]
    assert pickle.loads(pickle.dumps(tokenizer)).tokenize(text) == expected


@pytest.mark.parametrize("form", FORMS)
def test_prefixes_are_in_the_vocabulary_s_notation(form: Any) -> None:
    tokenizer = hugs_tokenizer(form)
    if form == "bert":
        assert tokenizer.prefixes("hug", 0) == ["hug", "hu", "h"]
        assert tokenizer.prefixes("hug", 1) == ["##ug", "##u"]
    else:
        assert tokenizer.prefixes("hug", 1) == ["ug</w>", "ug", "u"]
        assert tokenizer.prefixes("hug", 3) == ["</w>"]


def test_an_unknown_token_without_an_id_is_an_error_only_for_ids() -> None:
    tokenizer = wordpiece_of(["a"])
    assert tokenizer.tokenize("a b") == ["a", "[UNK]"]
    assert tokenizer.spans("a b")[1] == Span("[UNK]", NO_ID, 2, 3)
    assert [step.ids for step in tokenizer.encode_steps("a b")] == [(0,), (None,)]
    with pytest.raises(EngineError, match=r"'b' is not in the vocabulary, .*special_tokens=\['\[UNK\]'\]"):
        tokenizer.encode("a b")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["hug", "##s", "##gs", "un", "[UNK]", ","]), max_size=8))
def test_decoding_equals_the_library_s_decoder(tokens: list[str]) -> None:
    vocabulary = ["hug", "##s", "##gs", "un", "[UNK]", ","]
    ids = [vocabulary.index(token) for token in tokens]
    assert wordpiece_of(vocabulary).decode(ids) == decoders.WordPiece(cleanup=False).decode(tokens)


def test_end_of_word_marks_decode_to_spaces_and_have_no_width() -> None:
    tokenizer = WordPieceTrainer(vocab_size=14, special_tokens=["[UNK]"], form="mutual-information").train(HUGS)
    assert tokenizer.end_of_word == "</w>"
    tokens = tokenizer.tokenize("hugs xx pun")
    assert "[UNK]" in tokens
    assert "".join(tokens).count("</w>") == 2
    assert tokenizer.decode(tokenizer.encode("hugs xx pun")) == "hugs [UNK] pun"
    assert "".join("hugs pun"[span.start : span.end] for span in tokenizer.spans("hugs pun")) == "hugspun"


# -- BERT ------------------------------------------------------------------------------------------------

ORDINARY = "The quick brown fox didn't jump over 1,234 lazy dogs -- naïve résumés, Zürich; tokenization is unaffable!"

# What normalization and splitting differ on: composed and decomposed accents, marks of several classes, white space and
# controls of all kinds, punctuation of ASCII and of Unicode, Chinese beside kana and Hangul, case mappings to several
# letters, letters that fold to several.
HOSTILE = st.text(
    st.sampled_from(
        "aBeİıẞßΣςǅﬁéÅ\u0301\u0327\u0345\u302e\u094d\u0bcd\u06e1\U0001d165\U0001d16d$`^~_-'.¿§«»…、中国東\uf900가나カ゚"
    )
    | st.sampled_from(" \t\n\r\v\f\x1c\x1f\x85\xa0\u2028\u3000\u200b\u200d\xad\ufeff\x00\x7f\ufffd\ue000🙂👨‍👩‍👧")
    | st.characters(exclude_categories=["Cs"]),
    max_size=30,
)


@cache
def bert_peer() -> tokenizers.Tokenizer:
    peer = peer_of(vocab_txt().decode().splitlines())
    peer.normalizer = normalizers.BertNormalizer()
    peer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return peer


OURS, THEIRS, THEIR_CUTS = BertNormalizer(), normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()


@cache
def differs(character: str) -> bool:
    """Return whether the library, with another version of Unicode, treats a character differently."""
    cut = [f"a{character}b"[start:end] for _, (start, end) in THEIR_CUTS.pre_tokenize_str(f"a{character}b")]
    return OURS.normalize(character) != THEIRS.normalize_str(character) or cut != BERT.split(f"a{character}b")


def known_to_both(text: str) -> str:
    return "".join(character for character in text if not differs(character))


def test_only_a_few_characters_of_rare_scripts_differ_from_the_library() -> None:
    assigned = (
        chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Co")
    )
    # Hangul and Chinese characters are many and alike.
    differing = {
        character
        for character in assigned
        if not (0xAC00 <= ord(character) <= 0xD7A3 or 0x4E00 <= ord(character) < 0xA000 or ord(character) >= 0x20000)
        and differs(character)
    }
    # The library knows Unicode 8: differences are later marks, format characters and punctuation (more with each
    # version of Python), and a sign that was punctuation then.
    assert {unicodedata.category(character)[0] for character in differing} <= {"M", "C", "P", "S"}
    assert len(differing) < 700
    assert min(differing) > "\u0600"
    # BERT's own vocabulary has none of them.
    assert not set(vocab_txt().decode()) & differing


@settings(max_examples=60, deadline=None)
@given(HOSTILE)
@example(ORDINARY)
@example("e\u0301\x00\u0327 a\u0327\u0301b \u0301")
def test_bert_s_ids_and_positions_equal_the_tokenizers_library(text: str) -> None:
    text = known_to_both(text)
    ours = load_pretrained("bert-base-uncased")
    encoding = bert_peer().encode(text, add_special_tokens=False)
    assert ours.encode(text, allowed_special="none") == encoding.ids
    # When marks are reordered, the library confuses their positions.
    in_order = "".join(unicodedata.normalize("NFD", character) for character in text)
    if in_order == unicodedata.normalize("NFD", in_order):
        assert [(span.start, span.end) for span in ours.spans(text)] == encoding.offsets


@settings(max_examples=60, deadline=None)
@given(HOSTILE)
def test_the_normalizer_equals_the_library_s(text: str) -> None:
    text = known_to_both(text)
    normalized = BertNormalizer().aligned(text)
    assert BertNormalizer().normalize(text) == normalized.text == normalizers.BertNormalizer().normalize_str(text)
    assert len(normalized.text) == len(normalized.starts) == len(normalized.ends)


@settings(max_examples=60, deadline=None)
@given(HOSTILE)
@example("don't pay $5.00 -- a\tb\u3000c, «d»… e\x1cf")
def test_the_pre_tokenizer_equals_the_library_s(text: str) -> None:
    text = known_to_both(text)
    peer = pre_tokenizers.BertPreTokenizer().pre_tokenize_str(text)
    assert [(word.text, (word.start, word.start + len(word.text))) for word in BERT.pre_tokens(text)] == [
        (text[start:end], (start, end)) for _, (start, end) in peer
    ]


def test_a_known_sentence_has_the_tokens_published_by_bert_s_authors() -> None:
    # From the README of google-research/bert, and the docstring of WordpieceTokenizer.
    bert = load_pretrained("bert-base-uncased")
    assert bert.tokenize("John Johanson's house") == ["john", "johan", "##son", "'", "s", "house"]
    assert bert.tokenize("unaffable") == ["una", "##ffa", "##ble"]
    assert bert.encode("[CLS] hello world [SEP]", allowed_special="all") == [101, 7592, 2088, 102]
    assert bert.vocab_size == 30_522
    assert bert.special_tokens == {"[PAD]": 0, "[UNK]": 100, "[CLS]": 101, "[SEP]": 102, "[MASK]": 103}
    with pytest.raises(EngineError, match=r"special token '\[CLS\]'"):
        bert.encode("[CLS] hello")


def test_vocab_txt_is_reconstructed_byte_for_byte_and_bert_is_not_bpe() -> None:
    published = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
    assert hashlib.sha256(official_file("bert-base-uncased")).hexdigest() == published
    with pytest.raises(EngineError, match=r"'bert-base-uncased' is not a byte-pair encoding. Choose one of gpt2"):
        load_pretrained_bpe("bert-base-uncased")
    assert load_pretrained("bert-base-uncased").tokenize("he\ud800llo") == ["hello"]
