"""What is typed in the exercises of the course: what is right in whatever form, what is wrong, and what is neither."""

import re
from collections.abc import Callable, Iterable, Iterator
from time import monotonic

from tests.ui.answer_check import Asked, judged, not_said
from ui.course.answer_kinds import ANSWER_KINDS
from ui.course.chapter_files import course
from ui.pages.course.view import show_exercise

EXERCISES = {
    f"{chapter.key} {number}": exercise
    for chapter in course().chapters
    for number, exercise in enumerate(chapter.exercises, start=1)
}
WHOLE = [name for name, exercise in EXERCISES.items() if exercise.kind in ("number", "byte")]

# In English, Vietnamese, Russian and Chinese.
AROUND = (
    "{} times", "{} pairs", "it is {}.", "byte {}", "“{}”", "about {} tokens!", "= {}", "n = {}", "({})",
    "{} lần", "{} cặp", "byte thứ {}", "{} mảnh",
    "{} раз", "{} пар", "байт {}", "всего {} токенов",
    "{}次", "{} 对", "第{}个字节", "共{}个词元。",
)  # fmt: skip
SPELLED = {
    8: ("eight", "Eight pairs", "tám", "tám cặp", "восемь", "Восемь пар", "八", "八对"),
    9: ("nine", "nine tokens", "chín", "девять", "九", "九个"),
    10: ("ten", "byte ten", "mười", "десять", "十", "十号字节"),
    15: ("fifteen", "fifteen times", "mười lăm", "пятнадцать раз", "十五", "十五次"),
    18: ("eighteen", "eighteen times", "mười tám", "восемнадцать раз", "十八", "十八次"),
}
NO_NUMBERS = ("many", "?", "I don't know", "nhiều", "много", "很多", "[UNK]", "x", "-", ".", "()", "🤗", "\u202e")


ANSWERS = {key: (each.kind, show_exercise(each).answer) for key, each in EXERCISES.items()}


def forms_of(write: Callable[[int], Iterable[object]]) -> Iterator[Asked]:
    """What is typed in each exercise whose answer is a whole number."""
    for key in WHOLE:
        kind, answer = ANSWERS[key]
        for typed in write(int(answer)):
            yield kind, str(typed), answer


def test_a_number_is_right_with_whatever_stands_around_it() -> None:
    def forms(answer: int) -> Iterable[str]:
        yield from (text.format(answer) for text in AROUND)
        yield from (f"{answer}.0", f"{answer},0", f"{answer}.00", f"0{answer}", f" {answer} ", hex(answer))
        yield from (f"{answer - 3} + 3", f"{answer + 3}-3", f"{answer}*1", f"{2 * answer} / 2", f"2×{answer}÷2")
        yield from (f"{answer - 3}+3={answer}", str(answer).translate({ord(str(n)): 0xFF10 + n for n in range(10)}))
        yield from SPELLED.get(answer, ())  # in words, in each language

    assert not_said("right", forms_of(forms)) == []


def test_digits_are_grouped_in_threes_from_the_right_and_nowhere_else() -> None:
    signs = (",", ".", " ", "'", "’", "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}", "，")

    def grouped(answer: int) -> list[str]:
        return [f"{answer:,}".replace(",", sign) for sign in signs]

    def elsewhere(answer: int) -> set[str]:
        digits = str(answer)
        cut = {f"{digits[:at]}{sign}{digits[at:]}" for sign in signs for at in range(1, len(digits))}
        return cut.difference(grouped(answer))

    assert not_said("right", forms_of(grouped)) == []
    assert "right" not in judged(forms_of(elsewhere))


def test_another_number_is_wrong() -> None:
    def others(answer: int) -> list[object]:
        numbers = [answer - 1, answer + 1, 10 * answer, -answer, answer / 10, f"0.{answer}", f"0,{answer}"]
        return [*numbers, f"{answer}.5", f"{answer}%", f"{answer}+1", f"1{answer}", "1.0", "0.9", "1/3", "0"]

    assert not_said("wrong", forms_of(others)) == []


def test_what_is_no_number_or_more_than_one_is_neither_right_nor_wrong() -> None:
    def unread(answer: int) -> list[str]:
        several = [f"{answer} or 16", f"{answer} and {answer}", f"{answer}/(1-1)", "1/0", "9**9**9", "2(3)", "1//2"]
        hostile = ["9" * 5_000, "(" * 5_000, "9*" * 5_000 + "9", "__import__('os')", "1 if 1 else 2", "[1][0]"]
        return [*NO_NUMBERS, *several, *hostile]

    assert not_said("unread", forms_of(unread)) == []


READ = [
    ("number", "eight (8 pairs)", "8", "right"),
    ("number", "0,036", "36", "wrong"),
    ("number", "0.036", "36", "wrong"),
    ("number", "50257*768", "38597376", "right"),
    ("number", "50,257 × 768", "38597376", "right"),
    ("number", "50 257 х 768 = 38 597 376", "38597376", "right"),
    ("number", "3,85,97,376", "38597376", "right"),
    ("number", "100 thousand", "100000", "right"),
    ("number", "100k", "100000", "right"),
    ("number", "100 nghìn", "100000", "right"),
    ("number", "100 тыс.", "100000", "right"),
    ("number", "10万", "100000", "right"),
    ("number", "3859万7376", "38597376", "right"),
    ("number", "768 x 5万257", "38597376", "right"),
    ("number", "15x", "15", "right"),
    ("number", "38 59 73 76", "38597376", "unread"),
    ("number", "²", "2", "unread"),
    ("byte", "0A", "10", "right"),
    ("byte", "byte 0a", "10", "right"),
    ("byte", "0x0A", "10", "right"),
    ("byte", "\\x0a", "10", "right"),
    ("byte", "0x10", "10", "wrong"),
    ("byte", "0B", "10", "wrong"),
    ("share", "1/36", "1/36", "right"),
    ("share", "15/540", "1/36", "right"),
    ("share", "15/(15*36)", "1/36", "right"),
    ("share", "15 / (15 × 36) = 0.028", "1/36", "right"),
    ("share", "15 : 540", "1/36", "right"),
    ("share", "0,0278", "1/36", "right"),
    ("share", ".028", "1/36", "right"),
    ("share", "2.8 %", "1/36", "right"),
    ("share", "1／36", "1/36", "right"),
    ("share", "0.02", "1/36", "wrong"),
    ("share", "36", "1/36", "wrong"),
    ("share", "1/0", "1/36", "unread"),
    ("share", "small", "1/36", "unread"),
    ("tokens", "“[UNK]” + “hug”", "[UNK] hug", "right"),
    ("tokens", "[unk] hug", "[UNK] hug", "right"),
    ("tokens", "UNK hug", "[UNK] hug", "right"),
    ("tokens", "<unk>, hug", "[UNK] hug", "right"),
    ("tokens", '["[UNK]", "hug"]', "[UNK] hug", "right"),
    ("tokens", "「[UNK]」、「hug」", "[UNK] hug", "right"),
    ("tokens", "('[UNK]', 'hug')", "[UNK] hug", "right"),
    ("tokens", "（UNK，hug）", "[UNK] hug", "right"),
    ("tokens", "UNK / hug", "[UNK] hug", "right"),
    ("tokens", "[UNK] - hug", "[UNK] hug", "right"),
    ("tokens", "UNK – hug", "[UNK] hug", "right"),
    ("tokens", "[UNK] Hug", "[UNK] hug", "wrong"),
    ("tokens", "[UNK] h ug", "[UNK] hug", "wrong"),
    ("tokens", "[UNK]hug", "[UNK] hug", "unread"),
    ("tokens", "hug", "[UNK] hug", "unread"),
    ("tokens", "a，bc、ab", "a bc ab", "right"),
    ("tokens", "ab c ab", "a bc ab", "wrong"),
    ("tokens", "t  </w>", "t </w>", "right"),
    ("text", '"Hello, world"', "Hello, world", "right"),
    ("text", "Hello,·world", "Hello, world", "right"),
    ("text", "Hello world", "Hello, world", "wrong"),
    # 225 is 0xE1, with which most Vietnamese letters with tones begin.
    *(("byte", typed, "225", "right") for typed in ("E1", "e1", "0xE1", "byte E1.", "Ｅ１")),
    ("byte", "E2", "225", "wrong"),
    ("byte", " ff ", "255", "right"),
    ("byte", "it will be 10", "10", "right"),
]


def test_what_is_typed_is_read_kindly() -> None:
    said = judged((kind, typed, answer) for kind, typed, answer, _verdict in READ)
    assert [(*asked[:3], verdict) for asked, verdict in zip(READ, said, strict=True)] == READ


def test_hostile_input_is_judged_at_once() -> None:
    repeated = ("(", "9*", "9/", "1,", " ", "1 ", "x", "-", "9**", "十", "mười ", "[")
    hostile = [text * (99 // len(text)) + end for text in repeated for end in ("", "9", "z")]
    before = monotonic()
    judged((kind, typed, "1") for kind in ANSWER_KINDS for typed in hostile)
    assert monotonic() - before < 5  # with the start of Node.js on a busy machine


def test_every_kind_of_answer_says_what_is_wanted() -> None:
    assert all(re.search(r"\w", wanted) for wanted in ANSWER_KINDS.values())
    assert {kind for kind, _answer in ANSWERS.values()} == ANSWER_KINDS.keys()
