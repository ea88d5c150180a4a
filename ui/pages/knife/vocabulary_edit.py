"""Parsing typed tokens, and removing them from a vocabulary or adding them."""

from typing import Literal, NamedTuple

from bpe_engine import BPETokenizer, EngineError, Tokenizer
from bpe_engine.bpe.vocabulary_editing import BrokenMerge, add_special_tokens, add_tokens_by_merges, remove_tokens
from bpe_engine.byte_alphabet import to_byte_symbols
from bpe_engine.symbols import Pair
from bpe_engine.tokenizers.normalizing import NormalizingTokenizer
from ui.base.result_cache import cached
from ui.base.token_labels import id_label
from ui.base.typed_text import typed_words
from ui.base.visible_text import LINE_END, SPACE, TAB, join_quoted, token_as_text
from ui.base.visible_text import display_name as name_of

AddMode = Literal["merges", "special"]

EXAMPLE_REMOVED = "·the"
EXAMPLE_ADDED = "·tokenizers"
TEXT = "The theory of the tokenizers, and the others: is the tokenizer theirs?"
MOST_TOKENS = 50
MOST_NAMED = 20  # tokens in a sentence
LONGEST_LINE = 2_000
LONGEST_TEXT = 2_000  # characters, both

_WHITE_SPACE_MARKS = str.maketrans({SPACE: " ", LINE_END: "\n", TAB: "\t"})


class VocabularyEdit(NamedTuple):
    """A vocabulary with tokens removed and added, and the effects."""

    tokenizer: BPETokenizer
    out: frozenset[int]  # ids of the tokens to remove
    dead: tuple[BrokenMerge, ...]
    lost: tuple[int, ...]  # ids of tokens that were lost with others
    merges: dict[str, tuple[tuple[Pair, str, int], ...]]  # of each token that was added by merges
    special: dict[str, int]  # the tokens that were added as special ones


def merging_part(tokenizer: Tokenizer) -> BPETokenizer | None:
    """Return the part of a tokenizer that merges; None if there is none, or if spaces are changed before it, too."""
    if isinstance(tokenizer, NormalizingTokenizer) and tokenizer.spaces is None:
        tokenizer = tokenizer.base_tokenizer
    return tokenizer if isinstance(tokenizer, BPETokenizer) else None


def normalized(tokenizer: Tokenizer, text: str) -> str:
    """Return the text that is merged: what a normalization makes of it. Raises EngineError as `tokenize`."""
    return tokenizer.normalized(text).text if isinstance(tokenizer, NormalizingTokenizer) else text


def with_merging_part(tokenizer: Tokenizer, edited: BPETokenizer) -> Tokenizer:
    """Return an edited part behind the normalization of the tokenizer that it is from."""
    if isinstance(tokenizer, NormalizingTokenizer):
        return NormalizingTokenizer(edited, normalizer=tokenizer.normalizer)
    return edited


def parse_tokens(typed: str) -> list[str]:
    """Split a line into tokens at spaces. Raises EngineError if the line is too long or has too many.

    >>> parse_tokens("·the  #262 ·the")
    ['·the', '#262']
    """
    if len(typed) > LONGEST_LINE:
        raise EngineError(
            "The list has {length} characters, but the limit is {most}. Leave some out.",
            length=len(typed),
            most=LONGEST_LINE,
        )
    tokens = list(dict.fromkeys(typed_words(typed)))
    if len(tokens) > MOST_TOKENS:
        raise EngineError(
            "There are {count} tokens, but the limit is {most}. Leave some out.", count=len(tokens), most=MOST_TOKENS
        )
    return tokens


def expand_white_space(typed: str) -> str:
    """Replace the signs that stand for white space in a line of tokens.

    >>> expand_white_space("·the↵")
    ' the\\n'
    """
    return typed.translate(_WHITE_SPACE_MARKS)


def parse_token_id(tokenizer: BPETokenizer, typed: str) -> int:
    """Return the id of a typed token: its text, its name in the vocabulary, or # and its id.

    Raises EngineError if there is no such token.
    """
    vocabulary = tokenizer.vocabulary
    digits = typed.removeprefix("#")
    if digits != typed and digits.isascii() and digits.isdecimal():
        token_id = int(digits[:20])
        if token_id in tokenizer.token_of_id:
            return token_id
        raise EngineError(
            "No token has the id {id}. The ids here go from {first} to {last}.",
            id=digits,
            first=min(vocabulary.values()),
            last=max(vocabulary.values()),
        )
    text = expand_white_space(typed)
    in_bytes = to_byte_symbols(text) if tokenizer.byte_level else text
    for name in (typed if typed in tokenizer.tokens_by_name else in_bytes, text, typed):
        if name in vocabulary:
            return vocabulary[name]
    raise EngineError(
        "“{token}” isn’t a token of this vocabulary, which cuts it into {parts}. Write a token as it appears there: · "
        "for a space, ↵ for a line break, or # and its id.",
        token=name_of(text),
        parts=joined_tokens(tokenizer, text),
    )


def with_token_toggled(tokenizer: BPETokenizer, typed: str, token_id: int) -> str:
    """Return a line of tokens to remove with a token added, or left out if it has it. Raises EngineError for the line.

    >>> from bpe_engine import load_pretrained
    >>> gpt2 = load_pretrained("gpt2")
    >>> with_token_toggled(gpt2, "#257", 262), with_token_toggled(gpt2, "#262", 262)
    ('#257 ·the', '')
    """
    listed = parse_tokens(typed)
    left = [token for token in listed if parse_token_id(tokenizer, token) != token_id]
    if left == listed:
        left.append(_as_typed(tokenizer, token_id))
    return " ".join(left)


def _as_typed(tokenizer: BPETokenizer, token_id: int) -> str:
    """Return a token as a reader would type it: its text if that is unambiguous, or # and its id."""
    label = id_label(tokenizer, token_id)
    try:
        is_named = typed_words(label) == [label] and parse_token_id(tokenizer, label) == token_id
    except EngineError:
        is_named = False
    return label if is_named else f"#{token_id}"


def joined_tokens(tokenizer: BPETokenizer, text: str) -> str:
    """Return the tokens of a text, for a sentence."""
    tokens = tokenizer.tokenize(text)
    listed = join_quoted(map(token_as_text, tokens[:MOST_NAMED]) if tokenizer.byte_level else tokens[:MOST_NAMED])
    return listed if len(tokens) <= MOST_NAMED else f"{listed} …"


@cached(lambda edit, tokenizer, *_: 150 * tokenizer.vocab_size + 300 * len(edit.dead))
def edit_vocabulary(
    tokenizer: BPETokenizer, out: tuple[str, ...], add: tuple[str, ...], mode: AddMode
) -> VocabularyEdit:
    """Remove tokens, then add others.

    Raises EngineError for a token to remove that does not exist or is indispensable, and for one to add that exists or
    that no merges can make.
    """
    removed = frozenset(parse_token_id(tokenizer, token) for token in out)
    cut = remove_tokens(tokenizer, removed)
    texts = list(dict.fromkeys(map(expand_white_space, add)))
    if not texts:
        return VocabularyEdit(cut.tokenizer, removed, cut.dead, cut.lost, {}, {})
    if mode == "special":
        edit = add_special_tokens(cut.tokenizer, texts)
        return VocabularyEdit(
            edit, removed, cut.dead, cut.lost, {}, {text: edit.special_tokens[text] for text in texts}
        )
    grown = add_tokens_by_merges(cut.tokenizer, texts)
    return VocabularyEdit(grown.tokenizer, removed, cut.dead, cut.lost, grown.merges, {})
