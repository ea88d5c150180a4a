"""Class: a live class, opened and led."""

from urllib.parse import parse_qsl

from ui.classroom.teacher.component import class_dashboard
from ui.pages.common import navigation, shell
from ui.pages.teach.closed_class import closed_class

shell.start_page("teach")
clicked = class_dashboard("teach", closed_class())
if isinstance(clicked.go, str) and clicked.go.startswith("plans"):
    navigation.switch_page("plans", dict(parse_qsl(clicked.go.partition("?")[2])))
