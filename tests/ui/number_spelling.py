"""Whole numbers below a trillion in words: English, Vietnamese, Russian and Chinese, by the rules of their grammars."""

from collections.abc import Iterator


def _words(listed: str) -> list[str]:
    return listed.split()


_ENGLISH = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_ENGLISH_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")
_VIETNAMESE = _words("không một hai ba bốn năm sáu bảy tám chín")
_RUSSIAN = _words(
    "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать "
    "пятнадцать шестнадцать семнадцать восемнадцать девятнадцать"
)
_RUSSIAN_TENS = _words("двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто")
_RUSSIAN_HUNDREDS = _words("сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот")
_RUSSIAN_GROUPS = {
    10**9: ("миллиард", "миллиарда", "миллиардов"),
    10**6: ("миллион", "миллиона", "миллионов"),
    10**3: ("тысяча", "тысячи", "тысяч"),
}
_CHINESE = "零一二三四五六七八九"


def spelled(number: int) -> tuple[str, str, str, str]:
    """Spell a positive number in each language of the app."""
    return english(number), vietnamese(number), russian(number), chinese(number)


def english(number: int) -> str:
    """Spell a number in English: 240,101 is two hundred and forty thousand one hundred and one."""
    if number < 20:
        return _ENGLISH[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _ENGLISH_TENS[tens - 2] + (f"-{_ENGLISH[ones]}" if ones else "")
    for value, name, joint in ((10**9, "billion", " "), (10**6, "million", " "), (1000, "thousand", " ")):
        if number >= value:
            above, below = divmod(number, value)
            return f"{english(above)} {name}" + (f"{joint}{'and ' * (below < 100)}{english(below)}" if below else "")
    above, below = divmod(number, 100)
    return f"{english(above)} hundred" + (f" and {english(below)}" if below else "")


def vietnamese(number: int) -> str:
    """Spell a number in Vietnamese: 21 is hai mươi mốt, 105 một trăm linh năm, 2,003 hai nghìn không trăm linh ba."""
    groups = [
        (number // value % 1000, name) for value, name in ((10**9, "tỷ"), (10**6, "triệu"), (1000, "nghìn"), (1, ""))
    ]
    parts: list[str] = []
    for group, name in groups:
        if group:
            parts.append(f"{_vietnamese_group(group, is_whole=bool(parts))} {name}".strip())
    return " ".join(parts)


def _vietnamese_group(number: int, *, is_whole: bool) -> str:
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    said = [f"{_VIETNAMESE[hundreds]} trăm"] if hundreds or is_whole else []
    if tens == 1:
        said.append("mười")
    elif tens:
        said.append(f"{_VIETNAMESE[tens]} mươi")
    elif ones and said:
        said.append("linh")
    if ones:
        said.append("mốt" if ones == 1 and tens > 1 else "lăm" if ones == 5 and tens else _VIETNAMESE[ones])
    return " ".join(said)


def russian(number: int) -> str:
    """Spell a number in Russian: 32,001 is тридцать две тысячи один."""
    parts: list[str] = []
    for value, names in _RUSSIAN_GROUPS.items():
        group = number // value % 1000
        if group:
            last = group % 10 if group % 100 not in range(11, 15) else 0
            name = names[0] if last == 1 else names[1] if last in (2, 3, 4) else names[2]
            parts.append(f"{_russian_group(group, is_feminine=value == 1000)} {name}")
    if number % 1000:
        parts.append(_russian_group(number % 1000, is_feminine=False))
    return " ".join(parts)


def _russian_group(number: int, *, is_feminine: bool) -> str:
    def words() -> Iterator[str]:
        hundreds, rest = divmod(number, 100)
        if hundreds:
            yield _RUSSIAN_HUNDREDS[hundreds - 1]
        if rest >= 20:
            yield _RUSSIAN_TENS[rest // 10 - 2]
            rest %= 10
        if rest:
            yield {1: "одна", 2: "две"}.get(rest, _RUSSIAN[rest]) if is_feminine else _RUSSIAN[rest]

    return " ".join(words())


def chinese(number: int) -> str:
    """Spell a number in Chinese: 16 is 十六, 101,000 is 十万一千, 30,002 is 三万零二."""
    found = _chinese(number)
    return found.removeprefix("一") if found.startswith("一十") else found


def _chinese(number: int) -> str:
    for value, name in ((10**8, "亿"), (10**4, "万"), (1000, "千"), (100, "百"), (10, "十")):
        if number >= value:
            above, below = divmod(number, value)
            zero = "零" * (0 < below < value // 10)
            return (
                f"{chinese(above) if value > 1000 else _CHINESE[above]}{name}{zero}{_chinese(below) if below else ''}"
            )
    return _CHINESE[number]
