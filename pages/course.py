"""The course: twelve chapters, each with an idea, a question, the thing itself and an exercise."""

from ui import shell
from ui.course import choices
from ui.i18n import gettext as _

page = shell.begin("course", _("Course"))
choices.study(page, choices.choose(page))
