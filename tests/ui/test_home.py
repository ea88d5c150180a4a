"""Home without a browser: whatever is typed becomes GPT-2's tokens."""

import pytest

from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, address, alerts, component, data_of
from ui.base.i18n import use_language
from ui.components.contract import Merging
from ui.pages.home.live_demo import EXAMPLE, LONGEST, merging

TYPED = ["Katharina", "Zoë likes 🍓!", "aaaaaaa", " ", "日本語", "<b>a</b>\u202e\x00", "👩‍👩‍👧" * 12]


@pytest.mark.parametrize("text", TYPED)
def test_what_is_typed_becomes_gpt2s_tokens_merge_by_merge(text: str) -> None:
    shown = merging(text)
    first, last = shown["beats"][0], shown["beats"][-1]
    ids = [[shown["tokens"][number][1] for word in beat for number in word["tokens"]] for beat in (first, last)]
    peer = tiktoken_encoding("gpt2")
    assert ids == [[peer.encode_single_token(bytes([byte])) for byte in text.encode()], peer.encode_ordinary(text)]
    for before, after in zip(shown["beats"], shown["beats"][1:], strict=False):
        for was, now in zip(before, after, strict=True):
            assert len(now["tokens"]) == len(was["tokens"]) - len(was["hits"])
    assert not any(word["hits"] for word in last)
    assert len(shown["counts"]) == len(shown["beats"])


def test_what_is_kept_is_told_in_the_language_of_who_reads_it() -> None:
    told = {}
    for language in ("en", "ru", "en"):
        use_language(language)
        told[language] = merging(EXAMPLE)["spoken"]
    assert told == {"en": "2 tokens: token, ization", "ru": "2\xa0токена: token, ization"}


def test_an_empty_box_shows_an_example(opened: Open) -> None:
    app = opened("")
    assert app.text_input[0].placeholder == EXAMPLE
    assert said(app) == merging(EXAMPLE)["spoken"] == "2 tokens: token, ization"


def test_what_is_typed_stays_and_goes_into_the_address(opened: Open) -> None:
    app = opened("")
    app.text_input[0].set_value("Ada").run()
    assert said(app) == merging("Ada")["spoken"]
    assert address(app) == {"sample": "Ada"}
    app.switch_page("pages/bytes.py").run()
    app.switch_page("pages/home.py").run()
    assert app.text_input[0].value == "Ada"


def test_what_is_too_long_to_be_watched_is_told_and_stays(opened: Open) -> None:
    pasted = "a" * (LONGEST + 1)
    app = opened("")
    app.text_input[0].set_value(pasted).run()
    (told,) = alerts(app)
    assert "has 61 characters" in told
    assert "the limit is 60." in told
    assert not app.text_input[0].max_chars  # otherwise Streamlit truncates pasted text silently
    assert app.text_input[0].value == address(app)["sample"] == pasted
    assert said(opened("", sample=pasted[1:])) == merging(pasted[1:])["spoken"]


def said(app: object) -> str:
    proto = component(app, "merging")
    data: Merging = data_of(proto)
    return data["spoken"]
