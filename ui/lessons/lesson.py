"""Builds every lesson the player shows, filling in defaults."""

from collections.abc import Sequence
from typing import TypedDict, Unpack

from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag, list_separator
from ui.base.notation import notation_labels, pair_form
from ui.base.visible_text import reading_order
from ui.lessons.contract import Curves, CutPositions, Frames, Labels, Lesson, LessonFile, NextStepLink


class LessonContext(TypedDict, total=False):
    """The fields of a lesson that depend on where it is shown: see `Lesson`."""

    id: str
    subject: str
    step: int
    language: str
    linkNote: str
    nextStepLinks: list[NextStepLink]
    cut: CutPositions | None


def build_lesson(
    frames: Frames,
    labels: Labels,
    *,
    legend: str = "",
    rules: Sequence[tuple[str, str]] = (),
    curves: Curves | None = None,
    **around: Unpack[LessonContext],
) -> Lesson:
    """Build a lesson. `labels` replace some of the default texts around the frames."""
    return {
        **frames,
        "id": "",
        "subject": "",
        "step": 0,
        "legend": legend,
        "language": "",
        "linkNote": "",
        "rules": list(rules),
        "curves": curves,
        "nextStepLinks": [],
        "labels": {**default_labels(), **labels},
        **around,
    }


def single_lesson_file(shown: Lesson) -> LessonFile:
    """Return a lesson as a file without versions for other tie rules."""
    return {"rule": "", "lessons": {"": shown}}


def default_labels() -> Labels:
    """Return the texts around the frames of a training with byte-pair encoding."""
    return {
        "locale": language_tag(),  # for number formats
        "controls": _("Training steps"),
        "first": _("First"),
        "firstKey": _("Go to the start (key: Home)"),
        "back": _("Back"),
        "backKey": _("Previous merge (keys: ←, Page Up)"),
        "play": _("Play"),
        "pause": _("Pause"),
        "playKey": _("Play or pause (key: space)"),
        "next": _("Next"),
        "nextKey": _("Next merge (keys: →, Page Down)"),
        "last": _("Last"),
        "lastKey": _("Go to the end (key: End)"),
        "scrubber": _("Step"),
        "present": _("Present"),
        "presentKey": _("Show only this lesson (key: f; Esc to leave)"),
        "leave": _("Exit"),
        "leaveKey": _("Back to the page (keys: f, Esc)"),
        "add": _("Add to the plan"),
        "takeHome": _("Download this lesson as one file (HTML)"),
        "cut": _("{text}: {tokens}"),
        "spokenHit": _("{tokens}: merges next"),
        "spokenFresh": _("{token}: new"),
        "code": _("Code"),
        "codeTitle": _("Show the code"),
        "codeLines": _("The code, with this step’s lines"),
        "codeRan": _("just ran"),
        "codeRuns": _("runs next"),
        "codeCopy": _("Copy as a notebook cell"),
        "codeCopied": _("Copied. It runs as is, in plain Python."),
        "codeCopyThis": _("Copy this:"),
        "codeTooLong": _("There are too many words for a notebook cell."),
        "more": _("… and {count} more"),
        **notation_labels(),
        "pair": pair_form(),
        "idPair": _("({left}, {right})"),
        "readingOrder": reading_order(),
        "parts": _("A token that isn’t whole characters is written as its bytes, in hex."),
        "options": _("Options"),
        "speed": _("Speed"),
        "single": _("One beat per press: choose, then merge"),
        "where": _("Step {step} of {steps}"),
        "beyond": _("There is no step {step}: this training ends at step {last}."),
        "loading": _("Loading step {step} …"),
        "predict": _("Predict, then reveal"),
        "predictShort": _("Predict"),
        "score": _("{right} of {asked} predictions right"),
        "question": _("Which pair is next?"),
        "guess": _("Click the most frequent pair"),
        "copyLink": _("Copy link"),
        "copied": _("Link copied."),
        "copyThis": _("Copy this link:"),
        "hostNamed": _("It uses {host}, where others can reach this server."),
        "nameHost": _("Copy with {host}"),
        "link": _("Link to this step"),
        "pairs": _("Pairs by count"),
        "noPairs": _("No pairs left"),
        "languages": _("Tokens per text"),
        "turn": _("its turn"),
        "winner": _("merges next"),
        "tied": _("tie"),
        "chosen": _("your choice"),
        "replay": _("Train again with the rule"),
        "merges": _("Merges so far"),
        "noMerges": _("None yet. Press Next."),
        "noneBeforeGuess": _("None yet. Make your guess first."),
        "noSteps": _("None: nothing to do here."),
        "earlier": _("… and {count} earlier"),
        "frequentWords": _("Most frequent words"),
        "changed": _("Words changed by the last merge"),
        "places": _("Words the next merge will change"),
        "frequency": _("Frequency"),
        "word": _("Word"),
        "follow": "",  # heads a column that only prompts have
        "start": _("Start"),
        "comma": list_separator(),
        "chart": _("{title}. {about} {now}"),
        "token": _("id {id}"),
        "point": _("{axis} {step}: {value}"),
    }
