"""The page In bits: tokens and bits, counted by hand."""

from itertools import combinations
from math import dist

import pytest

from bpe_engine import load_pretrained
from tests.ui.app_pages import Open, address, alerts
from tests.ui.chart_alt_text import columns_read_out
from ui.course.pictures.code_tree import CodeTree
from ui.jobs import training_calls
from ui.jobs.finished_training import InMemoryTraining
from ui.pages.codes import view
from ui.pages.codes.code_lengths import CodedCorpus, encode_corpus, token_counts
from ui.pages.codes.turned_tree import turned_tree
from ui.pages.compare import methods as compare
from ui.pages.compare.methods import METHODS
from ui.tokenization.scenarios import SCENARIOS
from ui.tokenization.tasks.task import TextSource


def written(corpus: str | TextSource, size: int, key: str) -> CodedCorpus:
    source = corpus if isinstance(corpus, TextSource) else SCENARIOS[corpus].source
    method = METHODS[key]
    training = InMemoryTraining(f"{key} {size}", training_calls.train(compare.task(method, source, size)))
    return encode_corpus(compare.final_tokenizer(training, method), method, source)


def test_bits_of_bpe_and_wordpiece_equal_those_counted_by_hand() -> None:
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


def test_the_most_frequent_token_is_first_and_look_alikes_are_combined() -> None:
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


def test_tokens_are_counted_once_per_tokenizer() -> None:
    method, source = METHODS["bpe"], SCENARIOS["hug"].source
    training = InMemoryTraining("once", training_calls.train(compare.task(method, source, 12)))
    tokenizer = compare.final_tokenizer(training, method)
    assert token_counts(tokenizer, method, source) is token_counts(tokenizer, method, source)


def leaves_read_out(row: CodedCorpus, tree: CodeTree) -> dict[str, str]:
    """Return the bits drawn below each leaf."""
    drawn = {shape["key"]: shape for shape in tree.shapes(len(tree.joins), is_new=False)}
    found = {}
    for place, (text, _hue) in enumerate(tree.tokens):
        below = [shape for key, shape in drawn.items() if key.startswith(f"leaf{place}:")]
        found[text] = "".join(shape["text"] for shape in sorted(below, key=lambda shape: shape["at"][0]))
    assert sum(tree.counts.values()) == row.lengths.tokens
    return found


def tree(row: CodedCorpus) -> CodeTree:
    return view.tree_of(row, load_pretrained("gpt2"))


def test_a_tree_has_a_line_to_each_fork_and_token_and_tiles_as_wide_as_their_codes() -> None:
    row = written("low", 17, "marked")
    drawn = tree(row)
    shapes = drawn.shapes(len(drawn.joins), is_new=False)
    # Nine tokens hang from eight forks: sixteen lines, as many zeros as ones.
    assert [sum(shape["shape"] == kind for shape in shapes) for kind in ("tile", "disc", "line")] == [9, 8, 16]
    assert [sum(shape["text"] == bit for shape in shapes if shape["shape"] == "line") for bit in "01"] == [8, 8]
    assert leaves_read_out(row, drawn) == row.codes
    widths = {shape["text"]: shape["size"][0] for shape in shapes if shape["shape"] == "tile"}
    assert widths["e"] / widths["r"] == pytest.approx(len(row.codes["e"]) / len(row.codes["r"]), abs=0.01)
    alone = tree(written(TextSource.from_texts("a a a"), 9, "words"))
    assert [shape["text"] for shape in alone.shapes(0, is_new=False)] == ["a"]


def test_a_turned_tree_has_its_leaves_in_the_order_of_their_codes() -> None:
    row = written("low", 17, "marked")
    (width, height), shapes = turned_tree(tree(row))
    assert width == 470  # in type of 13 px, a phone's card
    assert height == 9 * 52
    assert [sum(shape["shape"] == kind for shape in shapes) for kind in ("tile", "disc", "line")] == [9, 8, 16]
    tiles = {shape["at"][1]: shape["text"] for shape in shapes if shape["shape"] == "tile"}
    codes = {shape["at"][1]: shape["text"] for shape in shapes if shape["shape"] == "text"}
    assert {tiles[y]: codes[y] for y in tiles} == row.codes
    assert [codes[y] for y in sorted(codes)] == sorted(row.codes.values())
    # Upwards is 0, downwards 1, and no fork covers another.
    assert all((shape["size"][1] < 0) == (shape["text"] == "0") for shape in shapes if shape["shape"] == "line")
    forks = [shape["at"] for shape in shapes if shape["shape"] == "disc"]
    assert all(dist(one, other) >= 34 for one, other in combinations(forks, 2))
    _size, alone = turned_tree(tree(written(TextSource.from_texts("a a a"), 9, "words")))
    assert [shape["text"] for shape in alone] == ["a", "0"]


def test_tokens_that_do_not_fit_in_the_tree_are_one_leaf() -> None:
    text = " ".join(f"{chr(97 + number)}" for number in range(26)) + " " + " ".join(map(str, range(10)))
    row = written(TextSource.from_texts(f"{text} e e e e e e"), 300, "characters")
    assert len(row.codes) == 36
    drawn = tree(row)
    assert len(drawn.counts) <= view.MAX_LEAVES
    assert drawn.width <= view.MAX_TREE_WIDTH
    found = leaves_read_out(row, drawn)
    # Each of the others is somewhere below a leaf that says how many are.
    assert found["e"] == row.codes["e"]
    leaves = zip(drawn.tokens, drawn.counts.values(), strict=True)
    joined = [(int(text[1:]), count) for (text, _hue), count in leaves if text[0] == "+"]
    assert sum(number for number, _count in joined) == 36 - sum(text in row.codes for text, _hue in drawn.tokens)
    assert all(number == count for number, count in joined)  # each occurs once
    assert "plus stands for" in view.about_tree(row, drawn)
    assert view.has_points(row)
    chart = view.points(row).to_dict()
    assert [layer["mark"]["type"] for layer in chart["layer"]] == ["line", "point"]
    assert "longer its code" in view.points_alt()
    assert columns_read_out(view.points(row)) == set()
    # 35 once each, and one 7 times: the points of two counts.
    points = chart["datasets"][chart["layer"][1]["data"]["name"]]
    assert {(point["times"], point["bits"]): point["number"] for point in points}[7, 3] == 1
    assert sum(point["number"] for point in points if point["times"] == 1) == 35


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


def test_an_unavailable_method_is_replaced_and_too_small_a_size_is_reported(opened: Open) -> None:
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
