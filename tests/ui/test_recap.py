"""Summary: the sentences of the course, and its links."""

from tests.engine.peers import tiktoken_encoding
from tests.ui.app_pages import Open, alerts, component, data_of
from ui.course.chapter_files import course


def test_each_chapter_has_its_sentences_and_a_link(opened: Open) -> None:
    app = opened("pages/recap.py")
    assert not alerts(app)
    shown = data_of(component(app, "recap"))["chapters"]
    assert [one["href"] for one in shown] == [f"course?chapter={chapter.key}" for chapter in course().chapters]
    assert all(one["texts"] and one["exercises"] and one["tiles"] for one in shown)
    # GPT-2's tokens, and the words of the first lesson, each of which is a token in the end.
    rows = {one["key"]: [text for text, _hue in one["tiles"]] for one in shown}
    peer = tiktoken_encoding("gpt2")
    assert rows["reading"] == [peer.decode([token]).replace(" ", "·") for token in peer.encode("Hello, world")]
    assert rows["counting"] == ["hug", "pug", "pun", "bun", "hugs"]
    assert rows["unknown"] == ["[UNK]", "ug"]  # as the Hugging Face course has “mug”
    # What one can do after a part follows from chapters of the essential path, where it has some.
    abilities = data_of(component(app, "recap"))["abilities"]
    needed = [key for ability in abilities for key in ability["chapters"]]
    assert len(abilities) == 5
    assert {chapter.key for chapter in course().essential} <= set(needed)
    further = [link["href"] for link in data_of(component(app, "recap"))["further"]]
    assert all(href.startswith("https://") for href in further)
    assert {"minbpe", "nanochat"} < {href.rpartition("/")[2] for href in further}
    texts = " ".join(text for one in shown for text in one["texts"])
    assert "{" not in texts
    assert "Ġ is how a space, byte 32, is written in GPT-2’s files" in texts  # counted
