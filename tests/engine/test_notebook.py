"""Notebook output is valid HTML, in which texts never become code."""

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_engine
from bpe_engine import (
    BPETokenizer,
    BPETrainer,
    CharacterTrainer,
    Corpus,
    EncodeStep,
    LongestMatchStep,
    LongestMatchTokenizer,
    LookupStep,
    MergeEvent,
    Pair,
    PickyBPETrainer,
    PruneEvent,
    UnigramStep,
    UnigramTrainer,
    UnitEvent,
    WordLevelTrainer,
    WordPieceEvent,
    WordPieceStep,
    WordPieceTrainer,
    load_pretrained,
)
from bpe_engine.bpe.longest_match import WordSegment
from bpe_engine.inspection.tokenized_text import TokenizedText, VisibleToken
from bpe_engine.notebook import MAX_STEPS, MAX_TOKENS, token_hue
from bpe_engine.pre_tokenizers import NONE
from bpe_engine.unigram.events import PrunedToken
from bpe_engine.unigram.viterbi import TokenCandidate

HUGS = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})

HOSTILE = [
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onclick='x", "&lt;", "\u202eabc", "\ud800", "\0",
]  # fmt: skip


class Read(HTMLParser):
    """The tags, titles and text of HTML; fails if tags do not close in order."""

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
    assert read.attributes <= {"style", "title", "dir", "translate"}
    html.encode("utf-8")  # no lone surrogates
    assert "\u202e" not in html
    return read


def test_every_event_and_step_has_html() -> None:
    kinds = {name: kind for name, kind in vars(bpe_engine).items() if name.endswith(("Event", "Step"))}
    assert {"MergeEvent", "UnigramStep"} <= kinds.keys()
    assert [name for name, kind in kinds.items() if not hasattr(kind, "_repr_html_")] == []


def test_a_text_is_shown_as_tokens_with_partial_characters_as_bytes() -> None:
    shown = load_pretrained("gpt2").show("hello world")
    assert shown.ids == [31373, 995]
    assert str(shown) == "hello|·world"
    read = harmless(shown._repr_html_())
    assert read.titles == ["id 31373: hello", "id 995: Ġworld"]
    assert read.text == "hello·world"
    # GPT-2 cuts 東 into two tokens: its first two bytes, and its last.
    assert [token.text for token in load_pretrained("gpt2").show("東").tokens] == ["<E6><9D>", "<B1>"]
    gpt2 = load_pretrained("gpt2")
    assert 50256 not in gpt2.show("<|endoftext|>").ids
    assert gpt2.show("a<|endoftext|>", "all").ids[-1] == 50256
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
    shown = TokenizedText((VisibleToken(text, text, 3),))
    tokenizer = BPETokenizer(vocabulary={text: 0, **dict.fromkeys([])}, merges=[], pre_tokenizer=NONE)
    best = TokenCandidate(text, 0, -1.0, -2.0)
    others = (
        WordPieceEvent(0, Pair(text, text), text, 7, 3, 3, 3, 0.5, 3, 2),
        PruneEvent(0, (PrunedToken(text, 0.5),), 9, 2.0, 3.0),
        UnitEvent(0, text, 7, 3, 1, 3, 9),
        WordPieceStep(0, text * 2, 0, (text * 2, text), text, (text,), (3,)),
        WordPieceStep(0, text, 0, (text,), None, (text,), (None,)),
        UnigramStep(0, text, 1, (best,), best, ids=(None,)),
        UnigramStep(0, text, 1, (best,), best, (text,), (3,)),
        LookupStep(0, text, text, None),
        LongestMatchStep(0, (WordSegment(text, True), WordSegment(text, False)), text, 0, (4, None)),
    )
    for shown_in_colour in (event, step, shown, tokenizer.show(text), *others):
        read = harmless(shown_in_colour._repr_html_())
        assert read.styles


def test_merges_show_their_parts_counts_scores_and_removed_tokens() -> None:
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    event = next(BPETrainer(vocab_size=10).steps(corpus))
    read = harmless(event._repr_html_())
    assert read.text == "u + g = ug merge 0, 20 ×"
    assert read.titles == ["symbol", "symbol", f"id {event.token_id}"]
    trainer = PickyBPETrainer(vocab_size=10, threshold=0.7)
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    _ug, _un, event, *_ = trainer.steps(corpus)
    assert event.dropped == ("ug",)  # 15 of its 20 went into hug
    read = harmless(event._repr_html_())
    assert read.text == "h + ug = hug merge 2, 15 ×, out: ug"
    *_, last = trainer.train(corpus).encode_steps("hug")
    shown = harmless(last._repr_html_())
    assert shown.text.startswith("".join(last.symbols) + " word 0, after change ")
    # The course's numbers: 5 / (20 * 5), then six pairs with 1/36.
    first, second = WordPieceTrainer(vocab_size=9).steps(HUGS)
    assert harmless(first._repr_html_()).text == "##g + ##s = ##gs merge 0, score 0.05, 5 ×"
    read = harmless(second._repr_html_())
    assert read.text == f"h + ##u = hu merge 1, score 0.02778, 15 ×, tied with {second.tied}"
    assert read.titles == ["symbol", "symbol", f"id {second.token_id}"]
    *_, third = WordLevelTrainer(vocab_size=3).steps(HUGS)
    read = harmless(third._repr_html_())
    assert (read.text, read.titles) == ("pug step 2, 5 ×, tied with 1, 27 of 36 known", ["id 2"])


def test_a_step_shows_its_symbols_with_merged_ones_in_bold() -> None:
    *_, last = load_pretrained("gpt2").encode_steps("hug")
    read = harmless(last._repr_html_())
    assert read.text.startswith("".join(last.symbols) + " word 0, after merge ")
    assert [("bold" in style) for style in read.styles] == [place in last.merged for place in range(len(last.symbols))]
    first = next(load_pretrained("gpt2").encode_steps("hug"))
    assert harmless(first._repr_html_()).text == "hug word 0"


def test_a_pruning_shows_the_removed_tokens_and_the_loss() -> None:
    # The course's first pruning removes "pu", and the loss stays at 169.8.
    event = PruneEvent(2, (PrunedToken("pu", 0.0), PrunedToken("hug", 23.5)), 13, 169.8, 193.3)
    read = harmless(event._repr_html_())
    assert read.text == "puhug pruning 2, loss 169.8 → 193.3, vocabulary 13"
    assert read.titles == ["without it: loss +0", "without it: loss +23.5"]
    many = event._replace(removed=(PrunedToken("ab", 0.0),) * (MAX_TOKENS + 7))
    assert "aband 7 more" in harmless(many._repr_html_()).text


def test_a_step_of_wordpiece_shows_its_tokens_and_the_rest_of_the_word() -> None:
    tokenizer = WordPieceTrainer(vocab_size=13, special_tokens=["[UNK]"], form="mutual-information").train(HUGS)
    first, *_ = load_pretrained("bert-base-uncased").encode_steps("unaffable")
    read = harmless(first._repr_html_())
    assert (read.text, read.titles) == ("unaffable word 0, 7 looked up", ["id 14477", "not cut yet"])
    assert ["bold" in style for style in read.styles] == [True, False]
    for step in tokenizer.encode_steps("hugs xhug"):
        text = harmless(step._repr_html_()).text
        assert text.startswith("hugs</w> word 0" if step.word == 0 else "[UNK] word 1")
    *_, unknown = load_pretrained("bert-base-uncased").encode_steps("a" * 150)
    assert harmless(unknown._repr_html_()).text == f"[UNK] word 0, unknown: {'a' * 150}"


def test_a_step_of_unigram_shows_candidates_or_the_final_path() -> None:
    tokenizer = UnigramTrainer(vocab_size=15, estimation="plain").record(HUGS).tokenizer(0)
    *_, third, path = tokenizer.encode_steps("hug")
    read = harmless(third._repr_html_())
    assert read.text.startswith("hug -2.64")  # log(15/210)
    assert read.text.endswith(" word 0, place 3")
    assert read.titles[0] == f"id {tokenizer.vocabulary['hug']}"
    assert ["bold" in style for style in read.styles] == [True, False, False]
    whole = harmless(path._repr_html_())
    assert (whole.text, whole.titles) == ("hug word 0", [f"id {tokenizer.vocabulary['hug']}"])
    *_, unknown = tokenizer.encode_steps("x")
    assert harmless(unknown._repr_html_()).titles == ["unknown"]


def test_lookups_and_longest_matches_show_their_tokens() -> None:
    tokenizer = CharacterTrainer(vocab_size=3, special_tokens=["[UNK]"]).train(HUGS)
    first, second = tokenizer.encode_steps("mu")
    assert harmless(first._repr_html_()).text == "m → [UNK] word 0"
    assert harmless(second._repr_html_()).titles == ["text", "id 1"]
    tokenizer = LongestMatchTokenizer.from_tokens(["est</w>", "high"])
    start, first, second = tokenizer.encode_steps("highest")
    assert harmless(start._repr_html_()).titles == ["no token yet"]
    read = harmless(first._repr_html_())
    assert (read.text, read.titles) == ("highest</w> word 0", ["no token yet", "id 0"])
    assert ["bold" in style for style in read.styles] == [False, True]
    assert harmless(second._repr_html_()).titles == ["id 1", "id 0"]


@settings(max_examples=60)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_text_is_shown_safely_with_a_colour_per_id(text: str) -> None:
    shown = load_pretrained("gpt2").show(text)
    read = harmless(shown._repr_html_())
    assert len(read.styles) == len(shown.tokens)
    assert all(f"hsl({token_hue(token_id)} " in style for token_id, style in zip(shown.ids, read.styles, strict=True))  # type: ignore[arg-type]  # a plain value stands in
    assert all("border" in style and "margin" in style for style in read.styles)


def test_trainings_and_long_texts_show_only_their_first_rows() -> None:
    shown = TokenizedText((VisibleToken("a", "a", 0),) * (MAX_TOKENS + 2000))
    assert harmless(shown._repr_html_()).text.endswith("aand 2,000 more")
    training = BPETrainer(vocab_size=14).record(HUGS)
    read = harmless(training._repr_html_())  # type: ignore[attr-defined]
    assert read.text.startswith("7 steps from 7 tokensu + g = ug merge 0, 20 ×")
    assert read.text.count("merge ") == 7
    many = BPETrainer(vocab_size=200).record(Corpus.from_counts({f"{number:03d}": 1 for number in range(300)}))
    assert harmless(many._repr_html_()).text.endswith(f"and {len(many.events) - MAX_STEPS:,} more")  # type: ignore[attr-defined]


def test_steps_of_a_text_have_html_and_hostile_ones_stay_text() -> None:
    shown = load_pretrained("gpt2").show_steps("hug")
    assert [step.rank for step in shown] == [step.rank for step in load_pretrained("gpt2").encode_steps("hug")]
    read = harmless(shown._repr_html_())  # type: ignore[attr-defined]
    assert read.text.startswith(f"{len(shown)} stepshug word 0")
    for text in HOSTILE:
        if "\ud800" not in text:
            harmless(load_pretrained("gpt2").show_steps(text)._repr_html_())  # type: ignore[attr-defined]
