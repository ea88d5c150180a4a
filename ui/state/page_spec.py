"""PageSpec: a page's name, its place in the navigation, its query parameters, what it draws lazily."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ui.base.i18n import N_
from ui.base.query_parameters import Parameter, Values
from ui.base.tokenizer_choices import TRAINED
from ui.state.shared_parameters import OPTIONAL_TOKENIZER, TOKENIZER, TOKENIZER_OR_CUSTOM

LEARN_GROUP = N_("Learn")
EXPLORE_GROUP = N_("Explore")
TEACH_GROUP = N_("Teach")
TOOLS_GROUP = N_("Tools")
_TOKENIZER_TYPES = (TOKENIZER, OPTIONAL_TOKENIZER, TOKENIZER_OR_CUSTOM)


@dataclass(frozen=True)
class PageSpec:
    """A page. Its texts are marked for translation, and translated when shown."""

    name: str  # in the URL, and of its file in pages/
    title: str
    group: str  # the menu with the page; empty for Home, where the wordmark leads, and for a view of another page
    description: str  # its purpose, for Home; empty for Home itself
    parameters: tuple[Parameter, ...]
    heading: str | None = None  # above the content; if None, the title; if empty, the content has its own
    menu_title: str = ""  # in the menu, if that names its views too; if empty, its title
    icon: str = ""  # in the menu, by its name among the Material Symbols
    parent: str = ""  # the page that it is a view of, if any; the menu has only that one
    short_title: str = ""  # its name among the views; if empty, its title
    in_course: bool = False  # the course leads to it, and it is not among the views
    defines_training: bool = False  # its values define what the learner's own tokenizer is trained on, and how
    requires_training: bool = False  # it shows the learner's own training, and nothing without it
    has_player_page: bool = False  # its main content is a player, which can fill the screen
    opens: tuple[str, ...] = ()  # its parameters, besides choices of a tokenizer, for which files can be opened
    is_prerendered: bool = False  # its first view is prerendered, by a module in ui/pages/prerendered/
    has_lazy_section: bool = False  # a section of it is drawn only when it scrolls into view
    subject: Callable[[Values, Values], str] = lambda _values, _training: ""
    """Which lesson or chapter it shows, given its values and those of the learner's training."""

    @cached_property
    def parameters_by_name(self) -> dict[str, Parameter]:
        """Its parameters by name."""
        return {parameter.name: parameter for parameter in self.parameters}

    @property
    def shown_heading(self) -> str:
        """The heading above the content; empty if the content has its own."""
        return self.title if self.heading is None else self.heading

    @property
    def script(self) -> str:
        """The script that Streamlit runs to show it."""
        return f"pages/{self.name}.py"

    @cached_property
    def tokenizer_choices(self) -> list[str]:
        """The names of the parameters that choose a tokenizer."""
        return [parameter.name for parameter in self.parameters if parameter.type in _TOKENIZER_TYPES]

    @property
    def own_file_choices(self) -> tuple[str, ...]:
        """The names of the parameters for which files can be opened."""
        return (*self.tokenizer_choices, *self.opens)

    @property
    def may_need_training(self) -> bool:
        """Whether its URL may contain the parameters of the learner's training."""
        return self.requires_training or bool(self.tokenizer_choices)

    def needs_training(self, values: Values) -> bool:
        """Return whether its URL must contain the parameters of the learner's training: a tokenizer depends on them."""
        chosen = [values[name] for name in self.tokenizer_choices]
        return self.requires_training or any(name is not None and name.name == TRAINED for name in chosen)


def page_views(pages: Mapping[str, PageSpec], name: str) -> list[PageSpec]:
    """Return a page and its views, in order; of the pages that the course leads to, only the given one."""
    return [page for page in page_family(pages, name) if not page.in_course or page.name == name]


def page_family(pages: Mapping[str, PageSpec], name: str) -> list[PageSpec]:
    """Return the pages that share one entry of the navigation with a page; the main one first."""
    first = pages[name].parent or name
    return [page for page in pages.values() if first in (page.name, page.parent)]
