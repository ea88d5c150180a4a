"""The examples of the page Encode: from the trained lesson, and one that two methods cut differently."""

from itertools import product

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine import LongestMatchTokenizer, load_pretrained
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, player_data, query_value
from tests.ui.conftest import Train
from ui.base.tokenizer_choices import SHIPPED, TokenizerName
from ui.pages.encode import controls
from ui.tokenization.encoding import examples
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS
from ui.tokenization.tasks.task import TextSource

TRAINED = TokenizerName("trained")


def longest_first(vocabulary: set[str], word: str) -> list[str]:
    """Cut out the longest token anywhere in a word, then do the same with the parts on both sides."""
    spans = [(start, end) for start in range(len(word)) for end in range(start + 1, len(word) + 1)]
    start, end = max(((s, e) for s, e in spans if word[s:e] in vocabulary), key=lambda span: span[1] - span[0])
    left, right = word[:start], word[end:]
    return [
        *(longest_first(vocabulary, left) if left else []),
        word[start:end],
        *(longest_first(vocabulary, right) if right else []),
    ]


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base"])
def test_example_words_of_included_tokenizers_are_cut_by_other_libraries_too(name: str) -> None:
    found = examples.find_ambiguous_word(TokenizerName(name), load_pretrained(name))
    assert found is not None
    peer = tiktoken_encoding(name)
    assert found.by_rank == [peer.decode([token]) for token in peer.encode_ordinary(found.word)]
    tokens = {data.decode() for data in peer.token_byte_values() if data.isascii()}
    assert found.by_length == longest_first(tokens, found.word) != found.by_rank


def test_mistral_aaab_and_low_have_example_words_that_are_cut(train: Train) -> None:
    tokenizer = load_pretrained("mistral-7b")
    found = examples.find_ambiguous_word(TokenizerName("mistral-7b"), tokenizer)
    assert found is not None
    assert found.by_rank == tokenizer.tokenize(found.word) == ["▁h", "amm", "ock"]
    assert found.by_length == longest_first(set(tokenizer.vocabulary), f"▁{found.word}") == ["▁ham", "mock"]
    tokenizer = train("aaab").tokenizer()
    found = examples.find_ambiguous_word(TRAINED, tokenizer)
    assert found == ("aaaa", ["aa", "aa"], ["aaa", "a"])
    assert examples.ambiguity_text(found, tokenizer) == "“aaaa”: by rank “aa” + “aa”, by longest match “aaa” + “a”."
    tokenizer = train("low").tokenizer()
    found = examples.find_ambiguous_word(TRAINED, tokenizer)
    assert found is not None
    assert found.by_rank == tokenizer.tokenize(found.word)
    assert found.by_length == LongestMatchTokenizer.from_tokenizer(tokenizer).tokenize(found.word) != found.by_rank


def test_if_no_example_is_found_no_short_word_is_cut(train: Train) -> None:
    tokenizer = train("hug").tokenizer()
    found = examples.find_ambiguous_word(TRAINED, tokenizer)
    assert found is None
    assert examples.ambiguity_text(found, tokenizer) == "Found no word that rank and longest match cut differently."
    other = LongestMatchTokenizer.from_tokenizer(tokenizer)
    letters = {letter for token in tokenizer.vocabulary for letter in token if letter.isalpha()}
    for word in map("".join, product(sorted(letters), repeat=4)):
        assert tokenizer.tokenize(word) == other.tokenize(word)


@pytest.mark.parametrize("name", ["bert-base-uncased", "t5-small"])
def test_ranks_are_mentioned_only_if_there_are_any(name: str) -> None:
    assert name in SHIPPED
    tokenizer = load_pretrained(name)
    assert examples.find_ambiguous_word(TokenizerName(name), tokenizer) is None
    assert examples.ambiguity_text(None, tokenizer) == ""


def test_a_text_s_own_words_are_its_examples() -> None:
    source = TextSource.from_texts("мама мыла длинную раму", "")
    assert examples.example_words(TRAINED, CUSTOM_TEXT, source) == ("длинную", "мама", "мыла", "раму")
    assert examples.first_word(CUSTOM_TEXT, TextSource.from_texts("")) == ""


def test_an_emoji_is_unknown_on_characters_and_never_on_bytes(opened: Open) -> None:
    app = opened("pages/encode.py", scenario="hug")
    emoji = "🤗"
    next(button for button in app.button if button.label == emoji).click().run()
    assert not app.exception
    assert query_value(app, "sample") == emoji
    assert last_ids(app) == ["[UNK]"]
    app = opened("pages/encode.py", **{"with": "gpt2"})
    next(button for button in app.button if button.label == emoji).click().run()
    assert last_ids(app) == list(map(str, tiktoken_encoding("gpt2").encode_ordinary(emoji)))


def last_ids(app: AppTest) -> list[str]:
    """Return the ids below the tokens at the last step."""
    shown = player_data(app)
    return [caption for _token, caption in shown["frames"][-1]["chips"]]


def box(app: AppTest) -> str:
    value = app.text_input[0].value
    assert isinstance(value, str)
    return value


@pytest.mark.parametrize(("scenario", "word"), [("hug", "unhug"), ("low", "lowest"), ("aaab", "aaab")])
def test_the_page_starts_with_a_word_of_the_lesson(opened: Open, scenario: str, word: str) -> None:
    app = opened(scenario=scenario)
    app.switch_page("pages/encode.py").run()
    assert box(app) == query_value(app, "sample") == word
    labels = {button.label for button in app.button}
    assert set(examples.example_words(TRAINED, scenario, SCENARIOS[scenario].source)) <= labels


def test_a_first_visit_takes_one_run_if_the_word_is_the_lesson_s(monkeypatch: pytest.MonkeyPatch, opened: Open) -> None:
    app, runs, begin = opened(""), [], controls.begin
    monkeypatch.setattr(controls, "begin", lambda page: (runs.append(page), begin(page)))
    app.switch_page("pages/encode.py").run()
    assert box(app) == "unhug"
    assert len(runs) == 1


def test_typed_text_stays_when_the_lesson_changes(opened: Open) -> None:
    app = opened(scenario="low")
    app.switch_page("pages/encode.py").run()
    app.query_params.clear()
    app.text_input[0].set_value("mug").run()
    app.switch_page("pages/train.py").run()
    app.get("button_group")[0].set_value("aaab").run()
    app.switch_page("pages/encode.py").run()
    assert box(app) == "mug"


def test_another_lesson_brings_its_word_unless_the_address_has_one(opened: Open) -> None:
    app = opened(scenario="low")
    app.query_params.clear()  # as a browser's link to a page has none
    app.switch_page("pages/encode.py").run()
    app.switch_page("pages/train.py").run()
    app.get("button_group")[0].set_value("aaab").run()
    app.switch_page("pages/encode.py").run()
    assert box(app) == "aaab"
    app = opened("pages/encode.py", scenario="low", sample="unhug")
    assert box(app) == "unhug"


def test_a_word_of_unknown_letters_offers_gpt2(
    opened: Open,
) -> None:
    def offered(app: AppTest) -> bool:
        return "try_gpt2" in [button.key for button in app.button]

    known = opened("pages/encode.py", scenario="hug", sample="mug")  # m is unknown, but ug is joined: there are steps
    assert not offered(known)
    app = opened("pages/encode.py", scenario="hug", sample="thương")
    assert offered(app)
    assert [node for node in app.get("html") if "not in the vocabulary" in node.proto.body] == []
    app.button(key="try_gpt2").click().run()
    assert query_value(app, "with") == "gpt2"
    assert not offered(app)


def test_longest_match_is_explained_next_to_its_name(opened: Open) -> None:
    app = opened("pages/encode.py", scenario="hug", sample="hugs")
    said = "Longest match, which cuts out the longest token in a word first, gives the same tokens."
    assert any(f"<p>{said}</p>" in node.proto.body for node in app.get("html"))
