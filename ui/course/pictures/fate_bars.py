"""A picture of how often tokens are made on the way through a text, and how often each is left at the end."""

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.token_labels import token_label
from ui.components.contract import Picture
from ui.course.pictures.lists_and_bars import bar, node
from ui.course.values.app_links import bpe_tokenizer
from ui.course.values.fates import LONG, fates_in
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

MOST_STEPS, MOST_LEFT = 6, 4  # of the bars


@picture
def left_at_the_end(text: str, of: str, marked: str) -> Picture:
    """How often tokens were made while the text was encoded, and how often each is left at the end; one is marked."""
    tokenizer, fates = bpe_tokenizer(of), fates_in(of, text)
    found = encoded(of, marked)
    asked = tokenizer.token(found[0]) if len(found) == 1 else ""
    by_number = sorted(fates, key=lambda fate: (fate.token != asked, -fate.made, -len(fate.token)))
    steps = [fate for fate in by_number if fate.merged and len(fate.token) >= LONG][:MOST_STEPS]
    whole = [fate for fate in by_number if fate.left][:MOST_LEFT]
    if not steps + whole:
        whole = by_number[:MOST_LEFT]
    shown = [*steps, *(fate for fate in whole if fate not in steps)]
    values = {
        "all": localized_number(len(fates)),
        "never": localized_number(sum(not fate.left for fate in fates)),
    }
    return {
        "kind": "bars",
        "title": _("Made, and left at the end"),
        "about": _("For each token, how often merges made it while the text was encoded, and how often it is left."),
        "says": [
            _("Tokens of GPT-2 that merges make on the way through the text. How often is each of them made?"),
            _("This is how often each is made. Which of them are still there after all merges?"),
            _(
                "What a longer token has absorbed isn’t left at the end. Of {all} tokens, {never} are never left."
            ).format(**values),
        ],
        "series": [_("Made"), _("Left at the end")],
        "nodes": [
            node(
                token_label(tokenizer, fate.token),
                mark="now" if fate.token == asked else "",
                bars=[
                    bar(fate.made, localized_number(fate.made), 1),
                    bar(fate.left, localized_number(fate.left), 2),
                ],
            )
            for fate in shown
        ],
    }
