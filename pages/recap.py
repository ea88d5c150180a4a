"""Summary: the end of the course, with a certificate to print, and each chapter's key points."""

from ui.base.i18n import gettext as _
from ui.components.recap import recap
from ui.course.chapter_files import course
from ui.pages.common import navigation, shell
from ui.pages.recap.payload import recap_payload

page = shell.start_page("recap")
recap(recap_payload(course()))
with shell.screen_only("recap_on"):
    navigation.page_link("project", _("Your project: a tokenizer for your language"), icon=":material/arrow_forward:")
