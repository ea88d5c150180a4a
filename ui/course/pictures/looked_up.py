"""Words on their way to ids: letters looked up in a vocabulary, and marks stripped before anything is looked up."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from unicodedata import combining

from bpe_engine import BPETokenizer, Tokenizer
from bpe_engine.byte_alphabet import BYTE_ALPHABET
from bpe_engine.notebook import token_hue
from bpe_engine.tokenizer import NO_ID
from ui.base.i18n import gettext as _
from ui.base.i18n import join_list, localized_number, ngettext
from ui.base.scripts import SCRIPTS, group_name, group_of
from ui.base.token_labels import id_label, token_label
from ui.base.visible_text import join_quoted, join_sentences, make_visible
from ui.components.contract import Picture, PictureShape
from ui.course.pictures.shapes import (
    ONE_LINE,
    PADDING,
    TILE,
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
    tiles_from,
    width_of,
)
from ui.course.values.app_links import bpe_tokenizer, name_of, tokenizer_at
from ui.course.values.text_values import NORMAL
from ui.course.values.tokenizer_values import encoded
from ui.course.values.value_registry import picture

NARROW = 392  # narrower than usual, so the type is larger
PITCH = 62
HIGHEST = 500  # of a drawing of a vocabulary
BAND = 142  # height of a half: its title, and the tokens with what they are read back as
LARGE = 60  # height of a token there
SPELLED = 440  # width of a drawing of one word in two vocabularies
BACK = 276  # left edge of what is read back
MOST_WORDS = 5  # most words side by side
TYPED, SPLIT, FOUND = 60, 200, 342  # vertical centres of these words, of their characters, and of their token
WORD_TYPE = 60  # the size of the type of a word there
BLUE = 7  # an id whose hue is blue
MOST_CHARACTERS = 3  # most characters of a word, marks included
MERGED = 2  # the row of the tokens
SPARE = 60  # most that a letter's column is wider than what is in it
MOST_PAIRS = 3  # of texts that look alike
BETWEEN = 132  # from a pair to the next
RIGHT = 272  # from one of a pair to the other


@picture
def letters_looked_up(_text: str, of: str, word: str) -> Picture:
    """A word on its way through a vocabulary: its letters looked up, then merged."""
    return _LookedUp(of, word).picture()


class _LookedUp:
    """The vocabulary, and below it a row for each stage of the word."""

    def __init__(self, of: str, word: str) -> None:
        self.of, self.word = of, word
        self.tokenizer = bpe_tokenizer(of)
        if self.tokenizer.unk_token is None:
            raise ValueError(f"no token for what is unknown: {of}")
        self.known = {self.tokenizer.token(one): one for one in range(self.tokenizer.vocab_size)}
        self.missing = [*dict.fromkeys(letter for letter in word if letter not in self.known)]
        self.looked = [letter if letter in self.known else self.tokenizer.unk_token for letter in word]
        if self.tokenizer.end_of_word:
            self.looked.append(self.tokenizer.end_of_word)
        self.cut = self.tokenizer.tokenize(word)
        self.lines = [[one for one in self.known if is_letter is (len(one) == 1)] for is_letter in (True, False)]
        self.titles = [_("letters"), _("looked up"), _("merged")]
        self.rows = [[*word], self.looked, self.cut]
        self.indent = max(map(label_width, self.titles)) + 16
        longest = sum(width_of(one) + PADDING + 6 for one in self.lines[1])
        needed = [max(width_of(text), width_of(note)) + PADDING + 6 for text, note, _hue in map(self.tile, self.looked)]
        self.width = min(WIDTH, max(NARROW, longest, self.indent + sum(needed)))
        spare = (self.width - self.indent - sum(needed)) / max(1, len(needed))
        if spare < 0 or not word:
            raise ValueError(f"nothing to look up, or too long to be drawn: {word!r}")
        self.columns = [*accumulate((one + min(spare, SPARE) for one in needed), initial=self.indent)]

    def _spans(self, tokens: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Return the first column of each token, and the one after it."""
        start = 0
        for token in tokens:
            ends = range(start + 1, len(self.looked) + 1)
            end = next((one for one in ends if "".join(self.looked[start:one]) == token), None)
            if end is None:
                raise ValueError(f"not looked up letter by letter: {self.word}")
            yield start, end
            start = end

    def tile(self, token: str) -> Tile:
        token_id = self.known.get(token, NO_ID)
        is_known = token_id != NO_ID
        return (
            token_label(self.tokenizer, token),
            str(token_id) if is_known else "",
            token_hue(token_id) if is_known else None,
        )

    def picture(self) -> Picture:
        start = _(
            "The vocabulary: tokens with their ids, and {unknown}, which has an id in a real vocabulary, too. Which of "
            "them is “{word}” made of?"
        )
        looked = (
            _("Each letter is looked up. The vocabulary doesn’t have {letters}, so {unknown} is put there.")
            if self.missing
            else _("Each letter is looked up. The vocabulary has them all.")
        )
        values = {
            "unknown": self.tokenizer.unk_token,
            "word": self.word,
            "letters": join_list(join_quoted([letter]) for letter in self.missing),
        }
        sentences = [
            start.format(**values),
            looked.format(**values),
            _("Then the merges that were learned. The tokens are {tokens}.").format(tokens=join_quoted(self.cut)),
        ]
        frames: list[Frame] = [(sentence, self._frame(step)) for step, sentence in enumerate(sentences)]
        bottom = max(each["at"][1] + each["size"][1] / 2 for _said, shapes in frames for each in shapes)
        if bottom > HIGHEST:
            raise ValueError(f"too many tokens to be drawn: {self.of}")
        return drawing(
            _("“{word}”, looked up").format(word=self.word),
            _(
                "Above, the vocabulary: each token with its id. Below, the word: its letters, what is found for each, "
                "and its tokens after merging."
            ),
            (self.width, bottom + 4),
            frames,
        )

    def _frame(self, step: int) -> list[PictureShape]:
        found = self.rows[step] if step else []
        shapes = [label("vocabulary", (2, 12), _("The vocabulary"))]
        y = 50.0
        for line, tokens in enumerate(self.lines):
            marks: list[Mark] = ["now" if token in found else "" for token in tokens]
            tiles = [*map(self.tile, tokens)]
            if not line and self.tokenizer.unk_token:
                tiles.append((self.tokenizer.unk_token, "", None))
                marks.append("now" if self.tokenizer.unk_token in found else "")
            shapes += tiles_from(f"line{line}:", (2, y), tiles, marks, self.width)
            y = shapes[-1]["at"][1] + 52
            if not line and self.tokenizer.unk_token:  # why it has no id
                text, x = _("other letters"), shapes[-1]["at"][0] + shapes[-1]["size"][0] / 2 + 8
                if x + label_width(text) <= self.width:
                    shapes.append(label("unknown", (x, shapes[-1]["at"][1]), text))
        foot = max(each["at"][1] for each in shapes) + 40
        shapes.append(shape("rule", "line", (0, foot), (self.width, 0)))
        for row, (title, tokens) in enumerate(zip(self.titles, self.rows, strict=True)):
            y = foot + 44 + PITCH * row
            here: Mark = "now" if row == step and row else ""
            shapes.append(label(f"title{row}", (2, y), title, here))
            if row > step:  # a cover for each letter that is looked up, and one for what they merge into
                covered = [(0, len(self.looked))] if row == MERGED else pairwise(range(len(self.looked) + 1))
                for place, (start, end) in enumerate(covered):
                    left, right = self.columns[start], self.columns[end] - 6
                    at, size = ((left + right) / 2, y), (right - left, TILE)
                    shapes.append(shape(f"{row}:{place}", "tile", at, size, text="?", mark="later"))
                continue
            spans = self._spans(tokens) if row == MERGED else pairwise(range(len(tokens) + 1))
            for place, (token, (start, end)) in enumerate(zip(tokens, spans, strict=True)):
                text, note, hue = self.tile(token) if row else (make_visible(token), "", None)
                left, right = self.columns[start], self.columns[end] - 6
                more = {"text": text, "note": note, "hue": hue, "mark": here}
                middle, size = ((left + right) / 2, y), (right - left, TILE)
                shapes.append(shape(f"{row}:{place}", "tile", middle, size, **more))
        return shapes


@picture
def words_in_bytes(_text: str, of: str, on_bytes: str, *words: str) -> Picture:
    """The word that readers choose, in the tokens of two vocabularies, one of letters and one of bytes, and back."""
    tokenizers = bpe_tokenizer(of), bpe_tokenizer(on_bytes)
    if not tokenizers[1].byte_level or not tokenizers[1].vocabulary.keys() >= {*BYTE_ALPHABET}:
        raise ValueError(f"not all 256 bytes: {on_bytes}")
    if not words or not all(words):
        raise ValueError("an empty text")
    cut = [[_CutWord(tokenizer, word) for tokenizer in tokenizers] for word in words]
    if wide := [each.word for found in cut for each in found if not each.has_room()]:
        raise ValueError(f"too long to be drawn: {wide[0]}")
    titles, back = (_("Starts from letters"), _("Starts from bytes")), _("read back")

    def frame(found: Sequence[_CutWord]) -> list[PictureShape]:
        letters: list[Tile] = [(make_visible(letter), "", None) for letter in found[0].word]
        shapes = [label("word", (4, 14), _("The text")), *tiles_from("letter", (4, 54), letters)]
        for half, (title, each) in enumerate(zip(titles, found, strict=True)):
            top = 92 + half * BAND
            shapes.append(shape(f"rule{half}", "line", (2, top), (SPELLED - 4, 0), mark="dim"))
            shapes += [
                label(f"title{half}", (4, top + 20), title),
                label(f"back{half}", (BACK, top + 20), back),
            ]
            shapes += each.shapes(f"{half}:", top + 78)
        return shapes

    def frame_text(found: Sequence[_CutWord]) -> str:
        same = [each.word for each, _bytes in cut if each is not found[0] and each.tokens == found[0].tokens]
        if not found[0].is_lost:
            sentence = _("The vocabulary has every letter of “{word}”, so nothing is lost either way.")
        elif same:
            sentence = _("From letters, “{word}” is {letters}, the same as {others}. Bytes lose nothing.")
        else:
            sentence = _("From letters, “{word}” is {letters}: nobody can tell what it was. Bytes lose nothing.")
        others = join_list(join_quoted([one]) for one in same)
        return sentence.format(word=found[0].word, letters=join_quoted(found[0].tokens), others=others)

    frames: list[Frame] = [(frame_text(found), frame(found)) for found in cut]
    drawn = drawing(
        _("With bytes"),
        _(
            "The letters of a word, and below them its tokens with their ids, and what these are read back as: first "
            "in a vocabulary that starts from letters, then in one with the same merges that starts from bytes."
        ),
        (SPELLED, 92 + 2 * BAND - 24),
        frames,
    )
    return dialled(drawn, _("Text"), words, 0, ordered=False)


class _CutWord:
    """A word in a tokenizer's tokens, and what they are read back as."""

    def __init__(self, tokenizer: BPETokenizer, word: str) -> None:
        self.tokenizer, self.word = tokenizer, word
        self.tokens = tokenizer.tokenize(word)
        self.back = word if tokenizer.byte_level else "".join(self.tokens).removesuffix(tokenizer.end_of_word or "")
        self.is_lost = self.back != word

    def tiles(self) -> list[Tile]:
        ids = [self.tokenizer.vocabulary.get(token) for token in self.tokens]
        return [
            (token, "", None) if one is None else (self._text(token, one), str(one), token_hue(one))
            for token, one in zip(self.tokens, ids, strict=True)
        ]

    def _text(self, token: str, token_id: int) -> str:
        """Return a token's text, or only that it is a byte if it is a part of a character."""
        return token_label(self.tokenizer, token) if "�" not in self.tokenizer.decode([token_id]) else _("byte")

    def has_room(self) -> bool:
        tokens = sum(max(width_of(text), width_of(note)) + PADDING + 6 for text, note, _hue in self.tiles())
        return tokens < BACK - 40 and width_of(self.back) + 24 < SPELLED - BACK

    def shapes(self, key: str, y: float) -> list[PictureShape]:
        marks: list[Mark] = ["now" if hue is None else "" for _text, _note, hue in self.tiles()]
        shapes = [
            one | {"size": (one["size"][0], LARGE)} for one in tiles_from(key, (4, y), self.tiles(), marks, BACK - 40)
        ]
        end = shapes[-1]["at"][0] + shapes[-1]["size"][0] / 2 + 10
        shapes.append(shape(f"{key}to", "arrow", (end, y), (BACK - 12 - end, 0)))
        width = width_of(self.back) + 24
        mark: Mark = "now" if self.is_lost else "best"
        at = (BACK + width / 2, y)
        return [*shapes, shape(f"{key}back", "cell", at, (width, LARGE), text=make_visible(self.back), mark=mark)]


@picture
def marks_stripped(_text: str, of: str, *words: str) -> Picture:
    """Words side by side, below them their characters in NFD, then without their marks, and at last their token."""
    tokenizer = tokenizer_at(of)
    ids = [tuple(encoded(of, word)) for word in words]
    if not 2 <= len(words) <= MOST_WORDS:
        raise ValueError(f"not two to {MOST_WORDS} words: {', '.join(words)}")
    if len({*ids}) > 1 or len(ids[0]) != 1:
        raise ValueError(f"not one and the same token: {', '.join(words)}")
    if long := [word for word in words if len(NORMAL["NFD"](word)) > MOST_CHARACTERS]:
        raise ValueError(f"too many characters in NFD: {long[0]}")
    column = WIDTH / len(words)
    box = column - 10  # of a word
    pitch = (box + 4) / MOST_CHARACTERS  # from one of its characters to the next
    token = id_label(tokenizer, ids[0][0])

    def frame(step: int) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for place, word in enumerate(words):
            x, typed = column * (place + 0.5), NORMAL["NFC"](word)
            size = min(WORD_TYPE, (box - 8) / (0.6 * len(typed)))
            shapes += _glyphs(f"word{place}", (x, TYPED), (box, 112), typed, size)
            characters = NORMAL["NFD"](word) if step else ""
            for at, one in enumerate(characters):
                mark: Mark = "" if not combining(one) else "next" if step == 1 else "dim"
                hue = token_hue(BLUE) if mark == "next" else None
                middle = x + pitch * (at - (len(characters) - 1) / 2), SPLIT
                text = f"◌{one}" if combining(one) else make_visible(one)
                shapes += _glyphs(f"{place}:{at}", middle, (pitch - 4, 60), text, 28, hue, mark)
            foot = SPLIT + 30 if step else TYPED + 56
            if step:
                shapes.append(shape(f"down{place}", "line", (x, TYPED + 56), (0, SPLIT - TYPED - 86)))
            end = WIDTH / 2 if step > 2 else x
            shapes.append(shape(f"way{place}", "line", (x, foot), (end - x, FOUND - 32 - foot)))
            if step <= 2:
                shapes.append(shape(f"token{place}", "tile", (x, FOUND), (56, 60), text="?", mark="later"))
        if step > 2:
            more = {"text": token, "note": str(ids[0][0]), "hue": token_hue(ids[0][0]), "mark": "now"}
            width = max(120, width_of(token) + PADDING, width_of(str(ids[0][0])) + PADDING)
            shapes.append(shape("token", "tile", (WIDTH / 2, FOUND), (width, 64), **more))
        return shapes

    sentences = [
        _("{count} words as typed. Which tokens do they become?").format(count=localized_number(len(words))),
        _("First the words are converted to NFD. Now each mark is a character of its own."),
        _("Then the marks are stripped: every one of them."),
        _("What’s left is looked up: {count} words, but only {tokens}, with the id {ids}.").format(
            count=localized_number(len(words)),
            tokens=join_quoted([token]),
            ids=ids[0][0],
        ),
    ]
    return drawing(
        _("Marks that are stripped"),
        _("Words side by side. Below each, its characters in NFD, and at the bottom the token that they all become."),
        (WIDTH, FOUND + 36),
        [(sentence, frame(step)) for step, sentence in enumerate(sentences)],
    )


def _glyphs(
    key: str,
    at: tuple[float, float],
    size: tuple[float, float],
    text: str,
    type_size: float,
    hue: int | None = None,
    mark: Mark = "",
) -> list[PictureShape]:
    """Return a box with a text in large type."""
    box = shape(f"{key}:box", "tile", at, size, hue=hue, mark=mark)
    return [box, large_text(key, at, text, round(type_size, 1), mark, within=size[0] - 4)]


@picture
def texts_in_forms(_text: str, of: str, *texts: str) -> Picture:
    """Texts that look alike, two by two, in the form that readers choose: how they look, and their tokens."""
    tokenizer = tokenizer_at(of)
    pairs = [*zip(texts[::2], texts[1::2], strict=False)]
    if len(texts) % 2 or not 1 <= len(pairs) <= MOST_PAIRS:
        raise ValueError(f"not one to {MOST_PAIRS} pairs of texts: {', '.join(texts)}")
    if same := [one for one, other in pairs if one == other]:
        raise ValueError(f"twice the same text: {same[0]}")
    forms: dict[str, Callable[[str], str]] = {_("as typed"): str}
    forms |= {form: NORMAL[form] for form in ("NFC", "NFD", "NFKC")}
    sentences = [
        _("Pairs of texts that look alike, in {tokenizer}’s tokens. In which form do both become the same?").format(
            tokenizer=name_of(of)
        ),
        _("NFC joins a letter and its marks."),
        _("NFD makes each mark a character of its own. It looks the same."),
        _("NFKC joins marks, too, and writes special characters as plain ones."),
    ]
    for text in texts:
        if not all(
            _has_room(tokenizer, encoded(of, written), written) for form in forms.values() for written in [form(text)]
        ):
            raise ValueError(f"not one to three characters, or too many tokens: {text}")

    def side_shapes(key: str, at: tuple[float, float], text: str, name: str, mark: Mark) -> list[PictureShape]:
        """Return a text in large type, what it is, and below it its tokens."""
        left, top = at
        tiles: list[Tile] = [(id_label(tokenizer, one), str(one), token_hue(one)) for one in encoded(of, text)]
        return [
            *_glyphs(f"seen{key}", (left + 44, top + 28), (88, 56), make_visible(text), 36, None, mark),
            label(f"name{key}", (left + 100, top + 28), name),
            *tiles_from(f"token{key}:", (left, top + 84), tiles, (), ONE_LINE),
        ]

    def frame(form: str) -> list[PictureShape]:
        shapes: list[PictureShape] = []
        for number, pair in enumerate(pairs):
            written = [forms[form](text) for text in pair]
            is_same = written[0] == written[1]
            top = 4 + BETWEEN * number
            groups = [group_of(text) for text in pair]
            for side, (text, typed) in enumerate(zip(written, pair, strict=True)):
                has_script = groups[side] in SCRIPTS and groups[0] != groups[1]
                count = ngettext("{count} character", "{count} characters", len(text))
                name = group_name(groups[side]) if has_script else count.format(count=localized_number(len(text)))
                mark: Mark = "now" if text != typed else ""
                shapes += side_shapes(f"{number}:{side}", (4 + RIGHT * side, top), text, name, mark)
            sign: Mark = "best" if is_same else ""
            middle = (RIGHT - 36, top + 28)
            shapes.append(shape(f"sign{number}", "disc", middle, (44, 44), text="=" if is_same else "≠", mark=sign))
        return shapes

    def frame_text(form: str, sentence: str) -> str:
        same = sum(forms[form](one) == forms[form](other) for one, other in pairs)
        values = {"same": localized_number(same), "count": localized_number(len(pairs))}
        return join_sentences(sentence, _("Pairs that are the same: {same} of {count}.").format(**values))

    drawn = drawing(
        _("Choose a form"),
        _(
            "Texts that look alike, in pairs: how each looks in the form that is chosen, of how many characters or in "
            "which script, and below it its tokens with their ids. A sign says whether both are the same. What the "
            "form changes is in thick frames."
        ),
        (WIDTH, BETWEEN * len(pairs) - 20),
        [(frame_text(form, sentence), frame(form)) for form, sentence in zip(forms, sentences, strict=True)],
    )
    return dialled(drawn, _("Form"), [*forms], 1, ordered=False)


def _has_room(tokenizer: Tokenizer, ids: Sequence[int], text: str) -> bool:
    widths = [max(width_of(id_label(tokenizer, one)), width_of(str(one))) + PADDING for one in ids]
    return 1 <= len(text) <= MOST_CHARACTERS and sum(widths) + 6 * (len(ids) - 1) <= WIDTH - RIGHT - 4
