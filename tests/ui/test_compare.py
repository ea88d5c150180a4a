"""The page Compare methods: its numbers, counted again by hand or by plain Python."""

from collections.abc import Sequence
from typing import Any

import pytest

from bpe_engine import EngineError, LongestMatchTokenizer, measure
from tests.ui.app_pages import Open, address, alerts, query_value
from ui.base.i18n import use_language
from ui.base.word_spacing import SpacingUnit
from ui.components.number_table import print_table
from ui.course.values.article_costs import articles
from ui.jobs import training_calls
from ui.jobs.finished_training import InMemoryTraining
from ui.pages.compare import charts as compare_charts
from ui.pages.compare import corpora, curves, metrics_tables, segmentations
from ui.pages.compare import methods as compare
from ui.pages.compare.methods import DEFAULT_METHODS, METHODS
from ui.tokenization.algorithms.base import ComparedMethod
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.scenarios import EXAMPLE, SCENARIOS
from ui.tokenization.tasks.task import Task, TextSource


def lessons(corpus: str | TextSource, size: int, methods: tuple[str, ...]) -> dict[ComparedMethod, Any]:
    source = corpus if isinstance(corpus, TextSource) else SCENARIOS[corpus].source
    return {
        METHODS[key]: InMemoryTraining(f"{key} {size}", training_calls.train(compare.task(METHODS[key], source, size)))
        for key in methods
    }


def tokenizers(corpus: str | TextSource, size: int, methods: tuple[str, ...]) -> dict[ComparedMethod, Any]:
    return {
        method: compare.final_tokenizer(lesson, method) for method, lesson in lessons(corpus, size, methods).items()
    }


def cells(rows: Sequence[Any], row: int) -> list[list[str]]:
    return [[token[0] for token in cell["tokens"]] for cell in rows[row]["cells"]]


def marked(rows: Sequence[Any]) -> list[list[bool]]:
    return [[cell["differs"] for cell in row["cells"]] for row in rows]


def test_segmentations_equal_the_textbooks() -> None:
    made = tokenizers("hug", 11, ("bpe", "unigram", "words", "characters"))
    data = segmentations.segmentations(made, [("hugs", 5)], "unhug mug")
    cut = [cells(data, row) for row in range(3)]
    assert cut[0] == [["hug", "s"], ["hug", "s"], ["hugs"], ["h", "u", "g", "s"]]
    assert cut[1][0] == ["un", "hug"]
    assert cut[1][2] == ["[UNK]"]
    assert cut[2][0] == ["[UNK]", "ug"]
    assert marked(data) == [[False, False, True, False]] * 3
    made, told = tokenizers("hug", 11, ("bpe",)), {}
    for language in ("en", "ru", "en"):
        use_language(language)
        told[language] = segmentations.segmentations(made, [("hugs", 5)], "")[0]["cells"][0]["count"]
    assert told == {"en": "2 tokens", "ru": "2\xa0токена"}


@pytest.mark.parametrize("methods", [("bpe", "unigram", "characters"), ("characters", "bpe"), ("characters",)])
def test_characters_do_not_mark_differing_words(methods: tuple[str, ...]) -> None:
    data = segmentations.segmentations(tokenizers("hug", 11, methods), [("hugs", 5)], "")
    assert [["h", "u", "g", "s"] in cells(data, 0), any(marked(data)[0])] == [True, False]


def test_metrics_of_bpe_on_hug_equal_those_counted_by_hand() -> None:
    # hug 10, p ug 5, p un 12, b un 4, hug s 5: 10 + 10 + 24 + 8 + 10 tokens for 36 words of 113 characters.
    found = measure(tokenizers("hug", 11, ("bpe",))[METHODS["bpe"]], SCENARIOS["hug"].source.counts)
    assert (found.tokens, found.words, found.characters) == (62, 36, 113)
    assert found.tokens_per_word == 62 / 36
    assert found.characters_per_token == 113 / 62
    assert (found.unknown, found.round_trip, found.vocabulary_used) == (0, True, 6)
    unseen = measure(tokenizers("hug", 11, ("bpe",))[METHODS["bpe"]], [("mug", 1)])
    assert (unseen.tokens, unseen.unknown, unseen.unknown_rate, unseen.round_trip) == (2, 1, 0.5, False)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_measured_on_every_corpus(method: str) -> None:
    for corpus in ("hug", "course"):
        size = 300 if method == "bytes" else SCENARIOS[corpus].compared
        made = tokenizers(corpus, size, (method,))
        (row,) = metrics_tables.metrics(made, SCENARIOS[corpus].source, SCENARIOS[corpus].unseen)
        source = SCENARIOS[corpus].source
        texts = source.counts or [(text, 1) for text in source.texts]
        # Word by word or text by text: the numbers are the same.
        assert row.corpus._replace(round_trip=True) == measure(made[METHODS[method]], texts)._replace(round_trip=True)
        assert {len(column) for column in metrics_tables.metrics_table([row], "word").values()} == {1}
    assert (method != "longest") or isinstance(made[METHODS[method]], LongestMatchTokenizer)


def test_characters_are_one_long_and_curves_have_one_point_per_size() -> None:
    made = tokenizers("course", 300, ("bytes", "characters"))
    found = {row.method: row for row in metrics_tables.metrics(made, SCENARIOS["course"].source, "naïve 東京 👩‍👧")}
    characters, on_bytes = found[METHODS["characters"]].unseen, found[METHODS["bytes"]].unseen
    assert characters is not None
    assert on_bytes is not None
    assert characters.characters_per_token >= 1
    assert characters.unknown > 0
    assert on_bytes.unknown == 0
    assert on_bytes.round_trip
    assert curves.sizes_to_measure([(0, 7), (1, 8)]) == [(0, 7), (1, 8)]
    assert curves.sizes_to_measure([(0, 7)]) == [(0, 7)]
    many = curves.sizes_to_measure([(step, step + 7) for step in range(1000)])
    assert (many[0], many[-1], len(many)) == ((0, 7), (999, 1006), curves.POINTS)
    # The second merge made an existing token; Unigram's sizes come in reverse.
    assert curves.sizes_to_measure([(0, 7), (1, 8), (2, 8), (3, 9)]) == [(0, 7), (2, 8), (3, 9)]
    assert curves.sizes_to_measure([(0, 40), (1, 14), (2, 12)], most=20) == [(2, 12), (1, 14)]


@pytest.mark.parametrize("corpus", ["hug", "low", "course", "aaab"])
def test_no_curve_runs_backwards_nor_far_beyond_the_others(corpus: str) -> None:
    size = SCENARIOS[corpus].compared
    methods = ("bpe", "longest", "wordpiece", "unigram", "words", "characters")
    made = {}
    for method in methods:
        try:
            made |= lessons(corpus, size, (method,))
        except EngineError:  # "low" has more than 16 symbols under WordPiece
            continue
    points = curves.curves(made, SCENARIOS[corpus].source)
    for _method, curve in points.groupby("method"):
        sizes = list(curve["size"])
        assert sizes == sorted(set(sizes))
    assert points["size"].max() <= 1.2 * size


def test_unigram_alone_shows_its_whole_curve() -> None:
    # Unigram begins with 7 characters, the unknown token, and bu, gs, hu, hug, pu, ug, ugs, un.
    source = SCENARIOS["hug"].source
    alone = lessons("hug", 12, ("unigram",))
    assert curves.curves(alone, source)["size"].max() == 16
    assert curves.notes_on_curves(alone) == []
    beside = lessons("hug", 12, ("bpe", "unigram"))
    assert curves.curves(beside, source)["size"].max() <= 1.2 * 12
    assert curves.notes_on_curves(beside) == [
        "Unigram starts with more tokens than fit here and removes them: its line runs to the left."
    ]


def test_words_and_tokens_are_counted_in_the_whole_long_text() -> None:
    # 8,000 + 50,000 words of two characters, each with a space.
    source = TextSource.from_texts("aa " * 8000 + "bb " * 50000)
    assert corpora.frequent_words(source) == [("bb", 50_000), ("aa", 8_000)]
    made = tokenizers(source, 300, ("words", "characters", "bytes"))
    found = {row.method: row.corpus for row in metrics_tables.metrics(made, source, "")}
    words = found[METHODS["words"]]
    assert (words.words, words.characters, words.tokens) == (58_000, 174_000, 58_000)
    assert found[METHODS["characters"]].tokens == 116_000
    # aa first without a space, then 57,999 words with one, and a final space: one token each, once everything is
    # merged.
    assert found[METHODS["bytes"]].tokens == 58_001
    assert corpora.sample_note(corpora.measured_sample(source), source) == ""
    assert corpora.sample_note(corpora.beginning(source), source) == (
        "Measured on the first 20,000 characters of the corpus."
    )


def test_a_text_with_too_many_distinct_words_is_measured_in_part() -> None:
    source = TextSource.from_texts(" ".join(str(number) for number in range(corpora.MAX_WORDS + 1)))
    part = corpora.measured_sample(source)
    assert "".join(part.texts) == source.texts[0][:20_000]
    assert corpora.measured_sample(TextSource.from_texts("word " * 100_000)).size == 500_000


@pytest.mark.parametrize("method", METHODS)
def test_measuring_word_by_word_equals_measuring_the_whole_text(method: str) -> None:
    source = TextSource.from_texts("Low  lower,\n\nlowest 'low' don't\tlow 12 lows… naïve 東京 ")
    (tokenizer,) = tokenizers(source, 300, (method,)).values()
    found = metrics_tables.measure_corpus(METHODS[method], tokenizer, source)
    assert found._replace(round_trip=True) == measure(tokenizer, [(source.texts[0], 1)])._replace(round_trip=True)


def test_words_are_cut_with_the_space_they_have_in_the_text() -> None:
    source = TextSource.from_texts(" hug pug hug hug")
    made = tokenizers(source, 300, ("bytes", "words"))
    words = corpora.words_to_cut(source)
    assert words == [(" hug", 3), (" pug", 1)]
    data = segmentations.segmentations(made, words, "hug hugs")
    assert [(row["word"], row["note"], row["isNew"]) for row in data] == [
        ("hug", "3 ×", False),
        ("pug", "1 ×", False),
        ("hug", "in the new text", True),
        ("hugs", "in the new text", True),
    ]
    assert cells(data, 0) == [["·hug"], ["hug"]]
    assert marked(data)[0] == [False, False]  # the space is not a cut
    # The new text begins with hug, without a space. GPT-2's pattern joins nothing across word ends.
    assert cells(data, 2)[0][0] != "·hug"
    assert cells(data, 3) == [["·hug", "s"], ["[UNK]"]]
    rows_tokens = sum(count * len(cells(data, row)[0]) for row, (_word, count) in enumerate(words))
    assert rows_tokens == measure(made[METHODS["bytes"]], [(source.texts[0], 1)]).tokens == 4


def test_longest_match_and_end_of_word_marks_cut_as_published() -> None:
    made = tokenizers("hug", 12, ("bpe", "longest"))
    assert made[METHODS["longest"]].vocabulary == made[METHODS["bpe"]].vocabulary
    # ug, un, hug and pun were learned: each new word contains at most one of them, so both cut alike.
    data = segmentations.segmentations(made, [("pun", 12)], "unhug bugs mug")
    for row, cut in enumerate([["pun"], ["un", "hug"], ["b", "ug", "s"], ["[UNK]", "ug"]]):
        assert cells(data, row) == [cut, cut]
    # es, est, est</w>, lo, low in the paper's example; by mutual information id, lo, st, low, wid.
    made = tokenizers("low", 17, ("marked", "information"))
    data = segmentations.segmentations(made, [("low", 5), ("widest", 3)], "lowest")
    assert cells(data, 0) == [["low", "</w>"], ["low", "</w>"]]
    assert cells(data, 1) == [["w", "i", "d", "est</w>"], ["wid", "e", "st", "</w>"]]
    assert cells(data, 2) == [["low", "est</w>"], ["low", "e", "st", "</w>"]]
    assert marked(data) == [[False, False], [False, True], [False, True]]


def test_the_matrix_header_has_the_tokens_of_each_method() -> None:
    # By hand: pun 1 × 12, hug 1 × 10, p ug 2 × 5, hug s 2 × 5, b un 2 × 4 are 50; every letter is one, 113.
    made = tokenizers("hug", 12, ("bpe", "characters"))
    source = SCENARIOS["hug"].source
    rows = metrics_tables.metrics(made, source, "")
    drawn = segmentations.matrix(rows, made, corpora.words_to_cut(source), "unhug", is_part=False)
    assert [(one["name"], one["rule"], one["count"]) for one in drawn["columns"]] == [
        ("BPE", "most frequent pair", "50 tokens"),
        ("Characters", "nothing longer", "113 tokens"),
    ]
    assert [one["share"] for one in drawn["columns"]] == [50 / 113, 1]
    assert [row["word"] for row in drawn["rows"]] == ["pun", "hug", "pug", "hugs", "bun", "unhug"]
    assert (drawn["sums"], drawn["unknown"]) == ("Bars: tokens in the corpus", "[UNK]")
    part = segmentations.matrix(rows, made, [], "", is_part=True)
    assert part["sums"] == "Bars: tokens in the measured part of the corpus"


def test_methods_that_run_out_of_tokens_are_named() -> None:
    made = tokenizers("hug", 12, DEFAULT_METHODS)
    rows = metrics_tables.metrics(made, SCENARIOS["hug"].source, "")
    # Five words, or seven letters, and the unknown token.
    told = metrics_tables.early_stop_note(rows, 12)
    assert "before they reach 12 tokens, including the unknown token: Whole words (6) and Characters (8)." in told
    assert metrics_tables.early_stop_note(rows[:1], 12) == ""
    rows = metrics_tables.metrics(tokenizers("hug", 12, DEFAULT_METHODS), SCENARIOS["hug"].source, " ")
    assert [row.unseen for row in rows] == [None] * 5
    assert {len(column) for column in metrics_tables.new_text_table(rows, "word").values()} == {0}
    assert set(compare_charts.chart_points(rows)["text"]) == {"corpus"}


WORDLESS: dict[str, SpacingUnit] = {"jpn": "none", "tha": "none", "cmn_hans": "none", "vie": "syllable", "rus": "word"}


@pytest.mark.parametrize(("language", "unit"), WORDLESS.items())
def test_tokens_are_counted_per_word_per_syllable_or_not_at_all(opened: Open, language: str, unit: SpacingUnit) -> None:
    article = articles()[language]["text"]
    app = opened("pages/compare.py", scenario="text", text=article, unseen=article[:30], methods="bpe-characters")
    assert alerts(app) == []
    told = [column for table in app.dataframe for column in table.value if column.startswith("Tokens per")]
    assert told == {"none": [], "syllable": ["Tokens per syllable"] * 2, "word": ["Tokens per word"] * 2}[unit]
    assert [column for table in app.dataframe for column in table.value].count("Characters per token") == 2
    captions = " ".join(caption.value for caption in app.caption)
    assert ("There are no tokens per word here" in captions) == (unit == "none")
    assert ("counted per syllable" in captions) == (unit == "syllable")
    assert ("A word is anything" in captions) == (unit == "word")


def test_the_charts_show_the_tables_data() -> None:
    source = TextSource.from_texts(articles()["vie"]["text"])
    made = lessons(source, 60, ("bpe", "characters"))
    points = curves.curves(made, source)
    rows = metrics_tables.metrics(tokenizers(source, 60, ("bpe",)), source, "nhân phẩm")

    def titles(charts: Sequence[tuple[Any, str]]) -> list[str]:
        assert all(said.startswith(chart.title) for chart, said in charts)
        return [chart.title for chart, _said in charts]

    usual = ["Characters per token", "Unknown tokens", "Vocabulary tokens used"]
    told: dict[SpacingUnit, list[str]] = {"word": ["Tokens per word"], "syllable": ["Tokens per syllable"], "none": []}
    for unit, per_unit in told.items():
        assert titles(compare_charts.curve_charts(points, unit)) == [usual[0], *per_unit, *usual[1:]]
        bars = compare_charts.bar_charts(compare_charts.chart_points(rows), unit, unit)
        assert titles(bars) == [*(per_unit or usual[:1]), usual[1]]
        assert [title for title in map(str, curves.curves_table(points, unit)) if "Tokens per" in title] == per_unit
    # Units that are words in one text and syllables in the other are not shown side by side.
    charts = compare_charts.bar_charts(compare_charts.chart_points(rows), "syllable", "word")
    texts = [{row["text"] for data in chart.to_dict()["datasets"].values() for row in data} for chart, _said in charts]
    assert texts == [{"corpus"}, {"corpus", "new text"}]


def test_syllables_are_not_words_and_shares_have_one_format() -> None:
    assert corpora.corpus_unit(SCENARIOS["words"].source) == "word"
    assert (
        corpora.corpus_unit(SCENARIOS["tones"].source) == corpora.corpus_unit(SCENARIOS["marks"].source) == "syllable"
    )
    source = TextSource.from_texts("aab")
    made = lessons(source, 3, ("words",))
    points = curves.curves(made, source).assign(unknown_rate=0.25)
    table = print_table(curves.curves_table(points, "word"), metrics_tables.number_formats())
    assert "<td>25.0%</td>" in table


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_method_has_a_distinct_visible_colour_shape_and_rule() -> None:
    for method in METHODS.values():
        colour = luminance(method.look.colour)
        assert (luminance("#f7f6f2") + 0.05) / (colour + 0.05) >= 3
        assert (colour + 0.05) / (luminance("#101216") + 0.05) >= 3
        assert 0 < len(method.rule) <= 45
    for field in ("colour", "shape", "sign"):
        assert len({getattr(method.look, field) for method in METHODS.values()}) == len(METHODS)


def test_a_working_size_or_part_of_the_text_is_offered() -> None:
    assert compare.feasible_size(EngineError("", enough=9), 12) == 12
    assert compare.feasible_size(EngineError("", enough=257), 12) == 300
    assert compare.feasible_size(EngineError("", limit=9), 12) is None
    # Only new words, then nothing new: the beginning has more than its share of them, and 40,000 characters fit.
    text = " ".join(f"{number:05}" for number in range(9000)) + " theend" * 9000
    part = compare.feasible_prefix(METHODS["wordpiece"], text, 300)
    assert text.startswith(part)
    assert 30_000 < sum(map(len, set(part.split()))) <= 40_000
    # independent of the length
    assert compare.feasible_prefix(METHODS["wordpiece"], "too few tokens", 3) == "too few tokens"


def test_impossible_comparisons_are_reported_and_byte_level_bpe_is_offered(opened: Open) -> None:
    app = opened("pages/compare.py", scenario="hug", size="3", methods="bpe-wordpiece-unigram-words-characters")
    told = alerts(app)
    assert any(alert.startswith("BPE: A vocabulary of 3 leaves no room") for alert in told)
    assert len(app.dataframe) == 2  # the corpus, the new text
    assert list(app.dataframe[0].value["Method"]) == ["Whole words", "Characters"]
    app.button(key="size_bpe").click().run()
    assert alerts(app) == []
    assert list(app.dataframe[0].value["Vocabulary"]) == [12, 12, 12, 6, 8]
    app = opened("pages/compare.py", methods="bpe-bytes")
    assert alerts(app) == ["BPE on bytes: It starts with the 256 bytes, and a vocabulary of 12 has no room for them."]
    app.button(key="size_bytes").click().run()
    assert alerts(app) == []
    assert list(app.dataframe[0].value["Method"]) == ["BPE", "BPE on bytes"]
    assert query_value(app, "size") == "300"
    app = opened("pages/compare.py", methods="bpe-bytes")
    app.button(key="out_bytes").click().run()
    assert query_value(app, "methods") == "bpe"


def test_a_cleared_new_text_stays_empty_and_is_in_the_link(opened: Open) -> None:
    app = opened("pages/compare.py")
    assert "unseen" not in address(app)
    app.text_input[0].set_value("").run()
    assert query_value(app, "unseen") == ""
    assert len(app.dataframe) == 1
    assert any("No new text" in text.value for text in app.markdown)
    other = opened("pages/compare.py", unseen="")
    assert other.text_input[0].value == ""
    assert len(other.dataframe) == 1


def test_a_too_long_new_text_is_kept_and_reported(opened: Open) -> None:
    pasted = "a b " * 126
    app = opened("pages/compare.py")
    app.text_input[0].set_value(pasted).run()
    assert alerts(app) == ["The text has 504 characters, but the box takes 500. Shorten it; nothing has been lost."]
    assert app.text_input[0].value == query_value(app, "unseen") == pasted
    assert len(app.dataframe) == 1
    assert not any("No new text" in text.value for text in app.markdown)
    app.text_input[0].set_value(pasted[:500]).run()
    assert alerts(app) == []
    assert len(app.dataframe) == 2


def test_methods_are_explained_with_their_limits(opened: Open) -> None:
    app = opened("pages/compare.py", methods="bpe-longest-bytes-wordpiece-unigram", scenario="text", text=EXAMPLE)
    told = " ".join(caption.value for caption in app.caption)
    for said in (
        "BPE, longest match. The tokens of BPE",
        "BPE on bytes. It starts from",
        "WordPiece. Limit: 40,000 characters",
        "Unigram. Limits: 200,000 characters",
    ):
        assert said in told
    assert {"BPE on bytes", "BPE, longest match"} <= {name for name, _reason in compare.advice()}


def test_invalid_values_in_the_address_are_reported(opened: Open) -> None:
    app = opened("pages/compare.py", scenario="<img src=x>", size="-1", methods="none")
    assert any("scenario=<img src=x>" in alert for alert in alerts(app))
    assert list(app.dataframe[0].value["Method"]) == [METHODS[key].name for key in DEFAULT_METHODS]


def test_the_page_says_that_the_unknown_token_counts_and_writes_tags_as_text(opened: Open) -> None:
    app = opened("pages/compare.py")
    assert any(caption.value.startswith("This includes the unknown token, [UNK],") for caption in app.caption)
    source = SCENARIOS["hug"].source
    on_train = training_calls.train(Task(source, BPESettings(11)))
    here = training_calls.train(compare.task(METHODS["bpe"], source, 12))
    assert [event.token for event in on_train.events] == [event.token for event in here.events]
    assert [event.token for event in here.events] == ["ug", "un", "hug", "pun"]  # 50 tokens; 7 characters before them
    bodies = [node.proto.body for node in app.get("html")]
    (marked,) = [body for body in bodies if "For words cut at spaces" in body]
    assert "<p><strong>BPE with &lt;/w&gt;</strong><br>For words cut at spaces: " in marked


CHINESE = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。"


def test_text_without_spaces_is_one_word_unless_split_into_characters(opened: Open) -> None:
    app = opened("pages/compare.py", scenario="text", text=CHINESE, methods="words")
    told = [caption.value for caption in app.caption if "no spaces between its words" in caption.value]
    assert len(told) == 1
    next(one for one in app.toggle if one.label == "Treat punctuation as words").set_value(True).run()
    assert not [caption.value for caption in app.caption if "no spaces between its words" in caption.value]
    assert address(app)["signs"] == "1"
    assert {"人人生而自由", "在尊严和权利上一律平等"} <= set(corpora.with_spaced_punctuation(CHINESE).split())
    app = opened("pages/compare.py", scenario="text", methods="words")
    assert not [caption.value for caption in app.caption if "no spaces between its words" in caption.value]
    assert app.text_input[0].value == ""  # no new text in a language that may differ from the corpus
