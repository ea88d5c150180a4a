"""The content of How prompts end, independent of how it is drawn."""

from collections.abc import Callable, Mapping

from bpe_engine.inspection.prompt_ends import MergeTokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import token_label
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import make_visible
from ui.components.contract import TableCell, TokenTable
from ui.lessons.contract import Lesson
from ui.pages.prompt.spec import EXAMPLE
from ui.tokenization import prompt_frames

TOKENS = 6  # of the table, at the end of a text


def examples() -> Mapping[str, str]:
    """Return texts worth typing, by button label."""
    return {
        _("A space at the end"): EXAMPLE,
        _("Within a word"): "I bought a new compu",
        _("Several tokens back"): "The mitochon",
        _("A web address"): "https:",
        _("Digits"): "1234567",
        _("An emoji"): "I am 🤗",
    }


def lesson_of(name: TokenizerName, tokenizer: MergeTokenizer, text: str, place: Callable[[str], int]) -> Lesson:
    """Return the lesson.

    `place` returns the step at which a given lesson starts. Errors as in `prompt_frames.lesson`.
    """
    subject = f"{name} {text}"
    return prompt_frames.lesson(tokenizer, text, id=subject, subject=subject, step=place(subject))


def no_ranks(name: TokenizerName) -> str:
    """Return the message for a tokenizer that does not merge by rank."""
    return _(
        "{tokenizer} doesn’t cut text just by merging in rank order, so the beginnings of a word don’t determine its "
        "tokens, and there is nothing to show here. Choose a BPE tokenizer, such as GPT-2’s."
    ).format(tokenizer=name.title)


def with_gpt2() -> str:
    """Return the label of the remedy: another tokenizer."""
    return _("Try it with GPT-2")


def explanations() -> tuple[str, str]:
    """Explain how to read the rows, and what they are about."""
    return (
        _(
            "Each character has a row that says how many tokens at the end became how many: 2 → 1 means two became "
            "one. A row with ↩ names an ending that can be taken back, how many tokens in the vocabulary begin with "
            "it, a bar for their share, and the first of them, after the tokens that stay."
        ),
        _(
            "A prompt that stops mid-word ends in tokens that vanish once the word continues. The simplest case is a "
            "space at the end: in many vocabularies a word’s token begins with the space before it. Some programs heal "
            "this: they take back the last token and let the model start with a token that begins with its text. If a "
            "longer token spans several at the end, they have to take back more. No model runs here: these are simply "
            "the tokens in the vocabulary."
        ),
    )


def table_title() -> str:
    """Return the heading of the table."""
    return _("Character by character, with lookups")


def lookup_explanation() -> str:
    """Explain how the numbers in the table are computed."""
    return _(
        "For each beginning of a word, its last token is kept. When a character is added, the word’s endings are "
        "looked up in the vocabulary. One of those that are tokens fits the last token of the text before it: merging "
        "the two from their symbols gives the same two again, which a few pairs are enough to tell. All earlier tokens "
        "are already known. Encoding from scratch looks up all neighbouring pairs, then again those around each merge."
    )


def table(tokenizer: MergeTokenizer, text: str) -> TokenTable:
    """Return a row for each character: the last tokens, the lookups, and how many tokens start like the end.

    Errors as in `prompt_frames.lesson`.
    """

    def in_numbers(*counts: int) -> TableCell:
        return {"tokens": [], "count": " · ".join(map(localized_number, counts)), "differs": False}

    def row_cells(step: prompt_frames.PromptStep) -> list[TableCell]:
        tokens = step.typed.tokens
        ids = [tokenizer.vocabulary.get(token) for token in tokens[-TOKENS:]]
        last: TableCell = {
            "tokens": [
                (token_label(tokenizer, token), token_id, None if token_id is None else token_hue(token_id))
                for token, token_id in zip(tokens[-TOKENS:], ids, strict=True)
            ],
            "count": prompt_frames.change_text(step.typed),
            "differs": step.typed.replaced_tokens > 0,
        }
        return [
            last,
            in_numbers(len(tokens)),
            in_numbers(*(candidate.found.number for candidate in step.healing)),
            in_numbers(step.typed.lookups.ends),
            in_numbers(step.typed.lookups.pairs),
            in_numbers(step.typed.full_lookups),
        ]

    return {
        "caption": _("Character by character"),
        "columns": [
            _("Typed"),
            _("Tokens at the end"),
            _("Tokens in total"),
            _("Begin with the text taken back"),
            _("Endings looked up"),
            _("Pairs looked up"),
            _("Pairs from scratch"),
        ],
        "rows": [
            {"title": make_visible(step.character), "note": "", "cells": row_cells(step)}
            for step in prompt_frames.prompt_steps(tokenizer, text)
        ],
    }
