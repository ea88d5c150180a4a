"""Searching a vocabulary, compared with the ranks of OpenAI's tiktoken in the same published file."""

import base64
import os
import sys
import zlib
from pathlib import Path

import pytest
import regex
import tiktoken
import tokenizers

from bpe_engine import BPETokenizer, EngineError, Tokenizer, load_pretrained
from bpe_engine.files import read, write
from bpe_engine.vocabularies.pretrained import PRETRAINED, official_file
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, address, alerts, component, data_of
from tests.ui.conftest import Train
from ui.base.scripts import GROUPS, PART, SPECIAL, group_name, group_of
from ui.base.visible_text import make_visible
from ui.pages.vocabulary import facts, lengths, token_map
from ui.pages.vocabulary import search_index as vocabulary
from ui.pages.vocabulary.chosen_token import shown_tree, tree_of_text
from ui.pages.vocabulary.search_index import SearchMode, index_of, search
from ui.tokenization.merge_tree_payload import MAX_DEPTH, MAX_NODES, merge_of, payload, symbol_count
from ui.tokenization.scenarios.article import articles


@pytest.fixture(scope="module")
def ranks() -> dict[bytes, int]:
    """Return cl100k's tokens as bytes, with their ids, from the published file."""
    lines = official_file("cl100k_base").splitlines()
    return {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines)}


@pytest.fixture(scope="module")
def peer() -> tiktoken.Encoding:
    return tiktoken_encoding("cl100k_base")


@pytest.fixture(scope="module")
def cl100k() -> Tokenizer:
    return load_pretrained("cl100k_base")


def ids_found(tokenizer: Tokenizer, by: SearchMode, query: str) -> list[int]:
    index = index_of(tokenizer)
    return [index.ids[place] for place in search(tokenizer, by, query)]


@pytest.mark.parametrize("query", ["token", " to", "国", "é", "<|end"])
def test_a_text_finds_the_tokens_that_contain_its_bytes(
    cl100k: Tokenizer, ranks: dict[bytes, int], peer: tiktoken.Encoding, query: str
) -> None:
    special = {name.encode(): peer.encode_single_token(name) for name in peer.special_tokens_set}
    expected = [token_id for token, token_id in {**ranks, **special}.items() if query.encode() in token]
    assert sorted(ids_found(cl100k, "text", query)) == sorted(expected)
    assert expected


def test_the_token_that_equals_the_text_comes_first(cl100k: Tokenizer, peer: tiktoken.Encoding) -> None:
    assert ids_found(cl100k, "text", " the")[0] == peer.encode_single_token(" the")


@pytest.mark.parametrize("written", ["·token", "Ġtoken"])
def test_symbols_for_a_space_find_the_space(cl100k: Tokenizer, written: str) -> None:
    assert set(ids_found(cl100k, "text", written)) == set(ids_found(cl100k, "text", " token"))


@pytest.mark.parametrize("written", [" token", "·token", "▁token", "Ġtoken"])
def test_t5_s_mark_for_a_space_is_found_by_a_space(written: str) -> None:
    t5 = load_pretrained("t5-small")
    assert ids_found(t5, "text", written) == [t5.vocabulary["▁token"]]


def test_a_token_of_t5_is_shown_as_text() -> None:
    t5 = load_pretrained("t5-small")
    index = index_of(t5)
    (row,) = vocabulary.rows(index, [index.place_of[t5.vocabulary["▁token"]]])
    assert (row["text"], row["bytes"], row["length"]) == ("·token", "20 74 6F 6B 65 6E", "6 bytes")
    assert index.lengths[index.place_of[t5.vocabulary["▁token"]]] == 6


def test_mistral_s_bytes_are_partial_characters_and_its_spaces_spaces() -> None:
    mistral = load_pretrained("mistral-7b")
    index = index_of(mistral)
    places = [index.place_of[mistral.vocabulary[token]] for token in ("<0xF0>", "<0x0A>", "▁the")]
    rows = vocabulary.rows(index, places)
    assert [(row["text"], row["bytes"]) for row in rows] == [
        ("<0xF0>", "F0"),
        ("<0x0A>", "0A"),
        ("·the", "20 74 68 65"),
    ]
    assert [index.is_partial_character(place) for place in places] == [True, False, False]
    assert mistral.vocabulary["▁token"] in ids_found(mistral, "text", " token")
    assert "Spaces count: type a space, · or ▁." in vocabulary.marks_text(index)


def test_ids_find_their_tokens_and_hints_on_spaces_are_true(cl100k: Tokenizer, train: Train) -> None:
    assert "Spaces count: type a space, · or Ġ." in vocabulary.marks_text(index_of(cl100k))
    assert "Spaces count: type a space, · or ▁." in vocabulary.marks_text(index_of(load_pretrained("t5-small")))
    bert = index_of(load_pretrained("bert-base-uncased"))
    assert vocabulary.marks_text(bert).startswith("No token here contains a space. ## marks a token that continues")
    assert not any(" " in text for text in bert.texts)
    low = vocabulary.marks_text(index_of(train("low").tokenizer()))
    assert low == "No token here contains a space. </w> marks the end of a word, and counts like any other text."
    assert ids_found(cl100k, "id", " 98518 ") == [98518]  # the published answer for .DefaultCellStyle
    assert ids_found(cl100k, "id", "98,518") == [98518]


@pytest.mark.parametrize("query", ["abc", "-1", "1.5", "9" * 5000, "100256", "²"])
def test_an_invalid_id_is_reported(cl100k: Tokenizer, query: str) -> None:
    with pytest.raises(EngineError, match=r"isn’t an id. An id is a whole number|No token has the id"):
        search(cl100k, "id", query)


@pytest.mark.parametrize("written", [r"^ ?[A-Z]{9,}$", r"(?i)^ ?[aeiou]{2,}$|\n\n$"])
def test_a_regex_finds_what_it_matches(cl100k: Tokenizer, ranks: dict[bytes, int], written: str) -> None:
    pattern = regex.compile(written)
    expected = []
    for token, token_id in ranks.items():
        try:
            if pattern.search(token.decode("utf-8")):
                expected.append(token_id)
        except UnicodeDecodeError:
            continue
    assert ids_found(cl100k, "regex", pattern.pattern) == sorted(expected)
    assert expected


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("(a", "not a valid regex"),
        ("(?R)?x|(a|(?R))*", "calls itself"),
        ("(?:(?:(?:(?:a{99}){99}){99}){99})", "too much time or memory"),
        (r"^(\s|\s\s)+(?<=q)$", "took longer"),
    ],
)
def test_an_unusable_regex_is_reported(cl100k: Tokenizer, query: str, said: str) -> None:
    with pytest.raises(EngineError, match=said):
        search(cl100k, "regex", query)


@pytest.mark.skipif(sys.platform != "linux", reason="the memory in use now is read as Linux tells it")
def test_a_regex_does_not_use_the_server_s_memory(train: Train) -> None:
    low = train("low", drop_unused=True).tokenizer()
    assert len(search(low, "regex", "^lo")) == 2
    before = memory()
    # Small enough to be allowed; compiled here, it would take 50 MB or more.
    assert len(search(low, "regex", "(?:(?:a{99}){99}){40}|^lo")) == 2
    assert memory() < before + 20 * 2**20


def memory() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def test_the_longest_come_first_by_their_bytes(cl100k: Tokenizer, ranks: dict[bytes, int]) -> None:
    length = {token_id: len(token) for token, token_id in ranks.items()}
    length |= {token_id: len(name.encode()) for name, token_id in PRETRAINED["cl100k_base"].special_tokens.items()}
    found = ids_found(cl100k, "longest", "")
    assert [length[token_id] for token_id in found] == sorted(length.values(), reverse=True)


def test_every_token_is_in_one_group_and_partial_ones_are_invalid_utf_8(
    cl100k: Tokenizer, ranks: dict[bytes, int]
) -> None:
    index = index_of(cl100k)
    assert sum(index.group_sizes.values()) == len(ranks) + len(PRETRAINED["cl100k_base"].special_tokens)
    parts = []
    for token, token_id in ranks.items():
        try:
            token.decode("utf-8")
        except UnicodeDecodeError:
            parts.append(token_id)
    assert ids_found(cl100k, "script", PART) == sorted(parts)
    assert ids_found(cl100k, "script", SPECIAL) == sorted(PRETRAINED["cl100k_base"].special_tokens.values())


def test_cyrillic_tokens_contain_no_letters_of_other_scripts(cl100k: Tokenizer, ranks: dict[bytes, int]) -> None:
    expected = []
    for token, token_id in ranks.items():
        text = token.decode("utf-8", "replace")
        letters = regex.findall(r"\p{L}", text)
        if letters and "\ufffd" not in text and all(regex.match(r"\p{Script=Cyrillic}", sign) for sign in letters):
            expected.append(token_id)
    assert ids_found(cl100k, "script", "Cyrl") == sorted(expected)
    assert len(expected) > 100


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("é", "Latn"),
        (" нет", "Cyrl"),
        ("नमस्ते", "Deva"),
        ("x你", "mixed"),
        ("3.14", "digits"),
        ("²", "digits"),
        ("();", "signs"),
        ("\n\t ", "space"),
        ("\x00", "control"),
        ("🙂", "signs"),
        ("ߊ", "other"),  # N'Ko, which is not among the scripts with a name here
    ],
)
def test_a_token_is_put_into_a_group_by_its_characters(text: str, group: str) -> None:
    assert group_of(text) == group


def test_rows_and_groups_describe_tokens(cl100k: Tokenizer, peer: tiktoken.Encoding) -> None:
    names = [group_name(group) for group in GROUPS]
    assert len(set(names)) == len(names)
    assert group_name("Hani") == "Han"
    index = index_of(cl100k)
    whole, part = peer.encode(" é"), peer.encode("東")[0]
    row, part_row = vocabulary.rows(index, [index.place_of[whole[0]], index.place_of[part]])
    assert row["text"] == "·é"
    assert row["bytes"] == peer.decode_single_token_bytes(whole[0]).hex(" ").upper()
    assert (row["length"], row["characters"]) == ("3 bytes", "2 characters")
    assert "\ufffd" not in vocabulary.rows(index, [index.place_of[94]])[0]["text"]
    assert part_row["id"] == part


def test_results_are_paged_and_lengths_count_each_token_once(cl100k: Tokenizer, ranks: dict[bytes, int]) -> None:
    index = index_of(cl100k)
    table = lengths.lengths(index, search(cl100k, "text", ""))
    three = sum(len(token) == 3 for token in ranks)
    assert int(table.set_index("length")["tokens"][3]) == three
    bars = lengths.lengths_for_chart(table)
    assert int(bars["tokens"].sum()) == len(index.ids)
    assert vocabulary.pages(0) == 1
    assert vocabulary.pages(100) == 1
    assert vocabulary.pages(101) == 2
    assert vocabulary.page_of(range(250), 3) == list(range(200, 250))


def test_the_map_has_the_kind_of_each_token(cl100k: Tokenizer, peer: tiktoken.Encoding) -> None:
    index = index_of(cl100k)
    kinds = token_map.kinds(cl100k)
    assert len(kinds) == len(peer.token_byte_values()) + len(peer.special_tokens_set)
    for text, kind in (
        (" the", token_map.AFTER_SPACE),
        ("the", token_map.LETTERS),
        ("123", token_map.NUMBERS),
        ("!!", token_map.OTHER_SIGNS),
        ("    ", token_map.OTHER_SIGNS),
        (" при", token_map.OTHER_SCRIPTS),
        ("的", token_map.OTHER_SCRIPTS),
    ):
        assert kinds[index.place_of[peer.encode_single_token(text)]] == kind
    assert kinds[index.place_of[peer.encode_single_token(b"\xe4")]] == token_map.PARTS
    assert kinds[index.place_of[100257]] == token_map.SPECIALS


def test_the_browser_gets_the_kinds_the_ids_and_the_names_of_the_map(cl100k: Tokenizer) -> None:
    index = index_of(cl100k)
    drawn = token_map.token_map(cl100k, [5, 7], 7)
    assert zlib.decompress(base64.b64decode(drawn["kinds"])) == token_map.kinds(cl100k)
    assert len(drawn["kinds"]) < 60_000  # of 100,000 tokens, with each message
    # cl100k_base has no tokens with the ids 100256 and 100261 to 100275.
    assert drawn["runs"] == [(0, 0), (100256, 100257), (100260, 100276)]
    assert [index.ids[place] for place, _id in drawn["runs"]] == [token_id for _place, token_id in drawn["runs"]]
    assert sum(int(count.replace(",", "")) for _kind, _name, count in drawn["legend"]) == drawn["count"]
    assert (drawn["marked"], drawn["chosen"]) == ([5, 7], 7)
    assert token_map.token_map(cl100k, range(token_map.MOST_MARKED + 1), 0)["marked"] == []


def test_the_map_states_the_order_of_tokens(cl100k: Tokenizer, train: Train) -> None:
    learned, by_id = "All tokens, in the order they were learned", "All tokens, in the order of their ids"
    for tokenizer, title in (
        (cl100k, learned),
        (train("hug").tokenizer(), learned),
        (load_pretrained("bert-base-uncased"), by_id),
        (load_pretrained("t5-small"), by_id),
    ):
        assert token_map.token_map(tokenizer, [], 0)["title"] == title


@pytest.mark.parametrize(("name", "bytes_"), [("gpt2", "20 74 68 65"), ("bert-base-uncased", "74 68 65")])
def test_the_chosen_token_has_its_id_length_and_bytes_with_and_without_merges(name: str, bytes_: str) -> None:
    tokenizer = load_pretrained(name)
    index = index_of(tokenizer)
    (token_id,) = tokenizer.encode(" the")
    shown = shown_tree(index, index.place_of[token_id])
    assert shown["facts"] == [
        ("Id", str(token_id)),
        ("Length", f"{len(bytes_.split())} bytes"),
        ("Bytes (hex)", bytes_),
    ]
    assert bool(shown["tree"]["parts"]) == (name == "gpt2")


@pytest.mark.parametrize("text", [".DefaultCellStyle", " tokenization", "你好", "        "])
def test_a_merge_tree_equals_tiktoken_s_splits(cl100k: Tokenizer, ranks: dict[bytes, int], text: str) -> None:
    """With only the ranks below its own, a token splits into the two parts that it was made of."""
    for token_id in cl100k.encode(text):
        waiting = [cl100k.token_of_id[token_id]]
        while waiting:
            token = waiting.pop()
            merge = merge_of(cl100k, token)
            data = cl100k.token_bytes(cl100k.vocabulary[token])
            if merge is None:
                assert len(data) == 1
                continue
            below = {known: rank for known, rank in ranks.items() if rank < ranks[data]}
            parts = tiktoken.Encoding("below", pat_str=r"(?s).+", mergeable_ranks=below, special_tokens={})
            expected = [parts.decode_single_token_bytes(part) for part in parts._encode_bytes(data)]
            assert [cl100k.token_bytes(cl100k.vocabulary[part]) for part in merge.pair] == expected
            waiting += merge.pair


def leaves(node: dict[str, object]) -> list[str]:
    parts = node["parts"]
    assert isinstance(parts, list)
    return [text for part in parts for text in leaves(part)] if parts else [str(node["text"])]


def test_trees_end_in_bytes_and_special_tokens_have_none(cl100k: Tokenizer) -> None:
    tree = payload(cl100k, 98518)
    assert leaves(tree["tree"]) == list(".DefaultCellStyle")
    assert "16 merges" in " ".join(tree["said"]["text"])
    tree = payload(cl100k, 100257)
    assert tree["tree"]["parts"] == []
    assert "special token" in tree["said"]["text"][0]
    tokenizer = load_pretrained("p50k_base")
    spaces = tiktoken_encoding("p50k_base").encode_single_token("   ")
    assert merge_of(tokenizer, tokenizer.token(spaces)) == (50_001, ("ĠĠ", "Ġ"))


def test_trees_of_a_training_have_its_merges_and_dropped_symbols_without_ids(train: Train) -> None:
    tokenizer = train("hug").tokenizer()
    tree = payload(tokenizer, tokenizer.vocabulary["hugs"])
    root = tree["tree"]
    assert [part["text"] for part in root["parts"]] == ["hug", "s"]
    assert root["caption"] == "rank 5"  # (hug, s), after (u,g) (u,n) (h,ug) (p,un) (p,ug)
    assert leaves(root) == list("hugs")
    tokenizer = train("low", drop_unused=True).tokenizer(3)  # (e,s), (es,t), (est,</w>)
    root = payload(tokenizer, tokenizer.vocabulary["est</w>"])["tree"]
    assert [(part["text"], part["id"]) for part in root["parts"]] == [
        ("est", "not in the vocabulary"),
        ("</w>", f"id {tokenizer.vocabulary['</w>']}"),
    ]


def test_added_tokens_are_shown_by_their_name_and_have_no_tree() -> None:
    peer = tokenizers.Tokenizer.from_str(write(load_pretrained("gpt2"), "tokenizer.json")["tokenizer.json"].decode())
    peer.add_tokens(["  ", "東é"])
    tokenizer = read({"tokenizer.json": peer.to_str().encode()}).tokenizer
    assert isinstance(tokenizer, BPETokenizer)
    for token in ("  ", "東é"):
        drawn = payload(tokenizer, peer.token_to_id(token))
        assert (drawn["tree"]["text"], drawn["tree"]["caption"]) == (make_visible(token), "added")
        assert drawn["said"]["text"][0].startswith("An added token: it was put into the vocabulary by name")
    assert index_of(tokenizer).texts[-2:] == ["  ", "東é"]


def test_a_tree_that_is_too_large_is_cut_and_says_so(train: Train) -> None:
    text = "".join(chr(0x4E00 + number) for number in range(2_000)) * 3
    tokenizer = train(text, pre_tokenizer="none", units="characters", vocab_size=6_000).tokenizer()
    longest = max(tokenizer.vocabulary, key=len)
    assert symbol_count(tokenizer, longest) == len(longest) > MAX_NODES
    tree = payload(tokenizer, tokenizer.vocabulary[longest])
    assert "too large" in tree["said"]["text"][-1]

    def size(node: dict[str, object], depth: int = 1) -> int:
        assert depth <= MAX_DEPTH
        parts = node["parts"]
        assert isinstance(parts, list)
        return 1 + sum(size(part, depth + 1) for part in parts)

    assert size(tree["tree"]) <= MAX_NODES


def test_forms_and_groups_equal_tiktoken_s_list() -> None:
    peer = tiktoken_encoding("cl100k_base")
    rows = facts.form_rows(load_pretrained("cl100k_base"), " Token ")
    assert [row[0] for row in rows] == ["Token", "·Token", "token", "·token", "TOKEN", "·TOKEN"]
    for shown, token_id, cut in rows:
        ids = peer.encode(shown.replace("·", " "))
        assert token_id == (str(ids[0]) if len(ids) == 1 else "–")
        assert cut.partition(":")[0] == str(len(ids))
    rows = facts.script_rows(load_pretrained("gpt2"))
    assert sum(int(row[1].replace(",", "")) for row in rows) == 50_257
    sizes = [int(row[1].replace(",", "")) for row in rows]
    assert sizes == sorted(sizes, reverse=True)
    latin = next(row for row in rows if row[0] == "Latin")
    assert latin[3].split("  ")[:3] == ["A", "B", "C"]  # ids 32, 33 and 34


def test_tokens_of_a_language_equal_tiktoken_s_unique_ones() -> None:
    peer = tiktoken_encoding("o200k_base")
    used = {text["name"]: set(peer.encode_ordinary(text["text"])) for text in articles().values()}
    rows = facts.language_rows(load_pretrained("o200k_base"))
    assert {row[0] for row in rows} == used.keys()
    for name, count, own, shown in rows:
        others = set().union(*(ids for other, ids in used.items() if other != name))
        assert (count, own) == (str(len(used[name])), str(len(used[name] - others)))
        longest = max(map(len, peer.decode_tokens_bytes([*(used[name] - others)])))
        assert name != "English" or len(shown.split("  ")[0]) == longest
    assert rows == sorted(rows)


def test_shared_tokens_are_counted_as_in_tiktoken_s_lists() -> None:
    one, other = (set(tiktoken_encoding(name).token_byte_values()) for name in ("gpt2", "o200k_base"))
    rows = facts.shared_rows(("GPT-2", "GPT-4o"), load_pretrained("gpt2"), load_pretrained("o200k_base"))
    assert [row[1] for row in rows] == [
        f"{count:,}" for count in (len(one & other), len(one - other), len(other - one))
    ]
    assert rows[0][2] == f"{len(one & other) / len(one):.1%} of GPT-2\n{len(one & other) / len(other):.1%} of GPT-4o"


def test_the_facts_are_on_the_page_and_the_other_vocabulary_is_in_its_address(opened: Open) -> None:
    app = opened("pages/vocabulary.py", of="gpt2", find="hello", other="bert-base-uncased")
    assert alerts(app) == []
    shown = " ".join(node.proto.body for node in app.get("html"))
    titles = (facts.forms_title(), facts.longer_title(), facts.scripts_title(), facts.languages_title())
    for title in (*titles, facts.shared_title()):
        assert f'aria-label="{title}"' in shown
    assert "Only in BERT (WordPiece)" in shown
    assert address(app)["other"] == "bert-base-uncased"


def test_a_text_that_no_token_contains_is_shown_with_the_tokens_it_is_cut_into(peer: tiktoken.Encoding) -> None:
    index, text = index_of(load_pretrained("cl100k_base")), "strawberrypie"
    places = vocabulary.tokens_of(index.tokenizer, text)
    assert [index.ids[place] for place in places] == peer.encode_ordinary(text)
    tree = tree_of_text(index, text, places)["tree"]
    assert (tree["text"], tree["hue"]) == (text, None)  # drawn as no token
    parts = [part["text"] for part in tree["parts"]]
    assert parts == [peer.decode([token]) for token in peer.encode_ordinary(text)]
    assert vocabulary.tokens_of(index.tokenizer, "q" * 101) == []
    assert vocabulary.tokens_of(index.tokenizer, "\ud800") == []


def test_without_results_no_token_is_chosen(opened: Open) -> None:
    for query in ({"by": "id", "id": "99999999"}, {"find": "strawberrypie"}):
        data = data_of(component(opened("pages/vocabulary.py", **query), "token_map"))
        assert data["chosen"] is None
