"""Pre-tokenizers: the rules that cut a text into words before any merge.

A merge never crosses the boundary of a pre-token, so these patterns decide what can become a token at all. The patterns
are the published ones: GPT-2's from openai/gpt-2 (encoder.py), GPT-4's (cl100k) and GPT-4o's (o200k) from
openai/tiktoken (tiktoken_ext/openai_public.py), and GPT-4's earlier one from karpathy/minbpe (regex.py). BERT's rule is
from google-research/bert (tokenization.py, BasicTokenizer), written as a pattern. Qwen's is from the tokenizer.json of
Qwen 2, 2.5 and 3. DeepSeek's file cuts a text in three passes (see `DEEPSEEK_SPLITS`); here, a single pattern does.
"""

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import regex

from bpe_engine.errors import EngineError
from bpe_engine.text import custom_patterns
from bpe_engine.text.input_text import require_text
from bpe_engine.text.re_patterns import ASCII, BMP_ALPHABET, OUTSIDE_BMP, translate_for_re

BATCH_CHARACTERS = 16_000_000
"""Characters passed to a custom pattern at a time, so that a file need not fit in memory."""

BLOCK = 2**15
"""Characters processed together: few enough to fit in the processor's cache."""

LONG_TEXT = 2_000
"""Characters from which compiling a pattern for `re` pays off."""

SEARCH_WINDOW = 100
"""Characters around an emoji that are left to `regex`."""

# No published pattern (except that of "none") lets a match continue from a visible character over a space, nor looks at
# the text before it. So text can be cut there first. `re` is faster than `regex` at this; its \s is what
# `regex` takes for white space, plus four control characters.
SPACE_AFTER_NON_WORD = re.compile(r" (?<!\s )")

WORD_END = re.compile(r"[^\W_](?=[ \n])")
"""A letter or a digit before a space or a line end: no published pattern (except that of "none") lets a match continue
from one to the other.
"""


def N_(text: str) -> str:  # noqa: N802  # the name by which texts to translate are found
    """Mark a text for translation and return it unchanged."""
    return text


class Alternative(NamedTuple):
    """One branch of a pattern, with its purpose."""

    name: str
    pattern: str
    explanation: str


class PreToken(NamedTuple):
    """A piece of text that merges never cross, and the alternative of the pattern that matched it."""

    text: str
    start: int  # in characters
    alternative: int | None  # index into the pre-tokenizer's alternatives; None if it has none


@dataclass(frozen=True)
class PreTokenizer:
    """Cuts a text into pre-tokens: the matches of `pattern`, left to right.

    Text that the pattern does not match is skipped. `PreTokenizer(pattern)` takes a custom regex (syntax of the `regex`
    module), which is checked and runs in a separate process within limits.

    >>> PreTokenizer(r"\\w+").split("low lower")
    ['low', 'lower']
    """

    pattern: str
    name: str = ""
    alternatives: tuple[Alternative, ...] = ()

    @cached_property
    def compiled(self) -> "regex.Pattern[str]":
        """The published pattern, compiled. Custom ones run in a separate process, see `custom_patterns`."""
        assert self.is_builtin, "a pattern of one's own may take all memory"
        return regex.compile(self.pattern)

    @cached_property
    def compiled_for_ascii(self) -> "re.Pattern[str]":
        """The pattern for ASCII text, in Python's `re`, which takes less than half the time."""
        assert self.is_builtin, "a pattern of one's own may take all memory"
        return re.compile(translate_for_re(_FIRST_IN_ASCII.get(self.name, "") + self.pattern, ASCII))

    @cached_property
    def compiled_for_basic(self) -> "re.Pattern[str]":
        """The pattern for text without OUTSIDE_BMP characters, in Python's `re`. Compiling takes 10 to 30 ms."""
        assert self.is_builtin, "a pattern of one's own may take all memory"
        return re.compile(_FIRST_IN_BASIC.get(self.name, "") + translate_for_re(self.pattern, BMP_ALPHABET))

    def check(self) -> None:
        """Raise EngineError if a custom pattern is invalid or too expensive, see `custom_patterns.validate_pattern`."""
        if not self.is_builtin:
            custom_patterns.validate_pattern(self.pattern)

    @cached_property
    def is_builtin(self) -> bool:
        """Whether this is one of PRE_TOKENIZERS, whose patterns are known to be fast."""
        return PRE_TOKENIZERS.get(self.name) == self

    @cached_property
    def allows_word_splits(self) -> bool:
        """Whether cutting a text at each WORD_END and SPACE_AFTER_NON_WORD leaves its pre-tokens unchanged."""
        return self.is_builtin and self.name != "none"

    def split(self, text: str) -> list[str]:
        """Return the pre-tokens of `text` as strings.

        Raises EngineError if `text` is not text, or if a custom pattern takes longer than `custom_patterns` allows.
        """
        text = require_text(text)
        if self.is_builtin:
            return self._split_builtin(text, len(text) >= LONG_TEXT)
        (places,) = custom_patterns.find_matches(self.pattern, [text])
        return [text[start:end] for start, end in places]

    def _split_builtin(self, text: str, of_a_long_one: bool) -> list[str]:
        if text.isascii():
            return self.compiled_for_ascii.findall(text)
        if not of_a_long_one:
            return self.compiled.findall(text)
        if not OUTSIDE_BMP.search(text):
            return self.compiled_for_basic.findall(text)
        # There is an emoji or the like: only the text near it is left to `regex`.
        words: list[str] = []
        for block in self.blocks(text, SEARCH_WINDOW):
            compiled = self.compiled if OUTSIDE_BMP.search(block) else self.compiled_for_basic
            words += compiled.findall(block)
        return words

    def blocks(self, text: str, size: int = 0) -> Iterator[str]:
        """Yield a text in blocks of at least `size` characters (default BLOCK) with the pre-tokens of the whole."""
        text, start = require_text(text), 0
        while start < len(text):
            cut = SPACE_AFTER_NON_WORD.search(text, start + (size or BLOCK)) if self.allows_word_splits else None
            end = cut.start() if cut else len(text)
            yield text[start:end]
            start = end

    def pre_tokens(self, text: str) -> list[PreToken]:
        """Return the pre-tokens of `text` with their positions and the alternative that matched.

        Raises the errors of `split`.
        """
        text = require_text(text)
        if self.is_builtin:
            return [
                PreToken(match.group(), match.start(), (match.lastindex or 0) - 1)
                for match in self._with_groups.finditer(text)
            ]
        (places,) = custom_patterns.find_matches(self.pattern, [text])
        return [PreToken(text[start:end], start, None) for start, end in places]

    def count(self, texts: Iterable[str]) -> dict[str, int]:
        """Return how often each pre-token occurs in some texts, in order of first appearance.

        Each text is cut separately. Raises the errors of `split`; the time limit applies to all texts together.

        >>> WHITESPACE.count(["low lower", "low"])
        {'low': 2, 'lower': 1}
        """
        if not self.is_builtin:
            return self._count_in_sandbox(texts)
        return dict(Counter(chain.from_iterable(self._split_all(texts))))

    def _split_all(self, texts: Iterable[str]) -> Iterator[list[str]]:
        in_ascii, read = self.compiled_for_ascii.findall, 0
        for text in texts:
            read += len(text)
            for block in (text,) if len(text) <= BLOCK else self.blocks(text):
                yield in_ascii(block) if block.isascii() else self._split_builtin(block, read >= LONG_TEXT)

    def _count_in_sandbox(self, texts: Iterable[str]) -> dict[str, int]:
        counts: dict[str, int] = {}
        seconds = custom_patterns.MATCH_TIMEOUT  # remaining time, for all texts together
        left = iter(texts)
        while batch := list(_next_batch(left)):
            seconds += custom_patterns.time_limit(batch) - custom_patterns.MATCH_TIMEOUT
            start = time.monotonic()
            for word, times in custom_patterns.count_matches(self.pattern, batch, seconds).items():
                counts[word] = counts.get(word, 0) + times
            seconds -= time.monotonic() - start
        return counts

    @property
    def pattern_with_groups(self) -> str:
        """The published pattern with a group for each alternative, which identifies the one that matched."""
        return "|".join(f"({alternative.pattern})" for alternative in self.alternatives)

    @cached_property
    def _with_groups(self) -> "regex.Pattern[str]":
        return regex.compile(self.pattern_with_groups)


def _next_batch(texts: Iterator[str]) -> Iterator[str]:
    """Yield the next texts, up to BATCH_CHARACTERS in total."""
    characters = 0
    for text in texts:
        yield text
        characters += len(text)
        if characters >= BATCH_CHARACTERS:
            return


def _builtin(name: str, *alternatives: Alternative) -> PreTokenizer:
    return PreTokenizer("|".join(alternative.pattern for alternative in alternatives), name, alternatives)


_SPACES_BEFORE_WORD = Alternative(
    N_("spaces before a word"),
    r"\s+(?!\S)",
    N_("White space, except its last character, which stays with the next word."),
)
_OTHER_SPACES = Alternative(N_("white space"), r"\s+", N_("Any remaining white space."))

GPT2 = _builtin(
    "gpt2",
    Alternative(
        N_("contraction"), r"'s|'t|'re|'ve|'m|'ll|'d", N_("An English contraction: 's, 'd, 'm, 't, 'll, 've, 're.")
    ),
    Alternative(N_("letters"), r" ?\p{L}+", N_("A run of letters, with one space before it, if any.")),
    Alternative(N_("digits"), r" ?\p{N}+", N_("A run of digits, with one space before it, if any.")),
    Alternative(
        N_("other characters"),
        r" ?[^\s\p{L}\p{N}]+",
        N_("A run of characters other than letters, digits and white space, with one space before it, if any."),
    ),
    _SPACES_BEFORE_WORD,
    _OTHER_SPACES,
)

_ANY_CONTRACTION = Alternative(
    N_("contraction"),
    r"'(?i:[sdmt]|ll|ve|re)",
    N_("An English contraction, in lower or upper case: 's, 'S, 'll, 'LL."),
)
_LINE_END = Alternative(N_("line break"), r"\s*[\r\n]", N_("White space up to and including a line break."))

GPT4 = _builtin(
    "gpt4",
    _ANY_CONTRACTION,
    Alternative(
        N_("letters"),
        r"[^\r\n\p{L}\p{N}]?+\p{L}++",
        N_("A run of letters, with one space or other character before it, if any."),
    ),
    Alternative(N_("digits"), r"\p{N}{1,3}+", N_("One to three digits.")),
    Alternative(
        N_("other characters"),
        r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
        N_("A run of other characters, with one space before it and line breaks after it."),
    ),
    Alternative(N_("trailing white space"), r"\s++$", N_("White space at the end of the text.")),
    _LINE_END,
    _SPACES_BEFORE_WORD,
    Alternative(N_("single white space"), r"\s", N_("One remaining white-space character.")),
)

# tiktoken's of 2023, which cuts white space at the end of a text after its last line end, as elsewhere.
GPT4_MINBPE = _builtin(
    "gpt4-minbpe",
    _ANY_CONTRACTION,
    Alternative(
        N_("letters"),
        r"[^\r\n\p{L}\p{N}]?+\p{L}+",
        N_("A run of letters, with one space or other character before it, if any."),
    ),
    Alternative(N_("digits"), r"\p{N}{1,3}", N_("One to three digits.")),
    Alternative(
        N_("other characters"),
        r" ?[^\s\p{L}\p{N}]++[\r\n]*",
        N_("A run of other characters, with one space before it and line breaks after it."),
    ),
    _LINE_END,
    _SPACES_BEFORE_WORD,
    _OTHER_SPACES,
)

_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"

GPT4O = _builtin(
    "gpt4o",
    Alternative(
        N_("word ending in lower case"),
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTION}",
        N_("Any capitals, then lowercase letters, with one space or other character before and a contraction after."),
    ),
    Alternative(
        N_("word starting with capitals"),
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTION}",
        N_("Capitals, then any lowercase letters, with one space or other character before and a contraction after."),
    ),
    Alternative(N_("digits"), r"\p{N}{1,3}", N_("One to three digits.")),
    Alternative(
        N_("other characters"),
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        N_("A run of other characters, with one space before it and line breaks and slashes after it."),
    ),
    Alternative(N_("line breaks"), r"\s*[\r\n]+", N_("Line breaks, with the white space before them.")),
    _SPACES_BEFORE_WORD,
    _OTHER_SPACES,
)

QWEN = _builtin(
    "qwen",
    Alternative(
        N_("contraction"),
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)",
        N_("An English contraction, in lower or upper case: 's, 'S, 'll, 'LL."),
    ),
    Alternative(
        N_("letters"),
        r"[^\r\n\p{L}\p{N}]?\p{L}+",
        N_("A run of letters, with one space or other character before it, if any."),
    ),
    Alternative(N_("digit"), r"\p{N}", N_("One digit.")),
    Alternative(
        N_("other characters"),
        r" ?[^\s\p{L}\p{N}]+[\r\n]*",
        N_("A run of other characters, with one space before it and line breaks after it."),
    ),
    Alternative(N_("line breaks"), r"\s*[\r\n]+", N_("Line breaks, with the white space before them.")),
    _SPACES_BEFORE_WORD,
    _OTHER_SPACES,
)

DEEPSEEK_SPLITS = (
    r"\p{N}{1,3}",
    "[一-龥\u3040-ゟ゠-ヿ]+",
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+|"
    " ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+",
)
"""DeepSeek V3's patterns as published. The first cuts the text, and each of the others cuts all resulting pieces: its
matches become pieces, and so does the text between two matches.
"""

# The third pattern cuts each piece of the second on its own, so no match runs from such characters to others
# or back. A set of letters and marks without these is written as its complement: `re` has no set difference.
_CJK = r"\u4E00-\u9FA5\u3040-\u30FF"
_CJK_LETTERS = r"[\u4E00-\u9FA5\u3041-\u3096\u3099\u309A\u309D-\u309F\u30A1-\u30FA\u30FC-\u30FF]"
_CJK_OTHERS = r"[\u309B\u309C\u30A0\u30FB]"
_CJK_UNASSIGNED = r"[\u3040\u3097\u3098]"
_LETTERS_AND_MARKS = rf"[^\p{{N}}\p{{P}}\p{{S}}\p{{Z}}\p{{C}}{_CJK}]"

DEEPSEEK = _builtin(
    "deepseek",
    Alternative(N_("digits"), r"\p{N}{1,3}", N_("One to three digits.")),
    Alternative(
        N_("Chinese and Japanese"),
        f"{_CJK_UNASSIGNED}?{_CJK_LETTERS}+",
        N_("A run of Chinese characters and Japanese kana, without spaces."),
    ),
    Alternative(N_("Japanese marks"), f"{_CJK_OTHERS}+", N_("A run of Japanese marks, such as the middle dot.")),
    Alternative(
        N_("mark and letters"),
        r"[!-/:-@\[-`{-~][A-Za-z]+",
        N_("A punctuation character or symbol of ASCII, and the unaccented Latin letters after it."),
    ),
    Alternative(
        N_("letters"),
        rf"[^\r\n\p{{L}}\p{{P}}\p{{S}}\p{{N}}{_CJK}]?{_LETTERS_AND_MARKS}+",
        N_("A run of letters and accents, with one space before it, if any."),
    ),
    Alternative(
        N_("other characters"),
        rf" ?[^\p{{L}}\p{{M}}\p{{N}}\p{{Z}}\p{{C}}{_CJK}]+[\r\n]*",
        N_("A run of punctuation and symbols, with one space before it and line breaks after it."),
    ),
    Alternative(N_("line breaks"), r"\s*[\r\n]+", N_("Line breaks, with the white space before them.")),
    Alternative(
        N_("spaces before a word"),
        rf"\s+(?![^\s\p{{N}}{_CJK}])",
        N_("White space, except its last character, which stays with the next word."),
    ),
    _OTHER_SPACES,
    Alternative(
        N_("invisible characters"),
        rf"[^\s\p{{L}}\p{{M}}\p{{N}}\p{{P}}\p{{S}}{_CJK}]+(?!{_LETTERS_AND_MARKS})"
        f"|{_CJK_UNASSIGNED}+(?!{_CJK_LETTERS})",
        N_("A run of control and format characters."),
    ),
)

WHITESPACE = _builtin(
    "whitespace",
    Alternative(N_("word"), r"\S+", N_("Anything between white space. The white space itself is left out.")),
)

# Punctuation as in the tokenizers library, which uses Unicode 8: two characters that were punctuation then, and none
# that came later. The ranges contain no punctuation of Unicode 8 and no white space.
_PUNCTUATION = r"!-/:-@\[-`{-~\p{P}\u166D\U000111C9"
_LATER = (
    r"\u061D\u09FD-\u0A76\u0C77-\u0C84\u1B4E-\u1B4F\u1B7D-\u1B7F\u2E43-\u2E63\U00010D6E-\U00010F89"
    r"\U000113D4-\U0001145D\U00011660-\U000116B9\U0001183B-\U00011FFF\U00012FF1-\U00012FF2\U00016D6D-\U00016FE2"
    r"\U0001E5FF-\U0001E95F"
)
PUNCTUATION = rf"(?![{_LATER}])[{_PUNCTUATION}]"
"""A punctuation character according to BERT's rule."""

BERT = _builtin(
    "bert",
    Alternative(
        N_("punctuation character"),
        PUNCTUATION,
        N_(
            "One punctuation character. In ASCII, every visible character but letters and digits counts, such as $. "
            "Beyond ASCII, only what was punctuation in the Unicode of 2015 counts, as in the tokenizers library."
        ),
    ),
    Alternative(
        N_("word"),
        rf"(?:[^\s{_PUNCTUATION}]|[{_LATER}])+",
        N_("A run of anything else, up to white space or punctuation. The white space itself is left out."),
    ),
)

NONE = _builtin("none", Alternative("all", r"(?s:.+)", "The whole text is one piece."))

PRE_TOKENIZERS: dict[str, PreTokenizer] = {
    pre_tokenizer.name: pre_tokenizer
    for pre_tokenizer in (GPT2, GPT4, GPT4_MINBPE, GPT4O, WHITESPACE, NONE, BERT, QWEN, DEEPSEEK)
}
"""The published pre-tokenizers by name."""


def resolve_pre_tokenizer(choice: str | PreTokenizer) -> PreTokenizer:
    """Return the pre-tokenizer with this name; a PreTokenizer is returned unchanged.

    Raises EngineError if the name is unknown.
    """
    if isinstance(choice, PreTokenizer):
        return choice
    try:
        return PRE_TOKENIZERS[choice]
    except KeyError:
        raise EngineError(
            "pre_tokenizer={name!r} is not valid. Choose one of {known}, or pass PreTokenizer(pattern).",
            name=choice,
            known=", ".join(PRE_TOKENIZERS),
        ) from None


# The commonest cases, recognized by one or two characters before the alternatives are tried in turn: GPT-4o's
# pattern then cuts code and English in three quarters of the time. Each matches what the pattern itself would match.
_SIGNS = r"[^\s\p{L}\p{N}]"
_WORD = rf"[a-z]++{_CONTRACTION}|[A-Z]++[a-z]*+{_CONTRACTION}"
_AFTER_SPACE = rf" (?:\p{{L}}+|{_SIGNS}+[\r\n]*| *(?= \S))|"
_FIRST_IN_ASCII = {
    GPT2.name: rf" (?:\p{{L}}++|{_SIGNS}++|\p{{N}}++| *(?= \S))|\p{{L}}++|",
    BERT.name: rf"[^\s{_PUNCTUATION}]++|",
    GPT4.name: _AFTER_SPACE,
    GPT4_MINBPE.name: _AFTER_SPACE,
    GPT4O.name: rf" (?:{_WORD}|{_SIGNS}++[\r\n/]*+| *(?= \S))|[a-z]++{_CONTRACTION}|"
    rf"{_SIGNS}(?:{_WORD}|{_SIGNS}*+[\r\n/]*+)|",
}
# In other texts, only ASCII stretches, the character after them included. More sets would take long to compile.
_SMALL_LETTERS = r"[a-z]++(?=[\x00-&(-\x7f])"  # no contraction follows
_FIRST_IN_BASIC = {
    BERT.name: r"[0-9A-Za-z]++(?=[ \n!-/:-@\[-`{-~])|",
    GPT4O.name: rf" {_SMALL_LETTERS}|{_SMALL_LETTERS}|[!-/:-@\[-`{{-~](?= )|",
}
