"""What describes a page: what it is called and where it stands, what an address says of it, what it draws late."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ui.base.i18n import N_
from ui.base.query_parameters import Parameter, Values
from ui.base.tokenizer_choices import TRAINED
from ui.state.shared_parameters import TOKENIZER, TOKENIZER_OR_CUSTOM

EXPLORE_GROUP = N_("Explore")
PROGRAMMERS_GROUP = N_("For programmers")


@dataclass(frozen=True)
class PageSpec:
    """A page. Its texts are marked for translation, and translated where they are shown."""

    name: str  # in the address, and of its file in pages/
    title: str  # in the navigation
    group: str  # of the navigation; without a name, its pages stand side by side
    description: str  # what it is for, on Home; empty for Home itself
    parameters: tuple[Parameter, ...]
    parent: str = ""  # a page in whose place it is shown: the navigation has only that one
    short_title: str = ""  # what it is called beside its parts; without a name, as in the navigation
    defines_training: bool = False  # its values say what the learner's own tokenizer is trained on, and how
    requires_training: bool = False  # it shows the learner's own training, and nothing without it
    has_player_page: bool = False  # its player is what it shows, and can be alone on the screen
    is_prerendered: bool = False  # what an address of it asks for comes with the page, made in ui/pages/prerendered/
    has_lazy_section: bool = False  # a part of it is drawn once it comes into sight
    subject: Callable[[Values, Values], str] = lambda _values, _training: ""
    """What it shows of all that it has, a lesson or a chapter, by its values and those of the learner's training."""

    @cached_property
    def parameters_by_name(self) -> dict[str, Parameter]:
        """Its parameters by their names."""
        return {parameter.name: parameter for parameter in self.parameters}

    @property
    def script(self) -> str:
        """What Streamlit runs to show it."""
        return f"pages/{self.name}.py"

    @property
    def _tokenizers(self) -> list[str]:
        return [one.name for one in self.parameters if one.type in (TOKENIZER, TOKENIZER_OR_CUSTOM)]

    @property
    def may_need_training(self) -> bool:
        """Whether an address of it may say how the learner's own tokenizer is trained."""
        return self.requires_training or bool(self._tokenizers)

    def needs_training(self, values: Values) -> bool:
        """Whether an address of it has to say so: one of its tokenizers is of the learner's own training."""
        chosen = [values[name] for name in self._tokenizers]
        return self.requires_training or any(name is not None and name.name == TRAINED for name in chosen)


def page_family(pages: Mapping[str, PageSpec], name: str) -> list[PageSpec]:
    """What is shown in the place of a page, or of the one that it is a part of: first that page itself."""
    first = pages[name].parent or name
    return [page for page in pages.values() if first in (page.name, page.parent)]
