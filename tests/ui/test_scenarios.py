"""The scenarios: each can be trained, and its merges are those of the textbooks."""

from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import pytest

from bpe_engine import BPETraining
from ui.base.i18n import use_language
from ui.pages.compare.methods import METHODS
from ui.tokenization import scenarios
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS, offered_scenarios

Train = Callable[..., BPETraining]


def merges(training: BPETraining) -> list[str]:
    return [f"{event.pair.left} {event.pair.right}" for event in training.events]


def test_hug_and_low_merge_as_in_the_course_and_the_paper(train: Train) -> None:
    training = train("hug")
    assert merges(training) == ["u g", "u n", "h ug", "p un", "p ug", "hug s", "b un"]
    assert [event.count for event in training.events] == [20, 16, 15, 12, 5, 5, 4]
    assert [event.tied for event in training.events] == [0, 0, 0, 0, 1, 0, 0]
    assert list(training.base_vocabulary) == list("bghnpsu")
    assert training.stop_reason == "no_pair"
    training = train("low")
    assert len(training.events) == 15  # all possible merges, as when unused symbols are dropped
    assert training.tokenizer().tokenize("lowest") == ["low", "est</w>"]
    assert training.tokenizer().decode(training.tokenizer().encode("lowest")) == "lowest"
    assert train("low", drop_unused=True).tokenizer().tokenize("lowest") == ["[UNK]", "[UNK]"]
    training = train("low", drop_unused=True)
    assert merges(training)[:5] == ["e s", "es t", "est </w>", "l o", "lo w"]
    assert [event.count for event in training.events[:5]] == [9, 9, 9, 7, 7]
    assert [event.dropped for event in training.events[:3]] == [("s",), ("es", "t"), ("est",)]
    assert training.events[0].tied == 2


def test_course_and_lecture_merge_as_published(train: Train) -> None:
    training = train("course")
    assert merges(training) == [
        "Ġ t", "i s", "e r", "Ġ a", "Ġt o", "e n", "T h", "Th is", "o u", "s e", "Ġto k", "Ġtok en", "n d", "Ġ is",
        "Ġt h", "Ġth e", "i n", "Ġa b", "Ġtoken i",
    ]  # fmt: skip
    assert len(training.base_vocabulary) == 31  # 30 symbols and <|endoftext|>
    assert training.base_vocabulary["<|endoftext|>"] == 0
    assert training.stop_reason == "vocab_size"
    training = train("aaab")
    ids = dict(training.base_vocabulary)
    steps = []
    for event in training.events:
        steps.append((ids[event.pair.left], ids[event.pair.right], event.token_id))
        ids[event.token] = event.token_id
    assert steps == [(97, 97, 256), (256, 97, 257), (257, 98, 258)]
    assert [[ids[symbol] for symbol in word.symbols] for word in training.at(3).words] == [[258, 100, 258, 97, 99]]


@pytest.mark.parametrize("key", SCENARIOS)
def test_each_scenario_has_a_title_and_a_purpose(key: str) -> None:
    scenario = SCENARIOS[key]
    assert scenario.key == key
    assert scenario.title
    assert scenario.blurb.endswith(".")


@pytest.mark.parametrize("key", [key for key in SCENARIOS if key != CUSTOM_TEXT])
def test_each_scenario_can_be_compared_and_has_a_new_text_and_words_to_encode(key: str) -> None:
    scenario = SCENARIOS[key]
    assert scenario.settings.keys() <= ALGORITHMS.keys() >= scenario.descriptions.keys()
    assert scenario.unseen
    assert scenario.example_words
    for method in METHODS.values():  # at a size that fits each method's first tokens, or the message says which does
        assert method.settings(scenario.source, scenario.compared).vocab_size == scenario.compared


def test_a_new_scenario_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Path(scenarios.__path__[0], "hug.py").read_text("utf-8")
    changed = record.replace('key="hug"', 'key="cat"').replace("order=1", "order=0").replace('"pug": 5, ', "")
    tmp_path.joinpath("cat.py").write_text(changed, "utf-8")
    monkeypatch.setattr(scenarios, "__path__", [*scenarios.__path__, str(tmp_path)])
    found = scenarios.load_scenarios(scenarios.__path__)
    assert [scenario.key for scenario in found] == ["cat", *SCENARIOS]
    # Every method starts with it, and knows its sizes or takes the default.
    for algorithm in ALGORITHMS.values():
        settings = algorithm.default_settings(found[0])
        training = settings.trainer().train(found[0].source.corpus(settings))
        assert training.tokenize("hug")


def test_scenarios_of_the_reader_s_language_come_early() -> None:
    use_language("vi")
    assert offered_scenarios()[:4] == ["hug", "tones", "marks", "low"]
    use_language("zh_Hans")
    assert offered_scenarios()[:3] == ["hug", "words", "low"]
    use_language("en")
    assert offered_scenarios() == list(SCENARIOS)


# Counted by hand. Tones in NFC: h o 4+6+9 = 19, before o à 9+5 = 14; then each syllable as often as it occurs, and t o
# 5+3 = 8. In NFD: o a in all 27; h oa 19, before oa with its tone 14; then the same syllables. Stems: with стол 5+4+3 =
# 12, with дом 6+4 = 10; then 4 стола, 4 дома (a tie), 3 столы. Words: 大学 4+5+4 = 13; 北京 6+4 = 10; 北京大学 4 and
# 大学生 4 (a tie); 学生 occurs only in 学生: 3.
BY_HAND = {
    "tones": [("h o", 19), ("ho à", 9), ("t o", 8), ("ho á", 6), ("to à", 5), ("ho a", 4), ("to ả", 3)],
    "marks": [("o a", 27), ("h oa", 19), ("hoa \u0300", 9), ("t oa", 8), ("hoa \u0301", 6), ("toa \u0300", 5),
              ("toa \u0309", 3)],
    "stems": [("с т", 12), ("ст о", 12), ("сто л", 12), ("д о", 10), ("до м", 10), ("стол а", 4), ("дом а", 4),
              ("стол ы", 3)],
    "words": [("大 学", 13), ("北 京", 10), ("北京 大学", 4), ("大学 生", 4), ("学 生", 3)],
}  # fmt: skip


@pytest.mark.parametrize("key", BY_HAND)
def test_a_scenario_in_a_language_merges_as_counted_by_hand(key: str, train: Train) -> None:
    training = train(key)
    assert [(f"{event.pair.left} {event.pair.right}", event.count) for event in training.events] == BY_HAND[key]
    assert training.stop_reason == "no_pair"
    assert recount(dict(SCENARIOS[key].source.counts)) == BY_HAND[key]


def recount(frequencies: dict[str, int]) -> list[tuple[str, int]]:
    """Return the merges, recounting every pair at each step; the pair seen first wins a tie."""
    words = [(list(word), frequency) for word, frequency in frequencies.items()]
    found = []
    while True:
        counts: dict[tuple[str, str], int] = {}
        for symbols, frequency in words:
            for pair in zip(symbols, symbols[1:], strict=False):
                counts[pair] = counts.get(pair, 0) + frequency
        if not counts:
            return found
        left, right = max(counts, key=counts.__getitem__)
        found.append((f"{left} {right}", counts[left, right]))
        for symbols, _frequency in words:
            for place in range(len(symbols) - 2, -1, -1):
                if symbols[place : place + 2] == [left, right]:
                    symbols[place : place + 2] = [left + right]


def test_both_forms_of_a_tone_look_alike_but_differ() -> None:
    tones, marks = (list(dict(SCENARIOS[key].source.counts)) for key in ("tones", "marks"))
    assert [normalize("NFC", word) for word in marks] == tones
    assert {*tones} & {*marks} == {"hoa"}  # the one without a mark
