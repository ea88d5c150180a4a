"""How prompts end: the frames, compared with tiktoken, and what the page says if there are none."""

import pytest

from bpe_engine import load_pretrained
from bpe_engine.inspection.prompt_ends import MergeTokenizer, is_merge_tokenizer
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, address, alerts, player, player_data
from tests.ui.conftest import Train
from ui.base.tokenizer_choices import PRETRAINED, SHIPPED
from ui.base.visible_text import make_visible
from ui.lessons.contract import Frames, WordRow
from ui.pages.prompt.view import examples, table
from ui.tokenization.prompt_frames import LONGEST_TEXT, payload

LONG = "I bought a new computer, and the mitochondria of the cell are its powerhouse, as every schoolbook says."


def by_rank(name: str) -> MergeTokenizer:
    tokenizer = load_pretrained(name)
    assert is_merge_tokenizer(tokenizer)
    return tokenizer


def ids(frames: Frames, row: WordRow) -> list[int | None]:
    return [frames["tokens"][number][2] for number in row["tokens"]]


def marked(frames: Frames, row: WordRow) -> list[int | None]:
    return [ids(frames, row)[place] for place in row["fresh"]]


@pytest.mark.parametrize("name", PRETRAINED)
@pytest.mark.parametrize("text", [*examples().values(), "don't you'd", "Привет, мир", "你好中国 👩\u200d👧"])
def test_each_row_ends_with_tiktoken_s_tokens_and_marks_those_that_are_new(name: str, text: str) -> None:
    frames, peer = payload(by_rank(name), text), tiktoken_encoding(name)
    assert frames["steps"] == len(text) == len(frames["frames"]) - 1
    before: list[int] = []
    most = max(len(frame["words"]) for frame in frames["frames"])
    for end, frame in enumerate(frames["frames"][1:], 1):
        now = peer.encode_ordinary(text[:end])
        same = next((place for place, (one, other) in enumerate(zip(before, now)) if one != other), len(before))  # noqa: B905
        rows = [row for row in frame["words"] if "offered" not in row]
        shown = most - (len(frame["words"]) - len(rows))
        row, *coming = rows[min(end, shown) - 1 :]
        typed = ["".join(frames["tokens"][number][1] for number in one["tokens"]) for one in coming]
        assert typed == [make_visible(text[:more]) for more in range(end + 1, min(shown, len(text)) + 1)]
        assert {one for row in coming for one in ids(frames, row)} <= {None}
        assert ids(frames, row) == now[-len(row["tokens"]) :]
        assert marked(frames, row) == now[same:]
        assert len(frame["chips"]) == len(text) - end
        before = now


@pytest.mark.parametrize("name", PRETRAINED)
@pytest.mark.parametrize("text", examples().values())
def test_candidates_begin_with_the_end_of_the_prompt(name: str, text: str) -> None:
    frames, peer = payload(by_rank(name), text), tiktoken_encoding(name)
    known = {peer.encode_single_token(token): token for token in peer.token_byte_values()}
    now = peer.encode_ordinary(text)
    last, *further = (row for row in frames["frames"][-1]["words"] if "offered" in row)
    begin = sorted(token_id for token_id, token in known.items() if token.startswith(known[now[-1]]))
    stay = last["kept"]
    typed = [row for row in frames["frames"][-1]["words"] if "offered" not in row][-1]
    assert ids(frames, last)[:stay] == ids(frames, typed)[:-1]
    first = ids(frames, last)[stay:]
    assert first
    assert first == begin[: len(first)]
    assert f"{len(begin):,}" in last["label"]
    assert last["share"] == pytest.approx(len(begin) / len(known), abs=0.001)
    assert (typed["follow"], typed["share"]) == (f"{len(begin):,}", last["share"])
    for row in further:
        offered = ids(frames, row)[row["kept"] :]
        found = [known[token_id] for token_id in offered if token_id is not None]
        assert found
        assert any(all(token.startswith(peer.decode_bytes(now[-count:])) for token in found) for count in (2, 3, 4))


def test_each_row_shows_the_whole_of_a_short_text() -> None:
    frames = payload(by_rank("gpt2"), "The sky")
    for row in (row for frame in frames["frames"] for row in frame["words"] if "offered" not in row):
        assert "".join(frames["tokens"][number][1] for number in row["tokens"]) + row["after"] == "The·sky"


@pytest.mark.parametrize("name", PRETRAINED)
@pytest.mark.parametrize(
    "text", [LONG, LONG[:48], LONG.replace(" ", ""), "Привет, мир! Сегодня тепло", "你好中国，你好世界"]
)
def test_rows_show_the_end_of_a_long_text(name: str, text: str) -> None:
    frames, peer = payload(by_rank(name), text), tiktoken_encoding(name)
    for end, frame in enumerate(frames["frames"]):
        rows = [row for row in frame["words"] if "offered" not in row]
        *_earlier, row = rows[: len(rows) - sum("?" in row["label"] for row in rows)] or rows
        tokens = [frames["tokens"][number][1] for number in row["tokens"]]
        count = len(peer.encode_ordinary(text[:end]))
        if row["before"]:
            assert f", {count - len(tokens)} not shown" in frame["titles"][1]
            assert row.get("whole") == text[:end]
        elif end:
            assert "not shown" not in frame["titles"][1]
        # Only a row of new tokens is longer than its room.
        assert len("".join(tokens) + row["after"]) <= 20 or len(row["tokens"]) == len(row["fresh"]) or end <= 7


def test_rows_of_a_long_text_start_at_the_same_character() -> None:
    frames = payload(by_rank("gpt2"), LONG)
    for frame in frames["frames"][20:]:
        rows = [
            "".join(frames["tokens"][number][1] for number in row["tokens"]) + row["after"]
            for row in frame["words"]
            if "offered" not in row and len(row["fresh"]) < len(row["tokens"])  # else it begins where the new ones do
        ]
        assert len({row[:5] for row in rows}) == 1, rows


def test_the_last_token_may_join_earlier_ones() -> None:
    frames = payload(by_rank("gpt2"), "The sky is ")
    peer = tiktoken_encoding("gpt2")
    count = sum(token.startswith(b" ") for token in peer.token_byte_values())
    assert f"{count:,} tokens begin with the last one" in frames["frames"][-1]["next"]
    assert frames["merges"][-1]["value"] == "1 new token"
    # In GPT-2's vocabulary “to” and “ke” become “token”: two tokens at the end are one.
    frames = payload(by_rank("gpt2"), "a token")
    assert [len(peer.encode("a toke")), len(peer.encode("a token"))] == [3, 2]
    assert frames["merges"][-1]["value"] == "2 tokens → 1"
    assert "The last 2 tokens are gone" in frames["frames"][-1]["done"]
    (*_, last) = payload(by_rank("cl100k_base"), "Donaudampfschifffahrtsgesellschaft")["merges"]
    looked, anew = (int(number.strip(".;")) for number in last["sum"].split() if number.strip(".;").isdigit())
    assert 0 < looked < anew


@pytest.mark.parametrize("name", SHIPPED)
def test_the_page_shows_each_vocabulary_or_says_why_not(opened: Open, name: str) -> None:
    app = opened("pages/prompt.py", **{"with": name})
    if is_merge_tokenizer(load_pretrained(name)):
        assert alerts(app) == []
        shown = player_data(app)
        assert shown["steps"] == len("The sky is ")
        return
    (told,) = alerts(app)
    assert "doesn’t cut text just by merging in rank order" in told
    app.button(key="try_gpt2").click().run()
    assert alerts(app) == []
    assert player(app) is not None
    assert "with" not in address(app)


def test_trained_tokenizers_have_a_row_for_each_character(opened: Open, train: Train) -> None:
    low = train("low").tokenizer(15)
    assert is_merge_tokenizer(low)
    frames = payload(low, "lowest n")
    shown = [frames["tokens"][number][1] for number in frames["frames"][-1]["words"][3]["tokens"]]
    assert shown == low.tokenize("lowest n")
    app = opened("pages/prompt.py", **{"scenario": "low", "with": "trained", "sample": "lowest"})
    assert player(app) is not None
    found = table(by_rank("gpt2"), "The sky")
    assert [row["title"] for row in found["rows"]] == ["T", "h", "e", "·", "s", "k", "y"]
    assert {len(row["cells"]) for row in found["rows"]} == {len(found["columns"]) - 1}


def test_examples_are_offered_and_too_long_texts_are_kept(opened: Open) -> None:
    app = opened("pages/prompt.py", sample="x" * (LONGEST_TEXT + 1))
    (message,) = alerts(app)
    assert f"takes {LONGEST_TEXT}" in message
    assert app.text_input[0].value == "x" * (LONGEST_TEXT + 1)
    assert player(app) is None
    app = opened("pages/prompt.py", sample="")
    assert player(app) is None
    for place, text in enumerate(examples().values()):
        app.button(key=f"prompt_{place}").click().run()
        assert app.text_input[0].value == text
        assert player(app) is not None
