"""The course: a chapter each, with an idea, a question, the thing itself and an exercise."""

from ui.base.i18n import gettext as _
from ui.common import shell
from ui.course.courses import course
from ui.pages.course.study import study

page = shell.begin("course", _("Course"))
study(page, course())
