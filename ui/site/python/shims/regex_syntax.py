r"""The syntax of the `regex` module, translated into that of Python's own `re`.

`re` shares its possessive quantifiers and lookaheads and also counts code points, but has no `\p{L}`. So each character
class is written as ranges, which whoever translates provides.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

IGNORECASE, MULTILINE, DOTALL, V1 = 0x2, 0x8, 0x10, 0x100  # as in `regex`

_FLAGS = {IGNORECASE: re.IGNORECASE, DOTALL: re.DOTALL, MULTILINE: re.MULTILINE}
_CLASS = re.compile(r"\\[pP]\{[^}]+\}|\\[sSdDwW]")
# a call of a group by name or number, or of the whole pattern: not in `re`
_CALL = re.compile(r"\(\?(?:&|R\)|P>|[0-9])")
_SHORT_NAMES = {"s": "White_Space", "d": "Nd", "w": "Word"}
_NEVER = "(?!)"


def translate(
    pattern: str, flags: int, ranges: Callable[[str, int], str], grapheme: Callable[[], str]
) -> tuple[str, int]:
    r"""Return an equivalent pattern for `re`, and its flags. Raises ValueError if there is none.

    `ranges` writes a class or a set in brackets, with its flags, and `grapheme` what `\X` stands for.
    """
    if _CALL.search(pattern):
        raise ValueError(f"{pattern!r} calls a group, which Python's re cannot.")
    parts = []
    place = 0
    while place < len(pattern):
        end = _end_of_set(pattern, place, flags) if pattern[place] == "[" else place
        match = _CLASS.match(pattern, place)
        if end > place:
            parts.append(ranges(pattern[place:end], flags))
        elif match:
            end = match.end()
            parts.append(ranges(match.group(), flags))
        elif pattern.startswith(r"\X", place):
            end = place + 2
            parts.append(grapheme())
        else:
            end = place + (2 if pattern[place] == "\\" else 1)
            parts.append(pattern[place:end])
        place = end
    return "".join(parts), sum(ours for theirs, ours in _FLAGS.items() if flags & theirs)


def _end_of_set(pattern: str, start: int, flags: int) -> int:
    """Return where the set that begins at `start` ends. Under V1, sets can be nested."""
    depth = 0
    place = start
    while place < len(pattern):
        character = pattern[place]
        is_first = place > start and pattern[place - 1 : place] in ("[", "^") and place - start <= 2
        if character == "\\":
            place += 1
        elif character == "[" and (place == start or flags & V1):
            depth += 1
        elif character == "]" and not is_first:
            depth -= 1
            if depth == 0:
                return place + 1
        place += 1
    raise ValueError(f"{pattern!r} has a set that does not end.")


def known_ranges(characters: str, classes: Mapping[str, Sequence[int]]) -> str:
    r"""Return a class or a set in brackets as `re` writes it, given the first and last code points of known classes.

    Raises ValueError for one that is not known.

    >>> known_ranges(r"[^\r\p{Lu}_]", {"Lu": [65, 90]})
    '[^\\r\\u0041-\\u005A_]'
    """
    if not characters.startswith("["):
        return "[" + _class(characters, classes) + "]" if _runs(characters, classes) else _NEVER
    return _CLASS.sub(lambda match: _class(match.group(), classes), characters)


def _class(class_text: str, classes: Mapping[str, Sequence[int]]) -> str:
    return "".join(f"{escape(first)}-{escape(last)}" for first, last in _runs(class_text, classes))


def _runs(class_text: str, classes: Mapping[str, Sequence[int]]) -> list[tuple[int, int]]:
    r"""Return the runs of characters in a class such as \p{L}, \P{L}, \p{^L} or \S."""
    name = class_text[3:-1].removeprefix("^") if class_text[1] in "pP" else _SHORT_NAMES[class_text[1].lower()]
    is_without = (class_text[1].isupper()) != class_text.startswith("{^", 2)
    if name not in classes:
        raise ValueError(f"{class_text} is not known here.")
    runs = list(_pairs(classes[name]))
    if not is_without:
        return runs
    edges = [(-1, -1), *runs, (0x110000, 0x110000)]
    return [(last + 1, first - 1) for (_, last), (first, _) in pairwise(edges) if first - last > 1]


def _pairs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(numbers[::2], numbers[1::2], strict=True)


def escape(code: int) -> str:
    """Return a character as `re` writes it anywhere."""
    return f"\\U{code:08X}" if code > 0xFFFF else f"\\u{code:04X}"
