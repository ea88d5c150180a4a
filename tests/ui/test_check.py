"""Pasted merges, compared with a training run: the page names each mistake of a learner's program."""

import json
import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bpe_engine import BYTE_ALPHABET, BPETrainer, Corpus, EngineError, Pair
from bpe_engine.bpe.events import MergeEvent
from bpe_engine.bpe.merge_comparison import MergeDifference, VocabularyDifference
from bpe_engine.byte_alphabet import symbols_to_bytes
from bpe_engine.files import write
from tests.ui.app_pages import Open, address, alerts
from tests.ui.test_uploaded_files import ignore_queue
from tests.ui.waiting import wait_for
from ui.jobs.trainings import TrainingService
from ui.pages.check.controls import EXAMPLE, PEER_SETTINGS
from ui.pages.check.differences import END, alternative_tasks
from ui.pages.check.explanations import vocabulary_text
from ui.pages.check.submission import HOW_TO_WRITE, Submission, parse_files, parse_typed
from ui.state.browser_storage import UploadedFile
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.algorithms.bpe import BPESettings
from ui.tokenization.tasks.task import Task, TextSource

EVERY = "u g\nu n\nh ug\np un\np ug\nhug s\nb un"
TEXT = (
    f"the pug, the pun and the hug{END}then hugs hum; puns pun 98765 98765 98765 98765 times!\n"
    f"{END}that the thaw thinned the thin\n"
)
SIZE = 280


def cs336(text: str = TEXT, pattern: str = "gpt2", special: tuple[str, ...] = (END,), **options: Any) -> dict[str, Any]:
    """Return the result of the course's `train_bpe` as JSON, with a mistake if the options ask for one."""
    corpus = Corpus.from_text(text, pattern, special_tokens=special)
    options = {"tie_break": "largest-pair", "initial_alphabet": BYTE_ALPHABET, "special_tokens": (END,)} | options
    made = BPETrainer(vocab_size=SIZE, **options).train(corpus)
    vocab = {token_id: list(symbols_to_bytes(token)) for token, token_id in made.vocabulary.items()}
    return {
        "merges": [[list(map(symbols_to_bytes, pair))[side] for side in (0, 1)] for pair in made.merges],
        "vocab": vocab,
    }


def as_json(found: dict[str, Any]) -> str:
    return json.dumps(found | {"merges": [[list(left), list(right)] for left, right in found["merges"]]})


def page_text(app: AppTest) -> str:
    """Return all of the page's text on the pasted merges."""
    told = [node.value for node in app.header] + [node.proto.body for node in app.get("html")]
    return "\n".join(each for each in told if "<style>" not in each or "bpe-table" in each)


def open_with_merges(opened: Open, found: dict[str, Any] | str, **query: str) -> AppTest:
    app = opened("pages/check.py", scenario="text", text=TEXT, **query)
    next(button for button in app.button if button.label == "Stanford CS336").click().run()
    next(number for number in app.number_input if number.label == "Vocabulary size").set_value(SIZE).run()
    app.text_area(key="check.merges").set_value(found if isinstance(found, str) else as_json(found)).run()
    assert not app.exception
    return app


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def test_correct_merges_and_a_correct_vocabulary_have_no_difference(opened: Open) -> None:
    app = open_with_merges(opened, cs336())
    assert "All 23 merges are the same as here." in page_text(app)
    assert "Your vocabulary is the same as here, ids and all." in page_text(app)
    assert [message for message in alerts(app) if "too long for an address" not in message] == []


@pytest.mark.parametrize(
    ("mistake", "says"),
    [
        ({"special": ()}, "special tokens as plain text"),
        ({"pattern": "gpt4"}, "words cut by: GPT-4’s pattern"),
        ({"pattern": "bert"}, "words cut by: BERT’s rule: white space and punctuation"),
        ({"tie_break": "first-seen"}, "ties: the pair that comes first in the corpus"),
        ({"tie_break": "smallest-id"}, "ties: the pair with the smallest ids"),
    ],
)
def test_the_setting_that_a_program_follows_is_found(opened: Open, mistake: dict[str, Any], says: str) -> None:
    app = open_with_merges(opened, cs336(**mistake) | {"vocab": {}})
    assert f"This is it. With another setting, all of your merges are made here too: {says}." in page_text(app)
    press(app, "Use this setting")
    assert "All 23 merges are the same as here." in page_text(app)


def test_a_tie_names_the_rules_that_would_choose_the_learner_s_pair(opened: Open) -> None:
    app = open_with_merges(opened, cs336(tie_break="first-seen"))
    assert "A tie: both pairs occur" in page_text(app)
    assert "The rule here: the pair that comes last by character code, or in byte order." in page_text(app)
    assert "the pair that comes first in the corpus" in page_text(app)


def test_merges_with_the_library_s_continuing_prefix_are_compared(opened: Open) -> None:
    # What the library's BpeTrainer(continuing_subword_prefix="##") learns from these three words.
    app = opened("pages/check.py", scenario="text", text="Tok Tok en", split="whitespace", vocab="30")
    note = "Your merges mark what continues a word with “##”, so they’re compared with a training that does the same."
    app.text_area(key="check.merges").set_value("T ##o\nTo ##k\ne ##n").run()
    assert "All 3 merges are the same as here." in page_text(app)
    assert note in page_text(app)
    app.text_area(key="check.merges").set_value("T ##o\ne ##n").run()
    assert "1 merge is the same. Merge 2 is the first to differ." in page_text(app)
    assert ">To</span> + <" in page_text(app)
    assert ">##k</span>" in page_text(app)
    assert "See this step on Train" not in [node.proto.label for node in app.get("page_link")]
    app.text_area(key="check.merges").set_value("T o\nTo k\ne n").run()
    assert "All 3 merges are the same as here." in page_text(app)
    assert note not in page_text(app)


def test_shifted_and_incomplete_vocabularies_are_reported(opened: Open) -> None:
    found = cs336()
    tokens = [token for _id, token in sorted(found["vocab"].items())]
    shifted = dict(enumerate([*tokens[1:], tokens[0]]))
    app = open_with_merges(opened, found | {"vocab": shifted})
    assert (
        "the ids are shifted: here the special tokens come first. Id 0 is “Ā” in yours and “&lt;|endoftext|&gt;”"
        in (page_text(app))
    )
    found = cs336()
    del found["vocab"][SIZE - 1]
    app = open_with_merges(opened, found)
    last = "".join(map(bytes.decode, found["merges"][-1]))
    assert "Your vocabulary is missing tokens: “" in page_text(app)
    assert last.strip() in page_text(app)


def test_the_link_opens_the_same_step_on_train(opened: Open) -> None:
    app = open_with_merges(opened, cs336(special=()))
    link = next(node.proto for node in app.get("page_link") if node.proto.label == "See this step on Train")
    step = int(page_text(app).split(" merge")[0].split()[-1])
    assert f"step={step}" in link.query_string
    assert "specials=" in link.query_string
    assert f"Merge {step + 1}" in page_text(app)


def test_the_example_forgets_frequencies_and_is_a_link(opened: Open) -> None:
    app = opened("pages/check.py", scenario="low", algorithm="unigram", vocab="50")
    press(app, "Use an example")
    assert "1 merge is the same. Merge 2 is the first to differ." in page_text(app)
    assert "if each distinct word is counted once, your pair “h” + “ug” wins" in page_text(app)
    assert address(app) == {"scenario": "hug", "merges": EXAMPLE}
    again = opened("pages/check.py", **address(app))
    assert page_text(again) == page_text(app)


@pytest.mark.parametrize(
    ("merges", "says"),
    [
        ("u g\nu n\nu g", "You have already merged “u” + “g”"),
        ("u g\nx y", "“x” isn’t a token at this step"),
        ("u g\ng p", "“g” + “p” doesn’t occur in the text"),
        ("u g\nh ug", "each distinct word is counted once"),
        ("u g\nu n\np un", "occurs less often"),
        ("u g", "Your list ends, but the training here goes on"),
        (EVERY + "\nb un", "The training here ends, but your list goes on"),
    ],
)
def test_each_mistake_is_explained(opened: Open, merges: str, says: str) -> None:
    app = opened("pages/check.py", scenario="hug", merges=merges)
    assert says in page_text(app)
    assert alerts(app) == []


@pytest.mark.parametrize(
    ("merges", "says"),
    [
        ("[(b'h', b'e')]", "is in Python's notation"),
        ("a b c", "Your list, line 1"),
        ('{"a": 0', "Your list is not valid JSON (line 1, column 8: "),
    ],
)
def test_invalid_input_is_reported_and_kept(opened: Open, merges: str, says: str) -> None:
    app = opened("pages/check.py", merges=merges)
    (message,) = alerts(app)
    assert says in message
    assert app.text_area(key="check.merges").value == merges
    app.text_area(key="check.merges").set_value("u g").run()
    assert alerts(app) == []


def test_unsupported_situations_offer_a_way_on(opened: Open) -> None:
    app = opened("pages/check.py")
    app.text_area(key="check.merges").set_value("a b\n" * 80_000).run()
    assert any("but the limit is 300,000. Choose the file instead." in message for message in alerts(app))
    app = opened("pages/check.py", scenario="hug", algorithm="wordpiece", merges="u g")
    assert any("another method" in message for message in alerts(app))
    press(app, "Use BPE")
    assert alerts(app) == []
    assert "merge is the same" in page_text(app)
    app = opened("pages/check.py", merges="u g", scenario="text")
    (asked,) = [node.value for node in app.markdown if "No text yet" in node.value]
    # This button opens its text box.
    assert f"Press “{app.get('popover')[0].proto.popover.label}”" in asked


def test_a_long_training_is_waited_for(opened: Open, trainings: TrainingService) -> None:
    app = opened("pages/check.py", scenario="course", merges="u g\nx y")
    assert any(button.label == "Cancel" for button in app.button)
    wait_for(lambda: not trainings.queue)
    app.run()
    assert "The first merge differs." in page_text(app)
    while trainings.queue:  # other settings are tried one by one
        wait_for(lambda: not trainings.queue)
        app.run()
    assert not app.exception


def test_the_suggested_code_writes_a_readable_file(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    merges = [(b"h", b"e"), (b" ", b"he"), (b"\xe6", b"\x9d")]
    exec(HOW_TO_WRITE, {"merges": merges, "vocab": {0: END.encode(), 1: b"\xe6\x9d"}})
    own = parse_files([("mine.json", (tmp_path / "mine.json").read_bytes())], ignore_queue)
    assert own == Submission((Pair("h", "e"), Pair("Ġ", "he"), Pair("æ", "Ŀ")), ((0, END), (1, "æĿ")))


def test_uploaded_files_are_used_until_removed(opened: Open) -> None:
    app = opened("pages/check.py", scenario="hug", merges="u n")
    assert "The first merge differs." in page_text(app)
    app.file_uploader[-1].upload("vocab.json", b'{"a": 0}').run()
    assert any("The files contain" in message for message in alerts(app))
    assert "The first merge differs." in page_text(app)  # the box keeps its content
    app.file_uploader[-1].upload("mine.json", b'{"merges": ["u g", "u n"]}').run()
    assert "2 merges are the same" in page_text(app)
    assert any("Using the uploaded file." in message for message in alerts(app))
    app.switch_page("pages/own.py").run()
    app.switch_page("pages/check.py").run()
    assert "2 merges are the same" in page_text(app)
    press(app, "Remove the file")
    assert "The first merge differs." in page_text(app)


def test_a_file_from_an_earlier_session_is_requested_again(opened: Open) -> None:
    app = opened("pages/check.py", scenario="hug", merges="u g")
    app.session_state["bpe_lab_files"] = {"check": UploadedFile("mine.json")}
    assert any("Choose mine.json again." in message for message in alerts(app.run()))
    assert "1 merge is the same" in page_text(app)


def test_the_first_of_two_vocabularies_is_used_and_files_are_combined() -> None:
    both = write(BPETrainer(vocab_size=12).train(Corpus.from_text("hug hugs pug")), "gpt2")
    own = parse_files(both.items(), ignore_queue)
    assert own.merges
    assert own.merges[0] == ("u", "g")
    assert dict(own.vocabulary)[0] == "g"
    with pytest.raises(EngineError, match="The files contain"):
        parse_files([("vocab.json", both["vocab.json"])], ignore_queue)
    assert parse_typed("", "{}") is None
    files = [("merges.txt", b"u g"), ("one.json", b'{"u": 0}'), ("other.json", b'{"g": 0}'), ("more.txt", b"u n")]
    assert parse_files(files, ignore_queue) == Submission((Pair("u", "g"),), ((0, "u"),))


def test_the_text_field_is_mentioned_only_if_it_has_content(opened: Open) -> None:
    app = opened("pages/check.py", scenario="hug")
    app.file_uploader[-1].upload("mine.json", b'{"merges": ["u g", "u n"]}').run()
    assert "2 merges are the same" in page_text(app)
    assert alerts(app) == []


def test_no_other_setting_is_tried_for_impossible_merges() -> None:
    task = Task(TextSource.from_texts(TEXT), BPESettings(special_tokens=(END,)))
    ours = MergeEvent(3, Pair("t", "h"), "th", 40, 9, 9, 0)
    theirs = MergeDifference(3, ours, Pair("t", "h"), reasons=("rarer",))
    assert {change.setting for change in alternative_tasks(task, theirs, 40)} == {"special_tokens", "pre_tokenizer"}
    for never in (theirs._replace(reasons=("again",)), theirs._replace(theirs=None), theirs._replace(ours=None)):
        assert alternative_tasks(task, never, 40) == {}


@pytest.mark.parametrize(("count", "end"), [(8, "“t7”."), (9, "“t7” and 1 more."), (10, "“t7” and 2 more.")])
def test_tokens_that_are_not_listed_are_counted(count: int, end: str) -> None:
    tokens = tuple(f"t{number}" for number in range(count))
    assert end in vocabulary_text(VocabularyDifference("extra", tokens), merges_differ=False)


def test_each_course_preset_consists_of_valid_settings() -> None:
    known = {"scenario", "algorithm", *(option.parameter for option in ALGORITHMS["bpe"].options())}
    for values in PEER_SETTINGS.values():
        assert values.keys() <= known


def test_the_example_is_above_the_field_and_judged_until_merges_are_pasted(opened: Open) -> None:
    app = opened("pages/check.py", scenario="low", algorithm="unigram", vocab="50")
    assert "A trainer is a program that learns" in " ".join(text.value for text in app.caption)
    drawn = [element.label for element in app.main if element.type in ("button", "text_area")]  # type: ignore[union-attr]
    assert drawn.index("Use an example") < drawn.index("Your merges: one per line, as in merges.txt, or JSON")
    assert "An example, until you bring your merges" in page_text(app)
    assert "1 merge is the same. Merge 2 is the first to differ." in page_text(app)
    assert "if each distinct word is counted once, your pair “h” + “ug” wins" in page_text(app)
    link = next(node.proto for node in app.get("page_link") if node.proto.label == "See this step on Train")
    assert link.query_string == "scenario=hug&step=1"
    assert address(app) == {"scenario": "low", "algorithm": "unigram", "vocab": "50"}  # of the learner’s own
    app.text_area(key="check.merges").set_value("a b c").run()
    assert "An example" not in page_text(app)
    assert len(alerts(app)) == 1


def test_merges_are_marked_up_to_the_first_difference(opened: Open) -> None:
    app = opened("pages/check.py", scenario="hug", merges="u g\nu n\nh u\nh ug")
    bodies = "".join(node.proto.body for node in app.get("html"))
    listed = re.findall(r'<li class="(\w+) (\w*)"[^>]*><span[^>]*>(\w+)</span><small>(\d) (.)</small>', bodies)
    assert listed == [
        ("hued", "", "ug", "1", "✓"),
        ("hued", "", "un", "2", "✓"),
        ("unknown", "differs", "hu", "3", "✗"),  # no merge here makes it
        ("unknown", "later", "hug", "4", "?"),  # nobody has looked at it
    ]
