"""The project page: a tokenizer for a reader's language, with numbers counted by hand or by other programs."""

from unicodedata import normalize

import pytest

from bpe_engine import Tokenizer, load_pretrained
from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, address, alerts, component, data_of
from ui.jobs import training_calls
from ui.jobs.finished_training import InMemoryTraining
from ui.pages.compare import methods as compare
from ui.pages.project import held_out_text
from ui.pages.project.normal_forms import FORMS, letter_by_letter
from ui.pages.project.report import ProjectReport, report_page
from ui.pages.project.scores import format_scores, score_tokenizer
from ui.pages.project.spec import METHODS
from ui.pages.project.view import ScoreRow, sample, score_rows
from ui.tokenization.tasks.task import TextSource

ARTICLE = "Всі люди народжуються вільними і рівними у своїй гідності та правах."


def trained(method: str, text: str, size: int) -> Tokenizer:
    training = InMemoryTraining(
        f"{method} {size} {text[:9]}",
        training_calls.train(compare.task(METHODS[method], TextSource.from_texts(text), size)),
    )
    return compare.final_tokenizer(training, METHODS[method])


def test_scores_of_a_text_equal_those_counted_by_hand() -> None:
    characters = trained("characters", "aab abb", 3)  # [UNK], a, b
    found = score_tokenizer(characters, "ab Xb", "none")
    assert (found.tokens, found.characters, found.words, found.letters) == (4, 5, 2, 4)
    assert (found.lost, found.cut, found.used, found.vocabulary) == (1, 0, 2, 3)  # X is unknown
    assert (found.spaces, found.spaces_lost) == (1, 1)
    assert format_scores(found, "word") == ["1.25", "2.00", "25.0%, spaces 100.0%", "66.7% of 3"]
    assert format_scores(found, "none")[1] == "0.0%"
    assert score_tokenizer(characters, "ab Xb", "lower").lost == 1  # x is unknown, and there is no X


# By the kinds of each library's tokens: ends of words marked, words joined again, or all bytes. Others lose all four.
LOST_SPACES = {
    **dict.fromkeys(("marked", "wordpiece", "information", "words"), 1),
    **dict.fromkeys(("bytes", "superbpe"), 0),
}


@pytest.mark.parametrize("method", METHODS)
def test_lost_spaces_are_reported(method: str) -> None:
    text = "a bad  cab\ncab"
    tokenizer = trained(method, text * 9, 300)
    found = score_tokenizer(tokenizer, text, "none")
    spaces_lost = LOST_SPACES.get(method, 4)
    assert (found.spaces, found.spaces_lost) == (4, spaces_lost)
    lost = format_scores(found, "word")[2]
    assert lost == {0: "0.0%", 1: "0.0%, spaces 25.0%", 4: "0.0%, spaces 100.0%"}[spaces_lost]
    title = sample([ScoreRow(1, "Mine", tokenizer, "none", found), *score_rows([], text)], 1, text)[0]["title"]
    assert title == ("Mine: its tokens leave out the spaces" if spaces_lost == 4 else "Mine")


@pytest.mark.parametrize("name", ["gpt2", "o200k_base"])
def test_known_tokenizers_have_tiktoken_s_counts(name: str) -> None:
    encoding = tiktoken_encoding(name)
    ids = encoding.encode_ordinary(ARTICLE)
    found = score_tokenizer(load_pretrained(name), ARTICLE, "none")
    assert (found.tokens, found.used, found.lost) == (len(ids), len(set(ids)), 0)
    # A letter is whole if its bytes are inside one token.
    ends = {0}
    for token_id in ids:
        ends.add(max(ends) + len(encoding.decode_single_token_bytes(token_id)))
    place, cut = 0, 0
    for letter in ARTICLE:
        inside = range(place + 1, place := place + len(letter.encode()))
        cut += not letter.isspace() and bool(ends & {*inside})
    assert found.cut == cut


def test_normalization_losses_are_counted_and_the_last_fifth_is_held_out() -> None:
    text = "Má mạ 你"
    of_bytes = load_pretrained("gpt2")
    lost = {form: score_tokenizer(of_bytes, text, form).lost for form in FORMS}
    assert lost == {"none": 0, "NFC": 0, "NFD": 0, "NFKC": 0, "lower": 1, "BERT": 3}
    assert score_tokenizer(of_bytes, "①ﬁn", "NFKC").lost == 2
    assert score_tokenizer(of_bytes, normalize("NFD", text), "NFC").lost == 0
    for text in ("ΟΔΟΣ ΟΔΟΣ", "Straße İstanbul", "가각 ế ﬁ ①", "ো"):
        for form, bring in FORMS.items():
            assert "".join(letter_by_letter([*text], form)) == bring(text) or form != "lower"
    assert held_out_text.split_held_out("a " * 50) == ("a " * 40 + "a", "a " * 9)  # not inside a word
    training, held_back = held_out_text.split_held_out("世" * 7 + "é" * 3)
    assert (training, held_back) == ("世" * 7 + "é", "é" * 2)
    assert held_out_text.split_held_out("x" * 9 + "👩‍👩‍👧")[1] == ""  # one letter at the end


def test_the_page_compares_attempts_with_known_tokenizers(opened: Open) -> None:
    app = opened("pages/project.py", corpus="text", text=ARTICLE * 2, attempts="2", size1="60", method2="characters")
    assert not alerts(app)
    (table,) = [node.proto.body for node in app.get("html") if "<caption>" in node.proto.body]
    assert [name in table for name in ("1. BPE,", "2. Characters,", "GPT-2", "GPT-4o", "Mistral")] == [True] * 5
    app.radio(key="project.chosen").set_value(2).run()
    app.text_area(key="project.defence").set_value("Nothing is lost.").run()
    assert address(app)["chosen"] == "2"
    assert address(app)["defence"] == "Nothing is lost."
    assert data_of(component(app, "token_rows"))["rows"][0]["title"].startswith("2. Characters")
    app.button(key="attempts_1").click().run()
    assert address(app)["size1"] == "60"
    assert not {"attempts", "method2", "chosen"} & address(app).keys()


def test_impossible_trainings_are_reported_with_a_way_out(opened: Open) -> None:
    app = opened("pages/project.py", corpus="text", text=ARTICLE, method1="bytes", size1="3")
    assert "256 bytes, and a vocabulary of 3 has no room for them" in alerts(app)[0]
    app.button(key="way_out_1").click().run()
    assert not alerts(app)
    assert (
        "Holding part of it back takes at least"
        in alerts(opened("pages/project.py", corpus="text", text="too little"))[0]
    )


def test_the_report_shows_hostile_words_as_text() -> None:
    bad = "<img src=x onerror=alert(1)> \u202e **b** "
    attempt = score_rows([], bad)[0]._replace(attempt=1)
    made = report_page(
        ProjectReport((attempt, *score_rows([], bad)), 1, bad, {"now": bad}, (bad,), "https://host/project?a=1"), "en"
    )
    page = made.decode()
    assert "<img" not in page
    assert "\u202e" not in page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") >= 2
    assert '<a href="https://host/project?a=1">' in page
    assert "<style>" in page
    assert page.count("<style") == 1  # the policy allows no other
