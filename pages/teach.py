"""Class: a live class, opened and led."""

from ui.base.i18n import gettext as _
from ui.common import shell
from ui.teacher.component import board

shell.begin("teach", _("A live class"))
board("teach")
