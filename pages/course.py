"""The course: a chapter each, with an idea, a question, the thing itself and an exercise."""

from ui.base.i18n import gettext as _
from ui.course.chapter_files import course
from ui.pages.common import shell
from ui.pages.course.controls import study

page = shell.begin("course", _("Course"))
study(page, course())
