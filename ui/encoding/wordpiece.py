"""The encoding of WordPiece as frames: the longest known beginning, again and again."""

from collections.abc import Mapping, Sequence

from bpe_engine import WordPieceStep, WordPieceTokenizer
from ui.algorithms.shared import board_row
from ui.encoding.shared import found_labels, frames_of, id_caption, id_titles, special_as_text
from ui.i18n import gettext as _
from ui.i18n import ngettext, number
from ui.notation import name, name_text
from ui.player.contract import BoardRow, Frame, Frames, Labels, Past
from ui.player.frames import TokenTable, frame_json, row_json
from ui.show import sentences

TRIED = 8  # beginnings shown, the shortest ones
SHORTER = 3  # known beginnings shown that are shorter than the one that was found


def payload(tokenizer: WordPieceTokenizer, steps: Sequence[WordPieceStep]) -> Frames:
    """All frames of a text: at frame n, n beginnings have been looked for, word after word."""
    tokens = TokenTable(tokenizer.vocabulary, byte_level=False, special=tokenizer.special_tokens)
    words = {step.word: step.text for step in steps}

    def frame(done: Sequence[WordPieceStep], coming: WordPieceStep | None) -> Frame:
        return _frame(tokenizer, words, done, coming, tokens)

    def past(step: WordPieceStep) -> Past:
        found = tokenizer.unk_token if step.found is None else step.found
        return {"parts": [tokens[found]], "made": None, "value": number(len(step.tried)), "sum": ""}

    return frames_of(steps, frame, past, tokens)


def _rest(tokenizer: WordPieceTokenizer, word: str, start: int) -> list[str]:
    """The characters of a word that no token covers yet."""
    return [
        character if place == 0 or not tokenizer.prefix else tokenizer.prefix + character
        for place, character in enumerate(word)
        if place >= start
    ]


def _frame(
    tokenizer: WordPieceTokenizer,
    words: Mapping[int, str],
    done: Sequence[WordPieceStep],
    coming: WordPieceStep | None,
    tokens: TokenTable,
) -> Frame:
    last = done[-1] if done else None
    latest = {step.word: step for step in done}
    rows, found = [], []
    for place, word in words.items():
        step = latest.get(place)
        covered = list(step.tokens) if step else []
        rest = [] if step is not None and step.found is None else _rest(tokenizer, word, _covered_to(tokenizer, step))
        fresh = [len(covered) - 1] if step is not None and step is last else []
        rows.append(row_json("", [*covered, *rest], [], tokens, fresh))
        found += covered
    board = _board(tokenizer, coming)
    return frame_json(
        tokens,
        done=_what_happened(tokenizer, last, len(words)),
        next=_what_comes_next(tokenizer, coming),
        words=rows,
        board=[_board_row(tokenizer, token, coming, tokens) for token in board],
        chips=[(tokens[token], id_caption(tokenizer, token)) for token in found],
        titles=(id_titles(0)[0], id_titles(len(found))[1] if coming is None else _("The words")),
    )


def _covered_to(tokenizer: WordPieceTokenizer, step: WordPieceStep | None) -> int:
    """How many characters of its word a step has covered."""
    if step is None or step.found is None:
        return 0
    return step.start + len(step.found) - (len(tokenizer.prefix) if step.start else 0)


def _board(tokenizer: WordPieceTokenizer, coming: WordPieceStep | None) -> list[str]:
    """The beginnings that are looked for, the longest first; then shorter ones that are known too."""
    if coming is None:
        return []
    tried = list(coming.tried)[-TRIED:]
    if coming.found is None:
        return tried
    shorter = tokenizer.beginnings(coming.text, coming.start)[len(coming.tried) :]
    return tried + [token for token in shorter if token in tokenizer.pieces][:SHORTER]


def _board_row(tokenizer: WordPieceTokenizer, token: str, coming: WordPieceStep | None, tokens: TokenTable) -> BoardRow:
    assert coming is not None, "only a step that comes has beginnings to look for"
    known = token in tokenizer.pieces
    wins = token == coming.found
    judged = _("Right!") if wins else _("Not this one.")
    if wins:
        tally = _("in the vocabulary, and the longest")
        reason = _("“{token}” is the longest beginning that is known.").format(token=name(token))
    elif known:
        tally = _("in the vocabulary, but shorter")
        reason = _("“{token}” is known, but “{longer}” is longer.").format(
            token=name(token), longer=name(coming.found or "")
        )
    elif token in tokenizer.special_tokens:
        tally = _("a special token")
        reason = special_as_text(token)
    else:
        tally = _("not in the vocabulary")
        reason = _("“{token}” is not in the vocabulary.").format(token=name(token))
    value = str(tokenizer.vocabulary[token]) if known else "–"
    return board_row(token, tokens, value=value, winner=wins, verdict=sentences(judged, reason), tally=tally)


def _is_too_long(tokenizer: WordPieceTokenizer, word: str) -> bool:
    """Whether a word is unknown for its length alone."""
    return len(word) > tokenizer.max_word_length


def _what_happened(tokenizer: WordPieceTokenizer, last: WordPieceStep | None, words: int) -> str:
    if last is None:
        return ngettext(
            "The start: one word. WordPiece does not repeat its training: it looks for the longest beginning that it "
            "knows.",
            "The start: {count} words. WordPiece does not repeat its training: it looks for the longest beginning "
            "that it knows.",
            words,
        ).format(count=number(words))
    if _is_too_long(tokenizer, last.text):
        return ngettext(
            "“{word}” has {length} character. A word of more than {limit} is not looked at, and becomes {unk} as "
            "a whole.",
            "“{word}” has {length} characters. A word of more than {limit} is not looked at, and becomes {unk} as "
            "a whole.",
            len(last.text),
        ).format(
            word=name_text(last.text),
            length=number(len(last.text)),
            limit=number(tokenizer.max_word_length),
            unk=tokenizer.unk_token,
        )
    if last.found is None:
        return _(
            "No beginning of the rest of “{word}” is in the vocabulary, so the whole word becomes {unk}, "
            "even the parts that are known."
        ).format(word=name_text(last.text), unk=tokenizer.unk_token)
    return _(
        "“{token}” was taken from “{word}”: the longest beginning of what was left that is in the vocabulary."
    ).format(token=name(last.found), word=name_text(last.text))


def _what_comes_next(tokenizer: WordPieceTokenizer, coming: WordPieceStep | None) -> str:
    if coming is None:
        return _("The end: every word is cut.")
    if _is_too_long(tokenizer, coming.text):
        return ngettext(
            "Next: “{word}” is too long to be cut: {length} character, and the limit is {limit}.",
            "Next: “{word}” is too long to be cut: {length} characters, and the limit is {limit}.",
            len(coming.text),
        ).format(word=name_text(coming.text), length=number(len(coming.text)), limit=number(tokenizer.max_word_length))
    if coming.found is None:
        return _("Next: no beginning of what is left of “{word}” is known.").format(word=name_text(coming.text))
    tried = len(coming.tried)
    return ngettext(
        "Next: “{token}”. What is left of “{word}” is itself in the vocabulary.",
        "Next: “{token}”. {count} beginnings are looked up, the longest first; this is the first that is known.",
        tried,
    ).format(token=name(coming.found), word=name_text(coming.text), count=number(tried))


def labels() -> Labels:
    """The texts around the frames."""
    return {
        **found_labels(),
        "question": _("Which beginning is taken? The longest one that is in the vocabulary. Click it."),
        "guess": _("Click the longest beginning that you think is in the vocabulary"),
        "pairs": _("Beginnings, the longest first, with their ids"),
        "noPairs": _("There is no beginning to look up"),
        "winner": _("taken"),
        "merges": _("Tokens taken, with how many beginnings were looked up"),
    }
