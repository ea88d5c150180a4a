"""A typed or pasted vocabulary: tokens for longest match, or merges by rank."""

import ast
from collections.abc import Sequence
from typing import Literal

from bpe_engine import BPETokenizer, EngineError, LongestMatchTokenizer, Tokenizer
from bpe_engine.bpe.longest_match import END_OF_WORD
from bpe_engine.pre_tokenizers import WHITESPACE
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.query_parameters import Values
from ui.base.text_direction import isolate
from ui.base.typed_text import strip_typed, typed_lines, typed_words
from ui.base.visible_text import display_name, join_quoted, make_visible

ListKind = Literal["anywhere", "left", "merges"]

TOKENS = '["errrr</w>", "tain</w>", "moun", "est</w>", "high", "the</w>", "a</w>"]'
TEXT = "the highest mountain"
HUG_TOKENS = '["u", "n", "h", "g", "un", "ug", "hug"]'
HUG_MERGES = "u g\nu n\nh ug"
LOWEST_TOKENS = '["l", "o", "w", "low", "est</w>", "west</w>"]'
LOWEST_MERGES = "e s\nes t\nest </w>\nl o\nlo w"
LOWEST = "lowest"

MOST_TOKENS = 2_000
LONGEST_LIST = 50_000  # characters


def typed_list(values: Values) -> str:
    """Return the tokens or the merges, as typed."""
    return str(values["merges" if values["cut"] == "merges" else "tokens"])


def list_title(values: Values) -> str:
    """Return how many tokens or merges are typed; for none, or an invalid list, the name of the page."""
    typed, is_merges = typed_list(values), values["cut"] == "merges"
    try:
        count = len(parse_merges(typed) if is_merges else parse_tokens(typed))
    except EngineError:  # the stage says why
        count = 0
    if not count:
        return _("Your own tokens")
    template = (
        ngettext("{count} merge of your own", "{count} merges of your own", count)
        if is_merges
        else ngettext("{count} token of your own", "{count} tokens of your own", count)
    )
    return template.format(count=localized_number(count))


def no_tokens_message() -> str:
    """Return the message for an empty list."""
    return _("No tokens yet. Type some above, or choose an example.")


def tokenizer_of(values: Values) -> Tokenizer:
    """Return the tokenizer of a typed list. Raises EngineError if the list is invalid."""
    if values["cut"] == "merges":
        return merge_tokenizer(parse_merges(typed_list(values)), values["sample"])
    return longest_match_tokenizer(parse_tokens(typed_list(values)), from_left=values["cut"] == "left")


def remarks(values: Values, tokenizer: Tokenizer) -> list[str]:
    """Return notes on the resulting tokens."""
    notes = [decoded_text(tokenizer.tokenize(values["sample"]))]
    if values["cut"] == "merges":
        return [*notes, unmatchable_note([part for pair in parse_merges(typed_list(values)) for part in pair])]
    tokens = parse_tokens(typed_list(values))
    return [*notes, other_direction_text(tokens, values["sample"], values["cut"]), unmatchable_note(tokens)]


def parse_tokens(typed: str) -> list[str]:
    """Parse a list of tokens: one per line, comma-separated, or a list in JSON or Python.

    Raises EngineError if it is invalid.

    >>> parse_tokens('["low", "est"]'), parse_tokens("low, est"), parse_tokens("low\\nest")
    (['low', 'est'], ['low', 'est'], ['low', 'est'])
    """
    text = strip_typed(typed)
    _check_length(text)
    if text[:1] in ("[", "{", "(", "'", '"'):
        tokens = _python_list(text)
    else:
        tokens = [strip_typed(part) for part in (typed_lines(text) if "\n" in text else text.split(","))]
    tokens = list(dict.fromkeys(filter(None, tokens)))
    if len(tokens) > MOST_TOKENS:
        raise EngineError(
            "There are {count} tokens, but the limit is {most}. Leave some out.", count=len(tokens), most=MOST_TOKENS
        )
    return tokens


def _check_length(text: str) -> None:
    if len(text) > LONGEST_LIST:
        raise EngineError(
            "The list has {length} characters, but the limit is {most}. Leave some out.",
            length=len(text),
            most=LONGEST_LIST,
        )


def _python_list(text: str) -> list[str]:
    try:
        parsed = ast.literal_eval(text if text[0] in "[{(" else f"[{text}]")
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise EngineError(
            'This starts like a list in JSON or Python, but it isn’t one. Write it as ["low", "est"], or write one '
            "token per line without quotes."
        ) from None
    if isinstance(parsed, set):  # it has no order, but ids need one
        parsed = sorted(parsed, key=repr)
    elif not isinstance(parsed, list | tuple | dict):  # one token in parentheses
        parsed = [parsed]
    values = list(parsed)  # for a dictionary, such as vocab.json: its tokens
    for value in values:
        if not isinstance(value, str):
            raise EngineError(
                'The list has {value}, which isn’t text. Put each token in quotes, as in "low".', value=repr(value)[:40]
            )
    return values


def parse_merges(typed: str) -> list[tuple[str, str]]:
    """Parse merges, one per line, as in merges.txt and vocab.bpe. Raises EngineError for any other line.

    >>> parse_merges("#version: 0.2\\ne s\\nes t")
    [('e', 's'), ('es', 't')]
    """
    _check_length(typed)
    merges = []
    for number, line in enumerate(typed_lines(strip_typed(typed)), 1):
        parts = typed_words(line)
        if not parts or (number == 1 and line.startswith("#version")):
            continue
        if len(parts) != 2:
            raise EngineError(
                "Line {line} is “{text}”, which isn’t a merge. Write two tokens with a space between them, as in e s.",
                line=number,
                text=line[:40],
            )
        merges.append((parts[0], parts[1]))
    if len(merges) > MOST_TOKENS:
        raise EngineError(
            "There are {count} merges, but the limit is {most}. Leave some out.", count=len(merges), most=MOST_TOKENS
        )
    return merges


def longest_match_tokenizer(tokens: Sequence[str], *, from_left: bool) -> LongestMatchTokenizer:
    """Return a longest-match tokenizer. Words get the mark </w> if any token has it."""
    end = END_OF_WORD if any(token.endswith(END_OF_WORD) for token in tokens) else ""
    return LongestMatchTokenizer.from_tokens(tokens, end_of_word=end, from_left=from_left)


def merge_tokenizer(merges: Sequence[tuple[str, str]], text: str) -> BPETokenizer:
    """Return a BPE tokenizer with these merges. Each character of the text is a token too.

    The mark </w> is a separate symbol if a merge uses it so; otherwise it is joined to a word's last character.
    """
    parts = [part for pair in merges for part in pair]
    symbol = END_OF_WORD if END_OF_WORD in parts else ""
    suffix = END_OF_WORD if not symbol and any(part.endswith(END_OF_WORD) for part in parts) else ""
    last = [word[-1] + suffix for word in WHITESPACE.split(text)] if suffix else []
    tokens = [
        *sorted({*"".join(WHITESPACE.split(text))}),
        *filter(None, [symbol]),
        *last,
        *parts,
        *map("".join, merges),
    ]
    return BPETokenizer(
        vocabulary={token: number for number, token in enumerate(dict.fromkeys(tokens))},
        merges=merges,
        pre_tokenizer=WHITESPACE,
        unk_token="<unk>",
        end_of_word_symbol=symbol,
        end_of_word_suffix=suffix,
    )


def other_direction_text(tokens: Sequence[str], text: str, kind: ListKind) -> str:
    """Return, in a sentence, the tokens of a text if the longest match is searched in the other direction."""
    tokens_found, others = (
        longest_match_tokenizer(tokens, from_left=from_left).tokenize(text)
        for from_left in (kind == "left", kind != "left")
    )
    if tokens_found == others:
        return _("From the left or anywhere in the word, the tokens are the same here.")
    listed = join_quoted(others)
    if kind == "left":
        return _("With the longest token anywhere in the word, you’d get: {tokens}.").format(tokens=listed)
    return _("From the left, you’d get: {tokens}.").format(tokens=listed)


def decoded(tokens: Sequence[str]) -> str:
    """Decode tokens whose words end in a mark, which leaves a space at the end.

    >>> decoded(["the</w>", "high", "est</w>"])
    'the highest '
    """
    return "".join(tokens).replace(END_OF_WORD, " ")


def decoded_text(tokens: Sequence[str]) -> str:
    """Return the decoded text in a sentence; empty if no mark ends a word."""
    text = decoded(tokens)
    if text == "".join(tokens):
        return ""
    shown = isolate(make_visible(text))
    return _("Decoded, with a space for each {mark}: “{text}”.").format(mark=END_OF_WORD, text=shown)


def unmatchable_note(tokens: Sequence[str]) -> str:
    """Return the note that a token can never occur because it contains white space; empty if there is none."""
    token = next((token for token in tokens if WHITESPACE.split(token) != [token]), None)
    if token is None:
        return ""
    return _(
        "A text is first cut into words at white space, so a token containing white space is never found: “{token}”."
    ).format(token=display_name(token))
