"""Why models stumble: a question, the real tokens, and the reason, a minute each."""

from ui.base.i18n import gettext as _
from ui.course.chapter_files import topics
from ui.pages.common import shell
from ui.pages.course.controls import study

page = shell.begin("stumble", _("Why models stumble"))
study(page, topics())
