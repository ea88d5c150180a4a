"""The page Read along: each entry's result is the one printed in the text, or a known mistake."""

import re
import sys
from collections.abc import Mapping
from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine.notebook import token_hue
from tests.ui.app_pages import Open, address, alerts, player, query_value
from tests.ui.page_content import Rows, rows_by_place, rows_of
from ui.base import query_parameters as addresses
from ui.base.i18n import use_language
from ui.pages.companions import notation
from ui.pages.companions.catalog import EDITIONS, TEXTS, computed_result, edition_for, has_changed, text
from ui.pages.companions.computed import unigram_code
from ui.pages.companions.entries import Companion, Entry
from ui.pages.registry import PAGES
from ui.tokenization.scenarios import SCENARIOS

COMPANIONS = [text(key) for key in TEXTS]


@pytest.mark.parametrize("companion", COMPANIONS, ids=lambda companion: companion.key)
def test_each_entry_has_the_expected_result(companion: Companion) -> None:
    computed = [entry for entry in companion.all_entries if entry.computed]
    found = {(number, entry.of): computed_result(entry) for number, entry in enumerate(computed)}
    assert found == {(number, entry.of): entry.expected for number, entry in enumerate(computed)}
    # Every difference comes with an explanation.
    assert [entry.of for entry in computed if has_changed(entry) and not entry.why] == []


def test_results_are_formatted_as_in_the_text_in_every_language() -> None:
    use_language("ru")
    for companion in COMPANIONS:
        for entry in companion.all_entries:
            assert entry.computed is None or entry.computed() == entry.expected


def test_each_link_is_read_completely() -> None:
    for entry in (entry for companion in COMPANIONS for entry in companion.all_entries if entry.page):
        query = dict(entry.query)
        read = addresses.parse_query(PAGES[entry.page].parameters, query)
        assert read.problems == [], entry.of
        own = PAGES[entry.page].parameters_by_name.keys()
        others = {name: value for name, value in query.items() if name not in own}
        if others:
            assert PAGES[entry.page].needs_training(read.values), entry.of
            assert addresses.parse_query(PAGES["train"].parameters, others).problems == [], entry.of
            assert others.keys() <= PAGES["train"].parameters_by_name.keys(), entry.of


@pytest.mark.parametrize("key", TEXTS)
def test_the_page_of_each_text_is_rendered(opened: Open, key: str) -> None:
    app = opened("pages/companions.py", beside=key)
    assert alerts(app) == []
    entries = [entry for _heading, entries in text(key).entries(app_edition(key)) for entry in entries]
    for body, entry in zip(drawn(app), entries, strict=True):
        said = entry.computed and (entry.printed or entry.claim)
        assert [verdict in body for verdict in ("<strong>= Equal.", "<strong>≠ Differs.")] == (
            [not has_changed(entry), has_changed(entry)] if said else [False, False]
        )


def app_edition(key: str) -> str:
    return "en" if text(key).editions else ""


def drawn(app: AppTest) -> list[str]:
    (body,) = [node.proto.body for node in app.get("html") if '<div class="companion">' in node.proto.body]
    return re.findall("(?s)<article>.*?</article>", body)


def tiles(body: str, of: str = '[^"]*') -> list[str]:
    return re.findall(f'<b class="token{of}"[^>]*>([^<]*)</b>', body)


def test_tokens_are_tiles_coloured_by_id_with_differences_marked(opened: Open) -> None:
    (body,) = [body for body in drawn(opened("pages/companions.py")) if ">A merge <code" in body and ">3<" in body]
    assert tiles(body) == ["h", "ug", "hug"] * 2
    # Ids as counted by hand: after b, g, h, n, p, s, u the merges of this training are ug, un, hug.
    hues = [re.escape(f'token" style="--hue:{token_hue(token_id)}"') for token_id in (2, 7, 9)]
    assert re.search(".*".join(hues), body)
    (body,) = [body for body in drawn(opened("pages/companions.py", beside="wordpiece")) if "hugs</code></h3>" in body]
    assert tiles(body) == ["hug", "##s", "hugs"]
    assert tiles(body, " other unknown") == ["hug"]  # no token of this training
    assert tiles(body, " other") == ["##s", "hugs"]


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ("['un', \"'s\", ' a']", ["[un]", "['s]", "[·a]"]),
        ("('h', 'ug') 15, ('u', 'n') 16", ["[h]", "[ug]", "15,", "[u]", "[n]", "16"]),
        ("{('h', 'ug'): 'hug', ('u', 'n'): 'un'}", ["[h]", "[ug]", ":", "[hug]", ",", "[u]", "[n]", ":", "[un]"]),
        ("[('Hi', (0, 2)), ('!', (2, 3))]", ["[Hi]", "(0, 2),", "[!]", "(2, 3)"]),
        ("u+g, h+ug", ["[u]", "+", "[g]", ",", "[h]", "+", "[ug]"]),
        ("'un hug'", ["[un]", "[hug]"]),
        *(
            (other, [other])
            for other in ("'a text'", "hello there", "EngineError", "KeyError: b'h'", "3, 4", "(b'h', 1)")
        ),
    ],
)
def test_text_between_tokens_stays_code(value: str, parts: list[str]) -> None:
    ids = dict.fromkeys(("u", "g", "h", "n", "ug", "un", "hug"), 1)
    assert [f"[{part.text}]" if part.is_token else part.text for part in notation.result_parts(value, ids)] == parts


def test_differences_of_an_edition_are_shown_only_there(opened: Open) -> None:
    in_vietnamese, in_russian = (drawn(opened("pages/companions.py", edition=edition)) for edition in ("vi", "ru"))
    for said in ("h is joined with ug", "This edition has “hug” twice"):
        assert any(said in body for body in in_vietnamese)
        assert not any(said in body for body in in_russian)


def test_answers_are_hidden_slips_explained_and_gaps_admitted(opened: Open) -> None:
    (body,) = [body for body in drawn(opened("pages/companions.py")) if "unhug" in body]
    question, answer = body.split("<details>")
    assert tiles(question) == []
    assert tiles(answer) == ["un", "hug"]
    (body,) = [body for body in drawn(opened("pages/companions.py", beside="old")) if "1.6 GB" in body]
    assert "<code>27</code>" in body
    assert "Not computed here." in body
    assert "Computed now" not in body
    (body,) = [body for body in drawn(opened("pages/companions.py", beside="minbpe")) if "KeyError" in body]
    assert "≠ Differs." in body
    assert "KeyError: b&#x27;hello&#x27;" in body


def test_the_course_s_unigram_program_is_1_too_high_for_each_word() -> None:
    words = unigram_code.words_of(SCENARIOS["course"].source.texts)
    model = unigram_code.model_of(unigram_code.start_with(words, 300))
    assert unigram_code.compute_loss(words, model, 1.0) - unigram_code.compute_loss(words, model) == pytest.approx(31)


@pytest.mark.parametrize(
    ("language", "edition"), [("vi", "vi"), ("ru", "ru"), ("zh_Hans", "zh-CN"), ("en", "en"), ("de", "en")]
)
def test_the_edition_in_the_reader_s_language_comes_first(language: str, edition: str) -> None:
    assert edition_for(language) == edition
    assert edition in EDITIONS


def test_chinese_texts_come_first_for_chinese_readers(opened: Open) -> None:
    def choice(app: AppTest) -> tuple[str, list[str]]:
        (box,) = [box for box in app.selectbox if text("minbpe").title in box.options]
        return box.value, box.options

    in_english, in_chinese = opened("pages/companions.py"), opened("pages/companions.py", lang="zh-Hans")
    assert choice(in_english) == ("bpe", [text(key).title for key in TEXTS])
    chosen, titles = choice(in_chinese)
    assert chosen == "strategies"
    assert titles[:4] == [text(key).title for key in ("strategies", "gpt2", "minbpe", "old")]
    assert "beside" not in address(in_chinese)
    assert query_value(opened("pages/companions.py", lang="zh-Hans", beside="bpe"), "beside") == "bpe"


def test_a_text_with_one_edition_has_no_edition_in_its_address(opened: Open) -> None:
    assert address(opened("pages/companions.py", beside="minbpe", edition="vi")) == {"beside": "minbpe"}
    assert address(opened("pages/companions.py", edition="vi")) == {"edition": "vi"}


PROSE = ("text", "file", "line", "count", "field")
"""Places with prose, where a phrase is searched; elsewhere each row is compared as a whole."""


def parts(value: str) -> list[str]:
    """Split a value into its parts, in order: quoted texts, numbers and words."""
    found = re.findall(
        r"""'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s+,|()\[\]{}:→\->]+)""",
        value,
    )
    return [left or right or other for left, right, other in found]


def with_spaces(text: str) -> str:
    """Return a text with spaces instead of the symbols that pages and texts use for them."""
    return re.sub("[Ġ▁·]", " ", text)


def occurs(rows: Rows, place: str, wanted: str) -> bool:
    """Return whether a place has this row, or contains this phrase."""
    found = [with_spaces(" ".join(row)) for row in rows]
    if place not in PROSE:
        return with_spaces(wanted) in found
    phrase = re.compile(rf"(?<![\w.]){re.escape(with_spaces(wanted))}(?!\w)")
    return any(phrase.search(row) for row in found)


def missing(entry: Entry, there: Mapping[str, Rows]) -> list[str]:
    """Return the claims of an entry that its page does not confirm."""
    if not entry.shown:
        wanted = [(place, row) for place, rows in entry.seen.items() for row in rows]
        return [f"{place}: {row}" for place, row in wanted if not occurs(there.get(place, []), place, row)]
    rows = there.get(entry.shown, [])
    if entry.shown in PROSE:
        found = occurs(rows, entry.shown, entry.expected.replace("'Ġ", "' "))
    else:
        found = rows_of([tuple(map(with_spaces, row)) for row in rows], list(map(with_spaces, parts(entry.expected))))
    return [] if found else [f"{entry.shown}: {entry.expected}"]


LINKS: dict[tuple[str, ...], list[Entry]] = {}
for entry in (entry for companion in COMPANIONS for entry in companion.all_entries if entry.page):
    LINKS.setdefault((entry.page, *(f"{name}={value}" for name, value in entry.query.items())), []).append(entry)


@pytest.mark.parametrize("entries", LINKS.values(), ids=map(" ".join, LINKS))
def test_a_link_opens_its_page_with_the_named_value(opened: Open, entries: list[Entry]) -> None:
    page, query = entries[0].page, entries[0].query
    app = opened(f"pages/{page}.py", **query)
    # An id that the example's tokenizer lacks, and a size below 256 bytes.
    refused = query.get("ids") == "300" or query.get("vocab") == "255"
    assert bool(alerts(app)) == refused
    shown = player(app)
    assert (shown is not None or refused) == (page in ("train", "encode", "decode", "own"))
    if shown and "step" in query:
        assert shown["step"] == int(query["step"])
    there = rows_by_place(app, query)
    assert {f"{entry.title} {entry.of}": missing(entry, there) for entry in entries if missing(entry, there)} == {}


def test_a_value_must_be_in_its_named_place() -> None:
    there = {
        "pairs": [("u", "g", "20"), ("p", "u", "17")],
        "text": [("has 113 tokens",)],
        "words": [("h", "u", "g", "10")],
    }
    of = partial(Entry, "How often pairs occur", page="train")
    assert missing(of(expected='("u", "g") 20', shown="pairs"), there) == []
    for wrong in ('("u", "g") 17', '("g", "u") 20', '("u", "g")', "20", '("u", "g") 20, ("u", "g") 20'):
        assert missing(of(expected=wrong, shown="pairs"), there) == [f"pairs: {wrong}"]
    assert missing(of(expected='("u", "g") 20', shown="words"), there) == ['words: ("u", "g") 20']
    assert missing(of(seen={"text": ("113 tokens",), "pairs": ("u g 20",)}), there) == []
    assert missing(of(seen={"text": ("13 tokens", "20"), "pairs": ("20", "u g 2")}), there) == [
        "text: 13 tokens",
        "text: 20",
        "pairs: 20",
        "pairs: u g 2",
    ]


def test_numbers_are_never_searched_in_prose() -> None:
    entries = [entry for companion in COMPANIONS for entry in companion.all_entries if entry.shown in PROSE]
    assert {entry.shown for entry in entries} <= {"file", "line"}
    assert not [entry.of for entry in entries if re.fullmatch(r"[\d\W]*", entry.expected)]
    phrases = [row for c in COMPANIONS for entry in c.all_entries for row in entry.seen.get("text", ())]
    assert not [phrase for phrase in phrases if re.fullmatch(r"[\d\W]*", phrase)]
    unsaid = [entry for companion in COMPANIONS for entry in companion.all_entries if not entry.claim]
    assert [entry.of for entry in unsaid if entry.title == "What the text says"] == []


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="Python 3.12 takes them")
def test_code_has_no_nested_quotes_in_f_strings() -> None:
    (line,) = [entry.of for entry in text("minbpe").all_entries if entry.of.startswith('f"')]
    with pytest.raises(SyntaxError):
        compile(line, "lecture", "eval")
