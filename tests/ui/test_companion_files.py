"""The files of the page Read along: mistakes are reported with their location, and all content is used."""

from functools import partial

import pytest

from ui.course.toml_schema import AuthorError
from ui.pages.companions.catalog import TEXTS, computed_result, text
from ui.pages.companions.loader import FOLDER, functions, read_text

ENTRY = """
title = "A text"
[[part]]
heading = "1"
[[part.entry]]
title = "The tokens of a text"
of = "bug"
computed = ["tokenizers.tokens_in_prose", "scenario=hug&vocab=10", "bug"]
printed = '["b", "ug"]'
link = "encode?sample=bug%20%26+mug&with=gpt2"
shown = "words"
"""


def test_an_entry_is_read_from_its_file() -> None:
    (entry,) = read_text("mine", ENTRY).all_entries
    assert (entry.title, entry.of, entry.printed, entry.expected) == (
        "The tokens of a text",
        "bug",
        '["b", "ug"]',
        '["b", "ug"]',
    )
    assert (entry.page, dict(entry.query)) == ("encode", {"sample": "bug & mug", "with": "gpt2"})
    assert entry.computed
    assert entry.computed() == '["b", "ug"]'


IN_ENTRY = "mine.toml, part 1, entry 1 (The tokens of a text bug): "


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('title = "A text"', "title = A text", "mine.toml: Invalid value (at line 2, column 9). See https://toml.io"),
        ('title = "A text"', "", "mine.toml: “title” is missing. Write it."),
        ('heading = "1"', 'headings = "1"', "mine.toml, part 1: there is no “headings”. Write one of heading, entry."),
        (
            'heading = "1"',
            "heading = 1",
            "mine.toml, part 1: “heading” is 1. Write a text in quotes or a table in { }",
        ),
        ("printed =", "print =", "mine.toml, part 1, entry 1: there is no “print”. Write one of title, of, computed"),
        ('of = "bug"', 'of = ""', "mine.toml, part 1, entry 1: “of” is ''. Write a text in quotes, or leave it out"),
        ("printed =", 'claim = "So"\nholds = true\nprinted =', f"{IN_ENTRY}a text has “printed” or a “claim” in words"),
        ("printed =", "claim =", f"{IN_ENTRY}“holds” says whether a “claim” is so. Write both or none."),
        ("printed =", "why =", f"{IN_ENTRY}what is computed is compared. Write what is “printed” or “expected”."),
        (
            'computed = ["tokenizers.tokens_in_prose", "scenario=hug&vocab=10", "bug"]',
            "",
            f"{IN_ENTRY}nothing is computed. Write “why”, or",
        ),
        ("link =", 'editions = ["vi"]\nlink =', f"{IN_ENTRY}there is no edition “vi”."),
        (
            "s_in_prose",
            "s_in_pros",
            f"{IN_ENTRY}there is no “tokenizers.tokens_in_pros” to compute. Write one of what is",
        ),
        ("tokenizers.tokens", "tokeniser.tokens", f"{IN_ENTRY}there is no “tokeniser.tokens_in_prose” to compute."),
        ("link =", "line =", "mine.toml, part 1, entry 1: there is no “line”."),
        ('link = "encode?sample=bug%20%26+mug&with=gpt2"', "", f"{IN_ENTRY}a “link” is compared with its page. Write"),
        ('shown = "words"', "", f"{IN_ENTRY}a “link” is compared with its page. Write"),
        (
            'shown = "words"',
            'shown = "words"\nseen = { words = ["b"] }',
            f"{IN_ENTRY}“shown” is where the value itself",
        ),
        ('shown = "words"', 'seen = ["b"]', "mine.toml, part 1, entry 1: “seen” is ['b']. Write a table in { }"),
        (
            ', "bug"]',
            "]",
            f"{IN_ENTRY}“tokenizers.tokens_in_prose” cannot be called with ['scenario=hug&vocab=10']: missing",
        ),
    ],
)
def test_mistakes_in_an_entry_are_reported_with_their_location(right: str, wrong: str, told: str) -> None:
    assert ENTRY.count(right) == 1
    with pytest.raises(AuthorError) as error:
        [computed_result(entry) for entry in read_text("mine", ENTRY.replace(right, wrong)).all_entries]
    assert str(error.value).startswith(told)


def test_headings_and_texts_have_all_editions_and_functions_have_entries() -> None:
    part = '[[part]]\nheading = {{{}}}\n[[part.entry]]\ntitle = "A text"\nwhy = "So."\n'
    written = 'title = "A text"\n' + part.format('en = "1", vi = "1"') + part.format('en = "2"')
    with pytest.raises(AuthorError, match="part 2: its heading is not in the same editions as that of part 1"):
        read_text("mine", written)
    assert {path.stem for path in FOLDER.iterdir()} == set(TEXTS)
    calls = [entry.computed for key in TEXTS for entry in text(key).all_entries if entry.computed]
    used = {call.args[1][0] for call in calls if isinstance(call, partial)}
    others = ("lecture_code.", "unigram_code.", "formatting.")  # which the others use
    assert {name for name in functions() if not name.startswith(others)} == used
