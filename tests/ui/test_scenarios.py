"""The lessons: each trains, and its merges are those that the textbooks have."""

from collections.abc import Callable

import pytest

from bpe_engine import BPETraining
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS

Train = Callable[..., BPETraining]


def merges(training: BPETraining) -> list[str]:
    return [f"{event.pair.left} {event.pair.right}" for event in training.events]


def test_hug_merges_as_in_the_hugging_face_course_and_on_to_the_end(train: Train) -> None:
    training = train("hug")
    assert merges(training) == ["u g", "u n", "h ug", "p un", "p ug", "hug s", "b un"]
    assert [event.count for event in training.events] == [20, 16, 15, 12, 5, 5, 4]
    assert [event.tied for event in training.events] == [0, 0, 0, 0, 1, 0, 0]
    assert list(training.base_vocabulary) == list("bghnpsu")
    assert training.stop_reason == "no_pair"


def test_low_ends_with_a_vocabulary_that_can_write_lowest(train: Train) -> None:
    training = train("low")
    assert len(training.events) == 15  # all that there is to merge, as when unused symbols are dropped
    assert training.tokenizer().tokenize("lowest") == ["low", "est</w>"]
    assert training.tokenizer().decode(training.tokenizer().encode("lowest")) == "lowest"
    assert train("low", drop_unused=True).tokenizer().tokenize("lowest") == ["[UNK]", "[UNK]"]


def test_low_drops_symbols_where_that_is_chosen(train: Train) -> None:
    training = train("low", drop_unused=True)
    assert merges(training)[:5] == ["e s", "es t", "est </w>", "l o", "lo w"]
    assert [event.count for event in training.events[:5]] == [9, 9, 9, 7, 7]
    assert [event.dropped for event in training.events[:3]] == [("s",), ("es", "t"), ("est",)]
    assert training.events[0].tied == 2


def test_the_four_sentences_merge_as_in_the_course(train: Train) -> None:
    training = train("course")
    assert merges(training) == [
        "Ġ t", "i s", "e r", "Ġ a", "Ġt o", "e n", "T h", "Th is", "o u", "s e", "Ġto k", "Ġtok en", "n d", "Ġ is",
        "Ġt h", "Ġth e", "i n", "Ġa b", "Ġtoken i",
    ]  # fmt: skip
    assert len(training.base_vocabulary) == 31  # 30 symbols and <|endoftext|>
    assert training.base_vocabulary["<|endoftext|>"] == 0
    assert training.stop_reason == "vocab_size"


def test_aaab_numbers_bytes_by_value(train: Train) -> None:
    training = train("aaab")
    ids = dict(training.base_vocabulary)
    steps = []
    for event in training.events:
        steps.append((ids[event.pair.left], ids[event.pair.right], event.token_id))
        ids[event.token] = event.token_id
    assert steps == [(97, 97, 256), (256, 97, 257), (257, 98, 258)]
    assert [[ids[symbol] for symbol in word.symbols] for word in training.at(3).words] == [[258, 100, 258, 97, 99]]


@pytest.mark.parametrize("key", SCENARIOS)
def test_each_lesson_has_a_title_and_says_what_it_is_good_for(key: str) -> None:
    scenario = SCENARIOS[key]
    assert scenario.key == key
    assert scenario.title
    assert scenario.blurb.endswith(".")


def test_all_lessons_of_the_first_page_are_there() -> None:
    assert list(SCENARIOS) == ["hug", "low", "course", "aaab", OWN_TEXT]
