"""Article 1 in several languages, each token a box."""

from collections.abc import Sequence

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_decimal, localized_number
from ui.base.tokenizer_choices import TokenizerName
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.answer_cards import answer_card
from ui.course.pictures.shapes import Frame, Mark, caption, dialled, drawing, label, label_width, shape
from ui.course.values.article_costs import ENGLISH, LanguageCost, language_costs, short_names
from ui.course.values.value_registry import picture, token_count_text

NAMES = ("gpt2", "o200k_base")  # before, and after
HIGH = 6.5  # height of a box
LEAST = 22  # height of a row
GAP = 7  # between rows
COUNT = 46  # the width of a number of boxes
WIDTH = 498  # as much as a phone shows in type that can be read
HEIGHT = 392  # of the drawing in which a language is chosen
TITLE = 30  # height of a title there
CARD, CAPTION = 16, 28  # from the edge of a card’s place to its boxes, and the height of what is above them
LEAST_PITCH = 30  # from one language to the next
MOST_TIMES = 30  # as many as a card has room for


@picture
def cost_of_languages(_text: str, asked: str, *others: str | float) -> Picture:
    """Article 1 in a language, by code, and in others: GPT-2's tokens, then GPT-4o's. Then each option's factor."""
    before, after = NAMES
    offered = [number for number in others if not isinstance(number, str)]
    if invalid := [number for number in offered if not 1 <= number <= MOST_TIMES]:
        raise ValueError(f"{invalid[0]} times as many tokens as English. Choose numbers from 1 to {MOST_TIMES}.")
    # Sorted by cost, the languages would give the answer away.
    rows = _costs_of([code for code in (*others, asked) if isinstance(code, str)])
    costs = language_costs()
    columns = costs[ENGLISH].tokens[before]
    names = short_names(rows)
    left = 24 + max(map(label_width, names.values()))
    width = WIDTH - COUNT - left
    box = (width / columns, HIGH)

    def row(cost: LanguageCost, y: float, step: int) -> list[PictureShape]:
        """Return a row: the language, its boxes, and how many they are."""
        was, is_now = (cost.tokens[name] for name in NAMES)
        is_asked = cost.code == asked
        mark: Mark = "now" if is_asked else ""
        middle = y + HIGH / 2  # of its first line
        shapes = [label(f"{cost.code}:name", (2, middle), names[cost.code], mark)]
        if is_asked and not step and offered:
            return [*shapes, *_cards(offered, columns, y + LEAST)]
        if is_asked and not step:
            at = (left + width / 2, middle)
            return [*shapes, shape(f"{cost.code}:?", "cell", at, (width, LEAST), text="?", mark="later")]
        text = localized_number(was if step < 2 else is_now)
        if step > 1:
            shapes.append(_boxes(f"{cost.code}:{before}", (left, y), box, (was, columns), "dim"))
        shapes.append(_boxes(cost.code, (left, y), box, (was if step < 2 else is_now, columns), mark))
        return [*shapes, label(f"{cost.code}:count", (left + width + 12, middle), text, mark)]

    def height(cost: LanguageCost) -> float:
        return max(LEAST, -(-cost.tokens[before] // columns) * HIGH)

    frames_of: list[list[PictureShape]] = []
    for step in range(3):
        y = LEAST / 2
        shapes: list[PictureShape] = []
        for cost in rows:
            shapes += row(cost, y, step)
            y += height(cost) + GAP
        frames_of.append(shapes)
    values = {"language": costs[asked].language, "english": localized_number(columns)} | {
        key: localized_number(costs[asked].tokens[name]) for key, name in (("count", before), ("fewer", after))
    }
    times = {name: localized_decimal(costs[asked].relative[name], 1) for name in NAMES}
    sentences = [
        _("Article 1 in GPT-2. Each box is a token, and {english} fill a line. How many lines does {language} fill?"),
        _("In GPT-2, {language} takes {count} tokens, {times} times as many as English."),
        _(
            "In GPT-4o, learned from more languages, it takes {fewer}: {newer} times as many as English. Grey: what "
            "that saves."
        ),
    ]
    texts = [sentence.format(**values, times=times[before], newer=times[after]) for sentence in sentences]
    frames: list[Frame] = list(zip(texts, frames_of, strict=True))
    about = _("For each language, as many boxes as Article 1 takes tokens. A line has as many boxes as English takes.")
    return drawing(
        _("A box for each token"), about, (WIDTH, max(y, *(_foot(card) + 2 for card in frames_of[0]))), frames
    )


def _costs_of(codes: Sequence[str]) -> list[LanguageCost]:
    """Return the costs of languages by their codes. Raises ValueError if Article 1 is not there in one of them."""
    costs = language_costs()
    if unknown := next((code for code in codes if code not in costs), None):
        raise ValueError(f"“{unknown}” is not one of the languages {', '.join(sorted(costs))}. Choose one of these.")
    return [costs[code] for code in codes]


def _foot(card: PictureShape) -> float:
    return card["at"][1] + card["size"][1] / 2 if "answers" in card else 0


def _cards(offered: Sequence[float], columns: int, top: float) -> list[PictureShape]:
    """Return a card for each number of times as many tokens as English takes, side by side, with that many boxes."""
    shapes: list[PictureShape] = []
    pitch = (WIDTH - 4) / len(offered)
    side = (pitch - 2 * CARD) / columns
    high = CAPTION + side * max(offered) + 8
    for option, times in enumerate(offered):
        middle = 2 + pitch * (option + 0.5)
        shapes.append(answer_card(f"card{option}", (middle, top + high / 2), (pitch - 12, high), option))
        shapes.append(
            caption(f"card{option}:times", (middle, top + CAPTION / 2), f"{localized_number(round(times))} ×")
        )
        at = middle - side * columns / 2, top + CAPTION
        shapes.append(_boxes(f"card{option}:boxes", at, (side, side), (round(times * columns), columns), ""))
    return shapes


@picture
def tokens_of_a_language(_text: str, chosen: str, *others: str) -> Picture:
    """Article 1 in the language that readers choose, named by its code: its tokens in GPT-2, and then in GPT-4o."""
    costs = language_costs()
    asked = _costs_of([chosen, *others])
    rows = [cost for cost in costs.values() if cost in asked]
    if len(rows) * LEAST_PITCH > HEIGHT:
        raise ValueError(f"{len(rows)} languages are too many: {HEIGHT // LEAST_PITCH} fit. Leave some out.")
    names = [*short_names(rows).values()]
    list_width = 20 + max(map(label_width, names))
    left, columns = list_width + 24, costs[ENGLISH].tokens[NAMES[0]]
    lines = {cost.code: [-(-cost.tokens[name] // columns) for name in NAMES] for cost in rows}
    box = ((WIDTH - 2 - left) / columns, (HEIGHT - 2 * TITLE - GAP) / max(map(sum, lines.values())))

    def frame(shown: int) -> Frame:
        shapes: list[PictureShape] = []
        for place, (cost, name) in enumerate(zip(rows, names, strict=True)):
            at, size = (list_width / 2, HEIGHT * (place + 0.5) / len(rows)), (list_width - 2, HEIGHT / len(rows) - 6)
            is_shown = place == shown
            shapes.append(shape(f"{cost.code}:cell", "cell", at, size, mark="now" if is_shown else "") | {"to": place})
            written = caption(f"{cost.code}:name", at, name, "now" if is_shown else "")
            shapes.append(written | {"to": place})
        cost = rows[shown]
        tops = (TITLE, 2 * TITLE + GAP + lines[cost.code][0] * box[1])  # close together, to be compared
        for name, top in zip(NAMES, tops, strict=True):
            text = f"{TokenizerName(name).short_title}: {token_count_text(cost.tokens[name])}"
            shapes.append(label(f"{name}:title", (left, top - TITLE / 2), text))
            shapes.append(_boxes(f"{name}:boxes", (left, top), box, (cost.tokens[name], columns), ""))
        sentence = (
            _(
                "English, which the others are compared with: {count} tokens. In UTF-8, each letter of this text has "
                "one byte."
            )
            if cost.code == ENGLISH
            else _(
                "{language}: in GPT-2, {times} times as many tokens as English; in GPT-4o, {fewer} times. In UTF-8, a "
                "character has {bytes} bytes on average."
            )
        )
        times, fewer = (localized_decimal(cost.relative[name], 1) for name in NAMES)
        each = localized_decimal(cost.bytes_each, 1)
        return sentence.format(
            count=localized_number(columns), language=names[shown], times=times, fewer=fewer, bytes=each
        ), shapes

    about = _(
        "A list of languages. Beside it, a box for each token that Article 1 takes in the chosen one, above in GPT-2 "
        "and below in GPT-4o. A line has as many boxes as English takes in GPT-2."
    )
    drawn = drawing(_("Choose a language"), about, (WIDTH, HEIGHT), [*map(frame, range(len(rows)))])
    start = [cost.code for cost in rows].index(chosen)
    return dialled(drawn, _("Language"), names, start, hint=_("Click a language."))


def _boxes(
    key: str, at: tuple[float, float], box: tuple[float, float], count: tuple[int, int], mark: Mark
) -> PictureShape:
    """Return so many boxes of a size, so many per line."""
    return shape(key, "boxes", at, box, mark=mark, boxes=count)
