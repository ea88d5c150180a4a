"""The length of a text in each vocabulary, in two Unicode normal forms."""

from unicodedata import combining

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.tokenizer_choices import SHIPPED, TokenizerName
from ui.base.visible_text import LINE_END
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, dialled, drawing, label, label_width, shape
from ui.course.values.app_links import tokenizer_at
from ui.course.values.article_costs import language_costs, short_names
from ui.course.values.text_values import NORMAL
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture, token_count_text
from ui.tokenization.scenarios.article import articles

FORMS = ("NFC", "NFD")
NAME = 124  # left edge of the bars
HUES = [token_hue(one) for one in (7, 2)]  # of the normal forms
PROGRAM = """\
def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        yield a
        a, b = b, a + b


print(list(fibonacci(10)))
"""
NUMBERS = "1024 × 768; 3.14159 + 2.71828 = 5.85987; 299,792,458; 2026-11-30; 0.001"
ROWS = 64  # top of the bars of a text that readers choose, below its beginning
KEY = 40  # top of the bars of both forms, below what their colours mean
HIGH, LOW = 44, 38  # of a row
BOLD = 1.1  # bold type is this much wider
BAR = 290  # length of the longest bar


@picture
def tokens_in_vocabularies(text: str) -> Picture:
    """A bar for each vocabulary, as long as the text is in NFC, and then what is added in NFD."""
    texts = [NORMAL[form](text) for form in FORMS]
    found = {TokenizerName(name).short_title: _lengths(name, texts) for name in SHIPPED}
    least = min(max(counts) for counts, loss in found.values() if not loss)  # whichever form the text has
    best = [name for name, (counts, loss) in found.items() if max(counts) == least and not loss]

    def written(name: str, step: int) -> str:
        counts, loss = found[name]
        if not step:
            return localized_number(counts[0])
        numbers = " → ".join(map(localized_number, dict.fromkeys(counts)))
        return _("{count}, {note}").format(count=numbers, note=loss) if loss else numbers

    unit = min(
        (WIDTH - NAME - 14 - label_width(written(name, 1)) * BOLD) / max(1, *counts)
        for name, (counts, _loss) in found.items()
    )

    def bar(key: str, y: float, counts: tuple[int, int], hue: int | None, mark: Mark) -> PictureShape:
        start, end = (NAME + unit * count for count in counts)
        return shape(key, "cell", ((start + end) / 2, y), (end - start, HIGH - 14), hue=hue, mark=mark)

    def frame(step: int) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        x: float = NAME
        for form, name in enumerate((_("In NFC"), _("Added in NFD"))[: step + 1]):
            shapes += [
                shape(f"key{form}", "cell", (x + 9, 16), (18, 18), hue=HUES[form]),
                label(f"form{form}", (x + 26, 16), name),
            ]
            x += 26 + label_width(name) + 24
        for place, (name, ((composed, decomposed), loss)) in enumerate(found.items()):
            y = KEY + HIGH * (place + 0.5)
            mark: Mark = "" if not step else "dim" if loss else "best" if name in best else ""
            hue = HUES[0] if mark != "best" else None
            shapes += [
                label(f"{name}:name", (2, y), name, mark),
                bar(f"{name}:NFC", y, (0, composed if not step else min(composed, decomposed)), hue, mark),
            ]
            if step and composed != decomposed:
                ends = (min(composed, decomposed), max(composed, decomposed))
                is_added = decomposed > composed
                shapes.append(bar(f"{name}:NFD", y, ends, HUES[1] if is_added else None, mark if is_added else "dim"))
            right = NAME + unit * (max(composed, decomposed) if step else composed)
            shapes.append(label(f"{name}:value", (right + 10, y), written(name, step), mark))
        return shapes

    question = _(
        "The text’s tokens in NFC. In NFD, each mark is a separate character. Which bars won’t grow, with nothing lost?"
    )
    answer = (
        _("This text is the same in both forms. It is shortest in {tokenizer}: {count}. Dotted: something is lost.")
        if texts[0] == texts[1]
        else _("In whichever form the text comes, it is shortest in {tokenizer}: {count}. Dotted: something is lost.")
    )
    answer = answer.format(tokenizer=join_list(best), count=token_count_text(least))
    return drawing(
        _("The text in every vocabulary"),
        _(
            "For each vocabulary, a bar as long as the text is in tokens in NFC, and then what is added in NFD. A "
            "dotted one belongs to a vocabulary that loses something."
        ),
        (WIDTH, KEY + HIGH * len(found)),
        [(question, frame(0)), (answer, frame(1))],
    )


@picture
def tokens_by_text(_text: str, *languages: str) -> Picture:
    """The tokens of Article 1 in some languages, by code, of a program and of numbers, in each vocabulary."""
    known = articles()
    for code in languages:
        if code not in known:
            raise ValueError(f"{code} is not a language of the article. Choose some of {', '.join(known)}.")
    costs = language_costs()
    names = short_names(costs[code] for code in languages)
    texts = {name: NORMAL["NFC"](known[code]["text"]) for code, name in names.items()}
    texts |= {"Python": PROGRAM, _("Numbers"): NUMBERS}
    first = next(iter(texts.items()))
    drawn = drawing(
        _("Choose a text"),
        _(
            "The beginning of a text, and for each vocabulary a bar as long as the text is in tokens. The shortest is "
            "on the accent. For a vocabulary that doesn’t give the text back, what it gives. A line is how long the "
            "same text is in the first language."
        ),
        (WIDTH, ROWS + LOW * len(SHIPPED) + 30),
        [_lengths_of(name, text, first if name in names.values() else None) for name, text in texts.items()],
    )
    return dialled(drawn, _("Text"), [*texts], 0)


def _lengths_of(name: str, text: str, first: tuple[str, str] | None) -> Frame:
    """Return the length of a text in each vocabulary, with that of the first one, named, if they say the same.

    Vocabularies that lose something of it don't compete: what they decode to stands in place of a bar.
    """
    found = {one: encoded(one, text) for one in SHIPPED}
    counts = {one: len(ids) for one, ids in found.items()}
    decoded = {one: tokenizer_at(one).decode(ids) for one, ids in found.items()}
    lost = {one for one, each in decoded.items() if each != text}
    least, most = (end(count for one, count in counts.items() if one not in lost) for end in (min, max))
    other = first if first and first != (name, text) else None
    longest = max([most, *(len(encoded(one, other[1])) for one in SHIPPED if other and one not in lost)])

    def names_with(count: int) -> str:
        return join_list(
            TokenizerName(one).short_title for one, each in counts.items() if each == count and one not in lost
        )

    sentence = _("{text}: {fewest} in {best}, and {most} in {worst}.").format(
        text=name,
        fewest=token_count_text(least),
        best=names_with(least),
        most=localized_number(most),
        worst=names_with(most),
    )
    shapes = [
        label("text", (2, 16), _beginning(text, WIDTH / BOLD), "now"),
        label("lost", (2, ROWS + LOW * len(SHIPPED) + 14), _("No bar: decoded, the text is different.")),
    ]
    for place, (one, count) in enumerate(counts.items()):
        y, wide = ROWS + LOW * (place + 0.5), BAR * count / longest
        mark: Mark = "dim" if one in lost else "best" if count == least else ""
        title, hue = TokenizerName(one).short_title, HUES[0] if not mark else None
        shapes.append(label(f"{one}:name", (2, y), title, mark))
        if one in lost:
            given = _("{count}: {text}").format(count=token_count_text(count), text=decoded[one])
            shapes.append(label(f"{one}:decoded", (NAME, y), _beginning(given, WIDTH - NAME), mark))
            continue
        shapes.append(shape(f"{one}:bar", "cell", (NAME + wide / 2, y), (wide, LOW - 14), hue=hue, mark=mark))
        if other:
            line = BAR * len(encoded(one, other[1])) / longest
            shapes.append(shape(f"{one}:first", "line", (NAME + line, y - LOW / 2 + 4), (0, LOW - 8), mark="now"))
            if wide - 4 < line < wide + 60:  # the value is behind the line
                wide = line
        shapes.append(label(f"{one}:value", (NAME + wide + 10, y), localized_number(count), mark))
    if other:
        shapes.append(label("first", (2, 42), _("Line: the same text, in {language}").format(language=other[0])))
    return sentence, shapes


def _beginning(text: str, room: float) -> str:
    """Return as much of a text as fits in a line, with a sign for a line break."""
    written, end = " ".join(text.replace("\n", f" {LINE_END} ").split()), 0
    while end < len(written) and label_width(written[: end + 1]) < room - 16:
        end += 1
    return written if end == len(written) else f"{written[:end]}…"


def _lengths(name: str, texts: list[str]) -> tuple[tuple[int, int], str]:
    """Return the number of tokens of a text in both forms, and what is lost of the first, empty for nothing."""
    tokenizer = tokenizer_at(name)
    composed, decomposed = (encoded(name, text) for text in texts)
    counts = len(composed), len(decomposed)
    decoded = tokenizer.decode(composed)
    if unknown := sum(map(tokenizer.is_unknown, composed)):
        return counts, _("{unknown} unknown").format(unknown=localized_number(unknown))
    if _marks(decoded) < _marks(texts[0]):
        return counts, _("marks lost")
    return counts, "" if decoded == texts[0] else _("text changed")


def _marks(text: str) -> int:
    return sum(combining(one) > 0 for one in NORMAL["NFD"](text))
