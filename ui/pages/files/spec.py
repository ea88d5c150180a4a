"""The spec of the page Tokenizer files."""

from ui.base.i18n import N_
from ui.base.parameter_types import Choice
from ui.base.query_parameters import Parameter
from ui.base.tokenizer_choices import TRAINED, TokenizerName
from ui.pages.files import view
from ui.state.page_spec import TOOLS_GROUP, PageSpec
from ui.state.shared_parameters import TOKENIZER

PAGE = PageSpec(
    name="files",
    title=N_("Tokenizer files"),
    short_title=N_("Files"),
    menu_title=N_("Files and checks"),
    group=TOOLS_GROUP,
    icon="folder",
    description=N_("Download a tokenizer for other libraries, or open one of theirs."),
    parameters=(
        Parameter("of", TOKENIZER, TokenizerName(TRAINED)),
        Parameter("as", Choice(tuple(view.writable())), view.writable()[0]),
    ),
)
