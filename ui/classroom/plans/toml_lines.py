"""Where things stand in a TOML file: for errors that name the line."""

import re

Path = tuple[str | int, ...]
"""The names that lead to something, and the number of a place, from 0 on: `("place", 2, "link")`."""

# What a text may hold is none of the file's own signs. The triple quotes first, which may end with two more.
_QUOTED = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'" r"|#[^\n]*", re.DOTALL
)
_TABLES = re.compile(r"^[ \t]*\[\[[ \t]*([\w.\- \t]+?)[ \t]*\]\]|^[ \t]*\[[ \t]*([\w.\- \t]+?)[ \t]*\]", re.ASCII)
_KEY = re.compile(r"^[ \t]*([\w\-]+)[ \t]*=", re.ASCII)


def lines_of(written: str) -> dict[Path, int]:
    """The lines of the tables and names of a file that is TOML.

    >>> lines_of('title = "x"\\n[[place]]\\nlink = "train"\\n[place.question]\\nkind = "pair"')[("place", 0, "link")]
    3
    """
    blank = _QUOTED.sub(lambda found: '""' + "\n" * found[0].count("\n"), written)
    found: dict[Path, int] = {}
    counts: dict[str, int] = {}
    inside: Path = ()
    for number, line in enumerate(blank.split("\n"), 1):
        if table := _TABLES.match(line):
            names = [name.strip() for name in (table[1] or table[2]).split(".")]
            if table[1]:
                counts[table[1]] = counts.get(table[1], -1) + 1
            inside = ()
            for depth, name in enumerate(names, 1):
                inside += (name,)
                array = ".".join(names[:depth])
                if array in counts:
                    inside += (counts[array],)
            found.setdefault(inside, number)
        elif key := _KEY.match(line):
            found.setdefault((*inside, key[1]), number)
    return found


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of something, or of what it is in; 1 where neither has one."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)
