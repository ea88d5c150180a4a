"""The course: its answers are those of its sources and of other libraries, and each chapter is self-contained."""

import json
import re
import tomllib
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from heapq import heapify, heappop, heappush
from itertools import chain, combinations, groupby, pairwise, product
from math import log2, prod
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unicodedata import normalize

import pytest
import regex
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest
from tiktoken import Encoding
from tokenizers import normalizers

from bpe_engine import BPEDropoutTokenizer, BPETrainer, Corpus, EngineError, ParityTraining, load_pretrained
from bpe_engine.inspection.broken import Fault, encode_broken, right_tokenizer
from tests.engine.peers import published_tokenizer, tiktoken_encoding
from tests.engine.plain_recount import plain_recount
from tests.engine.test_published_trainings import COURSE as SENTENCES
from tests.engine.trying_every_cut import all_cuts
from tests.ui.app_pages import Open, address, component, data_of, player_data, query_value, trigger
from tests.ui.plain_huffman import joined
from ui.base.i18n import languages, use_language
from ui.base.query_parameters import parse_query
from ui.course import chapter_files
from ui.course.chapter import AnswerOption, Chapter
from ui.course.chapter_files import chapters_by_key, course
from ui.course.random_values import SEED_COUNT
from ui.course.values.app_links import bpe_tokenizer, training_at
from ui.course.values.article_costs import TOKENIZERS, articles
from ui.course.values.counting_work import count_pair_work
from ui.course.values.tokenizer_values import cuts_of
from ui.course.values.training_values import vocabulary_size_at
from ui.course.values.value_registry import LONGEST_COUNTED
from ui.pages.course.chapter_file import chapter_page
from ui.pages.course.lesson import chapter_lesson
from ui.pages.course.payload import chapter_payload, course_payload
from ui.pages.course.routes import routes
from ui.pages.course.view import render_chapter
from ui.pages.recap.chapter_tiles import chapter_tiles, compute_tiles
from ui.pages.registry import PAGES
from ui.tokenization.scenarios import EXAMPLE

COURSE = course()
CHAPTERS = chapters_by_key(COURSE)
KEYS = list(CHAPTERS)


def _tokens_of_gpt2(word: str) -> list[list[bytes]]:
    """Return every cut of a word whose parts are all tokens of tiktoken's GPT-2."""
    known = tiktoken_encoding("gpt2")._mergeable_ranks
    return [cut for cut in all_cuts(word.encode()) if known.keys() >= {*cut}]


# Counted by hand, printed in the texts that the course follows, or given by other libraries.
RIGHT = {
    "counting": "“u” + “g”",
    "ties": "A rule that each program chooses",
    "unknown": "m is lost, u and g merge",
    "symbols": "ĠcafÃ©: a symbol for each byte",  # é is C3 A9, and U+00C3 is Ã, U+00A9 is ©
    "huffman": "p and n",
    "bytes": "The three together were rare in its corpus",
    "words": "Whole phrases from this very text",
    "ranks": "“·wh” + “al” + “eman”",
    "normalization": "The same token, four times",
    "vocabularies": "7 tokens, for the pieces of its name",
    "chat": "18 tokens, with the whole template",
    "others": "“##g” + “##s”",
    "viterbi": "“et”, from 0.0357 × 2/28",  # 0.00255, and 0.00638 × 5/28 is 0.00114
    "sentencepiece": "T5 loses it; Mistral writes its bytes",
    "pattern": "“2048”, but from different ids",
    "leftover": "Made 3 times, and none survives",
    "unread": "The token was rare in the model’s corpus",
    "smaller": "Every token built from it",
    "bugs": "Two: ids shifted, merges out of order",
    "patches": "After each space",
    "parity": "They stay: English has none of the pairs",
    "unigram": "“ug”: the most frequent of the three",
    "cost": "22 times as many",
    "bits": "More bits each, fewer in all",
    "model": "The row of “·much”",
    "perbyte": "B: the whole text costs it fewer bits",
    "choosing": "It can’t read any of these characters",
    "training": "Only its own, and those of pairs next to it",
    "stumbling": "1: the name is frequent in code",
    "prompt": "No: the next word brings its own space",
    "dropout": "Perhaps other tokens each time, all GPT-2’s",
    "superbpe": "So that phrases don’t crowd out the words",
    "picky": "For nothing here: it never occurs on its own",
}


@pytest.mark.parametrize("key", KEYS)
def test_right_options_are_those_found_independently(key: str) -> None:
    shown = render_chapter(CHAPTERS[key])
    strawberry = tiktoken_encoding("cl100k_base").encode("strawberry")
    right = RIGHT | {
        "reading": f"{len(strawberry)} numbers, for shorter pieces",
        "ways": f"{len(_tokens_of_gpt2('strawberry'))}: each part must be a token",
    }
    assert shown.options[shown.right].text == right[key]


def test_right_options_vary_in_position() -> None:
    places = [render_chapter(chapter).right for chapter in CHAPTERS.values()]
    counts = Counter(places)
    assert all(counts[place] >= len(places) / 4 for place in range(3)), counts
    assert max(len([*same]) for _place, same in groupby(places)) <= 3


@pytest.mark.parametrize("key", KEYS)
def test_right_options_are_not_the_longest(key: str) -> None:
    shown = render_chapter(CHAPTERS[key])
    lengths = [len(option.text) for option in shown.options]
    right = lengths.pop(shown.right)
    assert len(lengths) >= 2
    assert right <= max(lengths) + 1  # 22 has a digit more than 7


@pytest.mark.parametrize("key", KEYS)
def test_every_wrong_option_has_a_reason(key: str) -> None:
    shown = render_chapter(CHAPTERS[key])
    assert len({option.text for option in shown.options}) == len(shown.options) >= 2
    assert [bool(option.why) for option in shown.options] == [at != shown.right for at in range(len(shown.options))]
    typed = (text for each in shown.exercises for text in (each.text, each.hint, each.solution))
    assert all((*shown.idea, *shown.explanation, *shown.remember, shown.watch, *typed))


@pytest.mark.parametrize("key", KEYS)
def test_every_link_of_a_chapter_opens_an_existing_state(key: str) -> None:
    for way in CHAPTERS[key].links:
        known = {*PAGES[way.page].parameters_by_name, *PAGES["train"].parameters_by_name}
        assert way.query.keys() <= known
        assert parse_query(PAGES[way.page].parameters, way.query).problems == []


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("counting", ["113 tokens to 93", "counted 4 times", "only 2 places"]),
        ("ties", ["“t” + “</w>”"]),
        # Counted by hand from the three lists of merges of the page Train.
        ("ties", ["only 7 of 15 tokens in common", "rules share 6."]),
        # By hand: the merges are un and hug, and no token begins with unh.
        ("ranks", ["“unhug” is “un” + “hug” either way"]),
        # As in Qwen's vocab.json: "ä½łå¥½": 108386.
        (
            "symbols",
            ["with the id 108386. The list has ä½łå¥½", "228, 189, 160, 229, 165, 189", "byte 32, has the id 220"],
        ),
        ("symbols", ["188 of the 256 bytes", "The 68 bytes are 0 to 32, 127 to 160, and 173"]),
        # The first token of encoder.json is an exclamation mark.
        ("symbols", ["256 + 32 = 288, which is Ġ", "“!”, byte 33, has the id 0"]),
        # 学, as tiktoken encodes it: b"\xe5\xad" and b"\xa6"
        ("bytes", ["ids here are 27764, 99. Decode only the first, and you get E5 AD"]),
        ("vocabularies", ["100257", "up to 100255", "100256 between them", "786 × 64. The last 47 rows"]),
        ("others", ["the highest score, 1/20", "a score of only 1/36"]),
        (
            "unigram",
            [
                # Without bu, gs, hu, pu and ugs, 164 of 210 counts are left.
                "its share of all 164 counts;",
                "by the share of “u” alone: 36/164 = 1/4.556, or 2.188 halvings.",
                "5 × 2.188 = 10.9",
                "pun and bun get a worse cut, 16 times in all",
                "hug and hugs do, 15 times",
            ],
        ),
        # In NFC and NFD, as tiktoken counts them: see below.
        # Every product by hand, from the counts of each token: 1 ten, 2 et, 5 e and 5 t of 28.
        (
            "viterbi",
            [
                "0.00255 against 0.00114",
                "“ten” + “et”",
                "there are 100 ways to cut “tenettenet”",
                "they occur in it only 20 times",
            ],
        ),
        # Added by hand: one way up to “s”, two up to “st”, and tokens of GPT-2 are w, aw and raw, but not traw.
        ("ways", ["of the 14 ways to “straw”, 8 end with “w”", "10 tokens would be charged instead of 3"]),
        # By hand: four tokens of 2 bits, two of 3.
        (
            "perbyte",
            [
                "costs A 4 × 2 = 8 bits, B only 2 × 3 = 6",
                "With 3 bits it is 8: the model is as unsure as among 8 equally",
            ],
        ),
        # 27 of the 198 symbols are spaces; 63 fewer tokens are 32 per cent, 171 fewer bits 20.
        ("bits", ["“·” is one in 7.33,", "135 × 5.08 = 686 bits, not 198 × 4.33 = 857."]),
        # 7854, 23 and 508, 2166: as tiktoken encodes the chunks one by one.
        ("pattern", ["“20” + “48” (508, 2166), not “204” + “8” (7854, 23)", "“e” + “Bay”"]),
        # One token in twenty of 50,257, and the merge of “·thous” in vocab.bpe: Ġth ous.
        ("leftover", ["and 0 of 3 do", "2,513 rows", "“a” + “·th” + “ous” + “n” + “ad”"]),
        # The entropy by Shannon's formula is checked below; 5 + 8 + 6 + 4 + 4 bits, and 13 letters of 3 bits, by hand.
        ("huffman", ["1 × 4 = 27 bits", "it would be 39", "here 2.04", "27 / 13 = 2.08"]),
        # The perplexities of the comment of 29 April 2024; three places on in Qwen's published list are these tokens.
        (
            "bugs",
            ["“<” + “|” + “im” + “_end” + “|” + “>”"],
        ),
        # By hand: 38 words; of the 37 letters after a space, 12 are w, 9 a, 8 c, 3 m, 2 i, 2 h and 1 H.
        ("patches", ["to guess: 2.4 bits"]),
        # 331 and 13, as counted by Edit a vocabulary for each token: RFC 3629 excludes 13 bytes.
        (
            "unread",
            [
                "occur in no text at all: GPT-2 has 13",
                "Another 331 tokens are only part of a character",
            ],
        ),
        # See tests/ui/test_parity_frames.py.
        (
            "parity",
            ["Burmese takes 317 tokens", "it would take 458", "stays at 170, instead of getting down to 155"],
        ),
        (
            "choosing",
            [
                "GPT-4o needs 50 tokens in NFC, but 151 in NFD",
                "and needs 47 for both",
                "“3.14 + 2.7” is 5 tokens in T5",
            ],
        ),
        (
            "normalization",
            ["each of the four is “ma”", "In GPT-4o, “Việt Nam” is 3 tokens in NFC, and 5 tokens in NFD"],
        ),
        # NFKC from the Unicode Character Database; NFC changes none of them (checked below).
        (
            "normalization",
            ["“ﬁ”, which is one character, becomes “fi”, “①” becomes “1”, and “2⁵” becomes “25”"],
        ),
        ("training", ["by 19 at most"]),
        # lollipop, 1234567 and the sum as cut by tiktoken.
        ("stumbling", ["“l” + “ollipop”", "“pop” + “ill” + “ol”", "“ollipopl”", "“123” + “45” + “67”"]),
        ("stumbling", ["9876 + 543 is “987” + “6” and “543”, the sum “104” + “19”"]),
        # As removed by the authors' program: see tests/engine/test_picky.py.
        ("picky", ["all 9 places", "which is 100%", "The result is “low” + “e” + “s”"]),
        (
            "cost",
            ["22.0 times as many", "only 4.1 times as many"],
        ),
        ("stumbling", ["98518"]),
        ("words", ["the longest token is “·woodchuck”"]),  # the longest word of the text
        ("words", ["“it” + “'s” + “·ok” + “!!”", "“hug” is “h” + “ug”, but “·hug” is 1 token."]),  # as by tiktoken
        ("words", ["“a” + “··” + “·b”", "“(hug” + “·” + “204” + “8”, in GPT-2 “(” + “hug” + “·2048”"]),
    ],
)
def test_numbers_are_those_of_the_sources(key: str, told: list[str]) -> None:
    shown = render_chapter(CHAPTERS[key])
    text = " ".join((*shown.explanation, *shown.aside))
    assert [part for part in told if part not in text] == []


def test_numbered_lines_become_a_list_in_a_file() -> None:
    written = chapter_page(COURSE, CHAPTERS["bugs"], "en").decode()
    assert '<ol class="course-text"><li>Decoded, does it have other letters?' in written
    assert len(re.findall("<li>.*?</li>", written.partition("<ol")[2].partition("</ol>")[0])) == 5


def test_the_questions_about_bugs_identify_the_fault_of_each_copy() -> None:
    """Asked of the chapter's own text, in their order, up to the first yes; the last is what is left."""
    right, text = right_tokenizer(), CHAPTERS["bugs"].sample

    def first_yes(fault: Fault) -> int:
        ids = encode_broken(fault, text)
        parts = [right.decode([one]) for one in ids]
        answers = [
            normalize("NFC", right.decode(ids)) != normalize("NFC", text),
            "<|im_end|>" in parts,
            "\u0301" in parts,
            any(encode_broken(fault, word) != right.encode(word) for word in ("which", "people", "water")),
            encode_broken(fault, " eBay") != right.encode(" eBay"),
        ]
        return answers.index(True) + 1

    faults: list[Fault] = ["shifted", "special", "normalization", "order", "pattern"]
    assert [first_yes(fault) for fault in faults] == [1, 2, 3, 4, 5]
    # The copies that the chapter tells apart
    cut = {
        fault: [encode_broken(fault, word) != right.encode(word) for word in (" eBay", " small")] for fault in faults
    }
    assert (cut["order"], cut["pattern"]) == ([True, True], [True, False])
    # The right option: what words in lower case find
    words = "the quick brown fox jumps over a small dog"
    assert [fault for fault in faults if encode_broken(fault, words) != right.encode(words)] == [
        "shifted",
        "order",
    ]


def test_code_stays_code_in_a_file() -> None:
    written = chapter_page(COURSE, CHAPTERS["chat"], "en").decode()
    assert '<pre translate="no">&lt;|im_start|&gt;system↵Be brief.&lt;|im_end|&gt;↵' in written


def test_a_lesson_on_a_single_chunk_does_not_repeat_the_text() -> None:
    text = CHAPTERS["words"].values()["text"]
    file = chapter_lesson(CHAPTERS["words"])
    assert file
    frames = file["lessons"][file["rule"]]["frames"]
    said = f". It occurs {text.count('uc')} times. A tie: "
    assert said in "".join(frames[0]["next"])


def test_the_first_chapter_decodes_without_bytes() -> None:
    file = chapter_lesson(CHAPTERS["reading"])
    assert file
    lesson = file["lessons"][""]
    frames = lesson["frames"]
    assert {tuple(row["label"] for row in frame["words"]) for frame in frames} == {("Ids", "Text")}
    said = " ".join(frame["done"] + frame["next"] for frame in frames)
    assert "byte" not in said
    assert "Ġ" not in said
    assert "Id 995 is the token “·world”." in said
    # Nor can boxes be switched to them.
    assert [token[:3] for token in lesson["tokens"][:3]] == [
        ("Hello", "Hello", 15496), (",", ",", 11), ("·world", "·world", 995),
    ]  # fmt: skip
    assert lesson["notations"] == ["text", "ids"]


def test_bpe_keeps_a_token_that_no_word_uses() -> None:
    words = [(list(word), count) for word, count in training_at("scenario=hug").corpus.words.items()]
    *_before, last = plain_recount(words, 14, "first-seen")
    assert "ug" in last.vocabulary
    assert all("ug" not in symbols for symbols, _count in last.words)
    assert "BPE never removes a token" in render_chapter(CHAPTERS["unigram"]).idea[0]


def test_wordpiece_scores_pairs_with_the_common_letter_equally() -> None:
    words = training_at("scenario=hug").corpus.words
    assert all(word.count("u") == 1 for word in words)
    alone, together = Counter[str](), Counter[str]()
    for word, count in words.items():
        alone.update(dict.fromkeys(word, count))  # no letter occurs twice
        together.update({left + right: count for left, right in pairwise(word)})
    scores = {pair: Fraction(count, alone[pair[0]] * alone[pair[1]]) for pair, count in together.items()}
    assert {pair for pair, score in scores.items() if score == Fraction(1, 36)} == {
        pair for pair in scores if "u" in pair
    }
    assert "u is in every word" in render_chapter(CHAPTERS["others"]).explanation[0]


def test_unigram_compares_the_cuts_named_in_the_chapter(opened: Open) -> None:
    chapter = CHAPTERS["unigram"]
    way = next(way for way in chapter.links if way.page == "encode")
    data = player_data(opened("pages/encode.py", **way.query))
    # “hu” is still a token, and “hug” has 15 of 210.
    told = [frame["done"] for frame in data["frames"]]
    assert f"Its probability is 15/210 = {15 / 210:.3g}." in told[3]
    assert len(data["frames"][2]["candidates"]) == 3


def test_the_loss_is_calculated_with_the_hugging_face_course_s_probabilities() -> None:
    # Its chapter 6, section 7: the count of each word, and the counts of its best cut's tokens, of 210 in all.
    words = {"hug": (10, 15 / 210), "pug": (5, 17 * 20 / 210**2), "pun": (12, 17 * 16 / 210**2),
             "bun": (4, 4 * 16 / 210**2), "hugs": (5, 15 * 5 / 210**2)}  # fmt: skip
    shown = render_chapter(CHAPTERS["unigram"])
    halvings = sum(count * -log2(chance) for count, chance in words.values())
    assert f"what the corpus costs: {halvings:.1f} at first." in shown.aside[1]
    assert "it started with 15 tokens" in shown.idea[1]
    assert "By now, 5 have been removed" in shown.idea[1]  # bu, gs, hu, pu and ugs
    # hug and h occur 15 times each, and ug 20 times, as cut by hand.
    assert "which is 20/164 = 1/8.2 as probable" in shown.idea[2]
    assert f"a little more than three halvings (1/8): {log2(164 / 20):.3f}, each" in shown.idea[2]
    assert "the order is “bu”, “gs”, “hu”, “pu”, “ugs”, and “ug”." in shown.aside[0]
    assert "10 × 5 + 5 × 6 + 21 × 4 = 164." in shown.aside[3]


def test_costs_of_both_vietnamese_forms_equal_tiktoken_s_counts() -> None:
    article = articles()["vie"]["text"]
    facts = CHAPTERS["choosing"].values()
    for written, end in ((normalize("NFC", article), ""), (normalize("NFD", article), "_nfd")):
        assert facts[f"gpt4o{end}"] == str(len(tiktoken_encoding("o200k_base").encode(written)))
    table = CHAPTERS["choosing"].table
    assert table is not None
    rows = {row[0]: row[1:] for row in table(normalize("NFC", article)).rows}
    # The shortest is Qwen's, as the tokenizers library counts it.
    qwen = len(published_tokenizer("qwen3").encode(normalize("NFC", article), add_special_tokens=False).ids)
    assert rows["Qwen 3"][:2] == (str(qwen), "1.0")
    assert rows["GPT-4o"][:2] == ("50", f"{50 / qwen:.1f}")
    assert rows["GPT-2"][:2] == ("178", f"{178 / qwen:.1f}")
    assert rows["Bytes"][0] == str(len(normalize("NFC", article).encode()))


def test_removing_a_token_removes_those_built_from_it() -> None:
    """Counted by going through OpenAI's list of merges repeatedly."""
    gone = {"Ġthe"}
    merges = [(str(left), str(right)) for left, right in load_pretrained("gpt2").merges]
    while more := {a + b for a, b in merges if a in gone or b in gone} - gone:
        gone |= more
    told = " ".join(render_chapter(CHAPTERS["smaller"]).explanation)
    assert f"“·the” takes {len(gone) - 1} other tokens with it, such as “·therefore”:" in told
    assert "Ġtherefore" in gone
    assert "Ġother" not in gone


def test_the_cost_of_a_chat_follows_from_openai_s_template() -> None:
    # chatml.md of openai-python 0.27; the ids of the marks are those published by OpenAI.
    marked = Encoding(
        "chatml",
        pat_str=tiktoken_encoding("cl100k_base")._pat_str,
        mergeable_ranks=tiktoken_encoding("cl100k_base")._mergeable_ranks,
        special_tokens={"<|im_start|>": 100264, "<|im_end|>": 100265},
    )
    written = "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHi!<|im_end|>\n<|im_start|>assistant\n"
    shown = render_chapter(CHAPTERS["chat"])
    assert shown.idea[-1].partition("\n")[2].replace("↵", "\n") == written
    assert shown.options[shown.right].text.startswith(f"{len(marked.encode(written, allowed_special='all'))} tokens,")
    for mark in (100264, 100265):  # neither is in the list published by OpenAI
        with pytest.raises(KeyError):
            tiktoken_encoding("cl100k_base").decode_single_token_bytes(mark)
    plain = marked.encode("<|im_end|>", disallowed_special=())
    assert (
        f"So what users type is encoded separately, as text: then <|im_end|> is {len(plain)} tokens."
        in shown.explanation[3]
    )


@pytest.mark.parametrize("tie", [1, -1])
def test_p_and_n_have_the_longest_codes_however_ties_are_broken(tie: int) -> None:
    lengths = Counter[str]()
    heap = [(count, tie * place, letter) for place, (letter, count) in enumerate(Counter("sleeplessness").items())]
    heapify(heap)
    while len(heap) > 1:
        rarest, next_rarest = heappop(heap), heappop(heap)
        lengths.update(rarest[2] + next_rarest[2])
        heappush(heap, (rarest[0] + next_rarest[0], tie * len(lengths) * 10, rarest[2] + next_rarest[2]))
    assert lengths == {"s": 1, "e": 2, "l": 3, "p": 4, "n": 4}
    question = render_chapter(CHAPTERS["huffman"]).question
    assert "“sleeplessness”, s occurs 5 times, e 4 times, l twice, p and n once" in question


def test_bits_follow_shannon_s_formula_and_huffman_s_method() -> None:
    chapter = CHAPTERS["huffman"]
    assert chapter.table is not None
    shares = [count / 13 for count in Counter("sleeplessness").values()]
    assert f"{sum(-share * log2(share) for share in shares):.3g}" == chapter.values()["word_entropy"]
    for text in ("abracadabra", "aaaa", EXAMPLE, "学 is 学"):
        counts = Counter(text)
        entropy = sum(count * -log2(count / len(text)) for count in counts.values()) / len(text)
        table = chapter.table(text)
        assert f"{len(text)} characters and {joined(text) or len(text)} bits in a Huffman code" in table.note
        assert f"The entropy is {entropy + 0:.2f} bits" in table.note
    words = training_at("scenario=course").corpus.words
    start = Counter(symbol for word, count in words.items() for symbol in word * count)
    bits = sum(-count * log2(count / start.total()) for count in start.values())
    told = render_chapter(CHAPTERS["bits"]).explanation[0]
    assert f"bits, not {start.total()} × {bits / start.total():.3g} = {bits:.0f}." in told
    assert f"take {joined(''.join(start.elements()))} bits in Huffman code" in render_chapter(chapter).explanation[3]


def _bits_by_witten_and_bell(ids: list[int], size: int) -> float:
    """Return the bits of a text by the formula, each token predicted from those before it."""
    followers: dict[int | None, list[int]] = {}
    bits = 0.0
    for before, after in zip([None, *ids], ids, strict=False):
        seen = followers.setdefault(before, [])
        kinds = len({*seen}) or 1
        bits -= log2((seen.count(after) + kinds / size) / (len(seen) + kinds))
        seen.append(after)
    return bits


def test_bits_of_the_bigram_model_follow_witten_and_bell_s_formula() -> None:
    chapter = CHAPTERS["perbyte"]
    assert chapter.table is not None
    assert chapter.sample == EXAMPLE
    for text in (EXAMPLE, "学 is 学"):
        size = len(text.encode())
        rows = [(list(text.encode()), 256)]
        for name in TOKENIZERS:
            peer = tiktoken_encoding(name)
            # Both of o200k_base's special tokens, and those of the others, are among the tokens that can be next.
            rows.append((peer.encode(text), len(peer._mergeable_ranks) + len(peer._special_tokens)))
        for (ids, tokens), shown in zip(rows, chapter.table(text).rows, strict=True):
            bits = _bits_by_witten_and_bell(ids, tokens)
            assert shown[1:5] == (f"{len(ids)}", f"{bits / len(ids):.2f}", f"{bits:,.0f}", f"{bits / size:.2f}")
    rendered = render_chapter(chapter)
    told = " ".join(rendered.explanation)
    by_name = {"bytes": list(EXAMPLE.encode()), "gpt2": tiktoken_encoding("gpt2").encode(EXAMPLE)}
    sizes = {"bytes": 256, "gpt2": 50_257}
    costs = {name: _bits_by_witten_and_bell(by_name[name], size) for name, size in sizes.items()}
    size, count = len(by_name["bytes"]), len(by_name["gpt2"])
    assert f"It needs {costs['bytes'] / size:.2f} bits per byte if" in told
    assert f"and {costs['gpt2'] / size:.2f} in GPT-2’s tokens" in told
    assert "of GPT-4 and GPT-4o, it needs more" in told
    for name in ("cl100k_base", "o200k_base"):
        larger = tiktoken_encoding(name)
        assert _bits_by_witten_and_bell(larger.encode(EXAMPLE), larger.n_vocab) > costs["gpt2"]
    assert f"{size / count:.2f} bytes long on average" in rendered.watch


def test_one_more_point_makes_a_token_e_times_as_probable() -> None:
    assert "2.72 times as probable" in " ".join(render_chapter(CHAPTERS["model"]).explanation)


def test_gpt2_s_whole_pattern_cuts_as_openai_s_and_the_four_sentences_are_those_of_the_course() -> None:
    pattern = render_chapter(CHAPTERS["pattern"]).aside[0].partition("\n")[2]
    for text in (EXAMPLE, "It's 10:30,  we've   won!\n\n 2 x²  ", "学 is 学 \t"):
        assert regex.findall(pattern, text) == regex.findall(tiktoken_encoding("gpt2")._pat_str, text)
    assert [*SENTENCES] == CHAPTERS["bits"].text.split("\n")


def test_texts_are_normalized_as_in_the_tokenizers_library() -> None:
    of_the_library = normalizers.BertNormalizer(lowercase=True).normalize_str
    table = CHAPTERS["normalization"].table
    assert table is not None
    text = "Má ①, ﬁn"
    lengths = [row[1] for row in table(text).rows]
    forms = [text, *(normalize(form, text) for form in ("NFC", "NFD", "NFKC")), of_the_library(text)]
    assert lengths == [str(len(form)) for form in forms]
    assert [normalize("NFC", sign) for sign in "ﬁ①⁵"] == [*"ﬁ①⁵"]
    assert load_pretrained("t5-small").tokenize("2⁵") == ["▁25"]
    assert {normalize("NFD", typed) for typed in ("e\u0302\u0323", "e\u0323\u0302")} == {"e\u0323\u0302"}


def test_parity_costs_each_language_what_the_chapter_says() -> None:
    made = training_at("scenario=article37&algorithm=parity")
    assert isinstance(made, ParityTraining)
    pays = {name: (here - plain, plain, here) for name, plain, here in
            zip(made.languages, made.plain_lengths, made.last_lengths, strict=True)}  # fmt: skip
    assert max(pays, key=pays.__getitem__) == "uk"
    chapter = render_chapter(CHAPTERS["parity"])
    assert "it takes {}, not {}".format(*pays["uk"][:0:-1]) in chapter.explanation[2]
    here, plain = sum(made.last_lengths), sum(made.plain_lengths)
    assert f"take {here - plain:,} more tokens, {here:,} instead of {plain:,}." in chapter.explanation[3]
    assert max(pays, key=lambda name: pays[name][1]) == "my"
    assert pays["en"][2] == len(articles()["eng"]["text"].encode())
    used = {byte for article in articles().values() for byte in article["text"].encode()}
    assert f"from the {len(used)} bytes that occur in the texts to " in chapter.explanation[1]


def test_statements_on_mistral_agree_with_the_tokenizers_library() -> None:
    # Mistral's published file is not here; the expected values are from the library tokenizers with the same
    # vocabulary.
    facts = CHAPTERS["sentencepiece"].values()
    assert load_pretrained("mistral-7b").tokenize(facts["sample"])[-4:] == [f"<0x{byte:02X}>" for byte in "🍵".encode()]
    assert load_pretrained("t5-small").tokenize(facts["sample"])[-1] == "<unk>"
    exercise = CHAPTERS["sentencepiece"].exercises[0]
    known = {*"".join(load_pretrained("mistral-7b").vocabulary), " "}
    for seed in range(SEED_COUNT):
        assert exercise.values_for_seed(seed).facts["rare"] not in known


def test_viterbi_s_list_has_all_other_parts_of_its_words() -> None:
    words = ["teen", "net", "tent"]
    parts = {word[start:end] for word in words for start, end in combinations(range(len(word) + 1), 2)} - {*words}
    assert sorted(re.findall(r"“(\w+)”", CHAPTERS["viterbi"].values()["parts"])) == sorted(parts)


def test_each_overview_has_a_cell_below_each_of_its_heads_and_only_the_kinds_told_so_far() -> None:
    found = {chapter.key: chapter.overview() for chapter in CHAPTERS.values() if chapter.overview}
    assert all({*map(len, table.rows)} == {len(table.heads)} for table in found.values())
    grown = [len(found[key].rows) for key in KEYS if key in found and found[key].heads[0] == "Tokens"]
    assert grown == [1, 2, 3, 4]


def test_a_link_to_a_chapter_that_was_split_leads_to_its_first_part() -> None:
    assert CHAPTERS["others"].title == "WordPiece"
    assert KEYS[KEYS.index("others") + 1 :][:2] == ["viterbi", "unigram"]
    assert CHAPTERS["stumbling"].title == "Why models stumble"
    assert KEYS.index("ties") == KEYS.index("ranks") + 1


def test_superbpe_and_bpe_are_compared_at_the_linked_size() -> None:
    chapter = CHAPTERS["superbpe"]
    way = next(way for way in chapter.links if "SuperBPE" in way.text)
    values = parse_query(PAGES[way.page].parameters, way.query).values
    corpus = Corpus.from_text(EXAMPLE, "gpt2", byte_level=True)
    words = [(list(word), count) for word, count in corpus.words.items()]
    *_before, last = plain_recount(words, values["vocab"], "first-seen")
    assert chapter.values()["bpe"] == f"{sum(len(word) * count for word, count in last.words)} tokens"
    assert chapter.values()["size"] == str(values["vocab"])


def test_the_broken_copy_shifts_qwen_s_published_ids() -> None:
    shifted = [number + 3 for number in published_tokenizer("qwen3").encode("Hello world").ids]
    lesson = chapter_lesson(CHAPTERS["bugs"])
    assert lesson
    (tokens,) = ([token[2] for token in each["tokens"]] for each in lesson["lessons"].values())
    assert tokens[: len(shifted)] == shifted


def test_a_day_in_burmese_is_one_token_per_byte() -> None:
    english, burmese = render_chapter(CHAPTERS["cost"]).rows
    gpt2 = tiktoken_encoding("gpt2")
    day = "နေ့"
    assert [token[1] for token in english["tokens"]] == gpt2.encode("day")
    assert [token[1] for token in burmese["tokens"]] == gpt2.encode(day)
    assert len(burmese["tokens"]) == len(day.encode())


def test_token_counts_of_a_greeting_equal_openai_s() -> None:
    # OpenAI's page “Hello GPT-4o” of May 2024: Gujarati from 145 to 33, English from 27 to 24.
    facts, told = CHAPTERS["cost"].values(), render_chapter(CHAPTERS["cost"]).aside[1]
    for text, name, count in (
        ("gujarati", "cl100k_base", 145),
        ("gujarati", "o200k_base", 33),
        ("greeting", "cl100k_base", 27),
        ("greeting", "o200k_base", 24),
    ):
        assert len(tiktoken_encoding(name).encode(facts[text])) == count
    assert "In Gujarati, it is 145 tokens in GPT-4, but 33 in GPT-4o; in English, 27 and 24." in told
    pairs = [sum(range(count)) for count in (145, 33)]
    assert f"{pairs[0]:,} comparisons became {pairs[1]:,}." in told


def test_every_cut_has_the_product_of_its_probabilities() -> None:
    # The frequencies of the course's chapter, of 210 in all.
    counts = {"h": 15, "u": 36, "g": 20, "hu": 15, "ug": 20, "hug": 15}
    found = cuts_of("scenario=hug&algorithm=unigram&with=trained-0", "hug")
    assert set(found) == {("hug",), ("h", "ug"), ("hu", "g"), ("h", "u", "g")}
    for parts, chance in found.items():
        assert chance == pytest.approx(prod(counts[part] / 210 for part in parts))


def test_expected_counts_and_draws_follow_from_all_cuts() -> None:
    """By going through every cut of every word, each in proportion to its probability."""
    words = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    parts = {part for word in words for cut in all_cuts(word)[1:] for part in cut}
    counts = {part: sum(word.count(part) * count for word, count in words.items()) for part in parts}
    chances = {part: count / sum(counts.values()) for part, count in counts.items()}

    def cuts(word: str) -> dict[tuple[str, ...], float]:
        return {(*cut,): prod(chances.get(part, 0) for part in cut) for cut in all_cuts(word)}

    shown = render_chapter(CHAPTERS["unigram"])
    share = cuts("hug")["hug",] / sum(cuts("hug").values())
    assert f"which is {share:.0%} of that." in shown.aside[2]
    assert f"So the 10 occurrences of hug count as {10 * share:.3g} uses" in shown.aside[2]
    told = render_chapter(CHAPTERS["ways"])
    ways = _tokens_of_gpt2("straw")
    by_w = sum(way[-1] == b"w" for way in ways)
    assert f"of the {len(ways)} ways to “straw”, {by_w} end with “w”, so draw" in told.aside[0]
    assert f"with the probability {by_w} / {len(ways)}" in told.aside[0]


def test_a_recount_looks_at_as_many_pairs_as_the_chapter_says() -> None:
    corpus = Corpus.from_text(EXAMPLE, "gpt2", byte_level=True)
    words = [(list(word), frequency) for word, frequency in corpus.words.items()]
    steps = list(plain_recount(words, 256, "first-seen"))
    counted = list(count_pair_work(EXAMPLE, 300))
    assert len(counted) == len(steps)
    text = distinct = 0
    for step, found in zip(steps, counted, strict=True):
        text += sum((len(word) - 1) * frequency for word, frequency in step.words)
        distinct += sum(len(word) - 1 for word, _frequency in step.words)
        assert (found.text, found.words) == (text, distinct)
        assert found.kept <= found.words
    assert counted[0].kept == counted[0].words
    # 10 pairs; removed are a a in 4 places and d a in one; new are aa a twice and d aa.
    assert [found.kept for found in count_pair_work("aaabdaaabac", 1)] == [10, 10 + 4 + 1 + 2 + 1]


@pytest.mark.parametrize("key", ["counting", "cost"])
def test_a_chapter_file_needs_nothing_else(key: str) -> None:
    page = chapter_page(COURSE, CHAPTERS[key], "en").decode()
    shown = render_chapter(CHAPTERS[key])
    assert page.count("<details>") == 1 + 2 * len(shown.exercises)
    assert 'id="lesson"' in page
    assert "default-src 'none'" in page
    assert f"Chapter {KEYS.index(key) + 1}: {shown.title}</h1>" in page
    assert not re.search(r'(?:src|href)="(?!data:)', page)
    assert len(page) < 300_000


@pytest.mark.parametrize("key", KEYS)
def test_a_chapter_has_each_language_s_quotes_and_spaces(key: str) -> None:
    use_language("en")
    page = chapter_page(COURSE, CHAPTERS[key], "ru").decode()
    assert "\N{NO-BREAK SPACE}" in page
    assert "⟨U+00A0⟩" not in page


def test_no_break_spaces_in_numbers_stay_invisible() -> None:
    use_language("ru")
    given = json.dumps(chapter_payload(COURSE, CHAPTERS["cost"]), ensure_ascii=False)
    assert "50\N{NO-BREAK SPACE}256" in given
    assert "⟨U+00A0⟩" not in given


def on_page(app: AppTest) -> Any:
    """Return the data of the course on its page."""
    return data_of(component(app, "course"))


def test_the_address_follows_the_learner(opened: Open) -> None:
    app = opened("pages/course.py", chapter="counting", seed="3", step="4")
    assert on_page(app)["at"] == {"key": "counting", "quiz": True, "seed": 3, "mixed": False}
    assert on_page(app)["step"] == 4
    trigger(app, "course", "at", {"key": "unknown", "quiz": False, "seed": 0, "mixed": False})
    assert (on_page(app)["at"]["key"], on_page(app)["step"]) == ("unknown", 0)
    assert address(app) == {"chapter": "unknown", "quiz": "0"}
    app = opened("pages/stumble.py", topic="formats")
    trigger(app, "course", "at", {"key": "code", "quiz": True, "seed": 0, "mixed": False})
    assert address(app) == {"topic": "code"}


@pytest.mark.parametrize(
    "told",
    [
        None,
        1,
        [],
        {"key": "nowhere", "quiz": True, "seed": 0, "mixed": False},
        {"key": "ties"},
        {"key": "ties", "quiz": 1},
    ],
    ids=str,
)
def test_messages_from_a_browser_are_checked_like_addresses(opened: Open, told: object) -> None:
    app = opened("pages/course.py", chapter="counting")
    trigger(app, "course", "at", told)
    assert on_page(app)["at"] == {"key": "counting", "quiz": True, "seed": 0, "mixed": False}
    trigger(app, "course", "at", {"key": "ties", "quiz": True, "seed": 10**6, "mixed": False})
    assert on_page(app)["at"] == {"key": "ties", "quiz": True, "seed": 0, "mixed": False}


def test_only_chapters_are_served_in_each_language(opened: Open) -> None:
    client = TestClient(Starlette(routes=routes()))
    found = client.get("/at/bpe-lab/chapters/ru/course/counting.json")
    assert found.json()["told"].keys() == languages().keys()
    assert found.json()["question"] == found.json()["told"]["ru"]["text"]
    again = client.get("/bpe-lab/chapters/ru/course/counting.json", headers={"If-None-Match": found.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in ("xx/course/counting", "en/course/no-such", "en/stumble/counting", "en/../counting"):
        assert client.get(f"/bpe-lab/chapters/{path}.json").status_code == 404


@pytest.mark.parametrize("text", ["aaa", "a a a", "abc", "aaabdaaabac", EXAMPLE, EXAMPLE * 3])
def test_a_table_says_if_the_quick_method_costs_more(text: str) -> None:
    assert CHAPTERS["training"].table is not None
    table = CHAPTERS["training"].table(text)
    _merges, whole, _words, kept = (int(str(cell).replace(",", "")) for cell in table.rows[-1])
    assert ("costs more" in table.note) is (kept > whole)


@pytest.mark.parametrize("key", [key for key, chapter in CHAPTERS.items() if chapter.table and chapter.sample])
def test_half_a_character_in_a_reader_s_text_is_counted_or_reported(key: str) -> None:
    table = CHAPTERS[key].table
    assert table is not None
    with suppress(EngineError):
        assert table("a\ud800").rows


def test_chapters_without_custom_text_have_no_text_field(opened: Open) -> None:
    assert chapter_payload(COURSE, CHAPTERS["unigram"])["sample"] == ""
    assert on_page(opened("pages/course.py", chapter="unigram"))["own"] is None


@pytest.mark.parametrize("chapter", [chapter.key for chapter in COURSE.chapters if chapter.sample])
def test_a_link_carries_the_reader_s_text(opened: Open, chapter: str) -> None:
    app = opened("pages/course.py", chapter=chapter)
    assert "sample" not in address(app)
    assert on_page(app)["own"]["table"] is None  # the chapter has it
    trigger(app, "course", "sample", "мама мыла раму")
    assert query_value(app, "sample") == "мама мыла раму"
    followed = opened("pages/course.py", **address(app))
    assert on_page(followed)["own"] == on_page(app)["own"]
    assert on_page(followed)["own"]["table"]["rows"]
    trigger(app, "course", "sample", "я" * 1_000)  # too long for a link, percent-encoded
    assert "sample" not in address(app)
    assert on_page(app)["own"]["text"] == "я" * 1_000


def test_work_is_counted_on_the_reader_s_text(opened: Open) -> None:
    app = opened("pages/course.py", chapter="training")
    long = "я" * (LONGEST_COUNTED + 1)
    trigger(app, "course", "sample", long)
    own = on_page(app)["own"]
    assert own["text"] == long
    assert "5,001 characters, but the box takes 5,000" in own["problem"]
    assert own["table"] is None
    trigger(app, "course", "sample", "aaab")
    table = on_page(app)["own"]["table"]
    assert table["rows"][0][:2] == ["0", "3"]
    assert "the last way costs more" in table["note"]
    trigger(app, "course", "sample", " ")
    assert on_page(app)["own"]["table"] is None


def test_a_link_opens_the_corpus_of_the_chapter_s_lesson() -> None:
    told = {}
    for file in Path(chapter_files.__file__).with_name("chapters").glob("*.toml"):
        chapter = tomllib.loads(file.read_text("utf-8"))
        scenario = re.search(r"scenario=(\w+)", chapter.get("play", ""))
        for link in chapter.get("link", ()):
            if re.search(r"\bsame (?:corpus|texts)\b", link["text"]):
                told[link["text"]] = scenario and f"{scenario[0]}" in link["to"].replace("&", "?").split("?")
    assert len(told) > 4
    assert set(told.values()) == {True}


def test_the_course_has_six_parts_and_pages_between_chapters() -> None:
    shown = course_payload(COURSE)
    titles = [part["title"] for part in shown["parts"]]
    assert titles == [
        *("How tokens are made", "Real tokenizers", "What it costs", "Where tokenizers fail", "New methods"),
        "Your own tokenizer",
    ]
    assert all(part["purpose"] for part in shown["parts"])
    in_order = [chapter["part"] for chapter in shown["chapters"]]
    assert in_order == sorted(in_order)
    assert set(in_order) == {0, 1, 2, 3, 4}
    made, *_parts, own = shown["parts"]
    # From text to ids opens the course; Write BPE yourself follows the chapter on ties.
    assert [(page["href"], page["after"]) for page in made["pages"]] == [("scene", ""), ("code", "ties")]
    assert [page["href"] for page in own["pages"]] == ["project", "recap"]


def test_the_essential_path_is_ten_chapters_and_takes_less_than_an_hour() -> None:
    assert len(COURSE.essential) == 10
    assert sum(chapter.minutes for chapter in COURSE.essential) < 60
    assert COURSE.essential[0] is COURSE.chapters[0]
    assert course_payload(COURSE)["walked"].startswith("Essential path: {done} of 10 · ")
    assert course_payload(chapter_files.topics())["walked"] == ""


def test_minutes_follow_from_words_exercises_and_pictures() -> None:
    """By hand: 600 words are three minutes, 80 of them with numbers two more, a picture and a table one together."""
    text = " ".join(["word"] * 516 + ["GPT-2"] + ["{value}", "12"] * 40)
    options = (AnswerOption("one"), AnswerOption("two", "no"))
    chapter = Chapter("key", "Title", text, options, 0, (), values=dict)
    assert chapter.minutes == 5
    seen = replace(chapter, pictures=CHAPTERS["cost"].pictures[:1], table=CHAPTERS["cost"].table)
    assert seen.minutes == 6
    minutes = {key: chapter.minutes for key, chapter in CHAPTERS.items()}
    # A reader found these the heaviest.
    assert min(minutes[key] for key in ("unigram", "cost")) > max(
        minutes[key] for key in ("reading", "unknown", "words", "superbpe", "picky")
    )


INTRODUCED = {
    "reading": r"[Tt]okenizers?|ids?|vocabular(?:y|ies)|[Dd]ecod\w+",
    "counting": r"BPE|corpus|merges?|ranks?",
    "unknown": r"[Ee]ncod\w+|\[UNK\]|[Bb]ytes?|BERT",
    "bytes": r"UTF-8|hex|�|(?:[0-9A-F]{2} )+[0-9A-F]{2}|code points?|Unicode|U\+[0-9A-F]+",
    "symbols": r"Ġ\w*|minbpe",
    "words": r"[Pp]atterns?|chunks?|[Pp]re-tokeni\w+",
    "ranks": r"[Ll]ongest match",
    "ties": r"[Tt]ies?|tied|Hugging Face|</w>|subword-nmt",
    "normalization": r"NF(?:C|D|KC)|[Nn]ormaliz\w+|WordPiece|T5",
    "vocabularies": r"[Ss]pecial tokens?|tiktoken|<\|\w+\|>|embedding",
    "chat": r"templates?|ChatML",
    "model": r"[Ss]oftmax|[Ll]ayers?|[Aa]ttention|probab\w+",
    "others": r"##\w*|Unigram",
    "viterbi": r"Viterbi\w*|−?ln|logarithms?",
    "unigram": r"loss|halvings?",
    "ways": r"canonical\w*",
    "sentencepiece": r"▁\w*|SentencePiece|byte fallback|<unk>|Mistral|Llama 2",
    "bits": r"entropy|bits?|log₂",
    "huffman": r"Huffman",
    "perbyte": r"[Pp]erplexity|bits per byte",
    "training": r"heaps?",
    "prompt": r"[Tt]oken healing",
    "pattern": r"llama\.cpp|\\p|transformers",
    "unread": r"under-trained|glitch \w+",
    "leftover": r"residues?|LiteToken",
    "bugs": r"Qwen 3",
    "dropout": r"(?:BPE-)?dropout",
    "superbpe": r"SuperBPE",
    "picky": r"Picky BPE",
    "parity": r"[Pp]arity\S*",
    "patches": r"patch(?:es)?",
}
"""What the texts of a chapter introduce, so that no chapter before it may speak of it."""


FORESHADOWED = {
    "counting": {"byte", "encoding", "tie"},  # byte-pair encoding, the name; a lesson says what a tie is
    "bytes": {"bits"},  # of which a byte consists, in the picture
    "words": {"tie"},
    "chat": {"Mistral", "llama.cpp"},  # whose special tokens it shows; the address of a source
    "perbyte": {"llama.cpp"},  # the address of a source
    "choosing": {"Qwen 3"},
    "stumbling": {"Qwen 3"},  # among those that group digits
}
"""Words of later chapters that are part of a name here, or explained in passing."""


def _texts(key: str) -> list[str]:
    """Return all texts of a chapter as they are read."""
    texts = []
    for seed in range(0, SEED_COUNT, 7):
        shown = render_chapter(CHAPTERS[key], seed)
        options = (text for option in shown.options for text in (option.text, option.why))
        exercises = (text for each in shown.exercises for text in (each.text, each.hint, each.solution))
        texts += [shown.title, *shown.idea, shown.question, *options, *shown.explanation, *shown.aside, *exercises]
        texts += [*shown.remember, shown.watch]
    return texts


def _drawn_texts(key: str) -> list[str]:
    """Return what is written in a chapter's pictures, around its table, and in its lesson without the tokens."""
    chapter = CHAPTERS[key]
    pictures = json.dumps([picture(chapter.sample) for picture in chapter.pictures], ensure_ascii=False)
    tables = [chapter.table(chapter.sample)] if chapter.table else []
    overview = chapter.overview() if chapter.overview else None
    lesson = chapter_lesson(chapter)
    assert lesson
    frames = [frame for each in lesson["lessons"].values() for frame in each["frames"]]
    said = [re.sub("\ue000[^\ue001]*\ue001", "", frame[name]) for frame in frames for name in ("done", "next")]
    around = [text for table in tables for text in (table.caption, table.note, *table.heads)]
    if overview:  # whose cells are sentences of the course
        around += [overview.caption, overview.note, *overview.heads, *map(str, chain.from_iterable(overview.rows))]
    return [pictures, *around, *said]


@pytest.mark.parametrize("key", KEYS)
def test_no_word_is_used_before_its_chapter(key: str) -> None:
    assert INTRODUCED.keys() <= CHAPTERS.keys()
    later = [INTRODUCED[each] for each in KEYS[KEYS.index(key) + 1 :] if each in INTRODUCED]
    word = rf"(?<!\w)(?:{'|'.join(later)})(?!\w)"
    early = {found[0] for text in (*_texts(key), *_drawn_texts(key)) for found in re.finditer(word, text)}
    assert not later or early <= FORESHADOWED.get(key, set())
    if key in INTRODUCED:
        assert re.search(INTRODUCED[key], " ".join(_texts(key)))


@pytest.mark.parametrize("key", KEYS)
def test_a_space_in_a_token_is_a_dot_as_in_the_player(key: str) -> None:
    for text in _texts(key):
        assert not re.search(r"“ |[^ ] ”", text), text
    assert chapter_payload(COURSE, CHAPTERS[key])["lesson"]["lessons"]  # type: ignore[index]
    for lesson in chapter_lesson(CHAPTERS[key])["lessons"].values():  # type: ignore[index]
        assert lesson["usual"] == ("symbols" if key == "symbols" else "text")
    # The other notations belong to the chapters about them.
    about = {"symbols": "Ġ", "ties": "Ġ", "vocabularies": "Ġ", "sentencepiece": "Ġ▁"}
    assert {sign for text in _texts(key) for sign in "Ġ▁" if sign in text} <= {*about.get(key, "")}


def test_ties_change_as_many_tokens_as_the_chapter_says() -> None:
    play = (Path(__file__).parents[1] / "data" / "asyoulik.txt").read_text("utf-8")
    corpus = Corpus.from_text(play, "gpt2", byte_level=True)
    learned = []
    for rule in ("first-seen", "smallest-id", "largest-pair"):
        events = BPETrainer(vocab_size=1068, tie_break=rule).record(corpus).events
        learned.append({event.token for event in events[:1000]})
    assert {len(tokens) for tokens in learned} == {1000}
    differ = max(len(one - other) for one in learned for other in learned)
    told = " ".join(render_chapter(CHAPTERS["ties"]).explanation)
    assert f"any two of the three rules share at least {1000 - differ} of the first 1,000 new tokens" in told


@pytest.mark.parametrize("key", KEYS)
def test_a_chapter_says_why_first_and_explains_in_four_short_paragraphs_with_two_exercises(key: str) -> None:
    assert CHAPTERS[key].idea
    explanation = render_chapter(CHAPTERS[key]).explanation
    assert len(explanation) <= 4
    assert max(map(len, explanation)) <= 400
    assert len(explanation[0]) <= 220  # it is under the answer, and the picture shows the rest
    assert len(CHAPTERS[key].exercises) in (2, 3)


def test_chapters_are_in_ascending_order_of_place() -> None:
    """A teacher's chapter that names only a place is then between the two chapters around it."""
    places = [chapter.order for chapter in COURSE.chapters]
    assert places == sorted(places, key=lambda place: place or 0)


@pytest.mark.parametrize("key", KEYS)
def test_after_the_answer_a_lesson_continues_to_an_existing_step(key: str) -> None:
    shown = chapter_payload(COURSE, CHAPTERS[key])
    assert shown["lesson"]
    lesson = shown["lesson"]["lessons"][shown["lesson"]["rule"]]
    assert 0 <= shown["answerStep"] <= lesson["steps"]
    # The row of tokens that is stored for the summary is what python -m tools.build_chapter_tiles writes now.
    assert chapter_tiles(CHAPTERS[key]) == compute_tiles(CHAPTERS[key])
    # What a question asks is hidden before by the player, where it guesses, or else by a text in its place.
    guesses = any(frame["candidates"] for frame in lesson["frames"])
    assert guesses or shown["sign"] or key in ("reading", "bytes", "symbols", "model", "ways")
    assert re.fullmatch(rf"Chapter {KEYS.index(key) + 1} · [3-9] minutes", shown["label"])


def test_the_first_merge_is_shown_next_to_the_text_that_names_it() -> None:
    shown = chapter_payload(COURSE, CHAPTERS["counting"])
    assert shown["lesson"]
    frame = shown["lesson"]["lessons"][shown["lesson"]["rule"]]["frames"][shown["answerStep"]]
    for text in (shown["explanation"][1], frame["done"]):
        assert re.search(r"from 113 (tokens )?to 93", text), text


def test_dropout_keeps_hug_whole_as_often_as_the_chapter_says(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = BPEDropoutTokenizer(bpe_tokenizer("scenario=hug"), dropout=0.1)
    dropped = Fraction(1, 10)
    whole = Fraction(0)
    for draws in product((True, False), repeat=3):  # two pairs in h u g, then one in h ug
        random = SimpleNamespace(random=iter([0.05 if drop else 0.5 for drop in draws]).__next__)
        monkeypatch.setattr("bpe_engine.bpe.dropout.Random", {tokenizer.seed: random}.__getitem__)
        if tokenizer.tokenize("hug") == ["hug"]:
            whole += prod((dropped if drop else 1 - dropped for drop in draws), start=Fraction(1))
    assert whole == Fraction(81, 100)
    assert f"0.9 × 0.9 = {float(whole):.0%}" in render_chapter(CHAPTERS["dropout"]).explanation[1]


def test_the_summary_card_of_decoded_ids_has_only_their_tokens() -> None:
    assert [text for text, _hue in compute_tiles(CHAPTERS["bytes"])] == ["E5 AD", "A6"]  # 学 in UTF-8: E5 AD A6


def test_unigram_removes_first_two_tokens_and_then_one_at_a_time() -> None:
    sizes = [vocabulary_size_at("scenario=hug&algorithm=unigram", step) for step in range(6)]
    assert [before - after for before, after in pairwise(sizes)] == [2, 1, 1, 1, 1]


def test_parity_s_player_names_its_four_languages() -> None:
    watch = render_chapter(CHAPTERS["parity"]).watch
    lesson = chapter_lesson(CHAPTERS["parity"])
    assert lesson
    names = {row["name"] for row in lesson["lessons"][lesson["rule"]]["frames"][0]["languages"]}
    assert len(names) == 4
    assert all(name.removeprefix("Simplified ") in watch for name in names)
