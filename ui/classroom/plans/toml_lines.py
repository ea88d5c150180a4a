"""Line numbers of the tables and keys of a TOML file, for error messages."""

import re

Path = tuple[str | int, ...]
"""The keys that lead to a value, with 0-based indexes into arrays: `("place", 2, "link")`."""

# Strings and comments, which may contain anything. First triple quotes, which may end in up to five.
_QUOTED = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'" r"|#[^\n]*", re.DOTALL
)
_TABLES = re.compile(r"^[ \t]*\[\[[ \t]*([\w.\- \t]+?)[ \t]*\]\]|^[ \t]*\[[ \t]*([\w.\- \t]+?)[ \t]*\]", re.ASCII)
_KEY = re.compile(r"^[ \t]*([\w\-]+)[ \t]*=", re.ASCII)


def lines_of(toml_text: str) -> dict[Path, int]:
    """Return the line numbers of the tables and keys of a valid TOML file.

    >>> lines_of('title = "x"\\n[[place]]\\nlink = "train"\\n[place.question]\\nkind = "pair"')[("place", 0, "link")]
    3
    """
    blank = _QUOTED.sub(lambda line_numbers: '""' + "\n" * line_numbers[0].count("\n"), toml_text)
    line_numbers: dict[Path, int] = {}
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
            line_numbers.setdefault(inside, number)
        elif key := _KEY.match(line):
            line_numbers.setdefault((*inside, key[1]), number)
    return line_numbers


def line_of(lines: dict[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest table that contains it; 1 if none is known."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)
