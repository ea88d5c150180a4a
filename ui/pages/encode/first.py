"""The lesson that comes with the page Encode: a word being cut, before the app is there."""

from ui.base.address import read
from ui.base.i18n import gettext as _
from ui.base.tokenizers import OWN, TRAINED
from ui.common.asked import source
from ui.common.first import Query, with_player
from ui.components.contract import First
from ui.pages.encode import shown
from ui.pages.encode.spec import PAGE
from ui.pages.own import vocabulary
from ui.pages.train import asked
from ui.pages.train.spec import PAGE as TRAIN
from ui.scenarios import SCENARIOS
from ui.ways.encoding import examples


def first(query: Query) -> First | None:
    """The lesson that an address leads to; None where the page has another to say. Errors as of the lesson."""
    values, trained = read(PAGE.parameters, query).values, read(TRAIN.parameters, query).values
    name = values["with"]
    if name.name == TRAINED and "sample" not in query:
        values["sample"] = examples.first_word(trained["scenario"], source(trained))
    tokenizer = vocabulary.tokenizer_of(values) if name.name == OWN else asked.tokenizer(name, query)
    if tokenizer is None or not values["sample"] or shown.problem(values["sample"], tokenizer):
        return None
    if name.name != OWN:
        tokenizer, _other = shown.put_to_use(values, tokenizer)
    language = SCENARIOS[trained["scenario"]].language if name.name == TRAINED else ""
    lesson = shown.lesson_of(values, name, tokenizer, lambda _lesson: 0, language)
    return with_player(_("Encode a word"), lesson, "encoder") if lesson else None
