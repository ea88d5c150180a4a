"""The page Write BPE yourself, described."""

from ui.base.i18n import N_
from ui.state.page_spec import Spec

PAGE = Spec(
    name="code",
    title=N_("Write BPE yourself"),
    group="",
    about=N_("Count pairs, merge, repeat: fifteen lines of your own Python, run and checked in your browser."),
    parameters=(),
    part_of="course",
)
