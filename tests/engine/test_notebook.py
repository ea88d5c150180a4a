"""What a notebook shows: valid HTML in which nothing of a text is code."""

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_engine import BPETokenizer, BPETrainer, Corpus, EncodeStep, MergeEvent, Pair, load_pretrained
from bpe_engine.notebook import LONGEST, ShownToken, TokenizedText, hue
from bpe_engine.pre_tokenizers import NONE

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onclick='x",
    "&lt;",
    "\u202eabc",
    "\ud800",
    "\0",
]


class Read(HTMLParser):
    """The tags, the titles and the text of some HTML; fails where tags do not close in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.titles: list[str] = []
        self.styles: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        found = dict(attrs)
        if tag == "span":
            self.titles.append(found["title"] or "")
            self.styles.append(found["style"] or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def harmless(html: str) -> Read:
    read = Read(html)
    assert read.tags <= {"div", "span", "small"}
    assert read.attributes <= {"style", "title", "dir"}
    html.encode("utf-8")  # no half characters
    assert "\u202e" not in html
    return read


def test_a_text_is_shown_in_tokens_with_ids_as_titles() -> None:
    shown = load_pretrained("gpt2").show("hello world")
    assert shown.ids == [31373, 995]
    assert str(shown) == "hello|·world"
    read = harmless(shown._repr_html_())
    assert read.titles == ["id 31373: hello", "id 995: Ġworld"]
    assert read.text == "hello·world"


def test_a_part_of_a_character_is_shown_as_its_bytes() -> None:
    # GPT-2 cuts 東 in two tokens: its first two bytes, and its last.
    assert [token.text for token in load_pretrained("gpt2").show("東").tokens] == ["<E6><9D>", "<B1>"]


def test_special_tokens_are_plain_text_unless_they_are_allowed() -> None:
    gpt2 = load_pretrained("gpt2")
    assert 50256 not in gpt2.show("<|endoftext|>").ids
    assert gpt2.show("a<|endoftext|>", "all").ids[-1] == 50256


def test_what_is_unknown_is_shown_as_it_stands_in_the_text() -> None:
    corpus = Corpus.from_counts({"hug": 10, "pug": 5})
    with_unk = BPETrainer(vocab_size=7, special_tokens=["[UNK]"]).train(corpus)
    assert [tuple(token) for token in with_unk.show("<ug").tokens] == [("<", "[UNK]", 0), ("ug", "ug", 5)]
    without = BPETrainer(vocab_size=5).train(corpus).show("<ug")
    assert without.ids[0] is None
    assert harmless(without._repr_html_()).titles[0] == "no id: [UNK]"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_tokens_stay_text(text: str) -> None:
    event = MergeEvent(0, Pair(text, text), text + text, 7, 3, 3, 2)
    step = EncodeStep(0, (text, "b"), (None, 5), Pair(text, "c"), 0, text, (0,), ())
    shown = TokenizedText((ShownToken(text, text, 3),))
    tokenizer = BPETokenizer(vocabulary={text: 0, **dict.fromkeys([])}, merges=[], pre_tokenizer=NONE)
    for html in (event._repr_html_(), step._repr_html_(), shown._repr_html_(), tokenizer.show(text)._repr_html_()):
        harmless(html)


def test_a_merge_shows_its_parts_its_token_and_its_count() -> None:
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    event = next(BPETrainer(vocab_size=10).steps(corpus))
    read = harmless(event._repr_html_())
    assert read.text == "u + g = ug merge 0, 20 ×"
    assert read.titles == ["symbol", "symbol", f"id {event.token_id}"]


def test_a_step_shows_its_symbols_and_what_was_merged_in_bold() -> None:
    *_, last = load_pretrained("gpt2").encode_steps("hug")
    read = harmless(last._repr_html_())
    assert read.text.startswith("".join(last.symbols) + " word 0, after merge ")
    assert [("bold" in style) for style in read.styles] == [place in last.merged for place in range(len(last.symbols))]
    first = next(load_pretrained("gpt2").encode_steps("hug"))
    assert harmless(first._repr_html_()).text == "hug word 0"


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_text_is_shown_harmlessly_with_a_colour_for_each_id(text: str) -> None:
    shown = load_pretrained("gpt2").show(text)
    read = harmless(shown._repr_html_())
    assert len(read.styles) == len(shown.tokens)
    assert all(f"hsl({hue(token_id)} " in style for token_id, style in zip(shown.ids, read.styles, strict=True))  # type: ignore[arg-type]  # a plain value stands in
    assert all("border" in style and "margin" in style for style in read.styles)


def test_a_very_long_text_is_not_shown_in_full() -> None:
    shown = TokenizedText((ShownToken("a", "a", 0),) * (LONGEST + 2000))
    assert harmless(shown._repr_html_()).text.endswith("aand 2,000 more")
