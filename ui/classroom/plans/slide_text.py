"""A teacher's text with Markdown's headings, list items and bold words, and nothing else of Markdown."""

import re
from collections.abc import Callable

_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")
_ENTRY = re.compile(r"[-*]\s+(.*)")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")


def plain_text(text: str) -> str:
    """Return a text without its Markdown.

    >>> plain_text("# Key points\\n**Count** pairs, 2 * 3 ** 4")
    'Key points\\nCount pairs, 2 * 3 ** 4'
    """
    lines = (_HEADING.sub(r"\1", line) for line in text.split("\n"))
    return _BOLD.sub(r"\1", "\n".join(lines))


def slide_html(text: str, write_text: Callable[[str], str]) -> str:
    """Return a text as HTML; `write_text` escapes its parts.

    >>> slide_html("# One\\nTwo **three**\\n- four", str)
    '<h3>One</h3><p>Two <strong>three</strong></p><ul><li>four</li></ul>'
    """

    def bold(line: str) -> str:
        parts = _BOLD.split(line)  # every second part is bold
        return "".join(
            f"<strong>{write_text(part)}</strong>" if n % 2 else write_text(part) for n, part in enumerate(parts)
        )

    blocks: list[tuple[str, list[str]]] = []
    for line in text.split("\n"):
        heading, entry = _HEADING.fullmatch(line), _ENTRY.fullmatch(line)
        kind = "h3" if heading else "ul" if entry else "p" if line.strip() else ""
        content = bold(heading[1] if heading else entry[1] if entry else line)
        if blocks and blocks[-1][0] == kind and kind in ("p", "ul"):
            blocks[-1][1].append(content)
        else:
            blocks.append((kind, [content]))
    html = []
    for kind, lines in blocks:
        if kind == "ul":
            html.append(f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>")
        elif kind:
            joined = "\n".join(lines)
            html.append(f"<{kind}>{joined}</{kind}>")
    return "".join(html)
