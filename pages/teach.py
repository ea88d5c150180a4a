"""Class: a live class, opened and led."""

from ui.base.i18n import gettext as _
from ui.classroom.teacher.component import class_dashboard
from ui.pages.common import shell

shell.start_page("teach", _("Live class"))
class_dashboard("teach")
