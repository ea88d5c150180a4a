"""The spec of the page Write BPE yourself."""

from ui.base.i18n import N_
from ui.state.page_spec import PageSpec

PAGE = PageSpec(
    name="code",
    title=N_("Write BPE yourself"),
    group="",
    description=N_("Count pairs, merge, repeat: fifteen lines of your own Python, run and checked in your browser."),
    parameters=(),
    parent="course",
    in_course=True,
)
