"""Typed text is split only at the white space that people type: spaces, tabs and line breaks.

U+2028, U+0085 and U+00A0 may be part of a token, of a special token and of a paragraph.
"""

import json

import pytest

from bpe_engine import LanguageCorpus
from ui.base.parameter_types import WordList
from ui.components.browser_python.learner_code import run
from ui.pages.knife import vocabulary_edit
from ui.pages.own.custom_vocabulary import parse_merges, parse_tokens
from ui.pages.special.library_modes import read_names
from ui.tokenization.algorithms import ALGORITHMS, default_settings
from ui.tokenization.tasks.task import TextSource

UNTYPED = ("\u2028", "\u2029", "\x85", "\xa0", "\u3000", "\x0b", "\x0c", "\x1c")


@pytest.mark.parametrize("space", UNTYPED)
def test_typed_and_pasted_text_keeps_its_white_space(space: str) -> None:
    assert parse_merges(f"a{space} b\r\n{space} c\nd {space}\n") == [(f"a{space}", "b"), (space, "c"), ("d", space)]
    assert parse_tokens(f"a{space}b\r\n {space} \n") == [f"a{space}b", space]
    assert parse_tokens(f"a{space}b, {space}") == [f"a{space}b", space]
    typed, words = f"<a{space}b>\t<c>\n", [f"<a{space}b>", "<c>"]
    assert read_names(typed) == words
    assert vocabulary_edit.parse_tokens(typed) == words
    assert WordList().parse(typed) == words
    option = next(one for one in ALGORITHMS["bpe"].options() if one.parameter == "specials")
    assert option.to_setting([f"<a{space}b> <c>"]) == tuple(words)
    source = TextSource.from_texts(f"low{space}lower\r\nnew newer\n")
    corpus = source.corpus(default_settings("parity", "text"))
    assert isinstance(corpus, LanguageCorpus)
    assert len(corpus.languages) == 2


def test_an_error_in_a_program_is_reported_with_its_line() -> None:
    code = 'text = "a\u2028b"\nraise ValueError(text)\n'
    told = json.loads(run(json.dumps({"sources": [["you", code, True]], "calls": []}), print))
    assert told["error"]["line"] == 2
