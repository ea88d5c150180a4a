"""The code shown to learners: each algorithm in a few self-contained lines, as in a textbook.

The code is in `code/`. A file contains an algorithm, or the functions that a variant replaces; `taught_code` combines
them. A comment that begins with `#:` names the beat of the lesson that the line belongs to, and the expressions that
have a value there: `#: choose pair; stats[pair]`. These comments are not shown.
"""

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "code"
_MARK = "  #: "


class MarkedLine(NamedTuple):
    """A line that belongs to a beat, and the names whose values are shown next to it."""

    line: int  # 0 for the first
    names: tuple[str, ...]


class TaughtCode(NamedTuple):
    """Self-contained code, and the lines of each beat."""

    lines: tuple[str, ...]
    beats: dict[str, list[MarkedLine]]

    @property
    def text(self) -> str:
        """The code as a module."""
        return "\n".join((*self.lines, ""))


@cache
def taught_code(name: str, *changes: str) -> TaughtCode:
    """Return the code of a file, with functions replaced by those of a variant.

    >>> print(*taught_code("bpe", "bpe_end_of_word").lines[3:5], sep="\\n")
    def split_word(word):
        return [*word, "</w>"]
    """
    base, *others = map(_CodeFile.of, (name, *changes))
    functions = dict(base.functions)
    new: dict[str, str] = {}
    for other in others:
        for function, source in other.functions.items():
            (functions if function in functions else new)[function] = source
    imports = "\n".join(dict.fromkeys(line for file in (base, *others) for line in file.imports))
    first = "\n\n".join(filter(None, (base.docstring, imports)))
    text = "\n\n\n".join((first, *new.values(), *functions.values()))
    lines, beats = [], dict[str, list[MarkedLine]]()
    for number, line in enumerate(text.split("\n")):
        code, _, mark = line.partition(_MARK)
        lines.append(code)
        if mark:
            beat, _, names = mark.partition(" ")
            beats.setdefault(beat, []).append(MarkedLine(number, tuple(filter(None, names.split("; ")))))
    return TaughtCode(tuple(lines), beats)


class _CodeFile(NamedTuple):
    docstring: str
    imports: list[str]  # from the standard library
    functions: dict[str, str]

    @classmethod
    def of(cls, name: str) -> "_CodeFile":
        text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
        lines = text.split("\n")
        docstring, imports, functions = "", [], {}
        for node in ast.parse(text).body:
            source = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            if isinstance(node, ast.FunctionDef):
                functions[node.name] = source
            elif isinstance(node, ast.Expr):
                docstring = source
            elif not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("bpe_engine"):
                imports.append(source)
        return cls(docstring, imports, functions)
