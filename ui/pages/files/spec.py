"""The page Files, described."""

from ui.base.address import Parameter
from ui.base.i18n import N_
from ui.base.readings import OneOf
from ui.base.tokenizers import TRAINED, TokenizerName
from ui.pages.files import writing
from ui.state.parameters import TOKENIZER
from ui.state.spec import PROGRAMMERS, Spec

PAGE = Spec(
    name="files",
    title=N_("Files"),
    group=PROGRAMMERS,
    about=N_("Download a tokenizer for other libraries, or open one of theirs."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName(TRAINED)),
        Parameter("as", OneOf(tuple(writing.writable())), writing.writable()[0]),
    ),
)
