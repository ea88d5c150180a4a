"""The spec of the page In bits."""

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Choices
from ui.base.query_parameters import Parameter
from ui.pages.compare import methods
from ui.pages.compare.parameters import comparison_parameters
from ui.state.page_spec import PageSpec

PAGE = PageSpec(
    name="codes",
    title=N_("In bits"),
    heading=N_("Tokens in bits: Huffman coding"),
    group="",
    parent="compare",
    description=N_("How many bits a text takes, token by token, in a Huffman code."),
    parameters=(
        *comparison_parameters("low"),
        Parameter("methods", Choices(tuple(methods.METHODS)), ["bpe", "characters"]),
        Parameter("of", Choice(tuple(methods.METHODS)), "bpe"),
    ),
)
