"""Class: a live class, opened and led."""

from ui.base.i18n import gettext as _
from ui.classroom.teacher.component import board
from ui.pages.common import shell

shell.begin("teach", _("A live class"))
board("teach")
