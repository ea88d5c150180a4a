"""The page Bytes, described."""

from ui.base.i18n import N_
from ui.base.parameter_types import Number, OneOf, Text
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import PRETRAINED
from ui.pages.bytes import text_path
from ui.state.page_spec import Spec

PAGE = Spec(
    name="bytes",
    title=N_("Bytes"),
    group="",
    part_of="pretokenize",
    about=N_("Follow a character to its bytes, and learn why a space looks like Ġ."),
    parameters=(
        Parameter("sample", Text(), text_path.EXAMPLE, former=("chars",)),
        Parameter("lens", OneOf(PRETRAINED), "gpt2"),
        Parameter("byte", Number(0, 255), 32),
    ),
    late=True,
)
