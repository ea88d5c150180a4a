"""Minify scripts and style sheets: a fifth smaller, for the many hosts that do not compress."""

import re

_SPACED = re.compile(r" ?(=>|[!=]==|[<>+*%-]?=|&&|\|\||\?\?|[][(),:;?<>*%{}]) ?")
_SUM = re.compile(r"(?<=[\w\])]) ([+/-]) (?=[\w\[(])")  # not before or after another sign: a + +b
_LITERAL = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)""")


def minify_script(source: str) -> str:
    """Return a script without comments, indentation, and spaces around punctuation.

    Raises ValueError if a template literal spans several lines.

    >>> minify_script("// Why.\\nconst a = 1; // one\\n/** @type {B} */ let b;\\n  /* two\\n   * lines */\\n  c();\\n")
    'const a=1;let b;c();'
    >>> minify_script('d = { e: f ? "a, b" : "?", ...g };\\n')
    'd={e:f?"a, b":"?",...g};'
    >>> minify_script("for (const [a, b] of [...c]) if (!a) return [b];\\n")
    'for(const[a,b]of[...c])if(!a)return[b];'
    >>> minify_script("a = b + c - (d - +e);\\n")
    'a=b+c-(d - +e);'
    >>> minify_script("const half = (a + b) / 2;\\nconst found = /a + b/.test(c + d);\\n")
    'const half=(a+b)/2;const found = /a + b/.test(c + d);'
    """
    source = re.sub(r"^[ \t]*/\*.*?\*/[ \t]*\n?", "", source, flags=re.MULTILINE | re.DOTALL)
    source = re.sub(r"^[ \t]*//.*\n", "", source, flags=re.MULTILINE)
    source = re.sub(r"/\*\* @.*?\*/ ?", "", source)  # a type annotation within a line
    if any(line.count("`") % 2 for line in source.splitlines()):
        raise ValueError("A template goes over several lines, whose indents are a part of it.")
    # Comments at the end of a line, unless a quotation mark precedes them: they could be part of a string.
    lines = (re.sub(r"^([^\"'`]*[;,{]) // .*", r"\1", line.strip()) for line in source.splitlines())
    lines = (_without_spaces(line) for line in lines)
    # Any remaining comment needs its line break.
    return "".join(line if line[-1] in ";,{([" and "//" not in line else f"{line}\n" for line in lines if line)


def _without_spaces(line: str) -> str:
    """Return a line without spaces around punctuation; unchanged if it has a regex or a nested template."""
    parts = _LITERAL.split(line)  # every second one is a string or a template
    if line.count("`") > 2 or any("/" in part.replace(" / ", "") for part in parts[::2]):
        return line
    code = (_SPACED.sub(r"\1", _SUM.sub(r"\1", part)) for part in parts[::2])
    return "".join(part if place % 2 else next(code) for place, part in enumerate(parts))


def minify_stylesheet(source: str) -> str:
    """Return a style sheet without comments, insignificant spaces, and zeros before a decimal point.

    >>> minify_stylesheet("/* Why. */\\na,\\nb {\\n  color: red;\\n  margin: 0 0.5rem 10.5px;\\n}\\n")
    'a,b{color:red;margin:0 .5rem 10.5px}'
    """
    sheet = " ".join(re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL).split())
    # No string in a style sheet here has one of these characters next to a space, or a number below 1 in it.
    sheet = re.sub(r"(?<=[:,]) | ?([{};>~!/]) ?", r"\1", sheet).replace(";}", "}")
    return re.sub(r"(?<=[ :,(-])0(?=\.\d)", "", sheet)
