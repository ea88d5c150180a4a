"""The tokens of a vocabulary that no text can have, or only a longer text.

Searching a bundled vocabulary takes half a minute, so the results are in reachability.json next to this file, which
`python tools/build_reachability.py` builds.
"""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bpe_engine import BPETokenizer, Tokenizer, load_pretrained
from bpe_engine.bpe.encoding import merge_stages
from bpe_engine.bpe.reachability import (
    Reachability,
    not_self_encoding,
    surrounding_texts,
    symbols_of_token,
    text_of_token,
)
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.result_cache import cached
from ui.base.text_direction import isolate
from ui.base.token_labels import id_label
from ui.base.visible_text import display_name, join_quoted, join_sentences, make_visible, token_as_text

FILE = Path(__file__).with_name("reachability.json")
MOST_TOKENS = 1_000
"""Size of a vocabulary that is searched when its page is opened."""

_MOST_TRIED = 300
_MAX_TEXTS = 3  # texts in which a token could have occurred


class VocabularyReachability(NamedTuple):
    """How the tokens of a vocabulary can be reached; without special tokens."""

    tokens: int
    alone: int  # tokens that their own text is encoded to
    parts: int  # tokens that are parts of characters, and occur in longer texts
    others: tuple[Reachability, ...]  # tokens of no text, and whole ones of longer texts only


def compute_reachability(tokenizer: BPETokenizer, most: int | None = None) -> VocabularyReachability:
    """Return how the tokens can be reached; tries at most `most` longer texts for each."""
    unreached = [*(not_self_encoding(tokenizer) if most is None else not_self_encoding(tokenizer, most))]
    others = tuple(result for result in unreached if not (result.reached and result.partial))
    left_out = {*tokenizer.tokens_by_name.values(), tokenizer.unk_id}
    tokens = len(set(tokenizer.vocabulary.values()) - left_out)
    return VocabularyReachability(tokens, tokens - len(unreached), len(unreached) - len(others), others)


@cache
def bundled_reachability() -> dict[str, VocabularyReachability]:
    """Return the stored results for the bundled vocabularies."""
    return {
        name: VocabularyReachability(tokens, alone, parts, tuple(Reachability(*fields) for fields in others))
        for name, (tokens, alone, parts, others) in json.loads(FILE.read_text("utf-8")).items()
    }


def reachability(tokenizer: Tokenizer) -> VocabularyReachability | None:
    """Return how the tokens of a vocabulary can be reached; None if searching it would take too long.

    A custom pattern runs in a separate process, which is too slow to do for each token. A normalization changes which
    texts there are, and is not searched either.
    """
    if not isinstance(tokenizer, BPETokenizer):
        return None
    if tokenizer.name in bundled_reachability() and load_pretrained(tokenizer.name) is tokenizer:
        return bundled_reachability()[tokenizer.name]
    is_quick = tokenizer.vocab_size <= MOST_TOKENS and tokenizer.pre_tokenizer.is_builtin
    return _cached_reachability(tokenizer) if is_quick else None


@cached(lambda found, _tokenizer: 300 * len(found.others))
def _cached_reachability(tokenizer: BPETokenizer) -> VocabularyReachability:
    return compute_reachability(tokenizer, _MOST_TRIED)


def title() -> str:
    """Return the heading of the section."""
    return _("Tokens found in no text, or only in a longer one")


def unavailable_note(tokenizer: Tokenizer) -> str:
    """Explain for which vocabularies this is known, and that it is not for one behind a normalization."""
    if not isinstance(tokenizer, BPETokenizer):
        return _(
            "This isn’t known for a tokenizer that normalizes the text first: its merges would make more tokens than "
            "normalized texts have."
        )
    return _(
        "This is known here for the vocabularies included, and for others of up to {most} tokens that cut text by a "
        "known pattern."
    ).format(most=localized_number(MOST_TOKENS))


def summary(result: VocabularyReachability) -> str:
    """Return how many tokens can be reached, and how."""
    whole = [token for token in result.others if token.reached]
    never = len(result.others) - len(whole)
    return join_sentences(
        ngettext(
            "Of {count} token, special ones aside, {alone} come out when you encode their own text.",
            "Of {count} tokens, special ones aside, {alone} come out when you encode their own text.",
            result.tokens,
        ).format(count=localized_number(result.tokens), alone=localized_number(result.alone)),
        ngettext(
            "{count} is part of a character: it occurs only in longer texts.",
            "{count} are parts of characters: they occur only in longer texts.",
            result.parts,
        ).format(count=localized_number(result.parts))
        if result.parts
        else "",
        ngettext(
            "{count} more occurs only in longer texts, though it is whole.",
            "{count} more occur only in longer texts, though they are whole.",
            len(whole),
        ).format(count=localized_number(len(whole)))
        if whole
        else "",
        _("Tested on its own, as in the paper “Fishing for Magikarp”, such a token counts as unreachable.")
        if whole
        else "",
        ngettext("{count} was not found in any text.", "{count} were not found in any text.", never).format(
            count=localized_number(never)
        )
        if never
        else _("Every token was found in some text."),
    )


def heads() -> list[str]:
    """Return the headings of the table of tokens that their own text is not encoded to."""
    return [_("Token"), _("On its own: its symbols, then each merge by rank"), _("Why")]


def rows(tokenizer: BPETokenizer, results: Sequence[Reachability]) -> list[list[str]]:
    """Return a row for each, unreachable ones first: token and id, the merges of its own text, and the reason."""
    return [
        [
            f"{id_label(tokenizer, result.token_id)}\n{_('id {id}').format(id=result.token_id)}",
            _stages(tokenizer, result),
            _why(tokenizer, result),
        ]
        for result in sorted(results, key=lambda result: result.reached)
    ]


def _stages(tokenizer: BPETokenizer, result: Reachability) -> str:
    """Return the merges in each pre-token of a token's text, one per line."""
    token_text = text_of_token(tokenizer, result.token_id)
    if token_text is None or result.kind == "merges":
        return "\n".join(_merged(tokenizer, symbols_of_token(tokenizer, result.token_id)))
    return "\n".join(
        line for word in tokenizer.words(token_text) for line in _merged(tokenizer, tokenizer.symbols_of(word))
    )


def _merged(tokenizer: BPETokenizer, symbols: Sequence[str]) -> list[str]:
    lines = []
    for stage in merge_stages(symbols, tokenizer.table):
        names = tokenizer.table.to_symbols(stage.numbers, symbols)
        write = token_as_text if tokenizer.byte_level else make_visible
        parts = " | ".join(isolate(write(name)) for name in names)
        lines.append(parts if stage.rank is None else f"{localized_number(stage.rank)}: {parts}")
    return lines


def _why(tokenizer: BPETokenizer, result: Reachability) -> str:
    token_text = text_of_token(tokenizer, result.token_id)
    match result.kind:
        case "bytes":
            return _("UTF-8 never uses this byte, so no text has it.")
        case "merges":
            return _("Merging by rank takes another path and stops here. A longer text around it changes nothing.")
        case "inside":
            words = tokenizer.words(token_text or "")
            cut = (
                _("The pre-tokenizer cuts its text into {parts}.").format(parts=join_quoted(words))
                if len(words) > 1
                else ""
            )
            return join_sentences(cut, _("It is a token in the text “{text}”.").format(text=display_name(result.text)))
        case _:
            longer_texts = [*surrounding_texts(tokenizer, result.token_id, _MAX_TEXTS)]
            return join_sentences(
                ngettext(
                    "It isn’t a token in the {count} text tried with it.",
                    "It isn’t a token in any of the {count} texts tried with it.",
                    result.tried,
                ).format(count=localized_number(result.tried)),
                *(
                    _("“{text}” becomes {parts}.").format(
                        text=display_name(text),
                        parts=join_quoted(map(_token_writer(tokenizer), tokenizer.tokenize(text))),
                    )
                    for text in longer_texts
                ),
            )


def _token_writer(tokenizer: BPETokenizer) -> Callable[[str], str]:
    return token_as_text if tokenizer.byte_level else str
