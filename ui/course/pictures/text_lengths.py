"""How long a text is in each vocabulary, in two normal forms of Unicode."""

from unicodedata import combining

from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number
from ui.base.tokenizer_choices import SHIPPED, TokenizerName
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import WIDTH, Frame, Mark, drawing, label, shape
from ui.course.values.app_links import tokenizer_at
from ui.course.values.text_values import NORMAL
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

FORMS = ("NFC", "NFD")
TOP = 30
PITCH = 35
NAME = 172  # where the bars begin
BAR = 262
HEIGHT = 14
BLUE = 7  # an id with this hue


@picture
def tokens_in_vocabularies(text: str) -> Picture:
    """The tokens of the text in each vocabulary, in NFC and then in NFD; before them, its characters and bytes."""
    texts = [NORMAL[form](text) for form in FORMS]
    given = [
        (_("Characters"), [len(one) for one in texts], ""),
        (_("Bytes"), [len(one.encode()) for one in texts], ""),
    ]
    found = [(_short(name), *_lengths(name, texts)) for name in SHIPPED]
    least = min(counts[0] for _name, counts, _note in found)
    titles = [
        TokenizerName(name).title for name, (_n, counts, _) in zip(SHIPPED, found, strict=True) if counts[0] == least
    ]
    most = max(1, *(max(counts) for _name, counts, _note in (*given, *found)))
    ordered = sorted(found, key=lambda row: -row[1][0])

    def bar(name: str, at: float, form: int, count: int | None, written: str, mark: Mark) -> list[PictureShape]:
        key, y, height = f"{name}:{FORMS[form]}", at, HEIGHT
        width = BAR if count is None else BAR * count / most
        hue = None if form or count is None else token_hue(BLUE)
        end = label(f"{key}:value", (NAME + width + 8, y), written, mark)
        return [shape(key, "cell", (NAME + width / 2, y), (width, height), hue=hue, mark=mark), end] if width else [end]

    def frame(step: int) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for form, name in enumerate(FORMS if step > 1 else FORMS[:1]):
            x = NAME + 90 * form
            hue = None if form else token_hue(BLUE)
            shapes.append(shape(f"key{form}", "cell", (x + 12, 12), (24, HEIGHT), hue=hue))
            shapes.append(label(f"form{form}", (x + 32, 12), name))
        for place, (name, counts, note) in enumerate([*given, *(ordered if step else found)]):
            y = TOP + PITCH * (place + 0.5)
            is_given = place < len(given)
            mark: Mark = "now" if step == 1 and counts[0] == least and not is_given else ""
            shapes.append(label(f"{name}:name", (2, y), name, mark))
            if not step and not is_given:
                shapes += bar(name, y, 0, None, "?", "dim")
                continue
            written = localized_number(counts[0])
            written = _("{count}, {note}").format(count=written, note=note) if note else written
            shapes += bar(name, y - 8 if step > 1 else y, 0, counts[0], written, mark)
            if step > 1:
                shapes += bar(name, y + 9, 1, counts[1], localized_number(counts[1]), "")
        return shapes

    values = {"tokenizer": join_list(titles), "count": localized_number(least)}
    says = [
        _("Characters and bytes of the text. How many tokens is it?"),
        _("In NFC, {tokenizer} needs the fewest tokens: {count}."),
        _("In NFD, each mark is a separate character. Compare the two bars of each vocabulary."),
    ]
    frames: list[Frame] = [(said.format(**values), frame(step)) for step, said in enumerate(says)]
    return drawing(
        _("The text in every vocabulary"),
        _("For each vocabulary, how many tokens the text takes, in NFC and in NFD."),
        (WIDTH, TOP + PITCH * (len(given) + len(found)) + 2),
        frames,
    )


def _short(name: str) -> str:
    return TokenizerName(name).title.split(" (")[0]


def _lengths(name: str, texts: list[str]) -> tuple[list[int], str]:
    """Return the tokens of each text, and what is lost in those of the first."""
    tokenizer = tokenizer_at(name)
    found = [encoded(name, text) for text in texts]
    counts = [len(ids) for ids in found]
    if unknown := sum(map(tokenizer.is_unknown, found[0])):
        return counts, _("{unknown} unknown").format(unknown=localized_number(unknown))
    return counts, _("marks lost") if _marks(tokenizer.decode(found[0])) < _marks(texts[0]) else ""


def _marks(text: str) -> int:
    return sum(combining(one) > 0 for one in NORMAL["NFD"](text))
