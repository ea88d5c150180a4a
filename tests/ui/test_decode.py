"""Decode: ids to tokens, bytes and text, compared with tiktoken and the tokenizers library's own streaming."""

import pytest
from tokenizers import Tokenizer as LibraryTokenizer
from tokenizers.decoders import DecodeStream

from bpe_engine import EngineError, LongestMatchTokenizer, load_pretrained
from bpe_engine.files import write
from bpe_engine.notebook import token_hue
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, address, alerts, player, player_data, query_value
from tests.ui.conftest import Train
from ui.base.tokenizer_choices import PRETRAINED, SHIPPED
from ui.pages.decode.id_input import MAX_IDS, examples, format_ids, parse_ids, unknown_ids, unknown_ids_error
from ui.tokenization.decoding_frames import DecodedId, decode_steps, payload

TEXTS = ["Hello!! 🤗", "Привет, мир", "你好中国 👩\u200d👧", "e\u0301 \x00 <|endoftext|>"]
HUGGING = [15496, 3228, 12520, 97, 245]  # “Hello!! 🤗” in minGPT's example


def texts(steps: list[DecodedId]) -> list[tuple[str, str]]:
    return [(step.text, step.held) for step in steps]


@pytest.mark.parametrize("name", PRETRAINED)
@pytest.mark.parametrize("text", TEXTS)
def test_text_shown_at_once_equals_tiktoken_s_decoding_so_far(name: str, text: str) -> None:
    peer = tiktoken_encoding(name)
    ids = peer.encode_ordinary(text)
    steps = list(decode_steps(load_pretrained(name), ids))
    assert [step.text for step in steps] == [peer.decode(ids[:number]) for number in range(1, len(ids) + 1)]
    assert b"".join(step.bytes for step in steps) == peer.decode_bytes(ids)
    assert "".join(step.added for step in steps) == text


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
@pytest.mark.parametrize("text", TEXTS)
def test_held_back_text_equals_the_tokenizers_library_s_stream(name: str, text: str) -> None:
    tokenizer = load_pretrained(name)
    library = LibraryTokenizer.from_str(write(tokenizer, "tokenizer.json")["tokenizer.json"].decode())
    stream = DecodeStream(skip_special_tokens=False)
    ids = tokenizer.encode(text, "none")
    chunks = [stream.step(library, token_id) or "" for token_id in ids]
    # The library holds back a whole token whose last character is incomplete; here the complete part is shown.
    held = [step.held for step in decode_steps(tokenizer, ids)]
    assert "".join(chunks) == held[-1] == text
    for number, step in enumerate(decode_steps(tokenizer, ids)):
        assert step.held.startswith("".join(chunks[: number + 1]))
        if not step.is_incomplete:
            assert step.held == "".join(chunks[: number + 1])


def test_replacement_characters_stay_until_bytes_are_complete() -> None:
    assert texts(list(decode_steps(load_pretrained("gpt2"), HUGGING)))[2:] == [
        ("Hello!! \ufffd", "Hello!! "),
        ("Hello!! \ufffd", "Hello!! "),
        ("Hello!! 🤗", "Hello!! 🤗"),
    ]
    tokenizer = load_pretrained("mistral-7b")
    ids = tokenizer.encode("🤗")
    assert texts(list(decode_steps(tokenizer, ids)))[1:] == [
        ("\ufffd", ""),
        ("\ufffd\ufffd", ""),
        ("\ufffd\ufffd\ufffd", ""),
        ("🤗", "🤗"),
    ]
    steps = payload(load_pretrained("gpt2"), [97, 15496])  # a byte that can only continue a character, then Hello
    assert "No character has bytes like these" in steps["frames"][1]["done"]
    assert "“\ufffdHello”" in steps["frames"][2]["next"]
    assert "mid-character" in payload(load_pretrained("gpt2"), HUGGING[:-1])["frames"][-1]["next"]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_example_ends_with_its_text(name: str) -> None:
    tokenizer = load_pretrained(name)
    found = examples(tokenizer)
    assert found
    for example in found:
        ids = parse_ids(example.ids)
        steps = list(decode_steps(tokenizer, ids))
        assert steps[-1].text == tokenizer.decode(ids)
        frames = payload(tokenizer, ids)["frames"]
        assert [len(frame["chips"]) for frame in frames] == list(range(len(ids), -1, -1))


def test_frames_show_tokens_bytes_and_both_texts() -> None:
    shown = payload(load_pretrained("gpt2"), HUGGING)
    rows = {
        row["label"]: [shown["tokens"][number][0] for number in row["tokens"]] for row in shown["frames"][4]["words"]
    }
    assert rows == {
        "Ids": [*map(str, HUGGING)],
        "Tokens": ["Hello", "!!", "ĠðŁ", "¤", "?"],
        "Bytes": [*map("{:02X}".format, "Hello!! 🤗".encode()[:-1]), "??"],
        "Text at once": ["Hello", "!!", "·", "\ufffd", "?"],
        "Text held back": ["Hello", "!!", "·", "?", "?"],
    }


def test_what_an_id_becomes_stands_in_its_column() -> None:
    """The emoji is F0 9F A4 97: its first two bytes come with the space before it."""
    frames = payload(load_pretrained("gpt2"), HUGGING)["frames"]
    _ids, _tokens, data, *texts = frames[3]["words"]
    assert data["columns"] == [0] * 5 + [1] * 2 + [2] * 3 + [3, 4]
    assert [(row["columns"], row["fresh"]) for row in texts] == [([0, 1, 2, 3, 4], [2])] * 2
    *_rows, at_once, held_back = frames[5]["words"]
    for row in (at_once, held_back):  # the emoji stands below both ids that it took
        assert (row["columns"], row["fresh"]) == ([0, 1, 2, 3], [3])


def test_a_character_keeps_its_column_if_its_last_id_begins_another() -> None:
    """Two Khmer letters of three bytes each; the second id ends the first letter and begins the other."""
    peer = tiktoken_encoding("cl100k_base")
    ids = [21549, 73596, 222]
    assert [len(peer.decode_bytes(ids[:count]).decode(errors="ignore")) for count in range(4)] == [0, 0, 1, 2]
    frame = payload(load_pretrained("cl100k_base"), ids)["frames"][2]
    assert [row["columns"] for row in frame["words"][-2:]] == [[0, 2]] * 2


def test_many_ids_stand_in_rows_that_wrap() -> None:
    frames = payload(load_pretrained("gpt2"), HUGGING * 2)["frames"]
    assert not any("columns" in row for frame in frames for row in frame["words"])
    rows = {row["label"]: len(row["tokens"]) for row in frames[4]["words"]}
    assert rows == {"Tokens so far, and ids left": 10, "Bytes": 24, "Text at once": 4, "Text held back": 3}


def test_ids_of_whole_characters_have_only_one_text() -> None:
    ids = tiktoken_encoding("gpt2").encode("on the")
    for frame in payload(load_pretrained("gpt2"), ids)["frames"]:
        assert [row["label"] for row in frame["words"]] == ["Ids", "Tokens", "Bytes", "Text"]


def test_covers_have_the_colours_of_their_ids_and_show_the_number_of_bytes() -> None:
    shown = payload(load_pretrained("gpt2"), HUGGING)
    _ids, names, coming, *texts = shown["frames"][0]["words"]
    hues = [shown["tokens"][number][3] for number in coming["tokens"]]
    peer = tiktoken_encoding("gpt2")
    assert {shown["tokens"][number][1:3] for number in coming["tokens"]} == {("??", None)}
    assert hues == [token_hue(token_id) for token_id in HUGGING for _ in peer.decode_single_token_bytes(token_id)]
    for row in (names, *texts):
        covers = [shown["tokens"][number] for number in row["tokens"]]
        assert [(text, hue) for _symbols, text, _id, hue in covers] == [("?", token_hue(one)) for one in HUGGING]


def test_upcoming_ids_are_listed_with_their_tokens() -> None:
    shown = payload(load_pretrained("gpt2"), HUGGING)
    assert shown["listed"]
    ids = [[shown["tokens"][number][2] for number in past["parts"]] for past in shown["merges"]]
    assert ids == [[token_id] for token_id in HUGGING]


def test_ids_that_add_nothing_yet_keep_their_own_number_and_colour() -> None:
    ids = tiktoken_encoding("gpt2").encode("😀 東")
    found = payload(load_pretrained("gpt2"), ids, as_text=True)
    chips = [found["tokens"][merge["made"]] for merge in found["merges"] if merge["made"] is not None]
    # The first token has three of the emoji's four bytes; the third is a space and one byte of the next three.
    added = ["�", "😀", "·", "�", "東"]
    assert [chip[1:3] for chip in chips] == list(zip(added, ids, strict=True))


@pytest.mark.parametrize(
    ("name", "ids", "shown"),
    [
        ("mistral-7b", [1, 22557, 28705, 243, 162, 144, 184, 2], ["<s>", "Hello", "·", "�", "�", "�", "🍵", "</s>"]),
        ("mistral-7b", [28705], ["▁"]),
        ("t5-small", [8774, 1], ["Hello", "</s>"]),
        ("gpt2", HUGGING, ["Hello", "!!", "·", "�", "🤗"]),
    ],
)
def test_an_id_that_adds_no_text_is_listed_by_name(name: str, ids: list[int], shown: list[str]) -> None:
    found = payload(load_pretrained(name), ids, as_text=True)
    assert [found["tokens"][past["made"]][1] for past in found["merges"] if past["made"] is not None] == shown


def test_the_id_that_completes_a_character_is_announced() -> None:
    found = payload(load_pretrained("gpt2"), HUGGING, as_text=True)
    *_before, begun, ended = (frame["done"] for frame in found["frames"])
    assert "A character has begun but isn’t complete" in begun
    assert "that is “🤗”: the character is complete" in ended
    cut_short = payload(load_pretrained("gpt2"), [HUGGING[2], HUGGING[0]], as_text=True)["frames"]
    assert "never became complete" in cut_short[-1]["done"]


def test_ids_that_add_no_text_say_so() -> None:
    assert payload(load_pretrained("mistral-7b"), [1])["frames"][-1]["next"] == "Done: these ids add no text."


def test_word_marks_are_explained(train: Train) -> None:
    low = train("low").tokenizer(15)
    newest = [low.vocabulary["newest</w>"], low.vocabulary["low</w>"]]
    assert [step.text for step in decode_steps(low, newest)] == ["newest", "newest low"]
    assert "The mark </w> ends a word" in payload(low, newest)["frames"][1]["done"]
    bert = load_pretrained("bert-base-uncased")
    frames = payload(bert, bert.encode("tokenizer"))["frames"]
    assert "byte" not in frames[0]["next"]  # its tokens are not bytes
    assert "The mark ## says" in frames[2]["done"]
    t5 = load_pretrained("t5-small")
    said = [frame["done"] for frame in payload(t5, t5.encode("the cat</s>", "all"))["frames"]]
    assert "left out at the start" in said[1]
    assert "▁ stands for a space." in said[2]
    assert "not part of the text" in said[-1]


def test_incomplete_and_lost_ids_are_explained() -> None:
    tokenizer = LongestMatchTokenizer.from_tokens(["a"], end_of_word="")
    assert "is lost" in payload(tokenizer, tokenizer.encode("ab"))["frames"][2]["done"]
    first, second, *_rest = payload(load_pretrained("gpt2"), HUGGING)["frames"]
    assert first["next"] == "“Next” looks up id 15496: its token, that token’s bytes, and what they add to the text."
    assert second["next"] == "Next: id 3228."


@pytest.mark.parametrize(
    ("typed", "ids"),
    [("[258, 100]", [258, 100]), ("258,100;7\n8", [258, 100, 7, 8]), ("tensor([[1, 2]])"[6:], [1, 2]), (" ", [])],
)
def test_ids_are_read_in_common_notations(typed: str, ids: list[int]) -> None:
    assert parse_ids(typed) == ids
    assert parse_ids(format_ids(ids)) == ids


@pytest.mark.parametrize("typed", ["12 hello", "1.5", "0x41", "12345678901234567890", "٣"])
def test_an_invalid_id_is_named(typed: str) -> None:
    with pytest.raises(EngineError, match=r"isn’t an id: an id is a whole number"):
        parse_ids(typed)


def test_unknown_ids_are_reported_with_the_valid_range() -> None:
    gpt2, cl100k = load_pretrained("gpt2"), load_pretrained("cl100k_base")
    assert unknown_ids(gpt2, [15496, 50257, -1, 50257]) == [50257, -1]
    assert "id 50257. The 50257 ids of this vocabulary run from 0 to 50256." in str(unknown_ids_error(gpt2, [50257]))
    assert "in a gap" in str(
        unknown_ids_error(cl100k, unknown_ids(cl100k, [100261]))
    )  # between fim_suffix and endofprompt


def test_example_ids_and_removing_a_missing_id_take_one_click_each(opened: Open) -> None:
    app = opened("pages/decode.py")
    next(button for button in app.button if button.label == "aaabdaaabac").click().run()
    shown = player_data(app)
    assert "the text is “aaabdaaabac”" in shown["frames"][-1]["next"]
    assert address(app) == {"scenario": "aaab", "with": "trained", "ids": "[258, 100, 258, 97, 99]"}
    app = opened("pages/decode.py", ids="15496 99999 3228")
    (message,) = alerts(app)
    assert "99999" in message
    assert player(app) is None
    next(button for button in app.button if button.label == "Leave it out").click().run()
    assert alerts(app) == []
    assert query_value(app, "ids") == "15496 3228"
    assert player(app) is not None


@pytest.mark.parametrize(
    ("typed", "says"), [("hello", "“hello” isn’t an id"), (" ".join(["1"] * (MAX_IDS + 1)), str(MAX_IDS + 1))]
)
def test_other_invalid_input_is_reported_and_kept(opened: Open, typed: str, says: str) -> None:
    app = opened("pages/decode.py", ids=typed)
    (message,) = alerts(app)
    assert says in message
    assert app.text_input[0].value == typed


def test_without_ids_examples_are_offered(opened: Open) -> None:
    app = opened("pages/decode.py", ids="")
    assert player(app) is None
    (told,) = (text.value for text in app.markdown if "Nothing to decode yet" in text.value)
    assert "spaces or commas" in told
    button = app.button(key="first_0")
    assert button.label == "Hello world"
    button.click().run()
    assert parse_ids(query_value(app, "ids")) == tiktoken_encoding("gpt2").encode_ordinary("Hello world")
    assert player(app) is not None
