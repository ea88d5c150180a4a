"""A typed vocabulary: how it is read, and how it cuts, compared with what the course texts print."""

import pytest
from streamlit.testing.v1 import AppTest
from tokenizers import Tokenizer as LibraryTokenizer
from tokenizers.models import BPE

from bpe_engine import EngineError, load_pretrained
from tests.ui.app_pages import Open, address, alerts, player
from ui.base.tokenizer_choices import TokenizerName
from ui.pages.own.custom_vocabulary import (
    LOWEST_MERGES,
    LOWEST_TOKENS,
    MOST_TOKENS,
    TEXT,
    TOKENS,
    longest_match_tokenizer,
    merge_tokenizer,
    other_direction_text,
    parse_merges,
    parse_tokens,
    unmatchable_note,
)
from ui.tokenization import encoding

PRINTED = ["the</w>", "high", "est</w>", "moun", "tain</w>"]


def cut(app: object) -> list[str]:
    shown = player(app)  # type: ignore[arg-type]  # AppTest by any page
    assert shown is not None
    return [shown["tokens"][number][0] for row in shown["frames"][-1]["words"] for number in row["tokens"]]


@pytest.mark.parametrize(
    "typed",
    [
        TOKENS,
        TOKENS.replace('"', "'").strip("[]"),
        "errrr</w>\ntain</w>\nmoun\nest</w>\n\nhigh\nthe</w>\na</w>\n",
        "errrr</w>, tain</w>, moun,est</w>, high, the</w>, a</w>, moun",
        '{"errrr</w>": 0, "tain</w>": 1, "moun": 2, "est</w>": 3, "high": 4, "the</w>": 5, "a</w>": 6}',
    ],
)
def test_a_list_is_read_in_any_notation(typed: str) -> None:
    assert parse_tokens(typed) == ["errrr</w>", "tain</w>", "moun", "est</w>", "high", "the</w>", "a</w>"]


def test_one_token_may_be_in_parentheses_and_a_set_gets_an_order() -> None:
    assert parse_tokens('("low")') == ["low"]
    assert parse_tokens('{"west", "est", "low"}') == ["est", "low", "west"]


def test_a_line_may_contain_a_comma() -> None:
    assert parse_tokens("a\n,\nb,c") == ["a", ",", "b,c"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ('["low", "est"', "but it isn’t one"),
        ("[" * 9_000, "but it isn’t one"),
        ("[low]", "but it isn’t one"),
        ('{["low"]}', "but it isn’t one"),
        ('{["low"]: 0}', "but it isn’t one"),
        ('["low", 7]', "The list has 7, which isn’t text"),
        ("(7)", "The list has 7, which isn’t text"),
        ("\n".join(map(str, range(MOST_TOKENS + 1))), f"There are {MOST_TOKENS + 1} tokens"),
        ("a" * 60_000, "60000 characters"),
    ],
)
def test_an_invalid_list_of_tokens_is_reported(typed: str, says: str) -> None:
    with pytest.raises(EngineError, match=says):
        parse_tokens(typed)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("e s\nest", "Line 2 is “est”, which isn’t a merge"),
        ("a b c", "Line 1 is “a b c”"),
        ("a b\n" * (MOST_TOKENS + 1), f"There are {MOST_TOKENS + 1} merges"),
    ],
)
def test_an_invalid_list_of_merges_is_reported(typed: str, says: str) -> None:
    with pytest.raises(EngineError, match=says):
        parse_merges(typed)


@pytest.mark.parametrize("from_left", [False, True])
def test_the_mountain_example_is_cut_as_published(from_left: bool) -> None:
    assert longest_match_tokenizer(parse_tokens(TOKENS), from_left=from_left).tokenize(TEXT) == PRINTED
    assert "are the same here" in other_direction_text(parse_tokens(TOKENS), TEXT, "left" if from_left else "anywhere")


def test_the_three_ways_cut_lowest_differently() -> None:
    # Merges of low, lower, newest, widest with the largest pair: with them low est</w>; by longest match l o west</w>.
    tokens = parse_tokens(LOWEST_TOKENS)
    assert longest_match_tokenizer(tokens, from_left=False).tokenize("lowest") == ["l", "o", "west</w>"]
    assert longest_match_tokenizer(tokens, from_left=True).tokenize("lowest") == ["low", "est</w>"]
    assert other_direction_text(tokens, "lowest", "anywhere") == "From the left, you’d get: “low” + “est</w>”."
    assert "anywhere in the word, you’d get: “l” + “o” + “west</w>”." in other_direction_text(tokens, "lowest", "left")
    assert merge_tokenizer(parse_merges(LOWEST_MERGES), "lowest").tokenize("lowest") == ["low", "est</w>"]


@pytest.mark.parametrize("suffix", ["", "</w>"])
def test_typed_merges_cut_like_the_tokenizers_library(suffix: str) -> None:
    merges = [("e", "s"), ("es", f"t{suffix}"), ("l", "o"), ("lo", "w"), ("n", "e"), ("ne", "w")]
    tokenizer = merge_tokenizer(merges, "lowest")
    for word in ("lowest", "newest", "sense", "t"):
        mine = merge_tokenizer(merges, word)
        peer = LibraryTokenizer(BPE(vocab=mine.vocabulary, merges=merges, end_of_word_suffix=suffix))
        assert mine.tokenize(word) == peer.encode(word).tokens
    assert tokenizer.vocabulary["low"] > tokenizer.vocabulary["lo"]


def test_pasted_merges_of_gpt2_are_applied_step_by_step() -> None:
    # GPT-2 has merges, unlike some tokenizers loaded by name.
    lines = "#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in load_pretrained("gpt2").merges[:5])  # type: ignore[attr-defined]
    assert parse_merges(lines) == [("Ġ", "t"), ("Ġ", "a"), ("h", "e"), ("i", "n"), ("r", "e")]
    assert "“new·york”" in unmatchable_note(["new", "new york"])
    assert unmatchable_note(["new"]) == ""
    frames = encoding.payload(longest_match_tokenizer(["a", "ab"], from_left=True), "aab")["frames"]
    assert "begins with is cut off first" in frames[0]["done"]
    assert frames[1]["done"].endswith("was cut off: the longest token that begins there.")
    assert frames[1]["next"].endswith("the longest token that begins there.")


@pytest.mark.parametrize(
    ("from_left", "cut_next", "missing"), [(False, ["west", "l", "o"], []), (True, ["low", "est"], ["west"])]
)
def test_a_step_lists_all_tokens_longest_first_and_marks_absent_ones(
    from_left: bool, cut_next: list[str], missing: list[str]
) -> None:
    tokenizer = longest_match_tokenizer(["l", "o", "low", "est", "west"], from_left=from_left)
    shown = encoding.payload(tokenizer, "lowest")
    boards = [frame["candidates"] for frame in shown["frames"]]
    assert [[(shown["tokens"][row["pair"][0]][0], row["value"]) for row in board] for board in boards[:-1]] == [
        [("west", "4"), ("low", "3"), ("est", "3"), ("l", "1"), ("o", "1")]
    ] * len(cut_next)
    assert [shown["tokens"][row["pair"][0]][0] for board in boards for row in board if row["winner"]] == cut_next
    assert [shown["tokens"][row["pair"][0]][0] for row in boards[0] if row["tally"]] == missing
    assert boards[-1] == []


def test_a_long_list_shows_the_tokens_around_the_next_cut() -> None:
    frame = encoding.payload(longest_match_tokenizer([chr(97 + at) * 3 for at in range(26)], from_left=False), "zzz")[
        "frames"
    ][0]
    assert len(frame["candidates"]) + frame["morePairs"] == 26
    assert frame["candidates"][-1]["winner"]


def choices(app: AppTest) -> str:
    """Return what is written on the closed choices."""
    (popover,) = app.get("popover")
    return str(popover.proto.popover.label)


def test_the_page_shows_the_example_and_each_method_is_in_the_link(opened: Open) -> None:
    app = opened("pages/own.py")
    assert cut(app) == PRINTED
    assert choices(app) == "7 tokens of your own"
    next(button for button in app.button if button.label == "lowest by tokens").click().run()
    assert cut(app) == ["l", "o", "west</w>"]
    app.radio[0].set_value("left").run()
    assert cut(app) == ["low", "est</w>"]
    assert address(app) == {"cut": "left", "sample": "lowest", "tokens": LOWEST_TOKENS}
    next(button for button in app.button if button.label == "lowest by merges").click().run()
    assert cut(app) == ["low", "est</w>"]
    assert choices(app) == "5 merges of your own"
    assert cut(opened("pages/own.py", **address(app))) == ["low", "est</w>"]


def test_only_encode_offers_typed_vocabularies(opened: Open) -> None:
    app = opened("pages/encode.py", **{"with": "own", "sample": "lowest", "tokens": LOWEST_TOKENS, "cut": "left"})
    assert alerts(app) == []
    assert cut(app) == ["low", "est</w>"]
    assert address(app) == {"sample": "lowest", "with": "own", "cut": "left", "tokens": LOWEST_TOKENS}
    next(button for button in app.button if button.label == "lowest by merges").click().run()
    assert cut(app) == ["low", "est</w>"]
    app.selectbox[0].set_value(TokenizerName("gpt2")).run()
    assert address(app) == {"sample": "lowest", "with": "gpt2"}
    (message,) = alerts(opened("pages/playground.py", first="own"))
    assert "first=own" in message


def test_invalid_input_is_reported_and_kept(opened: Open) -> None:
    app = opened("pages/own.py", tokens='["low", 7]')
    (message,) = alerts(app)
    assert "7" in message
    assert choices(app) == "Your own tokens"
    assert app.text_area[0].value == '["low", 7]'
    app.text_area[0].set_value("low").run()
    assert alerts(app) == []
    assert player(app) is not None


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"tokens": " "}, "No tokens yet"),
        ({"sample": ""}, "Nothing to encode yet"),
        ({"sample": " "}, "nothing else"),
        ({"by": "merges", "merges": ""}, "No"),
    ],
)
def test_empty_input_is_explained(opened: Open, query: dict[str, str], says: str) -> None:
    app = opened("pages/own.py", **query)
    assert alerts(app) == []
    assert says in app.markdown[-1].value
    assert player(app) is None


def test_a_too_long_text_is_reported(opened: Open) -> None:
    (message,) = alerts(opened("pages/own.py", sample="ab " * 70))
    assert "210" in message
