"""SuperBPE: a plain recount of both stages, and byte-pair encoding where there is no second one."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex, pre_tokenizers

from bpe_engine import BPETrainer, Corpus, EngineError, Pair, PreTokenizer, SuperBPETrainer, SuperBPETraining
from bpe_engine.pre_tokenizers import GPT2, WHITESPACE
from bpe_engine.superbpe.trainer import LARGEST_CORPUS
from bpe_engine.symbols import count_pairs, merge_symbols

BYTE_LEVEL = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
TEXTS = st.lists(st.text("ab: ", min_size=1, max_size=25).filter(str.strip), min_size=1, max_size=3)


def trained(texts: list[str], **options: object) -> SuperBPETraining:
    return SuperBPETrainer(**options).record(Corpus.from_text(texts, "none"))  # type: ignore[arg-type]  # plain values


def test_by_the_way_by_hand() -> None:
    # Twice each: by, Ġthe, Ġway. With room for five merges the first stage ends inside of Ġway; then spaces are no
    # boundary any more, and of pairs that occur twice the one that comes first in the text merges.
    training = trained(["by the way, by the way"], vocab_size=17, transition=14)
    assert [event.token for event in training.events] == [
        "by", "Ġt", "Ġth", "Ġthe", "Ġw", "byĠthe", "byĠtheĠw", "byĠtheĠwa",
    ]  # fmt: skip
    assert training.lifted_at == 5
    assert training.tokenizer().tokenize("by the way") == ["byĠtheĠwa", "y"]


def plain(texts: list[str], size: int, transition: int, most_words: int) -> tuple[list[Pair], int]:
    """Both stages by counting everything anew: the pairs merged, and how many of them in the first stage."""
    counts = Counter(texts)
    pieces = {
        text: [[*piece.replace(" ", "Ġ")] for piece in GPT2.split(text)] for text in counts
    }  # fmt: skip
    vocabulary = {symbol for words in pieces.values() for word in words for symbol in word}
    merges: list[Pair] = []
    lifted = None
    while len(vocabulary) < size:
        if lifted is None and len(vocabulary) >= transition:
            lifted = len(merges)
            pieces = {text: [[symbol for word in words for symbol in word]] for text, words in pieces.items()}
        pairs = count_pairs((word, counts[text]) for text, words in pieces.items() for word in words)
        fitting = [
            pair
            for pair in pairs
            if ":Ġ" not in "".join(pair) and len(list(filter(None, "".join(pair).split("Ġ")))) <= most_words
        ]
        # A token without a space has one word, so the rule is the same there.
        fitting = [pair for pair in pairs if "Ġ" not in "".join(pair) or pair in fitting]
        if not fitting and lifted is None:
            transition = 0
            continue
        if not fitting:
            break
        pair = max(fitting, key=lambda each: (pairs[each], tuple(part.replace("Ġ", " ") for part in each)))
        token = "".join(pair)
        merges.append(pair)
        vocabulary.add(token)
        pieces = {text: [merge_symbols(word, pair, token) for word in words] for text, words in pieces.items()}
    return merges, len(merges) if lifted is None else lifted


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.integers(5, 30), st.integers(1, 30), st.integers(1, 4))
def test_a_plain_recount_comes_to_the_same(texts: list[str], size: int, transition: int, most_words: int) -> None:
    training = trained(
        texts, vocab_size=size, transition=transition, max_words=most_words, tie_break="largest-pair"
    )  # fmt: skip
    assert ([event.pair for event in training.events], training.lifted_at) == plain(
        texts, size, transition, most_words
    )  # fmt: skip
    states = [*training.walk(0, len(training.events))]
    for step, state in enumerate(states):
        assert state.tokens_in_corpus == sum(len(word.symbols) * word.frequency for word in state.words)
        assert ["".join(word.symbols) for word in state.words] == [word.word for word in state.words]
        assert state == training.at(step)
        if state.next_event:
            assert state.leaderboard[0].pair == state.next_event.pair
            assert state.leaderboard[0].count == state.next_event.count


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.sampled_from(["first-seen", "smallest-id", "largest-pair"]))
def test_without_a_second_stage_it_is_byte_pair_encoding(texts: list[str], rule: str) -> None:
    training = trained(texts, vocab_size=20, transition=20, tie_break=rule)
    # The rule is one of the three there are.
    bpe = BPETrainer(vocab_size=20, tie_break=rule).record(Corpus.from_text(texts))  # type: ignore[arg-type]
    first = training.events[: training.lifted_at]
    # Whether what is left out by rule of the colon ever differs is the other test's: GPT-2 cuts after it.
    assert [event.pair for event in first] == [event.pair for event in bpe.events]
    assert [event.count for event in first] == [event.count for event in bpe.events]


@pytest.mark.parametrize("split", [GPT2, WHITESPACE])
@pytest.mark.parametrize("text", ["das é  schön, ça va: 東京 das é schön", " a\n\nb ", "x"])
def test_the_text_comes_back(text: str, split: object) -> None:
    training = trained([text], vocab_size=60, transition=40, first_stage=split)
    tokenizer = training.tokenizer()
    assert tokenizer.decode(tokenizer.encode(text)) == text
    options = training.trainer
    assert "".join(options.pieces_of(word := next(iter(training.corpus.words)), byte_level=True)) == word


def test_no_token_goes_beyond_four_words_or_a_colon_with_a_space() -> None:
    text = " ".join(["one two three four five six: seven"] * 3)
    for most, options in ((4, {}), (6, {"max_words": 6})):
        tokens = trained([text], vocab_size=200, transition=40, **options).tokenizer().vocabulary
        assert max(len([word for word in token.split("Ġ") if word]) for token in tokens) == most
        assert not any(":Ġ" in token for token in tokens)


def test_where_the_first_stage_has_no_more_pairs_the_second_begins() -> None:
    training = trained(["a b a b"], vocab_size=9, transition=100)
    assert [event.token for event in training.events] == ["Ġb", "Ġa", "aĠb", "aĠbĠa", "aĠbĠaĠb"]
    assert training.lifted_at == 2


# What the authors' scripts/extend_tokenizer.sh cuts the second stage by, in a library that keeps what lies between.
AUTHORS_CUT = r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]{2,}[\r\n/]*| +(?!\S)"


def test_the_cuts_of_the_authors_second_stage_are_those_of_the_corpus() -> None:
    text = "by the way, in 2024 -- by the way: in 12345  (by the way...)/\n\n by the way"
    corpus = Corpus.from_text([text], PreTokenizer(rf"{AUTHORS_CUT}|(?s:(?!{AUTHORS_CUT}).)+"), byte_level=True)
    peer = pre_tokenizers.Split(Regex(AUTHORS_CUT), behavior="isolated")
    pieces = [piece for piece, _ in pre_tokenizers.Sequence([peer, BYTE_LEVEL]).pre_tokenize_str(text)]
    assert corpus.words == Counter(pieces)
    tokens = SuperBPETrainer(vocab_size=60, transition=40).train(corpus).vocabulary
    assert "byĠtheĠway" in tokens
    assert [token for token in tokens if re.search(r"\d", token) and not re.fullmatch(r"\d{1,3}", token)] == []


@pytest.mark.parametrize("option", [{"transition": 0}, {"transition": 9, "max_words": 0}])
def test_what_is_no_number_of_tokens_or_words_is_refused(option: dict[str, int]) -> None:
    with pytest.raises(EngineError, match="is not a whole number of 1 or more"):
        SuperBPETrainer(vocab_size=9, **option)


@pytest.mark.parametrize("option", [{"drop_unused": True}, {"end_of_word_symbol": "_"}, {"end_of_word_suffix": "_"}])
def test_options_for_ends_of_words_are_refused(option: dict[str, object]) -> None:
    with pytest.raises(EngineError, match="Leave them off"):
        SuperBPETrainer(vocab_size=9, transition=9, **option)  # type: ignore[arg-type]  # wrong on purpose


def test_a_corpus_that_is_too_large_is_refused_at_once() -> None:
    with pytest.raises(EngineError, match="is the limit for SuperBPE"):
        SuperBPETrainer(vocab_size=9, transition=9).steps(Corpus.from_counts({"a" * (LARGEST_CORPUS + 1): 1}))


def test_without_a_transition_the_first_stage_has_nine_tenths() -> None:
    # 9 symbols, 5 merges and then 14 of 16 tokens.
    assert trained(["by the way, by the way"], vocab_size=16).lifted_at == 5
