"""What the page The end of a prompt shows of a text, whatever draws it."""

from collections.abc import Callable, Mapping

from bpe_engine.notebook import hue
from bpe_engine.typed import ByRank
from ui.base.i18n import gettext as _
from ui.base.i18n import number
from ui.base.show import visible
from ui.base.token_texts import token_text
from ui.base.tokenizers import TokenizerName
from ui.components.contract import TableCell, TokenTable
from ui.pages.prompt.spec import EXAMPLE
from ui.player.contract import Lesson
from ui.ways import prompt


def examples() -> Mapping[str, str]:
    """Texts worth typing: what a button says, and the text."""
    return {
        _("A space at the end"): EXAMPLE,
        _("Within a word"): "I bought a new compu",
        _("Several tokens back"): "The mitochon",
        _("An address"): "https:",
        _("Digits"): "1234567",
        _("An emoji"): "I am 🤗",
    }


def lesson_of(name: TokenizerName, tokenizer: ByRank, text: str, place: Callable[[str], int]) -> Lesson:
    """The lesson. `place` says at which step a lesson of that name begins. Errors as `prompt.lesson`."""
    shown = f"{name} {text}"
    return prompt.lesson(tokenizer, text, id=shown, subject=shown, step=place(shown))


def no_ranks(name: TokenizerName) -> str:
    """What is said of a tokenizer that does not merge by rank."""
    return _(
        "{tokenizer} does not cut a text by merges in the order of their ranks alone, so the beginnings of a word do "
        "not tell its tokens, and there is nothing to show here. Choose one of byte-pair encoding, such as GPT-2’s."
    ).format(tokenizer=name.title)


def with_gpt2() -> str:
    """The way out of that."""
    return _("Try it with GPT-2")


def explained() -> tuple[str, str]:
    """How the rows are read, and what they are about."""
    return (
        _(
            "A row for each character says how many tokens at the end became how many: 2 → 1 where two became one. A "
            "row with ↩ names an end of the text that can be taken back, how many tokens of the vocabulary begin with "
            "it, and the first of them."
        ),
        _(
            "A prompt that stops within a word ends in tokens that are gone once the word goes on. The simplest case "
            "is a space at the end: in many vocabularies the token of a word begins with the space before it. Some "
            "programs heal that: they take the last token back, and let the model begin with a token that begins with "
            "its text. Where a longer token reaches over several at the end, they have to take back more. No model is "
            "asked here: these are the tokens that the vocabulary has."
        ),
    )


def table_title() -> str:
    """What stands above the table."""
    return _("Character by character, with what was looked up")


def looked_up() -> str:
    """How the numbers of the table come about."""
    return _(
        "Of each beginning of a word, its last token is kept. With a new character, the ends of the word are looked up "
        "in the vocabulary. One of those that are tokens fits to the last token of what stands before it: merging the "
        "two from their symbols on gives the same two again, which a few pairs tell. All tokens before it are known "
        "already. Encoding anew looks up all pairs of neighbours, and again those around each merge."
    )


def table(tokenizer: ByRank, text: str) -> TokenTable:
    """A row for each character: the tokens at the end, what was looked at, and how many tokens begin as the end does.

    Errors as `prompt.lesson`.
    """

    def in_numbers(*counts: int) -> TableCell:
        return {"tokens": [], "count": " · ".join(map(number, counts)), "differs": False}

    def row_cells(step: prompt.Shown) -> list[TableCell]:
        tokens = step.typed.tokens
        ids = [tokenizer.vocabulary.get(token) for token in tokens[-prompt.TOKENS :]]
        last: TableCell = {
            "tokens": [
                (token_text(tokenizer, token), token_id, None if token_id is None else hue(token_id))
                for token, token_id in zip(tokens[-prompt.TOKENS :], ids, strict=True)
            ],
            "count": prompt.told_of_change(step.typed),
            "differs": step.typed.gone > 0,
        }
        return [
            last,
            in_numbers(len(tokens)),
            in_numbers(*(back.found.number for back in step.backs)),
            in_numbers(step.typed.looked.ends),
            in_numbers(step.typed.looked.pairs),
            in_numbers(step.typed.anew),
        ]

    return {
        "caption": _("Character by character"),
        "columns": [
            _("Typed"),
            _("Tokens at the end"),
            _("Tokens in all"),
            _("Begin with what is taken back"),
            _("Ends looked up"),
            _("Pairs looked up"),
            _("Pairs to encode anew"),
        ],
        "rows": [
            {"title": visible(step.character), "note": "", "cells": row_cells(step)}
            for step in prompt.shown(tokenizer, text)
        ],
    }
