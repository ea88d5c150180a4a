"""A text read in several ways, one below the other, with each token below the letters or bytes it stands for."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Literal

from bpe_engine import Tokenizer
from bpe_engine.notebook import token_hue
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.token_labels import id_label
from ui.base.tokenizer_choices import TokenizerName
from ui.base.visible_text import display_name, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    PADDING,
    TYPE,
    WIDE,
    WIDTH,
    Frame,
    Mark,
    Tile,
    dialled,
    drawing,
    label,
    label_width,
    large_text,
    shape,
    text_from,
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer, tokenizer_at
from ui.course.values.value_registry import picture, token_count_text

Span = tuple[int, int, int | None]
"""A token's start and end, in bytes of the text, and its id, or None if it is not known yet."""

LETTER = 44  # width of a letter's cell
BYTE = 30  # least width of a byte, with its token below it
LARGEST = 36  # the size of the type of a typed text
LINE = 30  # of a text of several lines
TOKEN_ROW, MOST_ROWS = 76, 4  # from one line of its tokens to the next, and how many at most
EQUAL = 44  # room for “=” between a text and what its tokens decode to
FAR = 112  # distance between vocabularies
COVER = 76  # width of what covers tokens, at most
TOKEN = 60  # height of a token between whose “▁” and id there is space


def _spans(tokenizer: Tokenizer, text: str, special: Literal["none", "all"] = "none") -> list[Span]:
    """Return the spans of a text's tokens. Raises ValueError if the tokens do not spell the text in order."""
    found: list[Span] = []
    data, place = text.encode(), 0
    for one in tokenizer.encode(text, special):
        name = tokenizer.token_of_id[one]
        if tokenizer.is_unknown(one):
            length = len(data[place:].decode()[:1].encode())
        elif name in tokenizer.tokens_by_name:
            length = len(name.encode())
        else:
            written = tokenizer.token_bytes(one)
            if tokenizer.space:
                written = written.replace(tokenizer.space.encode(), b" ")
            length = len(written) - (not place and written[:1] == b" " != data[:1])
            if not data[place:].startswith(written[len(written) - length :]):
                raise ValueError(f"not spelled by its tokens, without change: {text}")
        if not length:
            raise ValueError(f"has a token for no character: {text}")
        found.append((place, place + length, one))
        place += length
    if place != len(data):
        raise ValueError(f"not spelled by its tokens, without change: {text}")
    return found


def _tiles(
    key: str, tokenizer: Tokenizer, spans: Sequence[Span], x: Sequence[float], y: float, mark: Mark = ""
) -> list[PictureShape]:
    """Return tokens with their ids, aligned with their bytes: `x` has the left edge of each byte."""
    shapes = []
    for place, (start, end, one) in enumerate(spans):
        at, size = ((x[start] + x[end]) / 2, y), (x[end] - x[start] - 6, 52)
        if one is None:
            wide = min(size[0], COVER)
            at = x[start] + 3 + wide / 2, y
            shapes.append(shape(f"{key}{place}", "tile", at, (wide, size[1]), text="?", mark="later"))
            continue
        hue = None if tokenizer.is_unknown(one) else token_hue(one)
        text = id_label(tokenizer, one)
        shapes.append(shape(f"{key}{place}", "tile", at, size, text=text, note=str(one), hue=hue, mark=mark))
    return shapes


def _replace_between(spans: Sequence[Span], start: int, end: int) -> list[Span]:
    """Replace the tokens between two positions with a single unknown one."""
    known = [span for span in spans if span[1] <= start or span[0] >= end]
    hidden = [span for span in spans if span not in known]
    gap: Span = (hidden[0][0], hidden[-1][1], None)
    return sorted([*known, gap], key=lambda span: span[0])


@picture
def words_as_ids(_text: str, of: str, *words: str) -> Picture:
    """Words in letters, and below them their tokens: first the tokens, then their ids, word by word."""
    tokenizer = bpe_tokenizer(of)
    if not words or not all(words):
        raise ValueError("an empty text")
    cuts = [_spans(tokenizer, word) for word in words]
    ends = [[*accumulate((len(one.encode()) for one in word), initial=0)] for word in words]
    edges = [
        _edges((tokenizer,), (spans,), [LETTER / len(one.encode()) for one in word for _byte in one.encode()])
        for word, spans in zip(words, cuts, strict=True)
    ]
    first_ids = [one for _start, _end, one in cuts[0]]
    first = {*first_ids}

    def frame(step: int) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for row, (word, spans) in enumerate(zip(words, cuts, strict=True)):
            y = 26 + 138 * row
            # The first word takes two steps: its tokens, then their ids.
            is_known = step > row + (row > 0)
            is_now = step in ((1, 2) if not row else (row + 2,))
            has_ids = step > 1
            x = edges[row]
            for place, (since, until) in enumerate(pairwise(ends[row])):
                at, size = ((x[since] + x[until]) / 2, y), (x[until] - x[since] - 6, 44)
                gone: Mark = "dim" if is_known and has_ids else ""
                text = make_visible(word[place])
                shapes.append(shape(f"{row}:letter{place}", "cell", at, size, text=text, mark=gone))
            shown: list[Span] = spans if is_known else [(0, len(word.encode()), None)]
            tiles = _tiles(f"{row}:", tokenizer, shown, x, y + 62)
            for tile, (_start, _end, one) in zip(tiles, shown, strict=True):
                is_new = is_now and is_known and not (row and one in first)  # tokens of the first word are not new
                mark: Mark = "now" if is_new else tile["mark"]
                shapes.append(tile | {"mark": mark} | ({} if has_ids or not tile["note"] else {"note": "?"}))
        return shapes

    word, others = words[0], words[1:]
    numbers = {
        "word": display_name(word),
        "tokens": token_count_text(len(cuts[0])),
        "ids": join_list(str(one) for _start, _end, one in cuts[0]),
    }
    sentences = [
        _("You see letters. What does the model get for each of these texts?"),
        _("“{word}” is cut into {tokens}.").format(**numbers),
        _("Each is looked up in the vocabulary. The model gets {ids}, and no letters.").format(**numbers),
    ]
    for other, spans in zip(others, cuts[1:], strict=True):
        ids = [one for _start, _end, one in spans]
        sentence = (
            _("“{word}” begins with another id; the rest is the same.")
            if len(ids) > 1 and ids[0] != first_ids[0] and ids[1:] == first_ids[1:]
            else _("“{word}” is one token, with an id of its own: {ids}.")
            if len(ids) == 1
            else _("“{word}” has other ids: {ids}.")
        )
        sentences.append(sentence.format(word=display_name(other), ids=join_list(map(str, ids))))
    return drawing(
        _("From letters to ids"),
        _("Each text in a row of letters, · for a space, and below them the tokens they are in, each with its id."),
        (max(x[-1] for x in edges) + 2, 138 * len(words) - 18),
        [(sentence, frame(step)) for step, sentence in enumerate(sentences)],
    )


@picture
def typed_special_token(_text: str, of: str, text: str, name: str) -> Picture:
    """A text that contains a special token's name: read as plain text, and read as the token."""
    tokenizer = bpe_tokenizer(of)
    if name not in tokenizer.tokens_by_name:
        raise ValueError(f"“{name}” is not a special token of {of}. Name one.")
    if name not in text:
        raise ValueError(f"“{name}” is not in the text: {text}")
    plain, read = _spans(tokenizer, text), _spans(tokenizer, text, "all")
    parts = text.partition(name)
    start, end, count = accumulate(len(part.encode()) for part in parts)
    written = [*map(make_visible, parts)]
    x = _edges((tokenizer, tokenizer), (plain, read), [0] * count)
    right = x[-1] - 6
    size = min(LARGEST, (right - 24) / sum(map(width_of, written)) * WIDE)  # of the type of the text
    widths = [width_of(part) * size / WIDE for part in written]
    left = (2 + right - sum(widths)) / 2
    tops = 122, 264
    titles = [_("Read as plain text"), _("Read as the special token")]
    ends_text = name == "<|endoftext|>" and end < count
    of_name = [sum(to > start and at < end for at, to, _one in spans) for spans in (plain, read)]

    def typed() -> list[PictureShape]:
        shapes = [shape("box", "cell", ((2 + right) / 2, 50), (right - 2, 92))]
        edges = [*accumulate(widths, initial=left)]
        for part, (since, until) in enumerate(pairwise(edges)):
            its: Mark = "now" if part == 1 else ""
            middle = (since + until) / 2, 44
            shapes.append(large_text(f"part{part}", middle, written[part], round(size, 1), its))
        line = (edges[1], 74), (widths[1], 0)
        return [*shapes, shape("name", "line", *line, mark="now")]

    def result(row: int, count: int, mark: Mark) -> list[PictureShape]:
        """Return how many tokens the name is, at the right edge, and as how many texts all is read."""
        told, y = token_count_text(count), tops[row]
        shapes = [label(f"count{row}", (right - label_width(told), y), told, mark)]
        foot = y + 84
        if not ends_text:
            return shapes
        if not row:
            shapes.append(shape("whole:line", "line", (4, foot), (right - 6, 0), mark=mark))
            return [*shapes, label("whole", (4, foot + 18), _("one text"), mark)]
        past = _("another text")
        return [
            *shapes,
            shape("first:line", "line", (4, foot), (x[end] - 12, 0), mark=mark),
            label("first", (4, foot + 18), _("a text that has ended"), mark),
            shape("past:line", "line", (x[end] + 4, foot), (right - x[end] - 6, 0), mark=mark),
            label("past", (right - label_width(past), foot + 18), past, mark),
        ]

    def frame(step: int) -> list[PictureShape]:
        shapes = typed()
        for row, (title, spans) in enumerate(zip(titles, (plain, read), strict=True)):
            y = tops[row]
            mark: Mark = "now" if row + 1 == step else ""
            shapes.append(label(f"title{row}", (4, y), title, mark))
            if row < step:
                marks: list[Mark] = [mark if to > start and at < end else "" for at, to, _one in spans]
                tiles = _tiles(f"{row}:", tokenizer, spans, x, y + 46)
                shapes += [tile | {"mark": its} for tile, its in zip(tiles, marks, strict=True)]
                shapes += result(row, of_name[row], mark)
                continue
            shapes += _tiles(f"{row}:", tokenizer, _replace_between(spans, start, end), x, y + 46)
        return shapes

    special = next(one for at, _to, one in read if at == start)
    values = {
        "name": name,
        "id": special,
        "own": token_count_text(of_name[0]),
    }
    sentences = [
        _("Someone typed this. What should {name} become?").format(**values),
        _("Letters like any others: the name is {own}, and the model reads them like any text.").format(**values),
        _("Now the name is one id, {id}, which no merge ever makes.").format(**values),
    ]
    if ends_text:
        sentences[-1] = join_sentences(sentences[-1], _("The model takes what follows for another text."))
    return drawing(
        _("A typed {name}").format(name=name),
        _(
            "The text, with the name underlined. Below it, its tokens with their ids: read as plain text, and with the "
            "name read as the special token."
        ),
        (x[-1] + 2, tops[-1] + 118),
        [(sentence, frame(step)) for step, sentence in enumerate(sentences)],
    )


@picture
def character_without_token(_text: str, text: str, *names: str) -> Picture:
    """A text whose last character is rare, in bytes, and its tokens in one more vocabulary per step."""
    made = [tokenizer_at(name) for name in names]
    cuts = [_spans(tokenizer, text) for tokenizer in made]
    rare, data = text[-1], text.encode()
    start = len(data) - len(rare.encode())
    x = _edges(made, cuts, [BYTE] * len(data))
    ends = [*accumulate((len(one.encode()) for one in text), initial=0)]
    texts = [one.decode(one.encode(text, "none")) for one in made]
    titles = [TokenizerName(name).short_title for name in names]
    for title, one, spans in zip(titles, made, cuts, strict=True):
        ids = [token_id or 0 for _from, to, token_id in spans if to > start]
        if not one.byte_level and any(
            not one.is_unknown(token_id) and one.token_of_id[token_id] not in one.byte_of_token for token_id in ids
        ):
            raise ValueError(f"the last character has a token in {title}: {text}")
    aside = 20 + max(map(label_width, titles))  # left edge of what is decoded
    foot = aside + label_width(_("decoded:")) + 6 + max(width_of(make_visible(one)) for one in texts)

    def frame(step: int) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for place, (left, right) in enumerate(pairwise(ends)):
            at, size = ((x[left] + x[right]) / 2, 19), (x[right] - x[left] - 6, 34)
            shapes.append(shape(f"letter{place}", "cell", at, size, text=make_visible(text[place])))
        for place, byte in enumerate(data):
            shapes.append(shape(f"byte{place}", "text", ((x[place] + x[place + 1]) / 2, 52), text=f"{byte:02X}"))
        for row, (title, tokenizer, spans) in enumerate(zip(titles, made, cuts, strict=True)):
            y = 86 + FAR * row
            is_now = row + 1 == step
            shapes.append(label(f"title{row}", (6, y), title, "now" if is_now else ""))
            if step > len(names):
                at = aside, y
                mark: Mark = "" if texts[row] == text else "now"
                shapes.append(label(f"decoded{row}", at, _("decoded:"), mark))
                at = at[0] + label_width(_("decoded:")) + 6, y
                shapes.append(text_from(f"back{row}", at, make_visible(texts[row]), mark))
            shown = spans if row < step else _replace_between(spans, start, len(data))
            for tile, (_from, to, _one) in zip(_tiles(f"{row}:", tokenizer, shown, x, y + 48), shown, strict=True):
                now: Mark = "now" if is_now and to > start else ""
                shapes.append(tile | {"size": (tile["size"][0], TOKEN), "mark": tile["mark"] or now})
        return shapes

    sentences = [
        _("“{text}”, with its bytes in hex. What becomes of {rare}?").format(text=display_name(text), rare=rare)
    ]
    sentences += [
        _tokenizer_text(name, one, spans, rare, start) for name, one, spans in zip(names, made, cuts, strict=True)
    ]
    back = [title for title, decoded in zip(titles, texts, strict=True) if decoded == text]
    lost = [title for title in titles if title not in back]
    if not back or len(lost) != 1:
        raise ValueError(f"lost by {len(lost)} of {len(names)} vocabularies, not by one: {text}")
    sentence = ngettext(
        "Decoded: {back} gives the text back. {lost} has lost it.",
        "Decoded: {back} give the text back. {lost} has lost it.",
        len(back),
    ).format(back=join_list(back), lost=join_list(lost))
    if any(" ⁇ " in decoded for decoded in texts):
        sentence = join_sentences(sentence, _("It writes “⁇”, one character, with a space on each side."))
    sentences.append(sentence)
    return drawing(
        _("A character without a token"),
        _(
            "The text in characters, with the bytes of each below it. Then a row for each vocabulary: its tokens with "
            "their ids, below the bytes that they stand for, and the text to which they decode."
        ),
        (max(x[-1], foot) + 2, 86 + FAR * (len(names) - 1) + 82),
        [(sentence, frame(step)) for step, sentence in enumerate(sentences)],
    )


@picture
def text_there_and_back(_text: str, text: str, *names: str) -> Picture:
    """A text of several lines in the tokens of the vocabulary that readers choose, and what these decode to."""
    if not names:
        raise ValueError(f"no vocabulary for “{text}”. Name one or more.")
    rows = [_token_rows(text, name) for name in names]
    top = TOKEN_ROW * max(map(len, rows)) + 24
    drawn = drawing(
        _("There and back"),
        _(
            "A text’s tokens in a vocabulary with their ids, a line of the text in each row if it fits, and below them "
            "the text, and the one to which they decode. If that differs, it is thick."
        ),
        (WIDTH, top + LINE * (text.count("\n") + 1) + 32),
        [_there_and_back(text, name, each, top) for name, each in zip(names, rows, strict=True)],
    )
    return dialled(
        drawn, _("Vocabulary"), [TokenizerName(name).short_title for name in names], 0, waits=False, ordered=False
    )


def _token_rows(text: str, name: str) -> list[list[Tile]]:
    """Return the tokens of a text in rows: a row for each line if there is room, or else as many as fit."""
    tokenizer = tokenizer_at(name)
    ids = tokenizer.encode(text, "none")
    if not ids:
        raise ValueError(f"“{text}” has no tokens in {TokenizerName(name).short_title}. Choose another text.")
    tiles: list[Tile] = [(id_label(tokenizer, one), str(one), token_hue(one)) for one in ids]
    lines: list[list[Tile]] = [[]]
    left = [len("".join(line.split()).encode()) for line in text.split("\n")]  # bytes without spaces, of each line
    for place, (one, tile) in enumerate(zip(ids, tiles, strict=True)):
        read = tokenizer.token_bytes(one).replace((tokenizer.space or " ").encode(), b" ")
        seen = 0 if tokenizer.is_unknown(one) else len(b"".join(read.split()))
        # Without tokens for line breaks, a line ends where its letters do.
        if place and (b"\n" in tokenizer.token_bytes(ids[place - 1]) or (seen and not left[len(lines) - 1])):
            lines.append([])
        lines[-1].append(tile)
        if len(lines) > len(left):
            break
        left[len(lines) - 1] -= seen
    if len(lines) <= min(MOST_ROWS, len(left)) and max(map(_row_width, lines)) <= WIDTH:
        return lines
    rows: list[list[Tile]] = [[]]
    for tile in tiles:
        if rows[-1] and _row_width([*rows[-1], tile]) > WIDTH:
            rows.append([])
        rows[-1].append(tile)
    if len(rows) > MOST_ROWS:
        raise ValueError(f"too long to be drawn: {text}")
    return rows


def _row_width(tiles: Sequence[Tile]) -> float:
    return 2 + sum(max(width_of(text), len(note) * TYPE) + PADDING + 6 for text, note, _hue in tiles) - 6


def _there_and_back(text: str, name: str, rows: Sequence[Sequence[Tile]], top: float) -> Frame:
    """Return what a vocabulary makes of a text, which stands below a point with what comes back."""
    tokenizer, title = tokenizer_at(name), TokenizerName(name).short_title
    back = tokenizer.decode(tokenizer.encode(text, "none"))
    shapes: list[PictureShape] = []
    first = (top - 24 - TOKEN_ROW * len(rows)) / 2 + TOKEN_ROW / 2
    for row, tiles in enumerate(rows):
        for tile in tiles_from(f"token{row}:", (2, first + TOKEN_ROW * row), tiles):
            shapes.append(tile | {"size": (tile["size"][0], TOKEN)})
    left = _code("text", (2, top), text, "")
    edge = 2 + left[0]["size"][0] + EQUAL
    right = _code("back", (edge, top), back, "best" if back == text else "now")
    if edge + right[0]["size"][0] > WIDTH:
        raise ValueError(f"too long to be drawn: {text}")
    equal = "=" if back == text else "≠"
    shapes += [
        label("text:name", (2, top), _("The text")),
        *left,
        shape("equal", "text", (edge - EQUAL / 2, left[0]["at"][1]), text=equal, mark="now"),
        label("back:name", (edge, top), _("Decoded")),
        *right,
    ]
    if back == text:
        sentence = _("{tokenizer} gives the text back as it was, with every space and line break.")
    elif back == " ".join(text.split()) != text.strip():
        sentence = _("{tokenizer} turns line breaks, and several spaces in a row, into one space.")
    else:
        sentence = _("{tokenizer} doesn’t give the text back as it was.")
    return sentence.format(tokenizer=title), shapes


def _code(key: str, at: tuple[float, float], text: str, mark: Mark) -> list[PictureShape]:
    """Return a text line by line in a box, whose left edge is at a point above it."""
    lines = [*map(make_visible, text.split("\n"))]
    wide, high = max(map(width_of, lines)) + 20, LINE * len(lines) + 10
    left, top = at[0], at[1] + 16
    box = shape(key, "node", (left + wide / 2, top + high / 2), (wide, high), mark=mark)
    rows = (top + 5 + LINE * (row + 0.5) for row in range(len(lines)))
    return [box, *(text_from(f"{key}{row}", (left + 10, y), lines[row]) for row, y in enumerate(rows))]


def _edges(tokenizers: Sequence[Tokenizer], cuts: Sequence[Sequence[Span]], least: Sequence[float]) -> list[float]:
    """Return the left edge of each byte, and the right edge of the last: wide enough for every token below it.

    `least` has the width of each byte at least.
    """
    widths = [*least]
    for tokenizer, spans in zip(tokenizers, cuts, strict=True):
        for start, end, one in spans:
            need = max(width_of(id_label(tokenizer, one or 0)) + PADDING + 4, len(str(one)) * TYPE + 12)
            spare = (need - sum(widths[start:end])) / (end - start)
            widths[start:end] = [width + max(0.0, spare) for width in widths[start:end]]
    return [*accumulate(widths, initial=2.0)]


def _tokenizer_text(name: str, tokenizer: Tokenizer, spans: Sequence[Span], rare: str, start: int) -> str:
    ids = [one for _from, to, one in spans if to > start and one is not None]
    values = {"tokenizer": TokenizerName(name).short_title, "rare": rare, "id": ids[0]}
    if any(map(tokenizer.is_unknown, ids)):
        sentence = _("{tokenizer}: {rare} is unknown. The id {id} stands for anything that is not in the vocabulary.")
        return sentence.format(**values)
    if not tokenizer.byte_level:
        sentence = ngettext(
            "{tokenizer}: {rare} becomes {count} byte token, kept for such a case.",
            "{tokenizer}: {rare} becomes {count} byte tokens, kept for such cases. They never merge.",
            len(ids),
        )
    else:
        sentence = ngettext(
            "{tokenizer} starts from bytes, and merges them. {rare} is {count} token.",
            "{tokenizer} starts from bytes, and merges them. {rare} is {count} tokens.",
            len(ids),
        )
    return sentence.format(**values, count=localized_number(len(ids)))
