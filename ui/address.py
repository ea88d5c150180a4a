"""What a link carries: scenario, settings, words or text, read and written as query parameters.

The step, predict mode and view are written by the player in the browser; only the step is read here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, get_args
from urllib.parse import quote, unquote

from bpe_engine.bpe.events import TieBreak
from ui.i18n import gettext as _
from ui.tasks.scenarios import OWN_TEXT, SCENARIOS, usual_settings
from ui.tasks.settings import Algorithm, EndOfWord, Estimation, PreTokenizerName, Settings, Units, WordPieceForm

LONGEST_TEXT = 1_500
"""Characters of a text, percent-encoded, that a link takes: longer ones are cut by some programs."""

LARGEST_VOCABULARY = 60_000
LARGEST_FREQUENCY = 1_000_000_000
MOST_WORDS = 500
LONGEST_WORD = 200


@dataclass(frozen=True)
class Choice:
    """What a learner has chosen to look at: a scenario, its settings, and where they differ its words or text."""

    scenario: str = "hug"
    settings: Settings = SCENARIOS["hug"].settings
    counts: tuple[tuple[str, int], ...] = ()  # empty where the scenario has texts
    text: str = ""

    @classmethod
    def of(cls, scenario: str, algorithm: Algorithm = "bpe") -> "Choice":
        """A scenario as it comes, under an algorithm."""
        return cls(scenario, usual_settings(scenario, algorithm), SCENARIOS[scenario].source.counts)

    @property
    def usual(self) -> "Choice":
        """This scenario under this algorithm, as it comes."""
        return Choice.of(self.scenario, self.settings.algorithm)


@dataclass
class Read:
    """What was read from an address, and what in it could not be understood."""

    choice: Choice
    problems: list[str] = field(default_factory=list)


def _one_of(options: object) -> Callable[[str], str]:
    known = get_args(options)

    def parse(value: str) -> str:
        if value not in known:
            raise ValueError(_("one of {known}").format(known=", ".join(known)))
        return value

    return parse


def _number(least: int, most: int) -> Callable[[str], int]:
    def parse(value: str) -> int:
        if not value.isdecimal() or not value.isascii() or len(value) > 12 or not least <= int(value) <= most:
            raise ValueError(_("a whole number from {least:,} to {most:,}").format(least=least, most=most))
        return int(value)

    return parse


def _switch(value: str) -> bool:
    if value not in ("0", "1"):
        raise ValueError(_("0 or 1"))
    return value == "1"


# Parameter -> (field of Settings, how it is read, how it is written)
_SETTINGS: dict[str, tuple[str, Callable[[str], Any], Callable[[Any], str]]] = {
    "vocab": ("vocab_size", _number(1, LARGEST_VOCABULARY), str),
    "tie": ("tie_break", _one_of(TieBreak), str),
    "min": ("min_frequency", _number(1, LARGEST_FREQUENCY), str),
    "units": ("units", _one_of(Units), str),
    "allbytes": ("all_bytes", _switch, lambda value: str(int(value))),
    "end": ("end_of_word", _one_of(EndOfWord), str),
    "split": ("pre_tokenizer", _one_of(PreTokenizerName), str),
    "drop": ("drop_unused", _switch, lambda value: str(int(value))),
    "form": ("form", _one_of(WordPieceForm), str),
    "estimate": ("estimation", _one_of(Estimation), str),
}

PARAMETERS = ("scenario", "algorithm", *_SETTINGS, "words", "text")
assert {name for name, _read, _write in _SETTINGS.values()} <= {f.name for f in fields(Settings)}


def read(query: Mapping[str, str]) -> Read:
    """The choice that an address stands for. What cannot be understood is left at its usual value, and told."""
    result = Read(Choice.of("hug"))
    scenario = query.get("scenario", "hug")
    if scenario in SCENARIOS:
        result.choice = Choice.of(scenario)
    else:
        result.problems.append(_problem("scenario", scenario, _("one of {known}").format(known=", ".join(SCENARIOS))))
    if "algorithm" in query:
        if query["algorithm"] in get_args(Algorithm):
            algorithm: Algorithm = query["algorithm"]  # type: ignore[assignment]  # it is one of them
            result.choice = Choice.of(result.choice.scenario, algorithm)
        else:
            known = _("one of {known}").format(known=", ".join(get_args(Algorithm)))
            result.problems.append(_problem("algorithm", query["algorithm"], known))
    settings = result.choice.settings
    for parameter, (name, parse, _write) in _SETTINGS.items():
        if parameter in query:
            try:
                settings = replace(settings, **{name: parse(query[parameter])})
            except ValueError as error:
                result.problems.append(_problem(parameter, query[parameter], str(error)))
    result.choice = replace(result.choice, settings=settings)
    if result.choice.scenario == OWN_TEXT:
        result.choice = replace(result.choice, text=query.get("text", ""))
    elif "words" in query and result.choice.counts:
        try:
            result.choice = replace(result.choice, counts=_read_words(query["words"]))
        except ValueError:
            result.problems.append(_problem("words", query["words"], _("words with numbers, as in hug:10,pug:5")))
    return result


def read_step(query: Mapping[str, str]) -> tuple[int, list[str]]:
    """The step that an address names, and what is wrong with it."""
    value = query.get("step", "0")
    try:
        return _number(0, LARGEST_VOCABULARY)(value), []
    except ValueError as error:
        return 0, [_problem("step", value, str(error))]


def _problem(parameter: str, value: str, wanted: str) -> str:
    shown = value if len(value) <= 40 else f"{value[:40]}…"
    return _(
        "The address says {parameter}={value}, which is not {wanted}. The usual value is shown in its place."
    ).format(parameter=parameter, value=shown, wanted=wanted)


def _read_words(value: str) -> tuple[tuple[str, int], ...]:
    counts = []
    for part in value.split(","):
        word, colon, number = part.rpartition(":")
        if not colon or not word:
            raise ValueError(part)
        counts.append((unquote(word), _number(1, LARGEST_FREQUENCY)(number)))
    if (
        len(counts) > MOST_WORDS
        or len(dict(counts)) < len(counts)
        or max(len(word) for word, _ in counts) > LONGEST_WORD
    ):
        raise ValueError(value)
    return tuple(counts)


def write(choice: Choice) -> dict[str, str]:
    """The query parameters of a choice: the scenario, and what differs from it. A text that is too long is left out."""
    usual = choice.usual
    query = {"scenario": choice.scenario}
    if choice.settings.algorithm != "bpe":
        query["algorithm"] = choice.settings.algorithm
    for parameter, (name, _parse, text) in _SETTINGS.items():
        value = getattr(choice.settings, name)
        if value != getattr(usual.settings, name):
            query[parameter] = text(value)
    if choice.counts != usual.counts:
        words = ",".join(f"{quote(word, safe='')}:{count}" for word, count in choice.counts)
        if len(words) <= LONGEST_TEXT:
            query["words"] = words
    if choice.text and fits_a_link(choice.text):
        query["text"] = choice.text
    return query


def fits_a_link(text: str) -> bool:
    """Whether a text is short enough for an address."""
    return len(text) <= LONGEST_TEXT and len(quote(text, errors="replace")) <= LONGEST_TEXT
