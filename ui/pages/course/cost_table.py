"""The cost of languages as a table, for readers who don't wait the seconds that the chart takes to load."""

from itertools import chain

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number
from ui.base.tokenizer_choices import TokenizerName
from ui.course.values.article_costs import TOKENIZERS, language_costs
from ui.course.values.tables import Table


def table() -> Table:
    """Return the numbers of the chart as a table."""
    heads = (_("{tokenizer}: tokens"), _("{tokenizer}: relative to English"))
    titles = (head.format(tokenizer=TokenizerName(name).title) for name in TOKENIZERS for head in heads)
    rows = []
    for cost in language_costs().values():
        pairs = [
            (localized_number(cost.tokens[name]), localized_decimal(cost.relative[name], 2)) for name in TOKENIZERS
        ]
        rows.append((cost.language, localized_number(cost.characters), *chain(*pairs)))
    return Table(_("What a language costs"), (_("Language"), _("Characters"), *titles), tuple(rows))
