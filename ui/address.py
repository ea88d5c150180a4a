"""What an address carries, page by page: the names, how each is read, and what is usual and therefore left out.

A link of any age is read by these tables. Who adds a choice to a page adds a line here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, get_args
from urllib.parse import quote, unquote

from ui.algorithms import ALGORITHMS, FIRST, OPTIONS, usual_settings
from ui.bytes import lens
from ui.companions import texts as companions
from ui.companions.course import EDITIONS
from ui.compare import corpora
from ui.compare import methods as compare
from ui.course.chapters import CHAPTERS
from ui.course.counted import LONGEST_COUNTED
from ui.decode import ids as decode
from ui.encoding.dropout import LARGEST_SEED
from ui.files import writing
from ui.home import live
from ui.i18n import current_language, languages
from ui.i18n import gettext as _
from ui.notation import NOTATIONS
from ui.own import vocabulary as own
from ui.playground import texts as playground
from ui.pretokenize import cuts
from ui.readings import Named, Number, OneOf, Reading, SomeOf, Switch, Text, Words
from ui.size import measured as size
from ui.special import readings as special
from ui.stumble.topics import TOPICS
from ui.tasks.scenarios import EXAMPLE, OWN_TEXT, SCENARIOS
from ui.tasks.settings import LARGEST_FREQUENCY, LARGEST_VOCABULARY, LONGEST_WORD, MOST_WORDS
from ui.tokenizers import OPENED, PRETRAINED, SHIPPED, TRAINED, TokenizerName
from ui.vocabulary.index import By

LONGEST_TEXT = 1_500
"""Characters of a text, percent-encoded, that a link takes: longer ones are cut by some programs."""

Values = Mapping[str, Any]
"""What a page has chosen, by the names of its parameters."""


@dataclass(frozen=True)
class Parameter:
    """One thing that an address says of a page."""

    name: str
    reading: Reading[Any]
    usual: Any = None  # or a function of the values of the parameters before it
    within: Sequence[str] = ()  # parameters before it: for each of their values it has a value of its own
    applies: Callable[[Values], bool] = lambda _values: True  # whether the page has it at all, given those before it
    always: bool = False  # written where it is usual too
    played: bool = False  # written in the browser, by the player; only read here

    def usual_in(self, values: Values) -> Any:
        """The value that is left out of the address."""
        return self.usual(values) if callable(self.usual) else self.usual


@dataclass
class Read:
    """What was read from an address, and what in it could not be understood."""

    values: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Written:
    """What an address says of a page, and the names of the texts that are too long for it."""

    query: dict[str, str]
    left_out: tuple[str, ...] = ()


def read(page: str, query: Mapping[str, str]) -> Read:
    """The values that an address stands for. What cannot be understood is left at its usual value, and told."""
    found = Read()
    for parameter in PAGES[page]:
        value = parameter.usual_in(found.values)
        if parameter.name in query and parameter.applies(found.values):
            try:
                value = parameter.reading.read(query[parameter.name])
            except ValueError:
                found.problems.append(_problem(parameter, query[parameter.name]))
        found.values[parameter.name] = value
    return found


def write(page: str, values: Values) -> Written:
    """The query parameters of a page: what is not usual, as far as it fits into a link."""
    query = {}
    left_out = []
    for parameter in PAGES[page]:
        if parameter.played or not parameter.applies(values):
            continue
        text = parameter.reading.write(values[parameter.name])
        if text == parameter.reading.write(parameter.usual_in(values)) and not parameter.always:
            continue
        if fits_a_link(text):
            query[parameter.name] = text
        else:
            left_out.append(parameter.name)
    return Written(query, tuple(left_out))


def fits_a_link(text: str) -> bool:
    """Whether a text is short enough for an address."""
    return len(text) <= LONGEST_TEXT and len(quote(text, errors="replace")) <= LONGEST_TEXT


def _problem(parameter: Parameter, value: str) -> str:
    shown = value if len(value) <= 40 else f"{value[:40]}…"
    return _(
        "The address says {parameter}={value}, which is not {wanted}. The usual value is shown in its place."
    ).format(parameter=parameter.name, value=shown, wanted=parameter.reading.wanted())


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


def _read_file_name(value: str) -> str:
    if PurePath(value).name != value:
        raise ValueError(value)
    return value  # a page tells where there is no such file: it may have gone since


def _write_words(counts: tuple[tuple[str, int], ...]) -> str:
    return ",".join(f"{quote(word, safe='')}:{count}" for word, count in counts)


_WORDS: Reading[tuple[tuple[str, int], ...]] = Named(
    _read_words, _write_words, lambda: _("words with numbers, as in hug:10,pug:5")
)
_TOKENIZER = Named(TokenizerName.parse, str, lambda: OneOf((TRAINED, OPENED, *SHIPPED)).wanted(), kind=TokenizerName)
_FILE = Named(_read_file_name, str, lambda: _("a file of this server"), kind=str)
_MAYBE_NUMBER: Reading[int | None] = Named(
    lambda value: Number(0, 10**9).read(value) if value else None,
    lambda value: "" if value is None else str(value),
    lambda: _("a whole number"),
)


def _tags() -> dict[str, str]:
    """The languages that there are, by their names in a link: zh-Hans for zh_Hans."""
    return {code.replace("_", "-"): code for code in languages()}


_LANGUAGE = Named(
    lambda value: _tags()[OneOf(tuple(_tags())).read(value)],
    lambda code: code.replace("_", "-"),
    lambda: OneOf(tuple(_tags())).wanted(),
)


def _setting(name: str, reading: Reading[Any]) -> Parameter:
    """An option of a training, for those algorithms that have it."""

    def usual(values: Values) -> Any:
        option = OPTIONS[values["algorithm"]].get(name)
        return option and option.of(usual_settings(values["algorithm"], values["scenario"]))

    return Parameter(
        name, reading, usual, ("scenario", "algorithm"), applies=lambda values: name in OPTIONS[values["algorithm"]]
    )


_SETTINGS = {name: option.reading for options in OPTIONS.values() for name, option in options.items()}

_FORMER_NOTATIONS = {"bytes": "hex"}
_NOTATION = Named(
    lambda value: OneOf(NOTATIONS).read(_FORMER_NOTATIONS.get(value, value)), str, lambda: OneOf(NOTATIONS).wanted()
)
# Written by what shows tokens, in the browser; usual is what suits the text.
_VIEW = Parameter("view", _NOTATION, "", played=True)

# Written by the player, in the browser.
_PLAYED = (
    Parameter("step", Number(0, LARGEST_VOCABULARY), 0, played=True),
    Parameter("predict", Switch(), False, played=True),
    Parameter("present", Switch(), False, played=True),
    Parameter("code", Switch(), False, played=True),
    _VIEW,
)

EVERYWHERE = ""
"""Not a page: what all pages have in common."""

PAGES: dict[str, tuple[Parameter, ...]] = {
    EVERYWHERE: (
        Parameter("large", Switch(), False),
        Parameter("lang", _LANGUAGE, ""),
    ),
    "home": (Parameter("say", Text(live.LONGEST), ""),),
    "course": (
        Parameter("chapter", OneOf(tuple(CHAPTERS)), next(iter(CHAPTERS))),
        Parameter("quiz", Switch(), True),
        Parameter(
            "sample",
            Text(LONGEST_COUNTED),
            lambda values: CHAPTERS[values["chapter"]].sample,
            ("chapter",),
            applies=lambda values: bool(CHAPTERS[values["chapter"]].sample),
        ),
        *_PLAYED,
    ),
    "train": (
        Parameter("scenario", OneOf(tuple(SCENARIOS)), "hug", always=True),
        Parameter("algorithm", OneOf(tuple(ALGORITHMS)), FIRST, ("scenario",)),
        *(_setting(name, reading) for name, reading in _SETTINGS.items()),
        Parameter(
            "words",
            _WORDS,
            lambda values: SCENARIOS[values["scenario"]].source.counts,
            ("scenario",),
            applies=lambda values: bool(SCENARIOS[values["scenario"]].source.counts),
        ),
        Parameter("text", Text(), "", applies=lambda values: values["scenario"] == OWN_TEXT),
        Parameter("stored", _FILE, "", applies=lambda values: values["scenario"] == OWN_TEXT),
        *_PLAYED,
    ),
    "encode": (
        # Without it, an address means the first word of a lesson, which this is only of one.
        Parameter("word", Text(), "unhug", always=True),
        Parameter("with", _TOKENIZER, TokenizerName(TRAINED)),
        Parameter("by", OneOf(("merges", "longest", "dropout")), "merges"),
        Parameter("dropout", Number(0, 100), 20, applies=lambda values: values["by"] == "dropout"),
        Parameter("seed", Number(0, LARGEST_SEED), 1, applies=lambda values: values["by"] == "dropout"),
        *_PLAYED,
    ),
    "decode": (
        Parameter("ids", Text(), decode.EXAMPLE),
        Parameter("with", _TOKENIZER, TokenizerName("gpt2")),
        *_PLAYED,
    ),
    "own": (
        Parameter("by", OneOf(get_args(own.By)), "anywhere"),
        Parameter("sample", Text(), own.TEXT),
        Parameter("tokens", Text(), own.TOKENS),
        Parameter("merges", Text(), own.LOWEST_MERGES),
        *_PLAYED,
    ),
    "check": (
        Parameter("merges", Text(), ""),
        Parameter("vocabulary", Text(), ""),
    ),
    "playground": (
        Parameter("sample", Text(), playground.EXAMPLE),
        Parameter("first", _TOKENIZER, TokenizerName("gpt2")),
        Parameter("second", _TOKENIZER, None),
        Parameter("special", OneOf(("text", "token")), "text"),
        Parameter("page", Number(1, 10**6), 1),
        _VIEW,
    ),
    "compare": (
        Parameter("corpus", OneOf(tuple(SCENARIOS)), "hug"),
        Parameter("size", Number(1, LARGEST_VOCABULARY), lambda values: corpora.SIZES[values["corpus"]], ("corpus",)),
        Parameter("methods", SomeOf(tuple(compare.METHODS)), list(compare.USUAL)),
        Parameter("unseen", Text(), lambda values: corpora.UNSEEN[values["corpus"]], ("corpus",)),
        Parameter("text", Text(), EXAMPLE, applies=lambda values: values["corpus"] == OWN_TEXT),
    ),
    "codes": (
        Parameter("corpus", OneOf(tuple(SCENARIOS)), "low"),
        Parameter("size", Number(1, LARGEST_VOCABULARY), lambda values: corpora.SIZES[values["corpus"]], ("corpus",)),
        Parameter("methods", SomeOf(tuple(compare.METHODS)), ["bpe", "characters"]),
        Parameter("of", OneOf(tuple(compare.METHODS)), "bpe"),
        Parameter("text", Text(), EXAMPLE, applies=lambda values: values["corpus"] == OWN_TEXT),
    ),
    "bytes": (
        Parameter("chars", Text(), lens.EXAMPLE),
        Parameter("lens", OneOf(PRETRAINED), "gpt2"),
        Parameter("byte", Number(0, 255), 32),
    ),
    "pretokenize": (
        Parameter("sample", Text(), cuts.EXAMPLE),
        Parameter("pattern", OneOf(get_args(cuts.PatternName)), "gpt2"),
        Parameter("beside", OneOf(("nothing", *get_args(cuts.PatternName))), "nothing"),
        Parameter("regex", Text(), cuts.OWN_EXAMPLE),
        Parameter("part", Number(1, 999), 1),
    ),
    "vocabulary": (
        Parameter("of", _TOKENIZER, TokenizerName("gpt2")),
        Parameter("by", OneOf(get_args(By)), "text"),
        Parameter("find", Text(), "token"),
        Parameter("id", Text(), ""),
        Parameter("matching", Text(), ""),
        Parameter("script", Text(), ""),
        Parameter("token", _MAYBE_NUMBER, None),
        Parameter("results", Number(1, 10**6), 1),
        _VIEW,
    ),
    "size": (
        Parameter("of", _TOKENIZER, TokenizerName("gpt2")),
        Parameter("sample", Text(), size.TEXT),
        Parameter("width", Number(1, size.LARGEST_WIDTH), size.WIDTHS["GPT-2"]),
        Parameter("rows", Number(1, size.MOST_ROWS), 4),
        Parameter("places", Number(1, size.MOST_PLACES), 8),
    ),
    "special": (
        Parameter("of", _TOKENIZER, TokenizerName("cl100k_base")),
        Parameter("sample", Text(), special.TEXT),
        Parameter("names", Text(), special.NAMES),
        Parameter("set", Words(), list(special.CHOSEN)),
    ),
    "stumble": (
        Parameter("topic", OneOf(tuple(topic.key for topic in TOPICS)), TOPICS[0].key),
        Parameter("quiz", Switch(), True),
    ),
    "companions": (
        Parameter("beside", OneOf(tuple(companions.TEXTS)), companions.FIRST),
        Parameter(
            "edition",
            OneOf(tuple(EDITIONS)),
            lambda _values: companions.edition_for(current_language()),
            applies=lambda values: bool(companions.TEXTS[values["beside"]].editions),
        ),
    ),
    "files": (
        Parameter("of", _TOKENIZER, TokenizerName(TRAINED)),
        Parameter("as", OneOf(tuple(writing.writable())), writing.writable()[0]),
    ),
}

TOKENIZERS: dict[str, tuple[str, ...]] = {
    "encode": ("with",),
    "decode": ("with",),
    "playground": ("first", "second"),
    "vocabulary": ("of",),
    "size": ("of",),
    "special": ("of",),
    "files": ("of",),
}
"""Page -> its parameters that name a tokenizer: where one is of the learner's own training, a link carries that too."""

OF_TRAINING = "check"
"""The page that shows the learner's own training, and nothing without it."""


def with_training(page: str, values: Values) -> bool:
    """Whether a link to a page needs the parameters of Train."""
    return page == OF_TRAINING or any(
        values[name] is not None and values[name].name == TRAINED for name in TOKENIZERS.get(page, ())
    )
