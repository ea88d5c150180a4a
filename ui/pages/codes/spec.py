"""The page Code lengths, described."""

from ui.base.i18n import N_
from ui.base.parameter_types import OneOf, SomeOf
from ui.base.query_parameters import Parameter
from ui.pages.compare import methods
from ui.pages.compare.parameters import compared_on
from ui.state.page_spec import Spec

PAGE = Spec(
    name="codes",
    title=N_("Code lengths"),
    group="",
    part_of="compare",
    about=N_("How many bits a text takes, token by token, in a Huffman code."),
    parameters=(
        *compared_on("low"),
        Parameter("methods", SomeOf(tuple(methods.METHODS)), ["bpe", "characters"]),
        Parameter("of", OneOf(tuple(methods.METHODS)), "bpe"),
    ),
    late=True,
)
