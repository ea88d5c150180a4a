"""The spec of the page Bytes."""

from ui.base.i18n import N_
from ui.base.parameter_types import Choice, Flag, Text, WholeNumber
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import ON_BYTES, OPENED
from ui.pages.bytes import text_path
from ui.state.page_spec import PageSpec

PAGE = PageSpec(
    name="bytes",
    title=N_("Bytes"),
    heading=N_("From characters to bytes to ids"),
    group="",
    parent="pretokenize",
    description=N_("Follow a character to its bytes, and learn why a space looks like Ġ."),
    parameters=(
        Parameter("sample", Text(), text_path.EXAMPLE, former_names=("chars",)),
        Parameter("lens", Choice((*ON_BYTES, OPENED)), "gpt2"),
        Parameter("byte", WholeNumber(0, 255), 32),
        Parameter("table", Flag(), False),
    ),
    opens=("lens",),
    has_lazy_section=True,
)
