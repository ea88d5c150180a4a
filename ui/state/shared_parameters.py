"""What the addresses of several pages say, and those of all."""

from urllib.parse import quote, unquote

from ui.base.i18n import gettext as _
from ui.base.i18n import languages
from ui.base.notation import NOTATIONS
from ui.base.parameter_types import Named, Number, OneOf, Reading, Switch
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import OPENED, OWN, SHIPPED, TRAINED, TokenizerName
from ui.tokenization.tasks.task import LARGEST_FREQUENCY, LARGEST_VOCABULARY, LONGEST_WORD, MOST_WORDS

TOKENIZER = Named(TokenizerName.parse, str, lambda: OneOf((TRAINED, OPENED, *SHIPPED)).wanted(), kind=TokenizerName)
"""How a tokenizer is read. Where one is of the learner's own training, a link carries that too."""

TOKENIZER_OR_OWN = Named(
    lambda value: TokenizerName(OWN) if value == OWN else TokenizerName.parse(value),
    str,
    lambda: OneOf((TRAINED, OPENED, *SHIPPED, OWN)).wanted(),
    kind=TokenizerName,
)
"""The same on a page where tokens can be typed."""


def _read_words(value: str) -> tuple[tuple[str, int], ...]:
    counts = []
    for part in value.split(","):
        word, colon, number = part.rpartition(":")
        if not colon or not word:
            raise ValueError(part)
        counts.append((unquote(word), Number(1, LARGEST_FREQUENCY).read(number)))
    longest = max(len(word) for word, _count in counts)
    if len(counts) > MOST_WORDS or len(dict(counts)) < len(counts) or longest > LONGEST_WORD:
        raise ValueError(value)
    return tuple(counts)


def _write_words(counts: tuple[tuple[str, int], ...]) -> str:
    return ",".join(f"{quote(word, safe='')}:{count}" for word, count in counts)


WORDS: Reading[tuple[tuple[str, int], ...]] = Named(
    _read_words, _write_words, lambda: _("words with numbers, such as hug:10,pug:5")
)
"""Counted words to train on."""


def _tags() -> dict[str, str]:
    """The languages that there are, by their names in a link: zh-Hans for zh_Hans."""
    return {code.replace("_", "-"): code for code in languages()}


_LANGUAGE = Named(
    lambda value: _tags()[OneOf(tuple(_tags())).read(value)],
    lambda code: code.replace("_", "-"),
    lambda: OneOf(tuple(_tags())).wanted(),
)

MOST_PLACES = 60
"""Of a teacher's plan."""

EVERYWHERE = (
    Parameter("large", Switch(), False),
    Parameter("lang", _LANGUAGE, ""),
    Parameter("place", Number(0, MOST_PLACES), 0),  # of a plan that is presented; 0 for none
)
"""What all pages have in common."""

_FORMER_NOTATIONS = {"bytes": "hex"}
_NOTATION = Named(
    lambda value: OneOf(NOTATIONS).read(_FORMER_NOTATIONS.get(value, value)), str, lambda: OneOf(NOTATIONS).wanted()
)
VIEW = Parameter("view", _NOTATION, "", played=True)
"""Written by what shows tokens, in the browser; usual is what suits the text."""

STEP = Parameter("step", Number(0, LARGEST_VOCABULARY), 0, played=True)
PRESENT = Parameter("present", Switch(), False, played=True)
PLAYED = (
    STEP,
    Parameter("predict", Switch(), False, played=True),
    PRESENT,
    Parameter("code", Switch(), False, played=True),
    VIEW,
)
"""Written by the player, in the browser."""
