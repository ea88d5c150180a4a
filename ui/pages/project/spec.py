"""The spec of the project page."""

from collections.abc import Callable

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Text, WholeNumber
from ui.base.query_parameters import Parameter, Values
from ui.pages.compare.methods import METHODS as COMPARED
from ui.pages.project.normal_forms import FORMS
from ui.state.page_spec import PageSpec
from ui.tokenization.scenarios import CUSTOM_TEXT
from ui.tokenization.scenarios.article import articles
from ui.tokenization.tasks.task import MAX_VOCABULARY

COURSE = "course"
CORPORA = (COURSE, CUSTOM_TEXT, *articles())
METHODS = {
    key: method for key, method in COMPARED.items() if not method.algorithm.settings.trainer_class.is_multilingual
}
DEFAULT_ATTEMPTS = (("none", "bpe"), ("NFC", "bytes"), ("NFKC", "unigram"))
"""The default attempts: a normal form, and a method."""

SIZE = 1_000


def _exists(number: int) -> Callable[[Values], bool]:
    return lambda values: bool(values["attempts"] >= number)


def _attempt(number: int, form: str, method: str) -> tuple[Parameter, ...]:
    """Return the parameters of an attempt."""
    exists = _exists(number)
    return (
        Parameter(f"form{number}", Choice(tuple(FORMS)), form, applies=exists),
        Parameter(f"method{number}", Choice(tuple(METHODS)), method, applies=exists),
        Parameter(f"size{number}", WholeNumber(1, MAX_VOCABULARY), SIZE, applies=exists),
    )


PAGE = PageSpec(
    name="project",
    title=N_("A tokenizer for your language"),
    group="",
    parent="course",
    in_course=True,
    description=N_("Choose it, measure it on new text, defend your choice, and keep a copy."),
    parameters=(
        Parameter("corpus", Choice(CORPORA), COURSE),
        Parameter("text", Text(), "", applies=lambda values: bool(values["corpus"] == CUSTOM_TEXT)),
        Parameter("attempts", WholeNumber(1, len(DEFAULT_ATTEMPTS)), 1),
        *(part for number, (form, method) in enumerate(DEFAULT_ATTEMPTS, 1) for part in _attempt(number, form, method)),
        Parameter("chosen", WholeNumber(1, len(DEFAULT_ATTEMPTS)), 1),
        Parameter("defence", Text(), ""),
    ),
)
