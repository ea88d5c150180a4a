"""How numbers, indentation, white space, line breaks, URLs, apostrophes and capitals are cut, and the consequences."""

from collections.abc import Iterator

from bpe_engine.checkup.finding import Finding, note
from bpe_engine.checkup.subject import Subject
from bpe_engine.pre_tokenizers import N_

NUMBERS = ("1234567", "7654321", "1000000", "3141592", "2718281")
INDENTED = "    return x"
URL = "https://www.example.com/path/index.html?q=1"


def check_cutting(subject: Subject) -> Iterator[Finding]:
    """Cut a sample of each, and explain the consequences."""
    for topic in (_numbers, _indentation, _spaces, _line_breaks, _url, _apostrophes, _capitals, _accents):
        yield from topic(subject)


def _cut(subject: Subject, text: str) -> str:
    """Return a text with a line between its tokens.

    >>> from bpe_engine import load_pretrained
    >>> _cut(Subject(load_pretrained("gpt2")), "a b\\n")
    'a| b|⏎'
    """
    shown = "|".join(subject.tokens(text))
    return shown.replace("\r", "␍").replace("\n", "⏎").replace("\t", "→")


def _numbers(subject: Subject) -> Iterator[Finding]:
    groups = [[len(token.strip()) for token in subject.tokens(number)] for number in NUMBERS]
    groups = [[size for size in sizes if size] for sizes in groups]
    cut = _cut(subject, NUMBERS[0])
    if all(sizes == [1] * 7 for sizes in groups):
        sentence = N_("Each digit is a token of its own ({cut}): numbers are long, but always cut the same way.")
    elif all(sizes == [3, 3, 1] for sizes in groups):
        sentence = N_(
            "Digits are cut in threes from the left ({cut}): the same group of digits means a different amount in "
            "numbers of different lengths."
        )
    elif all(sizes == [1, 3, 3] for sizes in groups):
        sentence = N_("Digits are cut in threes from the right ({cut}), as people write thousands.")
    elif len({tuple(sizes) for sizes in groups}) > 1:
        sentence = N_("Frequent digits merge ({cut}), so numbers of the same length are cut differently.")
    else:
        sentence = N_("Numbers of seven digits are cut like this: {cut}.")
    yield note(sentence, NUMBERS[0], cut=cut)


def _indentation(subject: Subject) -> Iterator[Finding]:
    counts = {size: len(subject.encode(" " * size + "x")) for size in (4, 8, 16)}
    tabs = len(subject.encode("\t\tx"))
    yield note(
        "Number of tokens for an x after 4 spaces: {four}; after 8: {eight}; after 16: {sixteen}; after two tabs: "
        "{tabs}. The fewer there are, the more code fits into a model’s window.",
        INDENTED,
        four=counts[4],
        eight=counts[8],
        sixteen=counts[16],
        tabs=tabs,
    )


def _spaces(subject: Subject) -> Iterator[Finding]:
    single, triple = subject.encode("a b"), subject.encode("a   b")
    if single == triple:
        yield note("Several spaces are the same as one, so columns and indentation are lost.", "a   b")
    else:
        yield note("Runs of spaces are kept: {cut}.", "a   b", cut=_cut(subject, "a   b"))
    with_space, without = subject.encode("x the"), subject.encode("the")
    if with_space[-1:] != without[-1:]:
        yield note(
            "A word has different tokens with a space before it and without, so a prompt should not end in a space.",
            "the the",
        )


def _line_breaks(subject: Subject) -> Iterator[Finding]:
    unix, windows, mac = (subject.encode(f"a{end}b") for end in ("\n", "\r\n", "\r"))
    if unix == subject.encode("a b"):
        yield note("Line breaks are the same as spaces, so paragraphs and lines of code are lost.", "a\nb")
    elif unix == windows:
        yield note("Line breaks of all systems become the same tokens.", "a\r\nb")
    else:
        yield note(
            "Windows line breaks become different tokens from Linux ones: {cut} instead of {other}. Convert texts "
            "first if that shouldn’t matter.",
            "a\r\nb",
            cut=_cut(subject, "a\r\nb"),
            other=_cut(subject, "a\nb"),
        )
    if unix != mac and len(subject.encode("a\n\nb")) <= len(unix):
        yield note("An empty line costs no more tokens than one line break.", "a\n\nb")


def _url(subject: Subject) -> Iterator[Finding]:
    yield note(
        "Tokens of a URL of {characters} characters: {tokens} ({cut}).",
        URL,
        characters=len(URL),
        tokens=len(subject.encode(URL)),
        cut=_cut(subject, URL),
    )


def _apostrophes(subject: Subject) -> Iterator[Finding]:
    straight, curly, capital = ("don't", "don’t", "DON'T")
    ends = {text: _tail(subject, text) for text in (straight, curly, capital)}
    if ends[straight] != ends[curly]:
        yield note(
            "A straight apostrophe and a curly one are cut differently: {straight} and {curly}.",
            "don't don’t",
            straight=_cut(subject, straight),
            curly=_cut(subject, curly),
        )
    if ends[straight].lower() != ends[capital].lower():
        yield note(
            "A contraction in capitals is cut differently: {small} and {capital}.",
            "don't DON'T",
            small=_cut(subject, straight),
            capital=_cut(subject, capital),
        )
    if ends[straight] == ends[curly] and ends[straight].lower() == ends[capital].lower():
        yield note(
            "Contractions are cut alike with each apostrophe and in capitals: {cut}.",
            straight,
            cut=_cut(subject, straight),
        )


def _tail(subject: Subject, text: str) -> str:
    """Return the grouping of a text's characters into tokens, with all apostrophes written alike."""
    return _cut(subject, text).replace("’", "'")


def _capitals(subject: Subject) -> Iterator[Finding]:
    forms = ("information", "Information", "INFORMATION")
    ids = [subject.encode(form) for form in forms]
    if ids[0] == ids[1] == ids[2]:
        yield note(
            "Capitals are the same as lower-case letters, so names and shouting look like any other word.", forms[1]
        )
        return
    yield note(
        "Tokens of the same word in lower case: {small}; with a capital: {first}; in capitals: {all} ({cut}).",
        " ".join(forms),
        small=len(ids[0]),
        first=len(ids[1]),
        all=len(ids[2]),
        cut=_cut(subject, forms[2]),
    )


def _accents(subject: Subject) -> Iterator[Finding]:
    composed, decomposed = subject.encode("café"), subject.encode("cafe\u0301")
    plain = subject.encode("cafe")
    if composed == plain:
        yield note("Accents are removed, so words that differ only in them become the same.", "café cafe")
    elif composed == decomposed:
        yield note(
            "A letter with an accent has the same tokens, whether it is written as one character or as two.",
            "cafe\u0301",
        )
    else:
        yield note(
            "A letter with an accent becomes different tokens if it is written as two characters. Tokens of café: "
            "{one} and {two}. Compose texts (NFC) first.",
            "café cafe\u0301",
            one=len(composed),
            two=len(decomposed),
        )
