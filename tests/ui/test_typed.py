"""What is typed in the exercises of the course: what is right in whatever form, what is wrong, and what is neither."""

import re
from time import process_time

import pytest

from ui.course.courses import course
from ui.course.typed import BYTE, NUMBER, SHARE, TEXT, TOKENS, Kind, Verdict, judge
from ui.pages.course.shown import show_exercise

EXERCISES = {
    f"{chapter.key} {number}": exercise
    for chapter in course().chapters
    for number, exercise in enumerate(chapter.exercises, start=1)
}
WHOLE = [name for name, exercise in EXERCISES.items() if exercise.kind in (NUMBER, BYTE)]

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


def answer_of(key: str) -> str:
    return show_exercise(EXERCISES[key]).answer


def judged(key: str, typed: str) -> Verdict:
    return judge(EXERCISES[key].kind, typed, answer_of(key))


@pytest.mark.parametrize("key", WHOLE)
def test_a_number_is_right_with_whatever_stands_around_it(key: str) -> None:
    answer = int(answer_of(key))
    forms = [text.format(answer) for text in AROUND]
    forms += [f"{answer}.0", f"{answer},0", f"{answer}.00", f"0{answer}", f" {answer} ", hex(answer)]
    forms += [f"{answer - 3} + 3", f"{answer + 3}-3", f"{answer}*1", f"{2 * answer} / 2", f"2×{answer}÷2"]
    forms += [f"{answer - 3}+3={answer}", str(answer).translate({ord(str(n)): 0xFF10 + n for n in range(10)})]
    assert [typed for typed in forms if judged(key, typed) != "right"] == []


@pytest.mark.parametrize("key", WHOLE)
def test_a_number_in_words_is_right_in_each_language(key: str) -> None:
    answer = int(answer_of(key))
    forms = SPELLED.get(answer, ())
    assert [typed for typed in forms if judged(key, typed) != "right"] == []


@pytest.mark.parametrize("key", WHOLE)
@pytest.mark.parametrize("sign", [",", ".", " ", "'", "’", "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}", "，"])
def test_digits_are_grouped_in_threes_from_the_right_and_nowhere_else(key: str, sign: str) -> None:
    digits = answer_of(key)
    grouped = f"{int(digits):,}".replace(",", sign)
    assert judged(key, grouped) == "right"
    elsewhere = [f"{digits[:at]}{sign}{digits[at:]}" for at in range(1, len(digits))]
    assert [typed for typed in elsewhere if typed != grouped and judged(key, typed) == "right"] == []


@pytest.mark.parametrize("key", WHOLE)
def test_another_number_is_wrong(key: str) -> None:
    answer = int(answer_of(key))
    others = [answer - 1, answer + 1, 10 * answer, -answer, answer / 10, f"0.{answer}", f"0,{answer}", f"{answer}.5"]
    others += [f"{answer}%", f"{answer}+1", f"1{answer}", "1.0", "0.9", "1/3", "0"]
    assert {str(typed): judged(key, str(typed)) for typed in others if judged(key, str(typed)) != "wrong"} == {}


@pytest.mark.parametrize("key", WHOLE)
def test_what_is_no_number_or_more_than_one_is_neither_right_nor_wrong(key: str) -> None:
    answer = answer_of(key)
    unread = [*NO_NUMBERS, f"{answer} or 16", f"{answer} and {answer}", "1/0", f"{answer}/(1-1)", "9**9**9", "2(3)"]
    unread += ["1//2", "9" * 5_000, "(" * 5_000, "9*" * 5_000 + "9", "__import__('os')", "1 if 1 else 2", "[1][0]"]
    assert {typed: judged(key, typed) for typed in unread if judged(key, typed) != "unread"} == {}


@pytest.mark.parametrize(
    ("kind", "typed", "answer", "verdict"),
    [
        (NUMBER, "eight (8 pairs)", "8", "right"),
        (NUMBER, "0,036", "36", "wrong"),
        (NUMBER, "0.036", "36", "wrong"),
        (NUMBER, "50257*768", "38597376", "right"),
        (NUMBER, "50,257 × 768", "38597376", "right"),
        (NUMBER, "50 257 х 768 = 38 597 376", "38597376", "right"),
        (NUMBER, "3,85,97,376", "38597376", "right"),
        (NUMBER, "100 thousand", "100000", "right"),
        (NUMBER, "100k", "100000", "right"),
        (NUMBER, "100 nghìn", "100000", "right"),
        (NUMBER, "100 тыс.", "100000", "right"),
        (NUMBER, "10万", "100000", "right"),
        (NUMBER, "3859万7376", "38597376", "right"),
        (NUMBER, "768 x 5万257", "38597376", "right"),
        (NUMBER, "15x", "15", "right"),
        (NUMBER, "38 59 73 76", "38597376", "unread"),
        (NUMBER, "²", "2", "unread"),
        (BYTE, "0A", "10", "right"),
        (BYTE, "byte 0a", "10", "right"),
        (BYTE, "0x0A", "10", "right"),
        (BYTE, "\\x0a", "10", "right"),
        (BYTE, "0x10", "10", "wrong"),
        (BYTE, "0B", "10", "wrong"),
        (SHARE, "1/36", "1/36", "right"),
        (SHARE, "15/540", "1/36", "right"),
        (SHARE, "15/(15*36)", "1/36", "right"),
        (SHARE, "15 / (15 × 36) = 0.028", "1/36", "right"),
        (SHARE, "15 : 540", "1/36", "right"),
        (SHARE, "0,0278", "1/36", "right"),
        (SHARE, ".028", "1/36", "right"),
        (SHARE, "2.8 %", "1/36", "right"),
        (SHARE, "1／36", "1/36", "right"),
        (SHARE, "0.02", "1/36", "wrong"),
        (SHARE, "36", "1/36", "wrong"),
        (SHARE, "1/0", "1/36", "unread"),
        (SHARE, "small", "1/36", "unread"),
        (TOKENS, "“[UNK]” + “hug”", "[UNK] hug", "right"),
        (TOKENS, "[unk] hug", "[UNK] hug", "right"),
        (TOKENS, "UNK hug", "[UNK] hug", "right"),
        (TOKENS, "<unk>, hug", "[UNK] hug", "right"),
        (TOKENS, '["[UNK]", "hug"]', "[UNK] hug", "right"),
        (TOKENS, "「[UNK]」、「hug」", "[UNK] hug", "right"),
        (TOKENS, "('[UNK]', 'hug')", "[UNK] hug", "right"),
        (TOKENS, "（UNK，hug）", "[UNK] hug", "right"),
        (TOKENS, "UNK / hug", "[UNK] hug", "right"),
        (TOKENS, "[UNK] - hug", "[UNK] hug", "right"),
        (TOKENS, "UNK – hug", "[UNK] hug", "right"),
        (TOKENS, "[UNK] Hug", "[UNK] hug", "wrong"),
        (TOKENS, "[UNK] h ug", "[UNK] hug", "wrong"),
        (TOKENS, "[UNK]hug", "[UNK] hug", "unread"),
        (TOKENS, "hug", "[UNK] hug", "unread"),
        (TOKENS, "a，bc、ab", "a bc ab", "right"),
        (TOKENS, "ab c ab", "a bc ab", "wrong"),
        (TOKENS, "t  </w>", "t </w>", "right"),
        (TEXT, '"Hello, world"', "Hello, world", "right"),
        (TEXT, "Hello,·world", "Hello, world", "right"),
        (TEXT, "Hello world", "Hello, world", "wrong"),
    ],
)
def test_what_is_typed_is_read_kindly(kind: Kind, typed: str, answer: str, verdict: Verdict) -> None:
    assert judge(kind, typed, answer) == verdict


def test_hostile_input_is_judged_at_once() -> None:
    repeated = ("(", "9*", "9/", "1,", " ", "1 ", "x", "-", "9**", "十", "mười ", "[")
    hostile = [text * (99 // len(text)) + end for text in repeated for end in ("", "9", "z")]
    before = process_time()
    for kind in (NUMBER, BYTE, SHARE, TOKENS, TEXT):
        for typed in hostile:
            judge(kind, typed, "1")
    assert process_time() - before < 0.5


def test_every_kind_of_answer_says_what_is_wanted() -> None:
    for name, exercise in EXERCISES.items():
        assert re.search(r"\w", exercise.kind.wanted), name


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("E1", "right"), ("e1", "right"), ("0xE1", "right"), ("byte E1.", "right"), ("Ｅ１", "right"), ("E2", "wrong")],
)
def test_a_byte_in_hex_may_begin_with_a_letter(typed: str, verdict: Verdict) -> None:
    assert judge(BYTE, typed, "225") == verdict  # 0xE1, with which most Vietnamese letters with tones begin


def test_a_byte_of_two_letters_is_read_where_it_is_no_word() -> None:
    assert (judge(BYTE, " ff ", "255"), judge(BYTE, "it will be 10", "10")) == ("right", "right")
