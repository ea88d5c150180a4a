"""Whether what was typed is the answer to an exercise, in whatever form it is written, or cannot be read as one."""

import ast
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal
from unicodedata import normalize

from ui.base.i18n import N_

Verdict = Literal["right", "wrong", "unread"]

LONGEST = 100  # characters that are read as a number or a calculation
NEAR = Fraction(1, 100)  # how far off a share may be, of itself: people round

# What a Chinese keyboard writes: ， ／ ＋ and digits as wide as a character.
_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_QUOTES = "\"'“”‘’«»„`「」『』"
_SIGNS = str.maketrans({"×": "*", "·": "*", "⋅": "*", "÷": "/", "⁄": "/", "−": "-", "–": "-", "’": "'", "≈": "="})

# From one on, in each language of the app: people mix them.
_COUNTED = (
    "one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,"
    "eighteen,nineteen,twenty",
    "một,hai,ba,bốn,năm,sáu,bảy,tám,chín,mười,mười một,mười hai,mười ba,mười bốn,mười lăm,mười sáu,mười bảy,mười tám,"
    "mười chín,hai mươi",
    "один,два,три,четыре,пять,шесть,семь,восемь,девять,десять,одиннадцать,двенадцать,тринадцать,четырнадцать,"
    "пятнадцать,шестнадцать,семнадцать,восемнадцать,девятнадцать,двадцать",
    "一,二,三,四,五,六,七,八,九,十,十一,十二,十三,十四,十五,十六,十七,十八,十九,二十",
)
_WORDS = {word: count for words in _COUNTED for count, word in enumerate(words.split(","), 1)}
_SCALES = {
    1_000: "thousand,k,nghìn,ngàn,тысяча,тысячи,тысяч,тыс,千",
    10_000: "万",
    1_000_000: "million,triệu,миллион,миллиона,миллионов,百万",
}
_SCALE_OF = {word: scale for scale, words in _SCALES.items() for word in words.split(",")}
_HAN = "一"  # from here on no spaces stand between words


def _any_of(words: dict[str, int]) -> str:
    """A pattern for each of these words, as a whole one where a script has spaces between them."""
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(word if word >= _HAN else rf"(?<![^\W\d_]){word}(?![^\W\d_])" for word in longest_first)


_WORD = re.compile(_any_of(_WORDS))
_HAN_SCALES = "|".join(word for word in _SCALE_OF if word >= _HAN)
_SCALE = re.compile(rf"(?<=\d)\s*({_any_of(_SCALE_OF)})")


def _literal(point: str, comma: str) -> re.Pattern[str]:
    """How a number is written: groups of three digits, or two as in India, never after a zero."""
    whole = rf"(?!0)\d{{1,3}}(?:{comma}\d{{2,3}})*{comma}\d{{3}}(?!\d)|(?!0)\d{{1,3}}(?:[ ']\d{{3}})+(?!\d)|\d+"
    return re.compile(rf"(?P<whole>{whole})(?:{point}(?P<part>\d*))?|{point}(?P<alone>\d+)")


_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_WRITTEN = (_literal(r"\.", ","), _literal(",", r"\."))  # 1,234.5 and 1.234,5


def numbers(typed: str) -> list[Fraction]:
    """What a number or a calculation may stand for, where there is one in a text; after =, what it comes to.

    >>> [str(found) for found in numbers("about 100.000 tokens")], numbers("15 or 16"), numbers("9**9**9")
    (['100', '100000'], [], [])
    """
    text = normalize("NFC", typed).translate(_SIGNS).lower().rpartition("=")[2]
    if len(text) > LONGEST:
        return []
    if not re.search(r"\d", text):
        text = _WORD.sub(lambda found: str(_WORDS[found[0]]), text)
    text = text.replace("%", "/100")
    # In 3859万7376 the rest follows at once.
    text = re.sub(rf"(\d+)({_HAN_SCALES})(\d+)", lambda found: f"({found[1]}*{_SCALE_OF[found[2]]}+{found[3]})", text)
    text = _SCALE.sub(lambda found: f"*{_SCALE_OF[found[1]]}", text)
    text = re.sub(r"(?:\b0|\\)x([\da-f]+)\b", lambda found: str(int(found[1], 16)), text)
    text = re.sub(r"(?<=[\d)])\s*([xх:])\s*(?=[\d(])", lambda found: "/" if found[1] == ":" else "*", text)
    parts = re.findall(r"[(\s-]*\.?\d[\d\s.,'()+*/-]*", re.sub(r"\s", " ", text))
    if len(parts) != 1:
        return []
    part = parts[0].rstrip(" .,'+*/-(")
    if part.count("(") != part.count(")"):
        part = part.strip("() ")
    found = (_calculated(part, written) for written in _WRITTEN)
    return list(dict.fromkeys(value for value in found if value is not None))


def _calculated(text: str, written: re.Pattern[str]) -> Fraction | None:
    """What a sum, a product or a quotient of numbers comes to; None where it is none."""
    values: list[Fraction] = []

    def noted(found: re.Match[str]) -> str:
        part = found["part"] or found["alone"] or ""
        values.append(Fraction(int(re.sub(r"\D", "", found["whole"] or "") + part), 10 ** len(part)))
        return f" {len(values) - 1} "

    try:
        return _value(ast.parse(written.sub(noted, text).strip(), mode="eval").body, values)
    except (SyntaxError, ZeroDivisionError):
        return None


def _value(node: ast.expr, values: list[Fraction]) -> Fraction:
    match node:
        case ast.Constant(value=int(at)):
            return values[at]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, values)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            return _OPERATORS[type(sign)](_value(left, values), _value(right, values))
    raise SyntaxError


def _bytes(typed: str) -> list[Fraction]:
    """The same for a byte, which may be two signs of hex; two letters alone, else they may be a word."""
    text = typed.translate(_FULL_WIDTH)
    in_hex = r"\b(?:\d[a-f]|[a-f]\d)\b|^\s*[a-f]{2}\s*$"
    return numbers(re.sub(in_hex, lambda found: f"0x{found[0].strip()}", text, flags=re.IGNORECASE))


def _tokens(typed: str) -> list[list[str]]:
    """Tokens with spaces or signs between them, where there are two at least."""
    parts = [part.strip(_QUOTES + "[]()") for part in re.split(r"(?:[\s+|,、·]|(?<=\s)[-–/](?=\s))+", typed)]
    found = ["UNK" if part.upper() in ("UNK", "<UNK>") else part for part in parts if part]
    return [found] if len(found) > 1 else []


def _text(typed: str) -> list[str]:
    return [" ".join(typed.replace("·", " ").strip(_QUOTES + " ").split())]


@dataclass(frozen=True)
class Kind:
    """A kind of answer: what a text may be read as, which of these is the answer, and what is said where it is none."""

    read: Callable[[str], Sequence[Any]]
    is_answer: Callable[[Any, str], bool]
    wanted: str


_NO_NUMBER = N_("That is not read as a number. Type one alone, as 12, 3 × 4 or 0.5.")
NUMBER = Kind(numbers, lambda found, answer: found == int(answer), _NO_NUMBER)
BYTE = Kind(_bytes, NUMBER.is_answer, _NO_NUMBER)
SHARE = Kind(numbers, lambda found, answer: abs(found - Fraction(answer)) <= NEAR * Fraction(answer), _NO_NUMBER)
TOKENS = Kind(
    _tokens, lambda found, answer: [found] == _tokens(answer), N_("Type all tokens, with spaces between them.")
)
TEXT = Kind(_text, lambda found, answer: found == answer, N_("Type the text."))
KINDS = {"number": NUMBER, "byte": BYTE, "share": SHARE, "tokens": TOKENS, "text": TEXT}
"""By the names that a chapter has for them."""


def judge(kind: Kind, typed: str, answer: str) -> Verdict:
    """Whether `typed` says the same as `answer`, which is written as Python writes it.

    >>> judge(NUMBER, "38 597 376", "38597376"), judge(NUMBER, "1.5", "15"), judge(NUMBER, "many", "15")
    ('right', 'wrong', 'unread')
    >>> judge(SHARE, "15/(15*36)", "1/36"), judge(BYTE, "E1", "225"), judge(TOKENS, "“a” + “bc”", "a bc")
    ('right', 'right', 'right')
    """
    found = kind.read(typed.translate(_FULL_WIDTH))
    if not found:
        return "unread"
    return "right" if any(kind.is_answer(one, answer) for one in found) else "wrong"


def can_be_typed(kind: Kind, answer: str) -> bool:
    """Whether an answer is one of a kind: who types it as it is written is right."""
    try:
        return judge(kind, answer, answer) == "right"
    except ValueError:  # a number that is none
        return False
