"""Yes-or-no questions that find a token: among equally frequent ones, each halves what is left."""

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, localized_significant, ngettext
from ui.base.visible_text import display_name
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.number_rows import single_tokens
from ui.course.pictures.shapes import WIDTH, Frame, Mark, caption, drawing, label, large_text, shape
from ui.course.values.value_registry import picture

COUNT, QUESTIONS = 8, 3
TOP, PITCH, HIGH = 24, 104, 44  # middle of the first row, from one row to the next, height of a token
LARGE = 30  # size of the type before the first question
AXIS = 50  # width of the axis at the left of the columns
BIT = 98  # height of a bit
FOOT = 338
SHARES = (1, 2, 3, 3)  # halvings of the text that leave the share of each token
FRACTIONS = ("½", "¼", "⅛", "⅛")
HEIGHT = 382


@picture
def halved_tokens(_text: str, of: str, *words: str) -> Picture:
    """Eight tokens, of which yes-or-no questions find the last one named; then four that are not equally frequent."""
    if len(words) != COUNT + 1 or words[COUNT] not in words[:COUNT]:
        raise ValueError(f"expected {COUNT} words and one of them again, but found: {', '.join(words)}.")
    pitch = (WIDTH - 4) / COUNT
    ids, names = zip(*single_tokens(of, words, COUNT + 1, pitch), strict=True)
    found, first = names.index(names[COUNT]), display_name(names[0])

    def row(number: int, of_all: int) -> list[PictureShape]:
        """Return the tokens after a question, which leaves fewer of them; before the first one, all are left."""
        left = COUNT >> number
        start = found // left * left
        y = TOP + number * PITCH
        shapes: list[PictureShape] = []
        if number:
            half = start - found // (2 * left) * 2 * left == 0
            question = ngettext(
                "{number}. The first half? {answer}: {count} is left.",
                "{number}. The first half? {answer}: {count} are left.",
                left,
            )
            values = {"number": number, "answer": _("Yes") if half else _("No"), "count": localized_number(left)}
            shapes.append(
                label(f"question{number}", (2, y - 40), question.format(**values), "now" if number == of_all else "")
            )
        for place in range(COUNT):
            is_left = start <= place < start + left
            at, hue = (2 + (place + 0.5) * pitch, y), token_hue(ids[place]) if is_left else None
            mark: Mark = "" if is_left else "dim"
            if left == 1 and is_left:
                mark = "now"
            shapes.append(
                shape(f"{number}:{place}", "tile", at, (pitch - 5, HIGH), text=names[place], hue=hue, mark=mark)
            )
        return shapes

    def cards() -> list[PictureShape]:
        """Return the tokens as large cards, in two rows, before any question."""
        width, high = (WIDTH - 4) / (COUNT // 2), HEIGHT / 2
        shapes: list[PictureShape] = []
        for place in range(COUNT):
            at = (2 + (place % (COUNT // 2) + 0.5) * width, (place // (COUNT // 2) + 0.5) * high)
            shapes.append(shape(f"0:{place}", "tile", at, (width - 16, high - 60), hue=token_hue(ids[place])))
            shapes.append(large_text(f"large{place}", at, names[place], LARGE))
        return shapes

    def question_rows(number: int) -> list[PictureShape]:
        return [one for each in range(number + 1) for one in row(each, number)] if number else cards()

    def columns(*, is_mean: bool) -> list[PictureShape]:
        """Return a column for each of four tokens: as wide as it is frequent, as high as its bits."""
        shapes: list[PictureShape] = [label("axis", (2, 14), _("Bits"))]
        for bits in range(max(SHARES) + 1):
            y = FOOT - bits * BIT
            shapes.append(shape(f"tick{bits}", "line", (AXIS, y), (WIDTH - AXIS, 0), mark="dim"))
            shapes.append(label(f"tick{bits}:name", (6, y), localized_number(bits)))
        x = AXIS + 2.0
        for place, bits in enumerate(SHARES):
            width = (WIDTH - AXIS - 4) / 2**bits
            at, hue = (x + width / 2, FOOT - bits * BIT / 2), token_hue(ids[place])
            shapes.append(shape(f"column{place}", "tile", at, (width, bits * BIT), hue=hue))
            shapes.append(shape(f"name{place}", "text", at, text=names[place]))
            shapes.append(caption(f"share{place}", (at[0], FOOT + 20), FRACTIONS[place]))
            x += width
        if is_mean:
            y, text = FOOT - mean * BIT, localized_significant(mean, 3)
            shapes.append(shape("mean", "line", (AXIS, y), (WIDTH - AXIS - 2, 0), mark="now"))
            shapes.append(label("mean:value", (6, y), text, "now"))
        return shapes

    mean = sum(bits / 2**bits for bits in SHARES)
    sums = " + ".join(f"{share} × {localized_number(bits)}" for share, bits in zip(FRACTIONS, SHARES, strict=True))
    values = {"count": localized_number(COUNT), "token": display_name(names[COUNT]), "first": first, "sum": sums}
    values["mean"] = localized_significant(mean, 3)
    sentences = [
        _("{count} tokens, all equally frequent. One comes next: how many yes-or-no questions find out which?"),
        _("Each question halves what is left, whatever the answer is. Say the token is “{token}”."),
        _("After two questions, two tokens are left."),
        _("Three questions, three answers: “{token}” carries 3 bits, like each of the {count}."),
        _(
            "If “{first}” is every second token, one question finds it: 1 bit. One in four carries 2 bits, one in "
            "eight carries 3."
        ),
        _("The average counts each as often as it occurs: {sum} = {mean} bits. This is the entropy."),
    ]
    frames: list[Frame] = [
        (sentence.format(**values), shapes)
        for sentence, shapes in zip(
            sentences,
            [*map(question_rows, range(QUESTIONS + 1)), columns(is_mean=False), columns(is_mean=True)],
            strict=True,
        )
    ]
    return drawing(
        _("Bits as questions"),
        _(
            "Eight tokens, and below them those that are left after each of three questions. Then four tokens as "
            "columns: as wide as they are frequent, as high as their bits, with a line at the average."
        ),
        (WIDTH, HEIGHT),
        frames,
    )
