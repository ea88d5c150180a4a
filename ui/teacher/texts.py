"""The texts of a class on the teacher's screens, in the reader's language."""

from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag
from ui.teacher.contract import Texts


def texts() -> Texts:
    """What stands beside players and questions, and on the teacher's page."""
    return {
        "locale": language_tag(),
        "class": _("Class"),
        "open": _("Open a class"),
        "help": _(
            "Phones join by a code, without accounts or names. They follow what you show in this browser, and vote."
        ),
        "begun": _("While a class is open, every player of the app in this browser leads it. Present shows its code."),
        "showCode": _("Show the code of the class"),
        "hideCode": _("Hide the code"),
        "close": _("Close the class"),
        "closeSure": _("All of it is forgotten, its results too. Close it?"),
        "closeYes": _("Close it"),
        "closeNo": _("Go on with it"),
        "code": _("The code of the class"),
        "join": _("Point the camera of a phone at the picture, or open:"),
        "address": _("Address that phones reach"),
        "copy": _("Copy link"),
        "copied": _("Link copied."),
        "here": _("Phones here: {count}"),
        "connecting": _("Connecting …"),
        "lost": _("The connection is lost. It comes back by itself."),
        "away": _("The server has lost its memory for a moment. It goes on by itself."),
        "back": _("Connected"),
        "noServer": _("The server does not answer. Try again once it is back; nothing that you typed is lost."),
        "over": _("A class lasts 12 hours. This one is over: open another."),
        "gone": _(
            "The server does not know this class any more, and this browser has nothing to bring it back with. "
            "Open another."
        ),
        "closed": _("The class is closed. Nothing of it is kept."),
        "rooms": _("The server has as many classes as it can hold. Try again when another one is closed."),
        "opened": _("Too many classes were opened from here in an hour. Wait a little, or go on with one of them."),
        "taken": _("Another class has this code by now. Open a new one."),
        "tooLarge": _(
            "This lesson is too large for phones. Take fewer steps or a shorter text; the class stays where it was."
        ),
        "questions": _("A class has only so many questions. Save the results, and open another class."),
        "late": _("That came too late: the question is further on. Look at what is shown now, and go on from there."),
        "refused": _("The server did not take this: {message}"),
        "mode": _("The phones"),
        "follow": _("follow"),
        "free": _("step by themselves"),
        "frozen": _("are put aside"),
        "followHelp": _("They show the step that you show."),
        "freeHelp": _("Each goes at its own pace. Below is how far they are."),
        "frozenHelp": _("They show nothing but that it is time to look to the front."),
        "steps": _("How far the phones are"),
        "stepAt": _("Step {step}"),
        "noSteps": _("No phone has told its step yet."),
        "ask": _("Ask the class"),
        "askKey": _("A vote on this step (key: a; then → or the clicker leads on)"),
        "asked": _("What the class is asked"),
        "noQuestion": _(
            "The class is asked nothing. At a step of a lesson, press “a” or “Ask the class” there; or "
            "write a question of your own below."
        ),
        "pairQuestion": _("Which pair is next?"),
        "cutQuestion": _("How will this word be cut?"),
        "votes": _("Votes: {count}"),
        "since": _("Asked {time} ago"),
        "first": _("First vote"),
        "second": _("Second vote"),
        "show": _("Show the votes"),
        "again": _("Vote again"),
        "reveal": _("Reveal the answer"),
        "on": _("Go on"),
        "nextPress": _("The next press: {what}"),
        "right": _("right"),
        "wereRight": _("Right answers: {count}."),
        "tie": _("There was a tie: each of these counts as right."),
        "whole": _("not cut"),
        "results": _("What the class answered"),
        "own": _("A question of your own"),
        "ownText": _("Question"),
        "ownAnswer": _("Answer {number}"),
        "ownRight": _("Answer {number} is right"),
        "ownNone": _("No answer is right or wrong"),
        "ownMore": _("One more answer"),
        "ownAsk": _("Ask this"),
        "ownMissing": _("A question needs a text and two answers or more."),
        "solution": _("What is said once it is revealed (or nothing)"),
        "table": _("Results"),
        "answer": _("Answer"),
        "question": _("Question {number}"),
        "word": _("Question {number}, at step {step}"),
        "titled": _("{title}: {question}"),
        "noAnswers": _("Nobody answered."),
        "csv": _("Save as CSV"),
        "print": _("Print"),
        "note": _("The note of your plan"),
        "planAsks": _("Your plan asks here: {question}"),
        "noteNext": _("Next: {title}"),
        "noNote": _("No note here."),
        "noResults": _("No question was asked yet."),
    }
