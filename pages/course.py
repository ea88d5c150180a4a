"""The course: a chapter each, with an idea, a question, the thing itself and an exercise."""

from ui.course.chapter_files import course
from ui.pages.common import shell
from ui.pages.course.controls import course_page

page = shell.start_page("course")
course_page(page, course())
