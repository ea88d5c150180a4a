"""All that the page has: the functions to be written, and the texts around them."""

from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag, number
from ui.base.notation import pair_form
from ui.code.pyodide import VERSION
from ui.components.contract import Code, CodeLabels
from ui.pages.check.sentences import explanations
from ui.pages.code.steps import steps
from ui.pages.code.texts import SECONDS


def code(base: str, absent: str) -> Code:
    """The page, with Python below `base`; where that is empty, `absent` tells why, and the way to it."""
    return {"steps": steps(), "base": base, "seconds": SECONDS, "labels": {**labels(), "absent": absent}}


def absent() -> str:
    """What the app says where it has no Python for the browser."""
    return _(
        "Your code would run in Python in your own browser, never on the server, and this server has no Python to give "
        "it. Whoever runs it brings one with {command}, in the folder where the app is started. The site that "
        "{site} writes has it too."
    ).format(command=f"npm install pyodide@{VERSION}", site="make site")


def about() -> str:
    """What the page is, in a sentence or two."""
    return _(
        "Four small functions are a whole tokenizer. Write them one after the other: each is tried on three texts, and "
        "you see the first thing that comes out otherwise than here."
    )


def labels() -> CodeLabels:
    """The texts around the functions."""
    told = explanations()
    return {
        "locale": language_tag(),
        "private": _(
            "Your code runs in Python in this browser alone: it is sent nowhere. The browser keeps what you type."
        ),
        "keys": _("Tab indents, Escape leaves the editor, Ctrl+Enter runs."),
        "editor": _("Your code: {title}"),
        "run": _("Run"),
        "stop": _("Stop"),
        "reset": _("Reset"),
        "hint": _("Hint"),
        "solution": _("Show the solution"),
        "tryFirst": _("Run yours first: then the solution can be shown."),
        "forget": _("Forget what I typed"),
        "forgotten": _("Forgotten. All is as it was at first; undo in an editor brings its text back."),
        "output": _("Output"),
        "cut": _("There was more: only the beginning is shown."),
        "checks": _("Tried on"),
        "right": _("Right"),
        "wrong": _("Not yet"),
        "allRight": _("All right here."),
        "next": _("Go on with the next one"),
        "done": _("You have written a tokenizer: byte-pair encoding, its training and its encoding."),
        "line": _("Line {line}"),
        "errorIn": _("In “{title}”"),
        "errorAt": _("It happened on this: {title}"),
        "error": _("Python has met an error:"),
        "slow": _(
            "Stopped after {seconds} seconds: the program did not come to an end. Is there a loop whose condition "
            "never changes?"
        ).format(seconds=number(SECONDS)),
        "stopped": _("Stopped."),
        "loading": _("Loading Python: {done} of {all} MB"),
        "starting": _("Starting Python …"),
        "running": _("Running …"),
        "failed": _("Python could not be started, or has ended. What you typed is as it was. Run it once more."),
        "absent": "",
        "given": _("Of “{title}” the solution was used, since yours is not right yet."),
        "skipped": _("The texts are tried when your code runs without an error."),
        "pair": pair_form(),
        "missing": _("{pair} is missing: it is counted {count} here."),
        "extra": _("{pair} stands nowhere in these words, and yours counts it {found}."),
        "differs": _("{pair} is counted {found} by yours, and {count} here."),
        "comes": _("{call} gives {found}, and is to give {expected}."),
        "kindCounts": _(
            "Yours returns {found}. It is to be a dictionary: a pair, as a tuple of two strings, and its count."
        ),
        "kindSymbols": _("Yours returns {found}. It is to be a list of strings."),
        "kindMerges": _("Yours returns {found}. It is to be a list of pairs, each a tuple of two strings."),
        "merge": _("Merge {number}"),
        "first": _("Pair"),
        "count": _("Count at this step"),
        "yours": _("Yours"),
        "here": _("Here"),
        "again": told["again"],
        "unknown": told["unknown"],
        "gone": told["absent"],
        "rarer": told["rarer"],
        "short": _("Yours ends after {found} merges, and {count} were asked for and can be made."),
        "long": _("Yours goes on after {count} merges: no more were asked for, or there is no pair left."),
    }
