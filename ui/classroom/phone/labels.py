"""The texts of a live class, in the reader's language."""

from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag
from ui.classroom.phone.contract import PhoneTexts


def phone_labels() -> PhoneTexts:
    """Return the texts of the page on a phone."""
    return {
        "locale": language_tag(),
        "class": _("Live class"),
        "follow": _("Following the class"),
        "free": _("At your own pace"),
        "frozen": _("Eyes to the front"),
        "connecting": _("Connecting …"),
        "connected": _("Connected"),
        "lost": _("Connection lost. It will come back by itself."),
        "away": _("The server can’t reach its storage just now. It will carry on by itself."),
        "interrupted": _("The class is interrupted. It will resume when the teacher’s page is back."),
        "none": _("No class has the code {code}. Check the code on the screen."),
        "closed": _("This class is over. Nothing from it is kept."),
        "removed": _(
            "The teacher has removed this phone, or phones like it, from the class. If that was a mistake, ask to be "
            "let back in, then reload this page."
        ),
        "full": _("This class is full, with {most} phones. Share with a neighbour."),
        "tries": _("Too many wrong codes from here. This page will keep trying."),
        "code": _("The code on the screen"),
        "short": _("A class code has nine digits, but “{code}” isn’t one. Check the code on the screen."),
        "onward": _("Explore BPE Lab on your own"),
        "another": _("Join another class"),
        "voteOf": _("{vote}: {count}"),
        "codeHelp": _("It has nine digits."),
        "join": _("Join"),
        "begin": _("You’re in. The class starts soon."),
        "loading": _("Loading the lesson …"),
        "noLesson": _("The lesson didn’t load. This page will try again."),
        "larger": _("Large type"),
        "pairQuestion": _("Which pair is next?"),
        "cutQuestion": _("How will this word be cut?"),
        "cutHelp": _("Tap between the letters, then send."),
        "cutBetween": _("Cut between {left} and {right}"),
        "send": _("Send"),
        "answered": _("Your answer is in. You’ll see what others think later."),
        "unsent": _("Your answer will be sent once the connection is back."),
        "late": _("The vote ended before your answer arrived."),
        "second": _("Second vote: talk about it, then answer again."),
        "wait": _("The vote is over. The answer comes later."),
        "first": _("First vote"),
        "secondShort": _("Second vote"),
        "votes": _("Votes: {count}"),
        "yours": _("your answer"),
        "right": _("right"),
        "isRight": _("Your answer was right."),
        "isWrong": _("Your answer wasn’t the right one."),
        "noRight": _("There is no right or wrong answer."),
        "noAnswer": _("You didn’t answer this one."),
        "results": _("How the class answered"),
        "whole": _("not cut"),
        "goOn": _("Choose an answer."),
    }


def results_heads() -> tuple[str, ...]:
    """Return the heads of the results: question, kind, text, answer, right, first and second vote, lesson, when."""
    return (
        _("Question"),
        _("Kind"),
        _("Text"),
        _("Answer"),
        _("Right"),
        _("First vote"),
        _("Second vote"),
        _("Lesson"),
        _("Asked"),
    )


def results_kinds() -> dict[str, str]:
    """Return the names of the kinds of questions in the results."""
    return {
        "pair": _("Which pair is next?"),
        "choice": _("Multiple choice"),
        "cut": _("How will this word be cut?"),
    }
