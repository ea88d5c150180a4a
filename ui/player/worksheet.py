"""A lesson to print on one or two pages of A4: a handout with all steps, or a worksheet with an answer key.

The result is an HTML page without scripts, which a browser prints. Its texts are the player's own.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import accumulate
from typing import NamedTuple

from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number
from ui.base.text_direction import isolate
from ui.base.visible_text import reading_order_note
from ui.components import read_styles
from ui.lessons.contract import Frame, HistoryItem, Lesson, TokenNumber, WordRow
from ui.player.html_page import html_page, page_styles

SHEETS = 2
"""The most A4 pages for a lesson. The answer key of a worksheet may take as many again."""


class _TypeSetting(NamedTuple):
    """The type size in points, and how much of a step fits: tokens of its words, characters of its sum."""

    size: float
    tokens: int = 40
    sum: int = 120


_TYPE_SETTINGS = (_TypeSetting(12), _TypeSetting(10.5), _TypeSetting(9), _TypeSetting(9, tokens=12, sum=24))
"""Settings to try, in order: the first that fits everything on one page, else the one that fits the most steps."""

# Estimates of the space, on the generous side: only the browser knows where lines break.
_PAGE = (186 * 72 / 25.4, 273 * 72 / 25.4 * 0.95)  # points: width and height within margins of 12 mm
_COLUMNS = (0.29, 0.26, 0.36)  # shares of the width: what happens in a step, its number, the words
_LINE = 1.62  # em: height of a line of tokens
_BETWEEN = 0.7  # em: space between rows
_BLANK = 2.6  # em: height of a row to fill in
_ROUND, _WIDE, _AROUND = 0.62, 1.05, 1.05  # em: width of a character, of a full-width one; padding of a token
_WIDE_FROM = "\u1100"
_HEADS = 9.0  # em: headings, table head, notes below the table
_LONG_WORD = 20
"""The most tokens of a word that is shown whole; of a longer one, only those near the new tokens are shown."""
_NEAR = 2  # tokens shown on either side of a new one

_LEFT_OUT: TokenNumber = -1
_MARK = re.compile("\ue000([\\d ]+)\ue001")


class _Step(NamedTuple):
    """A row of the table of steps, as HTML: what happens, the number and its sum, the words it changes."""

    event: str
    sum: str
    words: str


class WorksheetLayout(NamedTuple):
    """A printed lesson below its title: the part to hand out, the answer key, the type size, its tokens' colours."""

    given: str
    key: str
    size: float  # points
    hues: frozenset[int]
    pages: int  # estimated number of pages, if it starts on a new one


def lay_out(lesson: Lesson, steps_in_all: int, *, blank: bool = False, taken: float = 0) -> WorksheetLayout:
    """Lay out a lesson for printing; `blank` leaves its steps to be filled in.

    If not all steps fit, or the lesson does not have all of them, a note says how many are shown. `taken` is the
    number of lines that other content takes on the sheet.
    """
    writer = _Writer(lesson)
    begins = writer.start() + (writer.ranks_list() if blank else "")
    fit, shown, pages = _choose_type(writer, begins, blank=blank, taken=taken * _LINE)
    steps = writer.steps(fit)
    notes = list(writer.notes())
    if shown < steps_in_all:
        text = _("This sheet has the first {shown} of {all} steps.")
        notes.append(text.format(shown=localized_number(shown), all=localized_number(steps_in_all)))
    key = writer.table(steps[:shown]) + (writer.end() if shown == lesson["steps"] else "")
    given = begins + (writer.table_to_fill_in(shown) if blank else key)
    given += f"<footer>{''.join(map(_paragraph, notes))}</footer>"
    return WorksheetLayout(given, key, fit.size, frozenset(writer.hues), pages)


def worksheet(lesson: Lesson, title: str, language: str, steps_in_all: int, *, blank: bool = False) -> bytes:
    """Return a lesson as a page to print; `blank` leaves its steps to be filled in, with the key on a separate page."""
    found = lay_out(lesson, steps_in_all, blank=blank)
    size = type_size(found.size)
    names = name_field() if blank else ""
    body = f'<main class="sheet {size}">\n<h1>{escape(title)}</h1>\n{names}{found.given}</main>\n'
    if blank:
        heading = _("Answer key: {title}").format(title=title)
        body += f'<section class="sheet key {size}">\n<h1>{escape(heading)}</h1>\n{found.key}</section>\n'
    return paper_page(title, language, body, [found])


def type_size(points: float) -> str:
    """Return the CSS class for this type size."""
    return f"pt{round(points * 10)}"


def name_field() -> str:
    """Return the fields for name and date at the top of a worksheet."""
    spans = "".join(f"<span>{escape(text)}</span>" for text in (_("Name"), _("Date")))
    return f'<p class="name">{spans}</p>'


def paper_page(title: str, language: str, body: str, sheets: Iterable[WorksheetLayout], style: str = "") -> bytes:
    """Return a page to print, with the styles for these sheets; `style` is added to its style sheet."""
    hues = sorted({hue for one in sheets for hue in one.hues})
    # Classes, because the Content-Security-Policy forbids inline styles.
    colours = "".join(f".h{hue} {{ --hue: {hue}; }}\n" for hue in hues)
    sizes = "".join(f".sheet.{type_size(fit.size)} {{ font-size: {fit.size:g}pt; }}\n" for fit in _TYPE_SETTINGS[:-1])
    paper = read_styles("components/tokens.css", "player/worksheet.css")
    return html_page(title, language, body, f"{page_styles()}{paper}{style}{colours}{sizes}")


def _choose_type(writer: "_Writer", begins: str, *, blank: bool, taken: float) -> tuple[_TypeSetting, int, int]:
    """Return the best type setting, the number of steps that fit (at least one, if any), and the number of pages."""
    found = {}
    for fit in _TYPE_SETTINGS:
        width, height = (points / fit.size for points in _PAGE)
        around = [_height(part, width) for part in (begins, writer.end())]
        # In a worksheet, the end is only in the key; the start takes space on the other page.
        rest = (max(around) if blank else sum(around)) + _HEADS + taken
        rows = [_height_of(step, width, least=_BLANK if blank else 0) for step in writer.steps(fit)]
        if rest + sum(rows) <= height:
            return fit, len(rows), 1
        rest -= SHEETS * height - max(rows, default=0)  # a row is not split between pages
        found[fit] = max(1, sum(rest + room <= 0 for room in accumulate(rows))) if rows else 0
    best = max(found, key=found.__getitem__)
    return best, found[best], SHEETS


def _height_of(step: _Step, width: float, least: float) -> float:
    """Estimate the height of a row, in em."""
    lines = max(_line_count(part, share * width) for part, share in zip(step, _COLUMNS, strict=True))
    return max(lines * _LINE + _BETWEEN, least)


def _height(part: str, width: float) -> float:
    """Estimate the height of HTML that takes the full width, in em."""
    return _line_count(part, width) * _LINE + 2 * part.count("<h2>")


class _Writer:
    """Writes the parts of a lesson as HTML, with tokens in the notation that suits the text."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self._of_bytes = lesson["usual"] == "symbols"
        self.hues: set[int] = set()

    def start(self) -> str:
        """Return the words before the first step."""
        frame = self.lesson["frames"][0]
        legend = self.lesson["legend"] if self._of_bytes else ""
        return f"<h2>{escape(frame['titles'][1])}</h2>\n{_paragraph(legend)}{self._words_html(frame['words'])}"

    def end(self) -> str:
        """Return the vocabulary after the last step, or the ids of an encoding."""
        frame = self.lesson["frames"][-1]
        more = self.lesson["labels"]["more"].format(count=localized_number(frame["hidden"])) if frame["hidden"] else ""
        chips = (
            f"<li>{self._token_html(token)}{f'<small>{escape(caption)}</small>' if caption else ''}</li>"
            for token, caption in frame["chips"]
        )
        return f'<h2>{escape(frame["titles"][0])}</h2>\n<ul class="row">{"".join(chips)}</ul>\n{_paragraph(more)}'

    def ranks_list(self) -> str:
        """Return the ranks of the pairs, needed to encode by hand; empty if the lesson has no ranks."""
        if not any("rank" in past for past in self.lesson["merges"]):
            return ""
        rows = {tuple(row["pair"]): row["value"] for frame in self.lesson["frames"] for row in frame["candidates"]}
        by_name = sorted(rows.items(), key=lambda found: [self._token_text(part) for part in found[0]])
        items = (f"<li>{self._join_tokens(pair)}<small>{escape(value)}</small></li>" for pair, value in by_name)
        return f'<h2>{escape(self.lesson["labels"]["pairs"])}</h2>\n<ul class="row">{"".join(items)}</ul>\n'

    def steps(self, fit: _TypeSetting) -> list[_Step]:
        """Return all steps, each shortened to this type setting."""
        frames, first = self.lesson["frames"], self.lesson["firstMerge"]
        pasts = self.lesson["merges"]
        assert first == 0, "a lesson on paper begins with its first step"
        return [self._step(fit, *step) for step in zip(pasts, frames[:-1], frames[1:], strict=True)]

    def table(self, steps: Sequence[_Step]) -> str:
        """Return the table of steps, one per row."""
        rows = (
            f"<tr><th scope=row>{localized_number(place)}</th><td>{event}</td><td>{total}</td><td>{words}</td></tr>\n"
            for place, (event, total, words) in enumerate(steps, 1)
        )
        return self._table(rows)

    def table_to_fill_in(self, shown: int) -> str:
        """Return a table with this many empty rows, which mark only ties."""
        frames = self.lesson["frames"]
        rows = (
            f"<tr><th scope=row>{localized_number(step + 1)}</th><td></td>"
            f"<td>{self._tie_badge(frames[step])}</td><td></td></tr>\n"
            for step in range(shown)
        )
        return self._table(rows, "blank")

    def notes(self) -> Iterator[str]:
        """Yield notes on the notation: what unknown units become, how spaces read, which rule breaks ties."""
        becoming = (token[4:] for token in self.lesson["tokens"])
        for becomes in dict.fromkeys(becomes for some in becoming for becomes in some if becomes):
            yield _("Dashed border: not in the vocabulary. It becomes {token}.").format(token=becomes)
        if not self._of_bytes:
            yield from filter(None, [reading_order_note("".join(token[1] for token in self.lesson["tokens"]))])
        names = dict(self.lesson["rules"])
        for rule in dict.fromkeys(frame["tie"]["rule"] for frame in self.lesson["frames"] if frame["tie"]):
            if rule in names:
                yield _("Ties are broken by the rule “{rule}”.").format(rule=names[rule])

    def _table(self, rows: Iterable[str], kind: str = "") -> str:
        heads = (_("Step"), _("What happens"), _("Number"), _("Words it changes"))
        head = "".join(f"<th scope=col>{escape(text)}</th>" for text in heads)
        return f'<table class="steps {kind}"><thead><tr>{head}</tr></thead>\n<tbody>\n{"".join(rows)}</tbody></table>\n'

    def _step(self, fit: _TypeSetting, past: HistoryItem, before: Frame, after: Frame) -> _Step:
        terms = past["sum"] or past.get("rank", "")
        total = self._sentence(terms if terms and past["value"] in terms else f"{terms} {past['value']}".strip())
        if len(re.sub("<[^>]*>", "", total)) > fit.sum:
            total = self._sentence(past["value"])
        changed = [_around_new_tokens(row) for row in self._changed_words(before, after)]
        tokens = accumulate(len(row["tokens"]) for row in changed)
        shown = max(1, sum(many <= fit.tokens for many in tokens))
        more = len(changed) - shown
        left_out = _paragraph(self.lesson["labels"]["more"].format(count=localized_number(more))) if more > 0 else ""
        words = self._words_html(changed[:shown]) if changed else ""
        return _Step(self._join_tokens(past["parts"], past["made"]), total + self._tie_badge(before), words + left_out)

    def _changed_words(self, before: Frame, after: Frame) -> list[WordRow]:
        """Return the words that a step cuts differently, as they are after it."""
        if self.lesson["moreWords"]:
            return after["changed"]
        if len(before["words"]) != len(after["words"]):  # the text itself was changed
            return after["words"]
        pairs = zip(before["words"], after["words"], strict=True)
        return [now for was, now in pairs if was["tokens"] != now["tokens"]]

    def _tie_badge(self, frame: Frame) -> str:
        return f' <b class="tie">{escape(frame["tie"]["badge"])}</b>' if frame["tie"] else ""

    def _words_html(self, rows: Iterable[WordRow]) -> str:
        return f'<ul class="words">{"".join(map(self._word_html, rows))}</ul>\n'

    def _word_html(self, row: WordRow) -> str:
        label = f"<small>{escape(row['label'])}</small> " if row["label"] else ""
        fresh = set(row["fresh"])
        tokens = (
            "…" if token == _LEFT_OUT else self._token_html(token, fresh=place in fresh)
            for place, token in enumerate(row["tokens"])
        )
        return f"<li>{label}{escape(row['before'])}{''.join(tokens)}{escape(row['after'])}</li>"

    def _join_tokens(self, parts: Iterable[TokenNumber], made: TokenNumber | None = None) -> str:
        """Return tokens joined in one line, with the token that they become, if any."""
        sign = " + " if made is not None or len(list(parts)) == 2 else " "
        joined = sign.join(map(self._token_html, parts))
        return joined if made is None else f"{joined} → {self._token_html(made)}"

    def _token_html(self, token: TokenNumber, *, fresh: bool = False) -> str:
        _symbols, _text, token_id, hue, *_becomes = self.lesson["tokens"][token]
        classes = ["token", "new-token"] if fresh else ["token"]
        if token_id is None:
            classes.append("unknown")
        if hue is not None:
            self.hues.add(hue)
            classes.append(f"h{hue}")
        language = self.lesson["language"]
        lang = f' lang="{escape(language)}"' if language else ""
        return f'<span class="{" ".join(classes)}" translate="no"{lang}>{escape(self._token_text(token))}</span>'

    def _token_text(self, token: TokenNumber) -> str:
        symbols, text, *_rest = self.lesson["tokens"][token]
        return symbols if self._of_bytes else text

    def _sentence(self, text: str) -> str:
        """Return a sentence as HTML, with the names of its tokens filled in."""
        parts = _MARK.split(text)
        for place in range(1, len(parts), 2):
            names = [isolate(self._token_text(int(token))) for token in parts[place].split()]
            form = self.lesson["labels"]["pair"]
            name = names[0] if len(names) == 1 else form.format(left=names[0], right=names[1])
            parts[place] = f'<bdi translate="no">{escape(name)}</bdi>'
        return "".join(part if place % 2 else escape(part) for place, part in enumerate(parts))


def _around_new_tokens(row: WordRow) -> WordRow:
    """Return a word; of a very long one, only the tokens near the new ones, with “…” for the others."""
    if len(row["tokens"]) <= _LONG_WORD or not row["fresh"]:
        return row
    shown = {near for place in row["fresh"] for near in range(place - _NEAR, place + _NEAR + 1)}
    tokens: list[TokenNumber] = []
    fresh = []
    for place, token in enumerate(row["tokens"]):
        if place in row["fresh"]:
            fresh.append(len(tokens))
        if place in shown:
            tokens.append(token)
        elif tokens[-1:] != [_LEFT_OUT]:
            tokens.append(_LEFT_OUT)
    return {**row, "tokens": tokens, "fresh": fresh, "before": "", "after": ""}


def _line_count(part: str, width: float) -> int:
    """Estimate the number of lines that HTML takes. List items are kept together if possible."""
    lines, room = 0, 0.0
    for item in re.split("<li>|<p>", part):
        text = re.sub("<[^>]*>", "", item)
        signs = sum(_WIDE if sign >= _WIDE_FROM else _ROUND for sign in text)
        needed = signs + _AROUND * (item.count('class="token') + (item is not part))
        if needed > room:
            begun = max(1, -int(-needed // width))
            lines += begun
            room = begun * width
        room -= needed
    return max(1, lines)


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>\n" if text else ""
