"""The texts of a vocabulary's tokens, in one notation for all kinds: forms of a word, and tokens shared by two.

A space before a word is part of a token's text, however the vocabulary marks it: Ġ at byte level, ▁ in SentencePiece,
the absence of ## in WordPiece (whose punctuation tokens do not indicate spaces).
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bpe_engine.tokenizer import Tokenizer
from bpe_engine.wordpiece.tokenizer import WordPieceTokenizer


class TextForm(NamedTuple):
    """A form of a text and its token's id; None if it is not a single token."""

    text: str
    token_id: int | None


class Occurrences(NamedTuple):
    """The ids of longer tokens that contain a text, in ascending order. A space before the text does not count."""

    at_start: list[int]
    at_end: list[int]  # but not at the start
    inside: list[int]  # neither at the start nor at the end


class SharedTokens(NamedTuple):
    """The tokens of two vocabularies by text: ids of the first, or of the second for tokens that only it has."""

    both: list[int]
    only_first: list[int]
    only_second: list[int]


def token_texts(tokenizer: Tokenizer) -> dict[int, bytes]:
    """Return the text of each token, by id, as UTF-8 bytes. Special tokens and the unknown token are skipped.

    >>> from bpe_engine import load_pretrained
    >>> token_texts(load_pretrained("gpt2"))[1545]
    b' friend'
    """
    base = tokenizer.base_tokenizer
    prefix = base.prefix if isinstance(base, WordPieceTokenizer) else ""
    left_out = {*tokenizer.special_tokens, tokenizer.unk_token}
    return {
        token_id: _text_of(tokenizer, token, token_id, prefix)
        for token_id, token in sorted(tokenizer.token_of_id.items())
        if token not in left_out
    }


def _text_of(tokenizer: Tokenizer, token: str, token_id: int, prefix: str) -> bytes:
    if token in tokenizer.byte_of_token:
        return bytes([tokenizer.byte_of_token[token]])
    if token in tokenizer.tokens_by_name:
        return token.encode("utf-8", "surrogatepass")
    if prefix:
        if token.startswith(prefix) and token != prefix:
            token = token.removeprefix(prefix)
        elif token[0].isalnum():
            token = f" {token}"
        return token.encode("utf-8", "surrogatepass")
    data = tokenizer.token_bytes(token_id)
    return data.replace(tokenizer.space.encode(), b" ") if tokenizer.space else data


def ids_by_text(texts: Mapping[int, bytes]) -> dict[bytes, int]:
    """Return the first id of each text."""
    return {text: token_id for token_id, text in reversed([*texts.items()])}


def forms(texts: Mapping[int, bytes], text: str) -> list[TextForm]:
    """Return a text unchanged and in lower, upper and title case, each without and with a space before it.

    White space around the text is stripped, and duplicate forms are skipped.

    >>> from bpe_engine import load_pretrained
    >>> [tuple(form) for form in forms(token_texts(load_pretrained("gpt2")), "token")]
    [('token', 30001), (' token', 11241), ('TOKEN', None), (' TOKEN', None), ('Token', 30642), (' Token', 29130)]
    """
    bare = text.strip()
    spellings = dict.fromkeys((bare, bare.lower(), bare.upper(), bare.title())) if bare else {}
    ids = ids_by_text(texts)
    forms_found = (form for spelling in spellings for form in (spelling, f" {spelling}"))
    return [TextForm(form, ids.get(form.encode("utf-8", "surrogatepass"))) for form in forms_found]


def occurrences(texts: Mapping[int, bytes], text: str) -> Occurrences:
    """Return the longer tokens that contain a text, ignoring white space around it."""
    data = text.strip().encode("utf-8", "surrogatepass")
    matches = Occurrences([], [], [])
    if not data:
        return matches
    for token_id, whole in texts.items():
        if data not in whole:
            continue
        bare = whole.removeprefix(b" ")
        if bare == data:
            continue
        if bare.startswith(data):
            matches.at_start.append(token_id)
        elif bare.endswith(data):
            matches.at_end.append(token_id)
        else:
            matches.inside.append(token_id)
    return matches


def shared_tokens(first: Mapping[int, bytes], second: Mapping[int, bytes]) -> SharedTokens:
    """Compare the texts of two vocabularies. A text with several ids counts once, by its first id."""
    first_ids, second_ids = ids_by_text(first), ids_by_text(second)
    return SharedTokens(
        list(_sorted(first_ids, first_ids.keys() & second_ids.keys())),
        list(_sorted(first_ids, first_ids.keys() - second_ids.keys())),
        list(_sorted(second_ids, second_ids.keys() - first_ids.keys())),
    )


def _sorted(ids: Mapping[bytes, int], texts: set[bytes]) -> Iterator[int]:
    return iter(sorted(map(ids.__getitem__, texts)))
