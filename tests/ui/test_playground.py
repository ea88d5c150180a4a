"""The page Playground: facts about a text."""

import re

from streamlit.testing.v1 import AppTest

from bpe_engine import load_pretrained
from tests.engine.peers import published_tokenizer, tiktoken_encoding
from tests.ui.app_pages import Open, address, component, data_of, trigger
from tests.ui.conftest import Train
from ui.base.query_parameters import fits_in_url
from ui.base.tokenizer_choices import SHIPPED, TokenizerName
from ui.course.values.article_costs import articles
from ui.pages.playground import all_counts
from ui.pages.playground import messages as playground
from ui.pages.playground.exports import tokens_csv
from ui.pages.playground.spec import COLUMNS
from ui.pages.playground.token_payload import encode_text, token_view_payload


def test_facts_about_a_text_are_counted_even_for_a_megabyte() -> None:
    assert playground.too_long_message("a" * 2**20) == ""
    problem = playground.too_long_message("東" * 400_000)
    assert "1,200,000" in problem
    assert "1,048,576" in problem
    gpt2, cl100k = load_pretrained("gpt2"), load_pretrained("cl100k_base")
    text = "<|fim_prefix|> and <|endoftext|> and <|other|>"
    assert playground.special_names(text, [gpt2]) == ["<|endoftext|>"]
    assert set(playground.special_names(text, [gpt2, cl100k])) == {"<|endoftext|>", "<|fim_prefix|>"}
    assert playground.special_names("none", [gpt2, cl100k]) == []
    told = playground.numbers("ab ж\u00a0\n c👩‍💻")
    # Words as `wc` counts them: ab, ж, c👩‍💻. Two letters, ж, c and the three of the emoji, and four separators.
    numbers = [int(number) for number in re.findall(r"[\d,]+", told)]
    assert numbers == [3, 11, 2 + 1 + 2 + 2 + 1 + 1 + 1 + 11]
    vietnamese, chinese = (playground.numbers(articles()[code]["text"]) for code in ("vie", "cmn_hans"))
    assert "43 syllables" in vietnamese
    assert "word" not in vietnamese + chinese
    assert "43 characters" in chinese
    assert fits_in_url(playground.EXAMPLE)
    peer = tiktoken_encoding("gpt2")
    parts = [peer.decode_single_token_bytes(token_id) for token_id in peer.encode_ordinary(playground.EXAMPLE)]
    assert any(b"\xf0\x9f" in part and not part.decode(errors="ignore").strip() for part in parts)


def test_agreement_unknown_characters_and_skipped_spaces_are_reported(train: Train) -> None:
    # GPT-2 cuts " 東" into three; GPT-4o has it as one token.
    tokens = [encode_text(load_pretrained(name), "a 東") for name in ("gpt2", "o200k_base")]
    text = playground.agreement_text(["one", "other"], *tokens)
    assert "disagree: 2." in text
    assert "(only one: 2, only other: 0)" in text
    assert "both cut: 1." in text
    read = [encode_text(load_pretrained(name), "cut the text") for name in ("bert-base-uncased", "t5-small")]
    assert "Both cut this text the same way, at all 2 places between tokens." in playground.agreement_text(
        ["BERT", "T5"], *read
    )
    tokenizer = train("hug").tokenizer()
    assert "1 token is [UNK]" in playground.unknown_text("yours", encode_text(tokenizer, "mug"))
    assert playground.unknown_text("yours", encode_text(tokenizer, "hug")) == ""
    assert playground.unknown_text("GPT-2", encode_text(load_pretrained("gpt2"), "mug")) == ""
    tokenizer = train("hug", pre_tokenizer="whitespace").tokenizer()
    assert "leaves out white space" in playground.omitted_space_note("yours", encode_text(tokenizer, "hug pug"))
    assert playground.omitted_space_note("yours", encode_text(tokenizer, "hugpug")) == ""


def test_unknown_bytes_are_shown_as_bytes(train: Train) -> None:
    # é is C3 A9 in UTF-8, and a training on ab alone has neither.
    tokens = encode_text(train("ab", units="bytes", pre_tokenizer="gpt2", all_bytes=False).tokenizer(), "aé")
    [panel] = token_view_payload(["yours"], [tokens])["panels"]
    kinds = [panel["kinds"][number] for number in panel["tokens"]]
    assert [(text, what) for _id, text, _bytes, _hue, what in kinds] == [
        ("a", ""),
        ("C3", "unknown"),
        ("A9", "unknown"),
    ]
    assert [line.split(",")[2:4] for line in tokens_csv(tokens).decode().splitlines()[1:]] == [
        ["a", "61"],
        ["", "c3"],
        ["", "a9"],
    ]


def test_long_words_and_unknown_runs_are_shown_sensibly() -> None:
    told = playground.unknown_text("T5", encode_text(load_pretrained("t5-small"), "東京は日本の首都です。"))
    assert "1 token is <unk>" in told
    assert "stands for one or more characters in a row that aren’t in the vocabulary and are lost" in told
    assert "only the character" not in told
    t5 = load_pretrained("t5-small")
    assert "leaves out some white space" in playground.omitted_space_note("T5", encode_text(t5, "cut the text "))
    assert playground.omitted_space_note("T5", encode_text(t5, "cut the text")) == ""
    bert = playground.omitted_space_note("BERT", encode_text(load_pretrained("bert-base-uncased"), "cut the text"))
    assert bert == "BERT leaves out white space: text with a dotted underline is in no token."
    html = playground.beginning_html("<b>1</b>\n\u202e" + "a" * 60_000)
    assert "&lt;b&gt;1&lt;/b&gt;↵<br>⟨U+202E⟩aaa" in html
    assert "60,010 characters" in html
    assert len(html) < 1_000


def test_the_table_has_each_tokenizer_s_count_and_cost(opened: Open) -> None:
    text = "Hello, world! 東京 naïve"
    app = opened("pages/playground.py", sample=text)
    price = next(box for box in app.number_input if box.label.startswith("Price per million"))
    tables = [node.proto.body for node in app.get("html") if f'aria-label="{all_counts.title()}"' in node.proto.body]
    assert len(tables) == 1
    assert "Cost" not in tables[0]
    price.set_value(3.0).run()
    (table,) = [node.proto.body for node in app.get("html") if f'aria-label="{all_counts.title()}"' in node.proto.body]
    cells = [re.findall("<td>(.*?)</td>", row) for row in re.findall("<tr>(.*?)</tr>", table)[1:]]
    found = {cell[0]: cell[1:] for cell in cells}
    assert [int(cell[1]) for cell in cells] == sorted(int(cell[1]) for cell in cells)
    assert found.keys() == {TokenizerName(name).title for name in SHIPPED}
    for name in ("gpt2", "cl100k_base", "o200k_base"):
        count = len(tiktoken_encoding(name).encode(text))
        rate, cost = len(text) / count, count * 3 / 1_000_000
        assert found[TokenizerName(name).title] == [str(count), f"{rate:.2f}", f"{cost:.6f}"]
    for name in ("qwen3", "deepseek-v3"):
        ids = published_tokenizer(name).encode(text, add_special_tokens=False).ids
        assert found[TokenizerName(name).title][0] == str(len(ids))


def panel_titles(app: AppTest) -> list[str]:
    return [panel["title"] for panel in data_of(component(app, "token_view"))["panels"]]


def boxes(app: AppTest) -> list[str]:
    return [box.value.title for box in app.selectbox if "okenizer" in box.label]


def test_tokenizers_are_added_and_removed_and_are_in_the_address(opened: Open) -> None:
    app = opened("pages/playground.py", sample="東 a", second="t5-small", third="qwen3")
    assert panel_titles(app) == boxes(app) == ["GPT-2", "T5 (Unigram)", "Qwen 3"]
    trigger(app, "token_view", "add", 3)
    assert not app.exception
    assert panel_titles(app) == ["GPT-2", "T5 (Unigram)", "Qwen 3", "GPT-3.5 and GPT-4 (cl100k)"]
    trigger(app, "token_view", "remove", 1)
    assert panel_titles(app) == boxes(app) == ["GPT-2", "Qwen 3", "GPT-3.5 and GPT-4 (cl100k)"]
    assert address(app) == {"sample": "東 a", "second": "qwen3", "third": "cl100k_base"}
    for _number in range(2):
        trigger(app, "token_view", "remove", 0)
    assert panel_titles(app) == boxes(app) == ["GPT-3.5 and GPT-4 (cl100k)"]
    assert address(app) == {"sample": "東 a", "first": "cl100k_base", "second": ""}
    shown = data_of(component(app, "token_view"))
    assert (shown["canAdd"], shown["canRemove"]) == (True, False)
    trigger(app, "token_view", "remove", 0)  # the last one stays
    assert panel_titles(app) == ["GPT-3.5 and GPT-4 (cl100k)"]


def test_short_texts_can_be_shown_with_all_tokenizers(opened: Open) -> None:
    app = opened("pages/playground.py", sample="a", **dict(zip(COLUMNS, SHIPPED, strict=True)))
    assert panel_titles(app) == [TokenizerName(name).title for name in SHIPPED]
    assert not data_of(component(app, "token_view"))["canAdd"]
    trigger(app, "token_view", "add", 8)
    assert len(panel_titles(app)) == 8
    assert "50,000 characters" in all_counts.too_long()
    (row,) = all_counts.rows([("GPT-2", load_pretrained("gpt2"))], "\ud800", "none", 1)
    assert row == ["GPT-2", "–", "–", "–"]


def test_agreement_of_more_than_two_tokenizers_is_reported() -> None:
    # GPT-2 has a token for each byte of 東; GPT-4o has one for all, and Qwen one for the first two, as tokenizers says.
    assert len(published_tokenizer("qwen3").encode("a 東", add_special_tokens=False).ids) == 3
    tokenizers = [load_pretrained(name) for name in ("gpt2", "o200k_base", "qwen3")]
    text = playground.agreement_text(["one", "two", "three"], *(encode_text(each, "a 東") for each in tokenizers))
    assert "Places where all 3 cut: 1. Places where only some of them do: 2." in text
    assert "A pin (▾) marks a place where only one of them cuts (one: 1)." in text
    same = playground.agreement_text(["one"] * 3, *(encode_text(each, "the cat") for each in tokenizers))
    assert same.startswith("All 3 cut this text the same way, at all 1 places between tokens.")
