"""What the page shows of an operation: the text before and after, merges that died, words that grew."""

from collections import Counter
from collections.abc import Iterator, Sequence

from bpe_engine import BPETokenizer
from bpe_engine.files import FORMATS
from bpe_engine.notebook import hue
from ui.base.i18n import gettext as _
from ui.base.i18n import ngettext, number
from ui.base.show import name, sentences, token_as_text, visible
from ui.base.token_texts import text_of_id
from ui.base.tokenizers import rows
from ui.components.contract import TableRow, TokenTable
from ui.pages.files.writing import files_of
from ui.pages.knife.operation import ADD, OUT, TEXT, Operation

WRITTEN = ("tokenizer.json", "tiktoken")
"""The formats that a new vocabulary is offered in."""

MOST_ROWS = 100
MOST_NAMED = 40


def about() -> str:
    """What there is to do."""
    return _(
        "Take tokens out of a vocabulary, or add some: nothing is trained again. See which merges die with a token, "
        "what becomes of a text, and take the new vocabulary away as a file."
    )


def signs() -> str:
    """How tokens are typed."""
    return _("Write · for a space in a token, ↵ for a line end, or # and an id, as in #262.")


def examples() -> dict[str, dict[str, str]]:
    """Operations worth a try: what a button says, and the values that it chooses."""
    return {
        _("Take out a common word"): {"out": OUT, "add": "", "sample": TEXT},
        _("Add a word by merges"): {"out": "", "add": ADD, "how": "merges", "sample": TEXT},
        _("Add a sign between turns"): {"out": "", "add": "<|user|>", "how": "special", "sample": "<|user|>Hi!"},
    }


def no_merges() -> str:
    """What is said of a tokenizer that cannot be cut."""
    return _(
        "A list of merges is needed here, and a text that is cut as it is. This tokenizer has none, or changes a text "
        "first. Choose one of byte-pair encoding, such as GPT-2’s."
    )


def table(before: BPETokenizer, after: BPETokenizer, text: str) -> TokenTable:
    """The tokens of a text before and after. Raises EngineError for what cannot be encoded."""
    return {
        "caption": _("The tokens of the text, before and after"),
        "columns": [_("Vocabulary"), _("Tokens of the text")],
        "rows": [_row(_("Before"), before, text), _row(_("After"), after, text)],
    }


def _row(title: str, tokenizer: BPETokenizer, text: str) -> TableRow:
    ids = tokenizer.encode(text, "all")
    tokens: list[tuple[str, int | None, int | None]] = [
        (text_of_id(tokenizer, token_id), token_id, hue(token_id)) for token_id in ids
    ]
    return {"title": title, "note": _count(len(ids)), "cells": [{"tokens": tokens, "count": "", "differs": False}]}


def told_of_length(before: BPETokenizer, after: BPETokenizer, text: str) -> str:
    """What the text became, in a sentence."""
    more = len(after.encode(text, "all")) - len(before.encode(text, "all"))
    if not more:
        return _("The text has as many tokens as before.")
    if more > 0:
        return ngettext("The text became {count} token longer.", "The text became {count} tokens longer.", more).format(
            count=number(more)
        )
    return ngettext("The text became {count} token shorter.", "The text became {count} tokens shorter.", -more).format(
        count=number(-more)
    )


def changed_words(before: BPETokenizer, after: BPETokenizer, text: str) -> list[list[str]]:
    """The words of a text that are cut otherwise: each with how often it is there, what it was, and what it became."""
    found = []
    for word, times in Counter(before.words(text)).items():
        old, new = _parts(before, word), _parts(after, word)
        if old != new:
            found.append([f"{name(word)}\n× {number(times)}" if times > 1 else name(word), _listed(old), _listed(new)])
    return found


def _parts(tokenizer: BPETokenizer, word: str) -> list[str]:
    parts = tokenizer.merged(word).parts
    return [*map(token_as_text if tokenizer.byte_level else visible, parts)]


def _listed(parts: Sequence[str]) -> str:
    return f"{' | '.join(parts)}\n{_count(len(parts))}"


def _count(tokens: int) -> str:
    return ngettext("{count} token", "{count} tokens", tokens).format(count=number(tokens))


def words_title() -> str:
    """What stands above the table of words."""
    return _("Words of the text that are cut otherwise")


def word_heads() -> list[str]:
    """The heads of the table of words."""
    return [_("Word"), _("Before"), _("After")]


def told_of_dead(tokenizer: BPETokenizer, done: Operation) -> str:
    """How many merges died, and which tokens went with them."""
    if not done.dead:
        return ""
    dead = ngettext("{count} merge dies.", "{count} merges die.", len(done.dead)).format(count=number(len(done.dead)))
    why = _("A merge dies where it makes a token that is gone, or needs one as a part.")
    if not done.lost:
        return sentences(dead, why)
    shown = ", ".join(text_of_id(tokenizer, token_id) for token_id in done.lost[:MOST_NAMED])
    more = len(done.lost) - MOST_NAMED
    lost = ngettext(
        "So {count} token more can no longer be reached, and goes too: {tokens}",
        "So {count} tokens more can no longer be reached, and go too: {tokens}",
        len(done.lost),
    ).format(count=number(len(done.lost)), tokens=shown)
    return sentences(dead, why, f"{lost} …" if more > 0 else f"{lost}.")


def dead_title() -> str:
    """What stands above the table of merges that died."""
    return _("Merges that die")


def dead_heads() -> list[str]:
    """The heads of the table of merges that died."""
    return [_("Rank"), _("Left part"), _("Right part"), _("Makes"), _("Why it dies")]


def dead_rows(tokenizer: BPETokenizer, done: Operation) -> Iterator[list[str]]:
    """A row for each of the first merges that died."""
    write = token_as_text if tokenizer.byte_level else visible
    for merge in done.dead[:MOST_ROWS]:
        told = _("It makes “{token}”.") if merge.why == "makes" else _("It needs “{token}”.")
        why = told.format(token=write(merge.because))
        yield [number(merge.rank), write(merge.pair.left), write(merge.pair.right), write(merge.token), why]


def told_of_added(done: Operation) -> list[str]:
    """How each token came in, a paragraph each."""
    told = []
    for text, merges in done.merges.items():
        steps = ", ".join(
            _("{left} + {right} make {token} (id {id})").format(
                left=_shown(done.tokenizer, pair.left),
                right=_shown(done.tokenizer, pair.right),
                token=_shown(done.tokenizer, token),
                id=token_id,
            )
            for pair, token, token_id in merges
        )
        told.append(
            sentences(
                ngettext(
                    "{count} new merge leads to “{token}”, after all others: {steps}.",
                    "{count} new merges lead to “{token}”, after all others: {steps}.",
                    len(merges),
                ).format(count=number(len(merges)), token=visible(text), steps=steps),
                _("What comes in between is a token too.") if len(merges) > 1 else "",
            )
        )
    told += [
        _(
            "“{token}” is a special token with the id {id}: it is found by its name before the text is cut, within a "
            "word too. No merge makes it."
        ).format(token=visible(text), id=token_id)
        for text, token_id in done.special.items()
    ]
    return told


def _shown(tokenizer: BPETokenizer, token: str) -> str:
    return _("“{token}”").format(token=token_as_text(token) if tokenizer.byte_level else visible(token))


def told_of_ids(tokenizer: BPETokenizer) -> str:
    """What ids without a token mean for those who read the files; empty where there are none."""
    if rows(tokenizer) == tokenizer.vocab_size:
        return ""
    return _(
        "All other tokens keep their ids, so a model’s embedding still fits. tokenizers and tiktoken read such files "
        "as they are. Two traps: tiktoken’s explicit_n_vocab has to be left out. And a token that is added in "
        "tokenizers later gets the number of tokens as its id, which another token may have: add it here."
    )


def files(format_name: str) -> tuple[str, ...]:
    """The names of the files of a format, its code among them."""
    return *FORMATS[format_name].files, "load.py"


def files_title(format_name: str = "") -> str:
    """What stands above the files, of one format or of all."""
    title = _("The new vocabulary as files")
    return f"{title}: {format_name}" if format_name else title


def file(tokenizer: BPETokenizer, format_name: str, name: str) -> bytes:
    """A file of the new vocabulary. Raises EngineError where the format cannot hold it."""
    return files_of(tokenizer, format_name)[name]


def told_of_rows(shown: int, all_rows: Sequence[object]) -> str:
    """That a table has the first rows only; empty where it has all."""
    if len(all_rows) <= shown:
        return ""
    return _("The first {shown} of {count}.").format(shown=number(shown), count=number(len(all_rows)))
