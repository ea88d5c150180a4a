"""The content of Edit a vocabulary: the text before and after, broken merges, words that changed."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from typing import Literal

from bpe_engine import BPETokenizer, Tokenizer
from bpe_engine.files import FORMATS
from bpe_engine.inspection.token_offsets import token_offsets
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.text_direction import isolate
from ui.base.token_labels import id_label
from ui.base.tokenizer_choices import embedding_rows
from ui.base.visible_text import display_name, join_sentences, make_visible, token_as_text
from ui.components.contract import ChangedToken, TokenChanges
from ui.pages.files.view import files_of
from ui.pages.knife.vocabulary_edit import EXAMPLE_ADDED, EXAMPLE_REMOVED, TEXT, VocabularyEdit

OFFERED_FORMATS = ("tokenizer.json", "tiktoken")
"""The formats in which a new vocabulary is offered."""

MOST_ROWS = 100
MOST_NAMED = 40


def about() -> str:
    """Return what the page is for."""
    return _(
        "Remove tokens from a vocabulary, or add some, without retraining. See which merges die with a token and what "
        "happens to a text, then download the new vocabulary."
    )


def typing_hint() -> str:
    """Return how to type tokens."""
    return _("Type · for a space in a token, ↵ for a line break, or # and an id, as in #262.")


def examples() -> dict[str, dict[str, str]]:
    """Return edits worth trying: button label -> the values that it sets."""
    return {
        _("Remove a common word"): {"out": EXAMPLE_REMOVED, "add": "", "sample": TEXT},
        _("Add a word by merges"): {"out": "", "add": EXAMPLE_ADDED, "how": "merges", "sample": TEXT},
        _("Add a turn marker"): {"out": "", "add": "<|user|>", "how": "special", "sample": "<|user|>Hi!"},
    }


def no_merges() -> str:
    """Return the message for a tokenizer without merges."""
    return _(
        "This page needs a tokenizer with merges that cuts the text unchanged. This one has no merges, or changes the "
        "text first. Choose a BPE tokenizer, such as GPT-2’s."
    )


def changes(before: BPETokenizer, edit: VocabularyEdit, text: str) -> TokenChanges:
    """Return a text's tokens before and after, by the parts that both cut. Raises EngineError if it is refused."""
    rows = [token_offsets(tokenizer, text, "all") for tokenizer in (before, edit.tokenizer)]
    ends = sorted({*rows[0].ends} & {*rows[1].ends})
    columns: list[tuple[list[ChangedToken], list[ChangedToken]]] = [([], []) for _end in [*ends, None]]
    merged_ids = {before.table.ids[number] for number in before.table.products}
    known_ids = {*before.vocabulary.values()}
    for place, (tokenizer, row) in enumerate(zip((before, edit.tokenizer), rows, strict=True)):
        for token_id, end in zip(row.ids, row.ends, strict=True):
            state = _state(token_id, edit, merged_ids) if not place else "base" if token_id in known_ids else "new"
            token: ChangedToken = (id_label(tokenizer, token_id), token_id, token_hue(token_id), state)
            columns[bisect_left(ends, end)][place].append(token)
    return {
        "about": _("Tokens in the text, before and after"),
        "names": [(_("Before"), _count(len(rows[0].ids))), (_("After"), _count(len(rows[1].ids)))],
        "columns": [column for column in columns if any(column)],
        "lost": {
            "said": broken_merges_text(edit),
            "tokens": [
                (id_label(before, token_id), token_id, token_hue(token_id), "base")
                for token_id in edit.lost[:MOST_NAMED]
            ],
            "more": len(edit.lost) > MOST_NAMED,
        },
        "labels": {
            "hint": _("Press a token of the upper row to remove it, and again to bring it back."),
            "undo": _("Bring all back"),
            "remove": _("Remove {token}, id {id}"),
            "token": _("id {id}"),
        },
    }


def _state(token_id: int, edit: VocabularyEdit, merged_ids: Container[int]) -> Literal["kept", "base", "out", "lost"]:
    if token_id in edit.out:
        return "out"
    return "lost" if token_id in edit.lost else "kept" if token_id in merged_ids else "base"


def length_text(before: BPETokenizer, after: BPETokenizer, text: str) -> str:
    """Return how the length of the text changed, in a sentence."""
    more = len(after.encode(text, "all")) - len(before.encode(text, "all"))
    if not more:
        return _("The text has as many tokens as before.")
    if more > 0:
        return ngettext("The text is now {count} token longer.", "The text is now {count} tokens longer.", more).format(
            count=localized_number(more)
        )
    return ngettext("The text is now {count} token shorter.", "The text is now {count} tokens shorter.", -more).format(
        count=localized_number(-more)
    )


def changed_words(before: BPETokenizer, after: BPETokenizer, text: str) -> list[list[str]]:
    """Return the words of a text that are cut differently, each with its count, and its tokens before and after."""
    rows = []
    for word, times in Counter(before.words(text)).items():
        old, new = _parts(before, word), _parts(after, word)
        if old != new:
            rows.append(
                [
                    f"{display_name(word)}\n× {localized_number(times)}" if times > 1 else display_name(word),
                    _listed(old),
                    _listed(new),
                ]
            )
    return rows


def _parts(tokenizer: BPETokenizer, word: str) -> list[str]:
    parts = tokenizer.merge_pre_token(word).parts
    return [*map(token_as_text if tokenizer.byte_level else make_visible, parts)]


def _listed(parts: Sequence[str]) -> str:
    return f"{' | '.join(map(isolate, parts))}\n{_count(len(parts))}"


def _count(tokens: int) -> str:
    return ngettext("{count} token", "{count} tokens", tokens).format(count=localized_number(tokens))


def words_title() -> str:
    """Return the heading of the table of words."""
    return _("Words in the text that are cut differently")


def word_heads() -> list[str]:
    """Return the column headings of the table of words."""
    return [_("Word"), _("Before"), _("After")]


def broken_merges_text(done: VocabularyEdit) -> str:
    """Say how many merges broke, and how many tokens were removed with them."""
    if not done.dead:
        return ""
    dead = ngettext("{count} merge dies.", "{count} merges die.", len(done.dead)).format(
        count=localized_number(len(done.dead))
    )
    why = _("A merge dies if it makes a token that is gone, or needs one as a part.")
    if not done.lost:
        return join_sentences(dead, why)
    lost = ngettext(
        "That makes {count} more token unreachable, so it goes too:",
        "That makes {count} more tokens unreachable, so they go too:",
        len(done.lost),
    ).format(count=localized_number(len(done.lost)))
    return join_sentences(dead, why, lost)


def broken_merges_title() -> str:
    """Return the heading of the table of broken merges."""
    return _("Merges that die")


def broken_merge_heads() -> list[str]:
    """Return the column headings of the table of broken merges."""
    return [_("Rank"), _("Left part"), _("Right part"), _("Makes"), _("Why it dies")]


def broken_merge_rows(tokenizer: BPETokenizer, done: VocabularyEdit) -> Iterator[list[str]]:
    """Yield a row for each of the first broken merges."""
    write = token_as_text if tokenizer.byte_level else make_visible
    for merge in done.dead[:MOST_ROWS]:
        reason = _("It makes “{token}”.") if merge.role == "makes" else _("It needs “{token}”.")
        explanation = reason.format(token=write(merge.missing_token))
        yield [
            localized_number(merge.rank),
            write(merge.pair.left),
            write(merge.pair.right),
            write(merge.token),
            explanation,
        ]


def added_tokens_text(done: VocabularyEdit) -> list[str]:
    """Return how each token was added, one paragraph each."""
    paragraphs = []
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
        paragraphs.append(
            join_sentences(
                ngettext(
                    "“{token}” takes {count} new merge, after all the others: {steps}.",
                    "“{token}” takes {count} new merges, after all the others: {steps}.",
                    len(merges),
                ).format(count=localized_number(len(merges)), token=isolate(make_visible(text)), steps=steps),
                _("The pieces in between are tokens too.") if len(merges) > 1 else "",
            )
        )
    paragraphs += [
        _(
            "“{token}” is a special token with id {id}: it is found by name before the text is cut, even inside a "
            "word. No merge makes it."
        ).format(token=isolate(make_visible(text)), id=token_id)
        for text, token_id in done.special.items()
    ]
    return paragraphs


def _shown(tokenizer: BPETokenizer, token: str) -> str:
    return _("“{token}”").format(token=isolate(token_as_text(token) if tokenizer.byte_level else make_visible(token)))


def id_gaps_text(tokenizer: BPETokenizer) -> str:
    """Explain what ids without a token mean for users of the files; empty if there are none."""
    if embedding_rows(tokenizer) == tokenizer.vocab_size:
        return ""
    return _(
        "All other tokens keep their ids, so a model’s embedding still fits. tokenizers and tiktoken read such files "
        "as they are. Two traps: leave out tiktoken’s explicit_n_vocab. And if you add a token in tokenizers later, "
        "its id will be the number of tokens, which another token may already have: add it here instead."
    )


def files(format_name: str) -> tuple[str, ...]:
    """Return the names of a format's files, including loading code."""
    return *FORMATS[format_name].files, "load.py"


def files_title(format_name: str = "") -> str:
    """Return the heading of the files, of one format or of all."""
    title = _("Download the new vocabulary")
    return f"{title}: {format_name}" if format_name else title


def offered_formats(tokenizer: Tokenizer) -> tuple[str, ...]:
    """Return the formats in which a new vocabulary is offered: only the first has room for a normalization."""
    return OFFERED_FORMATS if isinstance(tokenizer, BPETokenizer) else OFFERED_FORMATS[:1]


def normalization_note(text: str, changed: str) -> str:
    """Return a note that a text is normalized before it is merged; empty if that changes nothing."""
    return _("This tokenizer normalizes the text first.") if changed != text else ""


def file(tokenizer: Tokenizer, format_name: str, name: str) -> bytes:
    """Return a file of the new vocabulary. Raises EngineError if the format does not support it."""
    return files_of(tokenizer, format_name)[name]


def truncation_note(shown: int, all_rows: Sequence[object]) -> str:
    """Return the note that a table is truncated; empty if it is not."""
    if len(all_rows) <= shown:
        return ""
    return _("The first {shown} of {count}.").format(
        shown=localized_number(shown), count=localized_number(len(all_rows))
    )
