"""The page In bits: tokens and bits, counted by hand."""

import pytest

from tests.ui.app_pages import Open, address, alerts
from tests.ui.chart_alt_text import columns_read_out
from ui.jobs import training_calls
from ui.jobs.finished_training import InMemoryTraining
from ui.pages.codes import view
from ui.pages.codes.code_lengths import CodedCorpus, encode_corpus, token_counts
from ui.pages.compare import methods as compare
from ui.pages.compare.methods import METHODS
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import TextSource


def written(corpus: str | TextSource, size: int, key: str) -> CodedCorpus:
    source = corpus if isinstance(corpus, TextSource) else SCENARIOS[corpus].source
    method = METHODS[key]
    training = InMemoryTraining(f"{key} {size}", training_calls.train(compare.task(method, source, size)))
    return encode_corpus(compare.finished(training, method), method, source)


def test_the_bits_of_bpe_and_wordpiece_are_those_counted_by_hand() -> None:
    # 5 × low </w>, 2 × low e r </w>, 6 × n e w est</w>, 3 × w i d est</w>: 54 tokens for 79 letters.
    found = written("low", 17, "marked")
    assert found.counts == {"est</w>": 9, "w": 9, "e": 8, "low": 7, "</w>": 7, "n": 6, "i": 3, "d": 3, "r": 2}
    # Joined: 2+3, 3+5, 6+7, 7+8, 8+9, 9+13, 15+17, 22+32. Each costs one bit for everything below it.
    assert found.lengths.bits == 5 + 8 + 13 + 15 + 17 + 22 + 32 + 54 == 166
    assert (found.lengths.tokens, found.lengths.distinct_tokens, found.characters) == (54, 9, 79)
    assert found.bits_per_character == 166 / 79
    # 5 × low </w>, 2 × low e r </w>, 6 × n e w e st </w>, 3 × wid e st </w>.
    found = written("low", 17, "information")
    assert found.counts == {"e": 17, "</w>": 16, "st": 9, "low": 7, "n": 6, "w": 6, "wid": 3, "r": 2}
    assert found.lengths.bits == 5 + 11 + 13 + 20 + 29 + 37 + 66 == 181
    assert found.lengths.tokens == 66


def test_the_most_frequent_token_stands_first_and_those_that_look_alike_once() -> None:
    found = written("low", 17, "information")
    table = view.tokens_table(found)
    assert list(table["Token"])[:2] == ["e", "</w>"]
    assert table["−log₂ p"][0] == pytest.approx(1.957, abs=0.0005)  # 17 of 66
    assert table["Share p"].sum() == pytest.approx(1)
    assert (table["Count"] * table["Code length, bits"]).sum() == 181
    assert list(table["Huffman code"].map(len)) == list(table["Code length, bits"])
    source = TextSource.from_texts("aa aa aa bb bb c d")
    words = written(source, 3, "words")  # [UNK], aa and bb have room
    assert words.counts == {"aa": 3, "bb": 2, "[UNK]": 2}
    on_bytes = written(TextSource.from_texts("a a a"), 257, "bytes")
    assert on_bytes.counts == {"·a": 2, "a": 1}
    assert (on_bytes.characters, on_bytes.lengths.bits) == (5, 3)
    found = written(TextSource.from_texts("␀ \0 a \0"), 9, "words")
    assert found.counts == {"␀": 3, "a": 1}
    assert found.lengths.tokens == 4
    many = {str(number): 9_999 - number for number in range(view.MAX_ROWS + 1)}
    row = written("low", 17, "marked")._replace(counts=many, codes=dict.fromkeys(many, "0"))
    assert list(view.tokens_table(row)["Token"]) == list(many)[: view.MAX_ROWS]


def test_tokens_are_counted_once_for_one_tokenizer() -> None:
    method, source = METHODS["bpe"], SCENARIOS["hug"].source
    training = InMemoryTraining("once", training_calls.train(compare.task(method, source, 12)))
    tokenizer = compare.finished(training, method)
    assert token_counts(tokenizer, method, source) is token_counts(tokenizer, method, source)


def test_a_tree_has_a_line_to_each_fork_and_token_and_one_token_has_one_bit() -> None:
    chart = view.chart(written("low", 17, "marked")).to_dict()
    edges, zeros, ones, ends, _names = (chart["datasets"][layer["data"]["name"]] for layer in chart["layer"])
    # Nine tokens hang from eight forks: sixteen lines, as many zeros as ones.
    assert (len(edges), len(ends)) == (16, 9)
    assert [each["digit"] for each in (*zeros, *ones)] == ["0"] * 8 + ["1"] * 8
    assert [end["bits"] for end in ends] == [len(end["code"]) for end in ends]
    alone = written(TextSource.from_texts("a a a"), 9, "words")
    assert alone.codes == {"a": "0"}
    assert len(view.chart(alone).to_dict()["layer"]) == 5
    assert columns_read_out(view.chart(written("low", 17, "marked"))) == set()


def test_more_tokens_than_a_tree_can_show_are_points() -> None:
    text = " ".join(f"{chr(97 + number)}" for number in range(26)) + " " + " ".join(map(str, range(10)))
    found = written(TextSource.from_texts(text), 300, "characters")
    assert view.has_tree(found._replace(codes=dict.fromkeys(map(str, range(view.MAX_LEAVES)), "0")))
    assert len(found.codes) == 36
    assert not view.has_tree(found)
    chart = view.chart(found).to_dict()
    assert [layer["mark"]["type"] for layer in chart["layer"]] == ["line", "point"]
    assert "longer its code" in view.chart_alt(found)
    assert columns_read_out(view.chart(found)) == set()
    # 36 once each, 28 of them 5 bits deep and 8 of them 6: two points.
    points = chart["datasets"][chart["layer"][1]["data"]["name"]]
    assert {(point["bits"], point["number"], point["times"]) for point in points} == {(5, 28, 1), (6, 8, 1)}


def test_the_page_shows_both_methods_and_the_codes_of_the_chosen_one(opened: Open) -> None:
    app = opened("pages/codes.py", scenario="low", size="17", methods="marked-information", of="information")
    assert alerts(app) == []
    methods, tokens = (frame.value for frame in app.dataframe)
    assert list(methods["Method"]) == ["BPE with </w>", "WordPiece in bits"]
    assert list(methods["Total bits"]) == [166, 181]
    assert next(iter(tokens["Token"])) == "e"
    # Before the tables, each token stands in the colour of its id over its code, and the sums are bars: 166 of 181.
    (drawn,) = [node.proto.body for node in app.get("html") if '<section class="bpe-codes"' in node.proto.body]
    assert drawn.count('<li class="hued"') == 9 + 8
    assert [share in drawn for share in ('--share: 0.917"', '--share: 1.0"')] == [True, True]
    assert address(app) == {"size": "17", "methods": "marked-information", "of": "information"}


def test_a_method_not_chosen_gives_way_and_a_size_without_room_is_told(opened: Open) -> None:
    app = opened("pages/codes.py", methods="words-characters", of="bpe")
    assert alerts(app) == []
    assert next(iter(app.dataframe[1].value["Token"])) == "newest"
    app = opened("pages/codes.py", scenario="low", size="3", methods="marked-words", of="marked")
    assert any(alert.startswith("BPE with </w>: A vocabulary of 3 leaves no room") for alert in alerts(app))
    assert len(app.dataframe) == 1  # there is nothing to show for the chosen one
    app.button(key="size_marked").click().run()
    assert alerts(app) == []
    assert len(app.dataframe) == 2


def test_the_page_opens_on_bpe_and_characters_and_says_that_the_unknown_token_counts(opened: Open) -> None:
    app = opened("pages/codes.py")
    assert [told.value for told in app.caption if told.value.startswith("This includes the unknown token, [UNK],")]
    app = opened("pages/codes.py")
    assert list(app.dataframe[0].value["Method"]) == ["BPE", "Characters"]
    assert address(app) == {}
