"""The page Bytes, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import Number, OneOf, Text
from ui.base.tokenizers import PRETRAINED
from ui.pages.bytes import lens
from ui.state.spec import Spec

PAGE = Spec(
    name="bytes",
    title=N_("Bytes"),
    group="",
    part_of="pretokenize",
    about=N_("Follow a character to its bytes, and learn why a space looks like Ġ."),
    parameters=(
        Parameter("sample", Text(), lens.EXAMPLE, former=("chars",)),
        Parameter("lens", OneOf(PRETRAINED), "gpt2"),
        Parameter("byte", Number(0, 255), 32),
    ),
    late=True,
)
