"""The lesson that comes with the page Encode: a word being cut, before the app is there."""

from ui.base.i18n import gettext as _
from ui.base.query_parameters import parse_query
from ui.base.tokenizer_choices import CUSTOM, TRAINED
from ui.components.contract import Prerendered
from ui.pages.common.prerender import Query, prerender_player
from ui.pages.common.task_from_values import source_from
from ui.pages.encode import view
from ui.pages.encode.spec import PAGE
from ui.pages.own import custom_vocabulary
from ui.pages.train import task_from_query
from ui.pages.train.spec import PAGE as TRAIN
from ui.tokenization.encoding import examples
from ui.tokenization.scenarios import SCENARIOS


def first(query: Query) -> Prerendered | None:
    """The lesson that an address leads to; None where the page has another to say. Errors as of the lesson."""
    values, trained = parse_query(PAGE.parameters, query).values, parse_query(TRAIN.parameters, query).values
    name = values["with"]
    if name.name == TRAINED and "sample" not in query:
        values["sample"] = examples.first_word(trained["scenario"], source_from(trained))
    tokenizer = (
        custom_vocabulary.tokenizer_of(values)
        if name.name == CUSTOM
        else task_from_query.tokenizer_from_query(name, query)
    )
    if tokenizer is None or not values["sample"] or view.problem(values["sample"], tokenizer):
        return None
    if name.name != CUSTOM:
        tokenizer, _other = view.encoding_tokenizers(values, tokenizer)
    language = SCENARIOS[trained["scenario"]].language if name.name == TRAINED else ""
    lesson = view.lesson_of(values, name, tokenizer, lambda _lesson: 0, language)
    return prerender_player(_("Encode a word"), lesson, "encoder") if lesson else None
