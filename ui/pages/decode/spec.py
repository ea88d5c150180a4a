"""The spec of the page Decode."""

from ui.base.i18n import N_
from ui.base.parameter_types import Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TokenizerName
from ui.pages.decode import id_input
from ui.state.page_spec import PageSpec
from ui.state.shared_parameters import PLAYER_PARAMETERS, TOKENIZER

PAGE = PageSpec(
    name="decode",
    title=N_("Decode"),
    heading=N_("Decode ids"),
    group="",
    parent="encode",
    description=N_("Watch ids become tokens, bytes and text, as a model outputs them."),
    parameters=(
        Parameter("ids", Text(), id_input.EXAMPLE),
        Parameter("with", TOKENIZER, TokenizerName("gpt2")),
        *PLAYER_PARAMETERS,
    ),
    has_player_page=True,
)
