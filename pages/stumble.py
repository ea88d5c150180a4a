"""Why models stumble: a question, the real tokens, and the reason, a minute each."""

from ui.base.i18n import gettext as _
from ui.common import shell
from ui.course.courses import topics
from ui.pages.course.study import study

page = shell.begin("stumble", _("Why models stumble"))
study(page, topics())
