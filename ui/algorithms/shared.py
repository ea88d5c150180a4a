"""What the sentences of several algorithms have in common: a pair, a count, how to read bytes."""

from bpe_engine import Pair
from ui.i18n import gettext as _
from ui.i18n import ngettext
from ui.show import name


def pair_text(pair: Pair) -> str:
    """A pair as it stands in a sentence: “h” + “ug”."""
    return _("“{left}” + “{right}”").format(left=name(pair.left), right=name(pair.right))


def times(count: int) -> str:
    """How often something occurs, in words."""
    return ngettext("{count:,} time", "{count:,} times", count).format(count=count)


def byte_legend() -> str:
    """How to read symbols of the byte alphabet."""
    return _("Each sign stands for a byte: Ġ for a space, Ċ for a line end, letters for themselves.")
