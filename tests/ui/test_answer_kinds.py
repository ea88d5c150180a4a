"""Typed answers to the course's exercises: right in any form, wrong, or not an answer."""

import re
import resource
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache

from tests.ui.answer_check import Asked, verdicts_on, with_other_verdict
from tests.ui.number_spelling import spelled
from ui.base.i18n import languages, use_language
from ui.course.answer_kinds import ANSWER_KINDS
from ui.course.chapter_files import course
from ui.course.random_values import SEED_COUNT
from ui.pages.course.view import show_exercise

EXERCISES = {
    f"{chapter.key} {number}": exercise
    for chapter in course().chapters
    for number, exercise in enumerate(chapter.exercises, start=1)
}
WHOLE = [name for name, exercise in EXERCISES.items() if exercise.kind in ("number", "millions", "byte")]

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


@cache
def answers() -> dict[str, tuple[str, str]]:
    """Return each exercise's kind and answer."""
    return {key: (each.kind, show_exercise(each).answer) for key, each in EXERCISES.items()}


def forms_of(write: Callable[[int], Iterable[object]]) -> Iterator[Asked]:
    """Yield what is typed in each exercise whose answer is a whole number."""
    for key in WHOLE:
        kind, answer = answers()[key]
        for typed in write(int(answer)):
            yield kind, str(typed), answer


def test_a_number_is_right_with_any_words_around_it() -> None:
    def forms(answer: int) -> Iterable[str]:
        yield from (text.format(answer) for text in AROUND)
        yield from (f"{answer}.0", f"{answer},0", f"{answer}.00", f"0{answer}", f" {answer} ", hex(answer))
        yield from (f"{answer - 3} + 3", f"{answer + 3}-3", f"{answer}*1", f"{2 * answer} / 2", f"2×{answer}÷2")
        yield from (f"{answer - 3}+3={answer}", str(answer).translate({ord(str(n)): 0xFF10 + n for n in range(10)}))
        yield from SPELLED.get(answer, ())  # in words, in each language

    assert with_other_verdict("right", forms_of(forms)) == []


def test_digits_may_be_grouped_only_in_threes_from_the_right() -> None:
    signs = (",", ".", " ", "'", "’", "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}", "，")

    def grouped(answer: int) -> list[str]:
        return [f"{answer:,}".replace(",", sign) for sign in signs]

    def elsewhere(answer: int) -> set[str]:
        digits = str(answer)
        cut = {f"{digits[:at]}{sign}{digits[at:]}" for sign in signs for at in range(1, len(digits))}
        return cut.difference(grouped(answer))

    assert with_other_verdict("right", forms_of(grouped)) == []
    assert "right" not in verdicts_on(forms_of(elsewhere))


def test_a_different_number_is_wrong_and_none_or_several_are_not_judged() -> None:
    def others(answer: int) -> list[object]:
        numbers = [answer - 1, answer + 1, 10 * answer, -answer, answer / 10, f"0.{answer}", f"0,{answer}"]
        return [*numbers, f"{answer}.5", f"{answer}%", f"{answer}+1", f"1{answer}", "1.0", "0.9", "1/3", "0"]

    assert with_other_verdict("wrong", forms_of(others)) == []

    def unread(answer: int) -> list[str]:
        several = [f"{answer} or 16", f"{answer} and {answer}", f"{answer}/(1-1)", "1/0", "9**9**9", "2(3)", "1//2"]
        hostile = ["9" * 5_000, "(" * 5_000, "9*" * 5_000 + "9", "__import__('os')", "1 if 1 else 2", "[1][0]"]
        return [*NO_NUMBERS, *several, *hostile]

    assert with_other_verdict("unread", forms_of(unread)) == []


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
    # 225 is 0xE1, the first byte of most Vietnamese letters with tones.
    *(("byte", typed, "225", "right") for typed in ("E1", "e1", "0xE1", "byte E1.", "Ｅ１")),
    ("byte", "E2", "225", "wrong"),
    ("byte", " ff ", "255", "right"),
    ("byte", "it will be 10", "10", "right"),
]


def test_typed_answers_are_read_leniently() -> None:
    said = verdicts_on((kind, typed, answer) for kind, typed, answer, _verdict in READ)
    assert [(*asked[:3], verdict) for asked, verdict in zip(READ, said, strict=True)] == READ


# In English, Vietnamese, Russian and Chinese; the first of each list is the answer.
SAME = [
    ("share", "3/4", """
        0.75; 75 percent; 75 per cent; 75%; seventy-five per cent; three quarters; three-quarters; Three
        fourths; 3 quarters; ¾; three out of four; 3 in 4; 75 phần trăm; bảy mươi lăm phần trăm; ba phần tư;
        3 trên 4; 3 trong số 4; 75 процентов; семьдесят пять процентов; три четверти; 3 из 4; 75％; 百分之七十五;
        百分之75; 四分之三; 4分之3; 4个中的3个"""),
    ("share", "1/5", """
        20%; one fifth; a fifth; one-fifth; 1 in 5; twenty percent; một phần năm; hai mươi phần trăm; одна
        пятая; двадцать процентов; 五分之一; 二十%"""),
    ("share", "1/2", """
        half; a half; one half; một nửa; половина; 一半; ½"""),
    ("share", "7/36", """
        28 of 144; 28 out of 144; 28 of the 144 tokens; 28/144; 28 trên 144; 28 trong tổng số 144; 28 из
        144; 28 из 144 токенов; 144个中的28个; 144中28; 19%; 19 %; 19.4%; 0.19; 0,19; 28/144 = 19 %; 28 of 144,
        which is 19.4%; nineteen percent; 19 phần trăm; девятнадцать процентов; 百分之十九; seven thirty-sixths;
        bảy phần ba mươi sáu; семь тридцать шестых; 三十六分之七"""),
    ("share", "68/11025", """
        17·16/210²; (17·16)/210²; 17/210 · 16/210; 17 × 16 / 210^2; 17*16/210**2; 17·16/(210·210);
        272/44,100; 0.0062; 0.62%"""),
    ("number", "16", """
        2^4; 2⁴; 2**4; 2·2·2·2; 4²; √256; 2^2^2; 1.6e1; 2^4 = 16; 2^4 ways; 20 minus 4; 20 trừ 4; 20 минус
        4; 20减4"""),
    ("number", "4", """
        log₂ 16; log2 16; log2(16); log_2 16; log₂16; log₂ 16 = 4."""),
    ("number", "10", """
        log₂ 1,024; log₂ 1 024; log₂ 1.024"""),
    ("number", "32000", """
        32 thousand; 32k; 32 nghìn; 32 тысячи; 3.2万; 3万2千; 三万两千; 三万二; thirty two thousand characters; ba
        mươi hai ngàn; тридцать две тысячи символов; 8,000 times 4; 8 nghìn × 4; 3.2e4"""),
    ("millions", "240000", """
        240 000; 240 thousand; 240 billion; 240,000 million; 240 thousand million; 240 bn; 240 tỷ; 240 tỉ;
        240.000 triệu; 240 nghìn triệu; 240 миллиардов; 240 млрд; 240 000 млн; 2400亿; 24万; 240000百万; 8 ×
        30,000; 8 million × 30,000; 240,000,000,000; two hundred and forty billion; двести сорок миллиардов;
        二千四百亿"""),
    ("text", "happily do", """
        happily·do; happily\u00a0do; ' happily do'"""),
]  # fmt: skip
OTHER = [
    (
        "share",
        "1/5",
        "one quarter; a fourth; hai phần năm; две пятых; 五分之二; 20; 25 percent; half; 1 in 6; 0.2 percent",
    ),
    ("share", "7/36", "20%; 0.2; 18%; 28 of 150; 19; 28%; 144 of 28"),
    ("share", "68/11025", "0.006; 17·16/210; 0.6%"),
    ("number", "16", "2^5; 4^4; 2⁵; log₂ 16"),
    ("number", "32000", "thirty-two; thirty-three thousand; ba mươi hai; тридцать две; 三万; 32 million; 3.2 thousand"),
    ("millions", "240000", "240; 240 million; 24 billion; 24亿"),
    ("number", "240000", "240 billion; 240,000 million"),
    ("text", "happily do", 'happily  do; happily··do; happily · do; ·happily do; " happily do"; happilydo'),
]


def _split_forms(listed: list[tuple[str, str, str]]) -> Iterator[Asked]:
    return (
        (kind, typed.strip("\n").strip("'"), answer)
        for kind, answer, forms in listed
        for typed in re.split(r";\s*", forms.strip())
    )


def test_answers_a_teacher_would_accept_are_right_and_near_misses_are_not() -> None:
    assert with_other_verdict("right", _split_forms(SAME)) == []
    assert with_other_verdict("wrong", _split_forms(OTHER)) == []


@cache
def _all_draws() -> list[tuple[str, str, str]]:
    """Return the kind, answer and solution of each draw of each exercise, in each language."""
    found = []
    for language in languages():
        use_language(language)
        for exercise in EXERCISES.values():
            for seed in range(SEED_COUNT):
                shown = show_exercise(exercise, seed)
                found.append((shown.kind, shown.answer, shown.solution.replace("\u00a0", " ")))
    use_language("en")
    return found


def test_every_number_may_be_spelled_out_in_every_language() -> None:
    whole = {(kind, answer) for kind, answer, _solution in _all_draws() if kind in ("number", "millions", "byte")}
    assert (
        with_other_verdict("right", ((kind, typed, answer) for kind, answer in whole for typed in spelled(int(answer))))
        == []
    )


def test_every_share_may_be_a_rounded_percentage_or_a_fraction() -> None:
    def forms() -> Iterator[Asked]:
        for answer in {answer for kind, answer, _solution in _all_draws() if kind == "share"}:
            share = Fraction(answer)
            above, below = share.numerator * 4, share.denominator * 4
            yield from (("share", form.format(above, below), answer) for form in ("{} of {}", "{} trên {}", "{} из {}"))
            yield "share", f"{below}分之{above}", answer
            if share >= Fraction(1, 10):
                percent = round(share * 100)
                words = (" percent", " per cent", "%", " phần trăm", " процентов")
                yield from (("share", f"{percent}{word}", answer) for word in words)
                yield from (("share", f"{spelled(percent)[0]} percent", answer), ("share", f"百分之{percent}", answer))

    assert with_other_verdict("right", forms()) == []


def test_the_calculation_in_a_solution_is_accepted_as_the_answer() -> None:
    """Such as log₂ 16 = 4 and 2 × 6 + 1 = 13, in every language."""
    written = re.compile(r"((?:log₂ )?[\d(][\d.,\s\u00d7\u00f7·+\u2212/()²^%]*) = ([\d.,\s]*\d)")
    found = set()
    for kind, answer, solution in _all_draws():
        for left, right in written.findall(solution):
            number = re.sub(r"\s", "", right)  # spaces group digits in some languages
            value = float(number.replace(",", ".")) if kind == "share" else int(re.sub(r"\D", "", right))
            if abs(value / float(Fraction(answer)) - 1) < (0.01 if kind == "share" else 1e-12):
                found.add((kind, left.strip(), answer))
    assert len(found) > 50
    assert with_other_verdict("right", found) == []


def test_hostile_input_is_judged_quickly_and_every_kind_says_what_it_expects() -> None:
    repeated = (
        "(", "√", "9^", "log₂ ", "one ", "trăm ", "万", "half ", "9 of ", "9*", "9/", "1,", " ", "1 ", "x", "-", "9**",
        "十", "mười ", "[",
    )  # fmt: skip
    hostile = [text * (99 // len(text)) + end for text in repeated for end in ("", "9", "z")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    verdicts_on((kind, typed, "1") for kind in ANSWER_KINDS for typed in hostile)
    # Seconds of a processor, however busy it is, including the start of Node.js.
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 5
    assert all(re.search(r"\w", wanted) for wanted in ANSWER_KINDS.values())
    assert {kind for kind, _answer in answers().values()} == ANSWER_KINDS.keys()
