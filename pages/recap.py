"""Summary: the end of the course, with a certificate to print, and each chapter's key points."""

from ui.base.i18n import gettext as _
from ui.components.recap import recap
from ui.course.chapter_files import course
from ui.pages.common import navigation, shell
from ui.pages.recap.abilities import abilities, further_links
from ui.pages.recap.key_points import chapter_key_points

page = shell.start_page("recap", _("The course on one page"))
navigation.course_link()
shown = course()
parts = [_(part.title) for part in shown.parts]
recap(shown.parameter, parts, chapter_key_points(shown), abilities(shown), further_links())
with shell.screen_only("recap_on"):
    navigation.page_link("project", _("Your project: a tokenizer for your language"), icon=":material/arrow_forward:")
