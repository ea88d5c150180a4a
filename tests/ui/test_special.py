"""The page Special tokens, compared with tiktoken with the same registered tokens, and with minbpe's code."""

from collections.abc import Collection

import pytest

from bpe_engine import EngineError, load_pretrained
from tests.engine.test_registered import EXTENDED, NAMES, peer_of
from tests.ui.app_pages import Open, address, alerts, component
from ui.pages.special.library_modes import (
    LONGEST_TEXT,
    MOST_NAMES,
    TEXT,
    library_modes,
    read_names,
    set_explanation,
    table,
    with_special_tokens,
)

END = "<|endoftext|>"
TEXTS = [TEXT, "<|user|>Say <|endoftext|> backwards.<|assistant|>", "no name", "<|user|>"]


@pytest.mark.parametrize("name", EXTENDED)
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("chosen", [(), ("<|user|>",), ("<|user|>", END), (*NAMES, END)])
def test_each_displayed_tiktoken_call_gives_the_displayed_result(name: str, text: str, chosen: Collection[str]) -> None:
    tokenizer, peer = with_special_tokens(load_pretrained(name), NAMES), peer_of(name)
    for each in library_modes(tokenizer, text, chosen):
        call, found = each.tiktoken
        known = {"encode": peer.encode, "text": text}
        if found.refused:
            with pytest.raises(ValueError, match="disallowed special token") as error:
                eval(call, known)  # the calls are our own
            assert found.refused in str(error.value)
        else:
            assert found.ids == eval(call, known)


@pytest.mark.parametrize("text", TEXTS)
def test_minbpe_treats_a_set_like_tiktoken_with_nothing_disallowed(text: str) -> None:
    tokenizer, peer = with_special_tokens(load_pretrained("cl100k_base"), NAMES), peer_of("cl100k_base")
    *_others, some = library_modes(tokenizer, text, ["<|user|>"])
    assert some.minbpe[1].ids == peer.encode(text, allowed_special={"<|user|>"}, disallowed_special=())
    assert some.minbpe[0] == 'encode(text, {"<|user|>"})'


def test_libraries_differ_for_a_set_and_their_errors_are_explained() -> None:
    tokenizer = with_special_tokens(load_pretrained("cl100k_base"), NAMES)
    rows = table(tokenizer, TEXT, ["<|user|>"])["rows"]
    assert [row["note"] for row in rows] == ["", "", "", "They differ"]
    assert "“<|endoftext|>” isn’t in the set" in set_explanation(tokenizer, TEXT, ["<|user|>"])
    assert "the two libraries agree" in set_explanation(tokenizer, TEXT, ["<|user|>", END])
    rows = table(tokenizer, TEXT, ["<|user|>", END])["rows"]
    assert [row["note"] for row in rows] == ["", "", "", ""]
    rows = table(with_special_tokens(load_pretrained("gpt2"), NAMES), TEXT, ["<|user|>"])["rows"]
    assert [cell["call"] for cell in rows[0]["cells"]] == [
        'encode(text, "none")',
        "encode(text, disallowed_special=())",
    ]
    assert [cell["error"] for cell in rows[1]["cells"]] == ["AssertionError", "ValueError"]
    assert all("“<|user|>”" in cell["count"] for cell in rows[1]["cells"])
    assert [cell["tokens"] for cell in rows[1]["cells"]] == [[], []]


def test_names_as_text_are_many_tokens_and_too_many_are_reported() -> None:
    # As in tiktoken: 27 91 8862 728 428 91 29, and 100257 as the token.
    none, _default, every, _some = library_modes(load_pretrained("cl100k_base"), END, [])
    assert none.minbpe[1].ids == [27, 91, 8862, 728, 428, 91, 29]
    assert every.minbpe[1].ids == [100257]
    assert read_names(" <a>\n<b> <a>") == ["<a>", "<b>"]
    with pytest.raises(EngineError, match=f"There are {MOST_NAMES + 1} special tokens"):
        read_names(" ".join(map(str, range(MOST_NAMES + 1))))


def test_every_choice_is_written_to_the_address(opened: Open) -> None:
    app = opened("pages/special.py")
    assert alerts(app) == []
    assert component(app, "token_table")
    app.get("button_group")[0].set_value([END]).run()
    app.text_input[0].set_value("Hi<|end|>").run()
    app.text_input[1].set_value("<|end|>").run()
    assert address(app) == {"sample": "Hi<|end|>", "names": "<|end|>", "set": END}
    again = opened("pages/special.py", **address(app))
    assert again.get("button_group")[0].value == [END]
    assert not again.exception


def test_trained_tokenizers_have_special_tokens_and_errors_are_reported(opened: Open) -> None:
    app = opened("pages/special.py", scenario="aaab", of="trained", sample="<|user|>aab", names="<|user|>")
    assert alerts(app) == []
    assert component(app, "token_table")
    (message,) = alerts(opened("pages/special.py", scenario="hug", of="trained", sample="xyz"))
    assert "is not in the vocabulary, which has no unknown token" in message
    assert "No text yet" in opened("pages/special.py", sample="").markdown[-1].value
    (message,) = alerts(opened("pages/special.py", sample="a" * (LONGEST_TEXT + 1)))
    assert str(LONGEST_TEXT + 1) in message
