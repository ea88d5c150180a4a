"""Convert the pre-tokenizer of a tokenizer.json to one of ours, and back."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast, get_args

import regex

from bpe_engine.errors import EngineError
from bpe_engine.files.file_checks import shorten
from bpe_engine.files.file_patterns import can_match_empty
from bpe_engine.files.oniguruma import from_onig, to_onig
from bpe_engine.files.opened_tokenizer import Note
from bpe_engine.files.split_sequence import BEHAVIORS, Behavior, Split, SplitSequence, split_sequence
from bpe_engine.pre_tokenizers import (
    BERT,
    DEEPSEEK,
    DEEPSEEK_SPLITS,
    GPT2,
    NONE,
    PUNCTUATION,
    WHITESPACE,
    PreTokenizer,
)
from bpe_engine.text.custom_patterns import MAX_PATTERN_LENGTH
from bpe_engine.tokenizers.normalizing import PrependSpace, SpaceHandling

Parsed = TypeVar("Parsed")

MAX_SPLITS = 50

# Its matches cover the whole text, so they are all its pieces: Llama 3's pattern.
MATCH_ALL = {
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
}

# As in Rust's character classes, which these pre-tokenizers of the library use.
_WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200C\u200D"
_RUST_WORDS = PreTokenizer(rf"[{_WORD}]+|[^\s{_WORD}]+")
_SPACE = PreTokenizer(r"\s")
_DIGIT = PreTokenizer(r"\p{N}")
_PUNCTUATION = PreTokenizer(PUNCTUATION)


class NoStepsError(Exception):  # not an error: it becomes a note on a tokenizer run by the library
    """Raised with the reason why a tokenizer cannot be stepped through."""

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template)
        self.note = Note(template, **values)


class PreTokenization(NamedTuple):
    """How a text is pre-tokenized, and whether the pieces are in the byte alphabet."""

    pre_tokenizer: PreTokenizer
    byte_level: bool
    bert_normalizer: bool = False  # whether a text is normalized first, as in uncased BERT
    spaces: SpaceHandling | None = None  # the handling of spaces before cutting
    each_character: bool = False  # whether words are then split into characters
    space: str = ""  # the character that replaces a space, if any


def read_pre_tokenizer(value: object) -> PreTokenization:
    """Return the pre-tokenizer of a file. Raises NoStepsError for one that cannot be reproduced exactly."""
    steps = _flatten(value)
    byte_level = bool(steps) and steps[-1].get("type") == "ByteLevel"
    if steps[:-1] == _DEEPSEEK_STEPS and steps[-1].get("type") == "ByteLevel" and not _splits(steps[-1]):
        return PreTokenization(DEEPSEEK, byte_level)
    splits: list[Split] = []
    spaces = _spaces(steps[0]) if steps else None
    for number, step in enumerate(steps, start=1):
        if number > 1 and _spaces(step):
            raise NoStepsError("It adds spaces before pieces of a text ({kind}).", kind=shorten(step.get("type")))
        if step.get("type") == "ByteLevel" and number < len(steps):
            raise NoStepsError("It cuts a text again after writing it as bytes.")
        splits += _splits(step)
    if len(splits) > MAX_SPLITS:
        raise NoStepsError("It cuts a text in {count} passes.", count=len(splits))
    return PreTokenization(_simplify(splits), byte_level, spaces=spaces, space=spaces.marker.strip() if spaces else "")


_DEEPSEEK_STEPS: list[Mapping[str, object]] = [
    {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    for pattern in DEEPSEEK_SPLITS
]


def _spaces(step: Mapping[str, Any]) -> SpaceHandling | None:
    """Return how a step handles spaces before cutting; None if it does not change them."""
    match step:
        case {"type": "ByteLevel"} if step.get("add_prefix_space", True):
            return SpaceHandling()
        case {"type": "Metaspace", "replacement": str(sign)} if len(sign) == 1:
            # Older files have add_prefix_space instead of prepend_scheme.
            default: PrependSpace = "always" if step.get("add_prefix_space", True) else "never"
            before: PrependSpace = step.get("prepend_scheme") or default
            if before in get_args(PrependSpace):
                return SpaceHandling(sign, before)
    return None


def _flatten(value: object) -> list[Mapping[str, Any]]:
    """Return the steps of a pre-tokenizer with nested sequences flattened."""
    if value is None:
        return []
    if not isinstance(value, dict):
        raise NoStepsError("Its pre-tokenizer is {value}.", value=shorten(value))
    if value.get("type") != "Sequence":
        return [value]
    inner = value.get("pretokenizers")
    return [step for part in (inner if isinstance(inner, list) else [inner]) for step in _flatten(part)]


def _splits(step: Mapping[str, Any]) -> list[Split]:
    match step.get("type"):
        case "ByteLevel":
            return [Split(GPT2, "isolated")] if step.get("use_regex", True) else []
        case "Metaspace" if _spaces(step):
            marker = _read_pattern(step["replacement"], _literal)
            return [Split(marker, "merged_with_next")] if step.get("split", True) else []
        case "Split":
            return [Split(_pattern(step.get("pattern")), parse_behavior(step), bool(step.get("invert")))]
        case "Digits":
            return [Split(_DIGIT, "isolated" if step.get("individual_digits") else "contiguous")]
        case "Punctuation":
            return [Split(_PUNCTUATION, parse_behavior(step, "Isolated"))]
        case "Whitespace":
            return [Split(_RUST_WORDS, "removed", invert=True)]
        case "WhitespaceSplit":
            return [Split(_SPACE, "removed")]
        case "BertPreTokenizer":
            return [Split(BERT, "removed", invert=True)]
        case "CharDelimiterSplit" if isinstance(step.get("delimiter"), str) and step["delimiter"]:
            return [Split(_read_pattern(step["delimiter"], _literal), "removed")]
        case kind:
            raise NoStepsError("It cuts a text in a way not supported here ({kind}).", kind=shorten(kind))


def _pattern(value: object) -> PreTokenizer:
    match value:
        case {"String": str(text)} if text:
            return _read_pattern(text, _literal)
        case {"Regex": str(pattern)} if pattern:
            translated = _read_pattern(pattern, from_onig)
            if translated is not None:
                return translated
            raise NoStepsError(
                "It cuts a text with a pattern that may mean something else here: {pattern!r}.", pattern=pattern
            )
    raise NoStepsError("It cuts a text by {value}.", value=shorten(value))


def _read_pattern(pattern: str, read: Callable[[str], Parsed]) -> Parsed:
    """Return `read(pattern)`. Raises NoStepsError if the pattern is too long, too expensive or invalid here."""
    try:
        if len(pattern) <= MAX_PATTERN_LENGTH:
            return read(pattern)
    except EngineError:
        pass
    raise NoStepsError(
        "It cuts a text with a pattern that cannot be used here, because it is too long, takes too much time or memory "
        "to compile, or uses another syntax: {pattern}.",
        pattern=shorten(pattern),
    )


@lru_cache(maxsize=256)  # each compilation starts a process
def _literal(text: str) -> PreTokenizer:
    literal = PreTokenizer(regex.escape(text))
    literal.check()
    return literal


def parse_behavior(step: Mapping[str, Any], default: str = "") -> Behavior:
    """Return the behaviour of a step for matches. Raises NoStepsError if it is unknown."""
    name = str(step.get("behavior", default))
    name = regex.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    if name not in BEHAVIORS:
        raise NoStepsError("It cuts a text in a way not supported here ({kind}).", kind=shorten(name))
    return cast("Behavior", name)


def _simplify(splits: list[Split]) -> PreTokenizer:
    """Combine splits into a single pattern if that is equivalent."""
    if not splits:
        return NONE
    if len(splits) == 1:
        pattern, behavior, invert = splits[0]
        if pattern == _SPACE and behavior == "removed" and not invert:
            return WHITESPACE
        if behavior == "removed" and invert and not can_match_empty(pattern):
            return pattern
        if behavior == "isolated" and ((pattern.is_builtin and pattern != WHITESPACE) or pattern.pattern in MATCH_ALL):
            return pattern
    return split_sequence(*splits)


EACH_CHARACTER: Mapping[str, object] = {
    "type": "Split",
    "pattern": {"Regex": r"[\s\S]"},
    "behavior": "Isolated",
    "invert": False,
}


def without_character_split(value: object) -> object:
    """Return a file's pre-tokenizer without a last step that splits words into characters; None if it has none."""
    steps = _flatten(value)
    return {"type": "Sequence", "pretokenizers": steps[:-1]} if steps and steps[-1] == EACH_CHARACTER else None


def write_pre_tokenizer(pre_tokenizer: PreTokenizer) -> list[Mapping[str, object]]:
    """Return the steps that cut a text. Raises EngineError if the library would interpret the pattern differently."""
    if pre_tokenizer == NONE:
        return []
    if pre_tokenizer == WHITESPACE:
        return [{"type": "WhitespaceSplit"}]
    if pre_tokenizer == BERT:
        return [{"type": "BertPreTokenizer"}]
    if pre_tokenizer == DEEPSEEK:
        return list(_DEEPSEEK_STEPS)
    if isinstance(pre_tokenizer, SplitSequence):
        return [_split_json(split) for split in pre_tokenizer.splits]
    if type(pre_tokenizer) is not PreTokenizer:
        raise EngineError(
            "tokenizer.json cannot store a {kind}. Use a PreTokenizer.", kind=type(pre_tokenizer).__name__
        )
    if can_match_empty(pre_tokenizer):
        raise EngineError(
            "The pattern {pattern!r} can match an empty string, after which the tokenizers library continues "
            "differently. Make every match at least one character long, for example with + instead of *.",
            pattern=pre_tokenizer.pattern,
        )
    return [_split_json(Split(pre_tokenizer, "removed", invert=True))]


def _split_json(split: Split) -> Mapping[str, object]:
    return {
        "type": "Split",
        "pattern": {"Regex": to_onig(split.pattern)},
        "behavior": "".join(part.capitalize() for part in split.behavior.split("_")),
        "invert": split.invert,
    }
