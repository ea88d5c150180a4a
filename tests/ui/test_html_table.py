"""Tables as HTML."""

from html.parser import HTMLParser

from ui.components.html_table import html_table


class _Roles(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("style", "span", "div"):
            self.found.append((tag, dict(attrs).get("role")))


def test_a_table_that_phones_stack_has_explicit_roles() -> None:
    # As HTML gives them (HTML-AAM), where no style takes them away.
    parsed = _Roles()
    parsed.feed(html_table("Files", ("Name", "Use"), [("<td>", "none")], kind="named stacked"))
    assert parsed.found == [
        ("table", "table"),
        ("thead", "rowgroup"),
        ("tr", "row"),
        ("th", "columnheader"),
        ("th", "columnheader"),
        ("tbody", "rowgroup"),
        ("tr", "row"),
        ("td", "cell"),
        ("td", "cell"),
    ]
