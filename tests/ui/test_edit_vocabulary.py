"""The page Edit a vocabulary."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import tiktoken
from streamlit.testing.v1 import AppTest
from tokenizers import Tokenizer

from bpe_engine import BPETokenizer, EngineError, load_pretrained
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.pre_tokenizers import PreTokenizer
from bpe_engine.vocabularies.pretrained import load_pretrained_bpe, official_file
from tests.engine.file_samples import trained_bpe, trained_on_characters
from tests.engine.peers import PUBLISHED_JSON, published_tokenizer, tiktoken_encoding
from tests.ui.app_pages import Open, address, alerts, component, data_of, trigger
from tests.ui.conftest import Train
from tests.ui.page_content import page_text
from ui.base.tokenizer_choices import SHIPPED
from ui.pages.knife import reachability, view, vocabulary_edit


def counts(app: AppTest) -> list[str]:
    return [count for _name, count in changes(app)["names"]]


def changes(app: AppTest) -> dict[str, Any]:
    found: dict[str, Any] = data_of(component(app, "token_changes"))
    return found


def peer_of(name: str) -> tuple[dict[bytes, int], Callable[[str], list[int]]]:
    """Return the ids of a vocabulary's tokens, special ones aside, and the encoder of tiktoken or tokenizers."""
    if name not in PUBLISHED_JSON:
        peer = tiktoken_encoding(name)
        return dict(peer._mergeable_ranks), peer.encode_ordinary
    published = published_tokenizer(name)
    names = published.get_vocab(with_added_tokens=False).items()
    added = set(published.get_added_tokens_decoder())
    ids = {symbols_to_bytes(token): token_id for token, token_id in names if token_id not in added}
    return ids, lambda text: list(published.encode(text, add_special_tokens=False).ids)


DIFFERENT = [
    name for name in reachability.bundled_reachability() if name != "r50k_base"
]  # which has all tokens of GPT-2


@pytest.mark.parametrize("name", DIFFERENT)
def test_stored_facts_about_an_included_vocabulary_are_right(name: str) -> None:
    assert reachability.compute_reachability(load_pretrained_bpe(name)) == reachability.bundled_reachability()[name]


def test_equal_vocabularies_have_equal_facts() -> None:
    assert load_pretrained("r50k_base").vocabulary == load_pretrained("gpt2").vocabulary
    assert reachability.bundled_reachability()["r50k_base"] == reachability.bundled_reachability()["gpt2"]


@pytest.mark.parametrize("name", DIFFERENT)
def test_the_library_encodes_as_many_token_texts_to_themselves(name: str) -> None:
    known = reachability.bundled_reachability()[name]
    ids, encode = peer_of(name)
    alone = 0
    for data, token_id in ids.items():
        text = data.decode(errors="replace")
        alone += text.encode() == data and encode(text) == [token_id]
    assert (known.tokens, known.alone) == (len(ids), alone)
    for each in known.others:
        if each.reached:
            assert each.token_id in encode(each.text)


def test_every_editable_vocabulary_has_stored_facts() -> None:
    edited = {name for name in SHIPPED if isinstance(load_pretrained(name), BPETokenizer)}
    assert edited == {"gpt2", "cl100k_base", "o200k_base", "deepseek-v3"}
    assert edited <= reachability.bundled_reachability().keys()


def test_the_page_shows_a_text_before_and_after(opened: Open) -> None:
    app = opened("pages/knife.py", add="")
    peer = tiktoken_encoding("gpt2")
    ranks, gone = dict(peer._mergeable_ranks), set[str]()
    for left, right in (line.split(" ") for line in official_file("gpt2").decode().splitlines()[1:]):
        if left + right == "Ġthe" or {left, right} & gone:
            gone.add(left + right)
            del ranks[symbols_to_bytes(left + right)]
    after = tiktoken.Encoding("less", pat_str=peer._pat_str, mergeable_ranks=ranks, special_tokens={})
    assert counts(app) == [f"{len(each.encode(vocabulary_edit.TEXT))} tokens" for each in (peer, after)]
    lost = changes(app)["lost"]
    assert lost["said"].startswith("50 merges die.")
    assert lost["said"].endswith("That makes 49 more tokens unreachable, so they go too:")
    assert [text for text, *_rest in lost["tokens"]][:3] == ["·they", "·their", "·them"]
    # Each column is a part of the text that both cut at its ends.
    columns = [[[text for text, *_rest in row] for row in column] for column in changes(app)["columns"]]
    assert columns[:4] == [[["The"]] * 2, [["·theory"], ["·t", "he", "ory"]], [["·of"]] * 2, [["·the"], ["·t", "he"]]]
    assert all("".join(row[0]) == "".join(row[1]) for row in columns)
    states = {text: state for before, _after in changes(app)["columns"] for text, _id, _hue, state in before}
    known = {"·the": "out", "·theory": "lost", "·of": "kept", ",": "base"}
    assert {text: states[text] for text in known} == known
    text = page_text(app, {})
    assert "Of 50,256 tokens, special ones aside, 49,912 come out when you encode their own text." in text
    assert "UTF-8 never uses this byte" in text


def test_typed_tokens_are_matched_by_text_name_or_id() -> None:
    ours = load_pretrained_bpe("gpt2")
    for typed in ("·the", "Ġthe", "#262"):
        assert vocabulary_edit.parse_token_id(ours, typed) == 262
    assert vocabulary_edit.parse_token_id(ours, "↵↵") == tiktoken_encoding("gpt2").encode("\n\n")[0]
    assert vocabulary_edit.parse_token_id(ours, "<|endoftext|>") == 50256
    with pytest.raises(EngineError, match="“·xyzzy” isn’t a token of this vocabulary, which cuts it into “·x”"):
        vocabulary_edit.parse_token_id(ours, "·xyzzy")
    for typed in ("#60000", f"#{10**30}"):
        with pytest.raises(EngineError, match="No token has the id"):
            vocabulary_edit.parse_token_id(ours, typed)
    with pytest.raises(EngineError, match=f"The list has {vocabulary_edit.LONGEST_LINE + 1} characters"):
        vocabulary_edit.parse_tokens("a" * (vocabulary_edit.LONGEST_LINE + 1))
    with pytest.raises(EngineError, match=r"“[a…]{32}” isn’t a token"):
        vocabulary_edit.parse_token_id(ours, "a" * vocabulary_edit.LONGEST_LINE)
    with pytest.raises(EngineError, match=f"There are {vocabulary_edit.MOST_TOKENS + 1} tokens"):
        vocabulary_edit.parse_tokens(" ".join(map(str, range(vocabulary_edit.MOST_TOKENS + 1))))


def test_removing_and_restoring_a_token_edits_the_typed_line() -> None:
    ours = load_pretrained_bpe("gpt2")
    toggled = partial(vocabulary_edit.with_token_toggled, ours)
    newline = tiktoken_encoding("gpt2").encode("\n\n")[0]
    assert toggled("", 262) == "·the"
    assert toggled("·the", newline) == "·the ↵↵"
    assert toggled("·of #262 ↵↵", 262) == "·of ↵↵"
    assert toggled("", ours.encode("·")[0]) == f"#{ours.encode('·')[0]}"  # the dot itself is typed as a space


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"out": "·xyzzy"}, "isn’t a token of this vocabulary"),
        ({"out": "#32"}, "No merge makes the token"),
        ({"out": "#99999"}, "No token has the id 99999"),
        ({"out": "", "add": "under·the"}, "a merge never crosses a cut"),
        ({"out": "", "add": "·the"}, "is already a token, with id 262"),
        ({"out": "", "add": "<|endoftext|>", "how": "special"}, "is already a token, with id 50256"),
        ({"of": "bert-base-uncased"}, "This page needs a tokenizer with merges"),
        ({"of": "mistral-7b"}, "This page needs a tokenizer with merges"),
        ({"sample": "a" * (vocabulary_edit.LONGEST_TEXT + 1)}, "characters, but the box takes"),
    ],
)
def test_impossible_edits_are_reported_and_input_is_kept(opened: Open, query: dict[str, str], said: str) -> None:
    app = opened("pages/knife.py", **query)
    assert any(said in alert for alert in alerts(app))
    assert not app.exception
    assert query.items() <= address(app).items() | {("sample", query.get("sample", ""))}


def test_a_click_does_not_change_a_line_without_that_token(opened: Open) -> None:
    app = opened("pages/knife.py", out="", add="")
    app.text_input[0].set_value("·xyzzy")
    trigger(app, "token_changes", "pick", 262)
    assert address(app)["out"] == "·xyzzy"
    assert any("isn’t a token of this vocabulary" in alert for alert in alerts(app))


def test_examples_and_choices_are_written_to_the_address(opened: Open) -> None:
    app = opened("pages/knife.py")
    assert alerts(app) == []
    app.button(key="knife_2").click().run()
    assert address(app) == {"out": "", "add": "<|user|>", "how": "special", "sample": "<|user|>Hi!"}
    assert counts(app) == ["7 tokens", "3 tokens"]
    assert "“<|user|>” is a special token with id 50257" in page_text(app, {})
    app.text_input[0].set_value("·they #50256").run()
    assert address(app)["out"] == "·they #50256"
    assert alerts(app) == []


def test_downloads_contain_the_edited_vocabulary(opened: Open) -> None:
    app = opened("pages/knife.py")
    assert {"tokenizer.json", "tokenizer.tiktoken"} <= {button.label for button in app.get("download_button")}
    assert "its ids go up to 50,257" in page_text(app, {})
    assert "explicit_n_vocab" in page_text(app, {})
    done = vocabulary_edit.edit_vocabulary(load_pretrained_bpe("gpt2"), ("·the",), ("·tokenizers",), "merges")
    peer = Tokenizer.from_str(view.file(done.tokenizer, "tokenizer.json", "tokenizer.json").decode())
    assert peer.encode(vocabulary_edit.TEXT).ids == done.tokenizer.encode(vocabulary_edit.TEXT)
    with pytest.raises(EngineError, match="trained on characters"):
        view.file(trained_on_characters(), "tiktoken", "tokenizer.tiktoken")


def test_qwen_s_vocabulary_is_edited_behind_its_normalization(opened: Open) -> None:
    app = opened("pages/knife.py", of="qwen3", out="", add="·tokenizers", sample="e\u0301 tokenizers")
    assert alerts(app) == []
    peer = published_tokenizer("qwen3")
    before = len(peer.encode("e\u0301 tokenizers", add_special_tokens=False).ids)
    assert counts(app) == [f"{before} tokens", f"{before - 1} tokens"]
    assert "This tokenizer normalizes the text first." in page_text(app, {})
    assert "This isn’t known for a tokenizer that normalizes the text first" in page_text(app, {})
    ours = load_pretrained("qwen3")
    part = vocabulary_edit.merging_part(ours)
    assert part is not None
    done = vocabulary_edit.edit_vocabulary(part, ("·the",), ("·tokenizers",), "merges")
    edited = vocabulary_edit.with_merging_part(ours, done.tokenizer)
    assert view.offered_formats(ours) == ("tokenizer.json",)
    again = Tokenizer.from_str(view.file(edited, "tokenizer.json", "tokenizer.json").decode())
    text = f"{vocabulary_edit.TEXT} e\u0301 <think>"
    assert again.encode(text, add_special_tokens=False).ids == edited.encode(text, "all")


def test_trained_vocabularies_can_be_edited_without_slow_checks(opened: Open, train: Train) -> None:
    assert reachability.reachability(trained_bpe("gpt4", 800)) is None
    own = BPETokenizer(vocabulary={"a": 0}, merges=(), pre_tokenizer=PreTokenizer("a+"))
    assert reachability.reachability(own) is None
    ours = train("hug").tokenizer()
    done = vocabulary_edit.edit_vocabulary(ours, ("ug",), (), "merges")
    assert "hug" in {merge.token for merge in done.dead}
    assert done.tokenizer.tokenize("hug") == ["h", "u", "g"]
    app = opened("pages/knife.py", scenario="hug", of="trained", out="ug", add="", sample="hug pug")
    assert alerts(app) == []
    assert counts(app)[1] == "6 tokens"
    assert "Every token was found in some text." in page_text(app, {})


def test_changed_words_have_counts_and_unreachable_tokens_have_steps() -> None:
    ours = load_pretrained_bpe("gpt2")
    done = vocabulary_edit.edit_vocabulary(ours, ("·the",), (), "merges")
    rows = view.changed_words(ours, done.tokenizer, "on the the theory of a")
    assert rows == [
        ["·the\n× 2", "·the\n1 token", "·t | he\n2 tokens"],
        ["·theory", "·theory\n1 token", "·t | he | ory\n3 tokens"],
    ]
    ours = load_pretrained_bpe("o200k_base")
    rows = {
        row[0].splitlines()[1]: row
        for row in reachability.rows(ours, reachability.bundled_reachability()["o200k_base"].others)
    }
    assert rows["id 439"][1].splitlines() == ["D0 | BE | D0", "61: о | D0", "183: D0 BE D0"]
    assert "It isn’t a token in any of the 64 texts tried with it." in rows["id 439"][2]
    assert "“无码” + “AV”" in rows["id 147008"][2]
    assert "It is a token in the text “无码AVa”." in rows["id 147008"][2]
