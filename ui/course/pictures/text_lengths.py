"""The length of a text in each vocabulary, in two Unicode normal forms."""

from collections.abc import Sequence
from unicodedata import combining

from babel import Locale

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.tokenizer_choices import SHIPPED, TokenizerName
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, caption, dialled, drawing, label, label_width, shape
from ui.course.values.app_links import tokenizer_at
from ui.course.values.article_costs import distinct_names
from ui.course.values.text_values import NORMAL
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture, token_count_text
from ui.tokenization.scenarios.article import articles

FORMS = ("NFC", "NFD")
TOP = 60
PITCH = 32
APART = 8  # between the characters and bytes and the vocabularies
NAME = 124  # left edge of the scale
SCALE = 310
TICKS = 7  # most ticks
DOT = 17
HUES = [token_hue(one) for one in (7, 2)]  # of the normal forms
PROGRAM = """\
def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        yield a
        a, b = b, a + b


print(list(fibonacci(10)))
"""
NUMBERS = "3.14159 + 2.71828 = 5.85987; 299,792,458; 2026-11-30; 0.001; 1024 × 768"
ROWS = 64  # top of the bars
HIGH = 38
BOLD = 1.1  # bold type is this much wider
BAR = 290  # length of the longest bar


@picture
def tokens_in_vocabularies(text: str) -> Picture:
    """The number of tokens of the text in each vocabulary, in NFC and then in NFD, after its characters and bytes."""
    texts = [NORMAL[form](text) for form in FORMS]
    given = [
        (_("Characters"), [len(one) for one in texts], ""),
        (_("Bytes"), [len(one.encode()) for one in texts], ""),
    ]
    found = [(TokenizerName(name).short_title, *_lengths(name, texts)) for name in SHIPPED]
    least = min(max(counts) for _name, counts, _note in found)  # whichever form the text has
    titles = [name for name, counts, _note in found if max(counts) == least]
    longest = max(1, *(max(counts) for _name, counts, _note in (*given, *found)))
    tick = step_of(longest)
    most = -(-longest // tick) * tick
    ordered = sorted(found, key=lambda row: -row[1][0])

    def x(count: int) -> float:
        return NAME + SCALE * count / most

    def dot(key: str, at: tuple[float, float], form: int) -> PictureShape:
        # Not only the colour differs: the second form is a square.
        return shape(key, "cell" if form else "disc", at, (DOT - 3 * form, DOT - 3 * form), hue=HUES[form])

    def row(name: str, y: float, counts: Sequence[int], step: int, mark: Mark, note: str) -> list[PictureShape]:
        """Return a row: the text's length on the scale, then in both forms, with a line in between."""
        shown = [counts[0], counts[step]]
        first, last = sorted(map(x, shown))
        apart = DOT / 2 if step and first == last else 0  # equal lengths: one form above the other
        shapes = [
            dot(f"{name}:{FORMS[form]}", (x(count), y + (apart if form else -apart)), form)
            for form, count in enumerate(shown[: step + 1])
        ]
        if last > first:
            shapes.insert(0, shape(f"{name}:between", "line", (first, y), (last - first, 0)))
        written = localized_number(counts[0])
        text = localized_number(counts[step])
        text = _("{count}, {note}").format(count=text, note=note) if note and step else text
        right = max(map(x, shown)) + 14
        if right + 8.6 * len(text) > WIDTH:  # no room: to the left of both
            right = first - 14 - 8.6 * len(text)
        shapes.append(label(f"{name}:{FORMS[step]}:value", (right, y), text, mark))
        if first != last:
            left = first - 14 - (8.6 if mark else 8.2) * len(written)
            shapes.append(label(f"{name}:NFC:value", (left, y), written, mark))
        return shapes

    def frame(step: int) -> list[PictureShape]:
        shapes = [shape("scale", "line", (NAME, TOP), (x(most) - NAME, 0))]
        for count in range(0, most + 1, tick):
            shapes.append(shape(f"tick{count}", "line", (x(count), TOP - 5), (0, 10)))
            shapes.append(caption(f"count{count}", (x(count), TOP - 17), localized_number(count)))
        shapes.append(label("unit", (WIDTH - 2 - label_width(_("tokens")), 12), _("tokens")))
        for form, name in enumerate(FORMS[: step + 1]):
            shapes += [
                dot(f"key{form}", (NAME + 90 * form + 8, 12), form),
                label(f"form{form}", (NAME + 90 * form + 24, 12), name),
            ]
        for place, (name, counts, note) in enumerate([*given, *ordered]):
            is_given = place < len(given)
            y = TOP + PITCH * (place + 0.6) + (0 if is_given else APART)
            mark: Mark = "now" if step and max(counts) == least and not is_given else ""
            shapes.append(label(f"{name}:name", (2, y), name, mark))
            shapes += row(name, y, counts, step, mark, note)
        return shapes

    values = {"tokenizer": join_list(titles), "count": localized_number(least)}
    sentences = [
        _(
            "The text’s tokens in NFC, where each letter with its marks is one character. How many will there be in "
            "NFD?"
        ),
        _(
            "In NFD, each mark is a separate character. If you get both forms, count the longer one. The fewest "
            "tokens: {count}, in {tokenizer}."
        ),
    ]
    frames: list[Frame] = [(sentence.format(**values), frame(step)) for step, sentence in enumerate(sentences)]
    return drawing(
        _("The text in every vocabulary"),
        _("For each vocabulary, how many tokens the text takes on a scale: a dot in NFC, a square in NFD."),
        (WIDTH, TOP + PITCH * (len(given) + len(found)) + APART + 8),
        frames,
    )


@picture
def tokens_by_text(_text: str, *languages: str) -> Picture:
    """The tokens of Article 1 in some languages, by code, of a program and of numbers, in each vocabulary."""
    known = articles()
    for code in languages:
        if code not in known:
            raise ValueError(f"{code} is not a language of the article. Choose some of {', '.join(known)}.")
    names = distinct_names({code: _own_name(known[code]["bcp47"]) for code in languages})
    texts = {name: NORMAL["NFC"](known[code]["text"]) for code, name in names.items()}
    texts |= {"Python": PROGRAM, _("Numbers"): NUMBERS}
    first = next(iter(texts.items()))
    drawn = drawing(
        _("Choose a text"),
        _(
            "The beginning of a text, and for each vocabulary a bar as long as the text is in tokens. The shortest is "
            "on the accent. A dotted one belongs to a vocabulary that doesn’t give the text back. A line is how long "
            "the same text is in the first language."
        ),
        (WIDTH, ROWS + HIGH * len(SHIPPED) + 30),
        [_lengths_of(name, text, first if name in names.values() else None) for name, text in texts.items()],
    )
    return dialled(drawn, _("Text"), [*texts], 0)


def _own_name(tag: str) -> str:
    """Return the name of a language in that language, without its script."""
    found = Locale.parse(tag, sep="-")
    name = Locale(found.language).get_display_name() or tag
    return name[:1].upper() + name[1:]


def _lengths_of(name: str, text: str, first: tuple[str, str] | None) -> Frame:
    """Return the length of a text in each vocabulary, with that of the first one, named, if they say the same.

    Vocabularies that lose something of it don't compete.
    """
    found = {one: encoded(one, text) for one in SHIPPED}
    counts = {one: len(ids) for one, ids in found.items()}
    lost = {one for one, ids in found.items() if tokenizer_at(one).decode(ids) != text}
    least, most = (end(count for one, count in counts.items() if one not in lost) for end in (min, max))
    other = first if first and first != (name, text) else None
    longest = max([*counts.values(), *(len(encoded(one, other[1])) for one in SHIPPED if other)])

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
        label("text", (2, 16), _beginning(text), "now"),
        label("lost", (2, ROWS + HIGH * len(SHIPPED) + 14), _("Dotted: decoded, the text is different.")),
    ]
    for place, (one, count) in enumerate(counts.items()):
        y, wide = ROWS + HIGH * (place + 0.5), BAR * count / longest
        mark: Mark = "dim" if one in lost else "best" if count == least else ""
        title, hue = TokenizerName(one).short_title, HUES[0] if not mark else None
        bar = shape(f"{one}:bar", "cell", (NAME + wide / 2, y), (wide, HIGH - 14), hue=hue, mark=mark)
        shapes += [label(f"{one}:name", (2, y), title, mark), bar]
        if other:
            line = BAR * len(encoded(one, other[1])) / longest
            shapes.append(shape(f"{one}:first", "line", (NAME + line, y - HIGH / 2 + 4), (0, HIGH - 8), mark="now"))
            if wide - 4 < line < wide + 60:  # the value is behind the line
                wide = line
        shapes.append(label(f"{one}:value", (NAME + wide + 10, y), localized_number(count), mark))
    if other:
        shapes.append(label("first", (2, 42), _("Line: {language}").format(language=other[0])))
    return sentence, shapes


def _beginning(text: str) -> str:
    """Return as much of a text as fits in a line, with its line breaks as spaces."""
    written, end = " ".join(text.split()), 0
    while end < len(written) and label_width(written[: end + 1]) * BOLD < WIDTH - 16:
        end += 1
    return written if end == len(written) else f"{written[:end]}…"


def step_of(most: int) -> int:
    """Return the distance between the ticks of a scale: 1, 2 or 5 times a power of ten."""
    tens = (int("1" + "0" * zeros) for zeros in range(len(str(most))))
    return next(step * ten for ten in tens for step in (1, 2, 5) if most < TICKS * step * ten)


def _lengths(name: str, texts: list[str]) -> tuple[list[int], str]:
    """Return each text's number of tokens, and a note on what the first text loses, empty for nothing."""
    tokenizer = tokenizer_at(name)
    found = [encoded(name, text) for text in texts]
    counts = [len(ids) for ids in found]
    if unknown := sum(map(tokenizer.is_unknown, found[0])):
        return counts, _("{unknown} unknown").format(unknown=localized_number(unknown))
    return counts, _("marks lost") if _marks(tokenizer.decode(found[0])) < _marks(texts[0]) else ""


def _marks(text: str) -> int:
    return sum(combining(one) > 0 for one in NORMAL["NFD"](text))
