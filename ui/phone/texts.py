"""The texts of a class, in the reader's language."""

from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag
from ui.phone.contract import PhoneTexts


def phone_texts() -> PhoneTexts:
    """The texts of the page on a phone."""
    return {
        "locale": language_tag(),
        "class": _("A class"),
        "follow": _("You follow the class"),
        "free": _("You step by yourself"),
        "frozen": _("Eyes to the front"),
        "connecting": _("Connecting …"),
        "connected": _("Connected"),
        "lost": _("The connection is lost. It comes back by itself."),
        "away": _("The server has lost its memory for a moment. It goes on by itself."),
        "interrupted": _("The class is interrupted. It goes on when the teacher’s page is back."),
        "none": _("No class has the code {code}. Read it on the screen again."),
        "closed": _("This class is over. Nothing of it is kept."),
        "full": _("This class has {most} phones, and no room for one more. Look on with a neighbour."),
        "tries": _("Too many wrong codes were tried from here. This page tries again in a minute."),
        "code": _("The code on the screen"),
        "codeHelp": _("It has nine figures."),
        "join": _("Join"),
        "begin": _("You are in. The class begins soon."),
        "loading": _("The lesson is on its way …"),
        "noLesson": _("The lesson did not come. This page asks again."),
        "larger": _("Large type"),
        "pairQuestion": _("Which pair is next?"),
        "cutQuestion": _("How will this word be cut?"),
        "cutHelp": _("Tap between the letters, then send."),
        "cutBetween": _("Cut between {left} and {right}"),
        "send": _("Send"),
        "answered": _("Your answer is in. What the others think is shown later."),
        "unsent": _("Your answer is sent as soon as the connection is back."),
        "late": _("The vote was over before your answer came."),
        "second": _("Second vote: talk about it, then answer again."),
        "wait": _("The vote is over. The solution comes later."),
        "first": _("First vote"),
        "secondShort": _("Second vote"),
        "votes": _("Votes: {count}"),
        "yours": _("your answer"),
        "right": _("right"),
        "isRight": _("Your answer was right."),
        "isWrong": _("Your answer was not the right one."),
        "noAnswer": _("You did not answer this one."),
        "results": _("What the class answered"),
        "whole": _("not cut"),
        "goOn": _("Choose an answer."),
    }


def results_heads() -> tuple[str, ...]:
    """The heads of the table of results: question, kind, text, answer, whether it is right, votes, votes."""
    return (
        _("Question"),
        _("Kind"),
        _("Text"),
        _("Answer"),
        _("Right"),
        _("First vote"),
        _("Second vote"),
    )


def results_kinds() -> dict[str, str]:
    """What the kinds of questions are called in it."""
    return {
        "pair": _("Which pair is next?"),
        "choice": _("A choice of answers"),
        "cut": _("How will this word be cut?"),
    }
