"""Why models stumble: a question, the real tokens and the reason, in a minute each."""

from ui.course.chapter_files import topics
from ui.pages.common import shell
from ui.pages.course.controls import course_page

page = shell.start_page("stumble")
course_page(page, topics())
