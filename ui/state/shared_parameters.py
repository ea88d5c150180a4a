"""The query parameters that several pages, or all, have."""

from urllib.parse import quote, unquote

from ui.base.i18n import gettext as _
from ui.base.i18n import languages
from ui.base.notation import NOTATIONS
from ui.base.parameter_types import Choice, CustomType, Flag, ParameterType, WholeNumber
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import CUSTOM, OPENED, SHIPPED, TRAINED, TokenizerName
from ui.tokenization.tasks.task import MAX_FREQUENCY, MAX_VOCABULARY, MAX_WORD_LENGTH, MAX_WORDS

TOKENIZER = CustomType(
    TokenizerName.parse, str, lambda: Choice((TRAINED, OPENED, *SHIPPED)).expected(), kind=TokenizerName
)
"""A tokenizer. If it is the learner's own, a link also carries its training."""

OPTIONAL_TOKENIZER = CustomType[TokenizerName | None](
    lambda value: TokenizerName.parse(value) if value else None,
    lambda name: "" if name is None else str(name),
    TOKENIZER.expected,
    kind=TokenizerName | None,
)
"""A tokenizer, or none: for one of several beside each other."""

TOKENIZER_OR_CUSTOM = CustomType(
    lambda value: TokenizerName(CUSTOM) if value == CUSTOM else TokenizerName.parse(value),
    str,
    lambda: Choice((TRAINED, OPENED, *SHIPPED, CUSTOM)).expected(),
    kind=TokenizerName,
)
"""A tokenizer, on a page where tokens can also be typed."""


def _read_words(value: str) -> tuple[tuple[str, int], ...]:
    counts = []
    for part in value.split(","):
        word, colon, number = part.rpartition(":")
        if not colon or not word:
            raise ValueError(part)
        counts.append((unquote(word), WholeNumber(1, MAX_FREQUENCY).parse(number)))
    longest = max(len(word) for word, _count in counts)
    if len(counts) > MAX_WORDS or len(dict(counts)) < len(counts) or longest > MAX_WORD_LENGTH:
        raise ValueError(value)
    return tuple(counts)


def _write_words(counts: tuple[tuple[str, int], ...]) -> str:
    return ",".join(f"{quote(word, safe='')}:{count}" for word, count in counts)


WORDS: ParameterType[tuple[tuple[str, int], ...]] = CustomType(
    _read_words, _write_words, lambda: _("words with numbers, such as hug:10,pug:5")
)
"""Counted words to train on."""


def _language_tags() -> dict[str, str]:
    """Return the languages by their names in a URL: zh-Hans for zh_Hans."""
    return {code.replace("_", "-"): code for code in languages()}


_LANGUAGE = CustomType(
    lambda value: _language_tags()[Choice(tuple(_language_tags())).parse(value)],
    lambda code: code.replace("_", "-"),
    lambda: Choice(tuple(_language_tags())).expected(),
)

MOST_PLACES = 60
"""Slides of a lesson plan."""

GLOBAL_PARAMETERS = (
    Parameter("large", Flag(), False),
    Parameter("lang", _LANGUAGE, ""),
    Parameter("place", WholeNumber(0, MOST_PLACES), 0),  # slide of the presented plan; 0 for none
)
"""The parameters that all pages share."""

_FORMER_NOTATIONS = {"bytes": "hex"}
_NOTATION = CustomType(
    lambda value: Choice(NOTATIONS).parse(_FORMER_NOTATIONS.get(value, value)),
    str,
    lambda: Choice(NOTATIONS).expected(),
)
VIEW = Parameter("view", _NOTATION, "", played=True)
"""The notation of tokens, written in the browser; the default is the one that suits the text."""

STEP = Parameter("step", WholeNumber(0, MAX_VOCABULARY), 0, played=True)
PRESENT = Parameter("present", Flag(), False, played=True)
PLAYER_PARAMETERS = (
    STEP,
    Parameter("predict", Flag(), False, played=True),
    PRESENT,
    Parameter("code", Flag(), False, played=True),
    VIEW,
)
"""Parameters that the player writes, in the browser."""
