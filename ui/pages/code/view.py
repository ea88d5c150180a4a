"""The data of the page: the functions to write, and the texts around them."""

from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag, localized_number
from ui.base.notation import pair_form
from ui.components.browser_python.pyodide import VERSION
from ui.components.contract import CodeLabels, CodingPage
from ui.pages.check.explanations import explanations
from ui.pages.code.functions import steps
from ui.pages.code.word_sets import SECONDS


def code(base: str, absent: str) -> CodingPage:
    """Return the page's data, with Python below `base`; if that is empty, `absent` explains why, and what to do."""
    intro = _(
        "Four small functions make a whole tokenizer. Write them one by one: each is tried on several examples, and "
        "you see the first result that differs from the one here."
    )
    return {
        "intro": intro,
        "steps": steps(),
        "base": base,
        "seconds": SECONDS,
        "labels": {**labels(), "absent": absent},
    }


def missing_python_message() -> str:
    """Explain that this server has no Python for the browser, and how to add it."""
    return _(
        "Your code would run in Python in your own browser, never on the server, but this server has no Python to "
        "send. Whoever runs it can add one with {command}, in the folder where the app is started. The site that "
        "{site} writes has it too."
    ).format(command=f"npm install pyodide@{VERSION}", site="make site")


def labels() -> CodeLabels:
    """Return the texts around the functions."""
    merge_texts = explanations()
    return {
        "locale": language_tag(),
        "rail": _("Write BPE yourself"),
        "private": _(
            "Your code runs in Python in this browser, and isn’t sent anywhere. The browser keeps what you type."
        ),
        "keys": _("Tab indents, Escape leaves the editor, Ctrl+Enter runs."),
        "editor": _("Your code: {title}"),
        "run": _("Run"),
        "stop": _("Stop"),
        "reset": _("Reset"),
        "hint": _("Hint"),
        "solution": _("Show the solution"),
        "tryFirst": _("Run yours first, then you can see the solution."),
        "forget": _("Clear what I typed"),
        "forgotten": _("Cleared. All is as it was at first; undo in an editor brings its text back."),
        "output": _("Output"),
        "cut": _("There was more: only the beginning is shown."),
        "checks": _("Tried on"),
        "right": _("Right"),
        "wrong": _("Not yet"),
        "allRight": _("All correct here."),
        "next": _("Go to the next one"),
        "done": _("You’ve written a tokenizer: byte-pair encoding, both training and encoding."),
        "line": _("Line {line}"),
        "errorIn": _("In “{title}”"),
        "errorAt": _("It happened on: {title}"),
        "error": _("Python hit an error:"),
        "slow": _(
            "Stopped after {seconds} seconds: the program didn’t finish. Is there a loop whose condition never changes?"
        ).format(seconds=localized_number(SECONDS)),
        "stopped": _("Stopped."),
        "loading": _("Loading Python: {done} of {all} MB"),
        "starting": _("Starting Python …"),
        "running": _("Running …"),
        "unloaded": _(
            "Python couldn’t be loaded. Connect to the network, then run it again. What you typed is still here."
        ),
        "unsupported": _("This browser can’t run Python, which your code needs. Open this page in a current browser."),
        "ended": _("Python stopped before it was done. What you typed is still here. Run it again."),
        "absent": "",
        "given": _("This used the solution to “{title}”, because yours isn’t right yet."),
        "skipped": _("The texts are tried when your code runs without an error."),
        "pair": pair_form(),
        "missing": _("{pair} is missing: the count here is {count}."),
        "extra": _("{pair} doesn’t occur in these words, but yours counts {found}."),
        "differs": _("{pair}: yours counts {found}, and the count here is {count}."),
        "comes": _("{call} gives {found}, but should give {expected}."),
        "kindCounts": _(
            "Yours returns {found}. It should be a dictionary: a pair, as a tuple of two strings, and its count."
        ),
        "kindSymbols": _("Yours returns {found}. It should be a list of strings."),
        "kindMerges": _("Yours returns {found}. It should be a list of pairs, each a tuple of two strings."),
        "merge": _("Merge {number}"),
        "first": _("Pair"),
        "count": _("Count at this step"),
        "yours": _("Yours"),
        "here": _("Here"),
        "again": merge_texts["again"],
        "unknown": merge_texts["unknown"],
        "gone": merge_texts["absent"],
        "rarer": merge_texts["rarer"],
        "short": _("Yours ends after {found} merges, but {count} were asked for and can be made."),
        "long": _("Yours goes on after {count} merges, but no more were asked for, or no pair is left."),
    }
