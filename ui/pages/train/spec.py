"""The page Train, described."""

from pathlib import PurePath
from typing import Any

from ui.base.i18n import N_
from ui.base.i18n import gettext as _
from ui.base.parameter_types import Choice, CustomType, ParameterType, Text
from ui.base.query_parameters import Parameter, Values
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import PLAYER_PARAMETERS, WORDS
from ui.tokenization.algorithms import ALGORITHMS, DEFAULT_ALGORITHM, OPTIONS, default_settings
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS


def _read_file_name(value: str) -> str:
    if PurePath(value).name != value:
        raise ValueError(value)
    return value  # a page tells where there is no such file: it may have gone since


_FILE = CustomType(_read_file_name, str, lambda: _("a file on this server"), kind=str)


def _setting(name: str, reading: ParameterType[Any]) -> Parameter:
    """An option of a training, for those algorithms that have it."""

    def usual(values: Values) -> Any:
        option = OPTIONS[values["algorithm"]].get(name)
        return option and option.value_in(default_settings(values["algorithm"], values["scenario"]))

    return Parameter(
        name, reading, usual, ("scenario", "algorithm"), applies=lambda values: name in OPTIONS[values["algorithm"]]
    )


_SETTINGS = {name: option.type for options in OPTIONS.values() for name, option in options.items()}


def _subject(values: Values, _training: Values) -> str:
    from ui.player.training_lesson import training_title

    return training_title(values["scenario"], values["algorithm"])


PAGE = PageSpec(
    name="train",
    title=N_("Train"),
    group="",
    description=N_("Watch tokens being learned, from an example or your own text."),
    parameters=(
        Parameter("scenario", Choice(tuple(SCENARIOS)), "hug", always=True),
        Parameter("algorithm", Choice(tuple(ALGORITHMS)), DEFAULT_ALGORITHM, ("scenario",)),
        *(_setting(name, reading) for name, reading in _SETTINGS.items()),
        Parameter(
            "words",
            WORDS,
            lambda values: SCENARIOS[values["scenario"]].source.counts,
            ("scenario",),
            applies=lambda values: bool(SCENARIOS[values["scenario"]].source.counts),
        ),
        Parameter("text", Text(), "", applies=lambda values: values["scenario"] == CUSTOM_TEXT),
        Parameter("stored", _FILE, "", applies=lambda values: values["scenario"] == CUSTOM_TEXT),
        *PLAYER_PARAMETERS,
    ),
    defines_training=True,
    has_player_page=True,
    is_prerendered=True,
    subject=_subject,
)
