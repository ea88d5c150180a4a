"""The texts of a class on the teacher's screens, in the reader's language."""

from ui.base.i18n import gettext as _
from ui.base.i18n import language_tag
from ui.classroom.teacher.contract import Texts


def teacher_labels() -> Texts:
    """Return the texts beside players and questions, and on the teacher's page."""
    return {
        "locale": language_tag(),
        "class": _("Class"),
        "open": _("Start a class"),
        "help": _(
            "Phones join with a code, without accounts or names. They follow what you show in this browser, and vote."
        ),
        "begun": _(
            "While a class is running, one window of this browser leads it: the first to show a lesson. Another can "
            "take over."
        ),
        "showCode": _("Show the class code"),
        "hideCode": _("Hide the code"),
        "close": _("End the class"),
        "closeSure": _("All of it will be deleted, results included. End it?"),
        "closeYes": _("End it"),
        "closeNo": _("Keep going"),
        "code": _("Class code"),
        "join": _("Scan the QR code with a phone, or open:"),
        "address": _("Address phones can reach"),
        "copy": _("Copy link"),
        "copied": _("Link copied."),
        "here": _("Phones joined: {count}"),
        "connecting": _("Connecting …"),
        "lost": _("Connection lost. It will come back by itself."),
        "away": _("The server can’t reach its storage just now. It will carry on by itself."),
        "back": _("Connected"),
        "noServer": _("The server isn’t answering. Try again once it is back; nothing you typed is lost."),
        "over": _("A class lasts 12 hours. This one is over: start another."),
        "gone": _("The server no longer knows this class, and this browser can’t bring it back. Start another."),
        "closed": _("The class is over. Nothing from it is kept."),
        "rooms": _("The server can’t run any more classes. Try again when one has ended."),
        "opened": _("Too many classes were started from here in an hour. Wait a while, or carry on with one of them."),
        "taken": _("Another class has this code now. Start a new one."),
        "tooLarge": _(
            "This lesson is too large for phones. Use fewer steps or a shorter text; the class stays where it was."
        ),
        "questions": _("This class can’t have any more questions. Save the results, and start another class."),
        "late": _("That came too late: the question has moved on. Look at what is shown now, and carry on from there."),
        "refused": _("The server didn’t accept this: {message}"),
        "mode": _("Phones"),
        "follow": _("following"),
        "free": _("at their own pace"),
        "frozen": _("paused"),
        "followHelp": _("They show the same step as you."),
        "freeHelp": _("Each goes at its own pace. Their progress is below."),
        "frozenHelp": _("They only say to look to the front."),
        "steps": _("Phones by step"),
        "stepAt": _("Step {step}"),
        "noSteps": _("No phone has reported a step yet."),
        "ask": _("Ask the class"),
        "askKey": _("Vote on this step (key: a; then → or the clicker moves on)"),
        "asked": _("Current question"),
        "noQuestion": _(
            "No question is open. At a step of a lesson, press “a” or “Ask the class”, or write your own question "
            "below."
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
        "on": _("Continue"),
        "nextPress": _("Next press: {what}"),
        "right": _("right"),
        "wereRight": _("Right answers: {count}."),
        "rightOf": _("{right} of {votes}"),
        "voteOf": _("{vote}: {count}"),
        "slideClock": _("This slide: {time} of {minutes} min"),
        "planClock": _("The plan: {time} of {minutes} min"),
        "lessonOf": _("{title}, {date}"),
        "tie": _("There was a tie: each of these counts as right."),
        "whole": _("not cut"),
        "results": _("How the class answered"),
        "own": _("Your own question"),
        "ownText": _("Question"),
        "ownAnswer": _("Answer {number}"),
        "ownRight": _("Answer {number} is right"),
        "ownNone": _("No right or wrong answer"),
        "ownMore": _("Add an answer"),
        "ownAsk": _("Ask this"),
        "ownMissing": _("A question needs text and at least two answers."),
        "solution": _("Explanation after the answer (optional)"),
        "table": _("Results"),
        "answer": _("Answer"),
        "question": _("Question {number}"),
        "word": _("Question {number}, at step {step}"),
        "titled": _("{title}: {question}"),
        "noAnswers": _("Nobody answered."),
        "csv": _("Save as CSV"),
        "print": _("Print"),
        "note": _("Note from your plan"),
        "plan": _("Your plan"),
        "minutes": _("{minutes} min"),
        "planAsks": _("Your plan asks here: {question}"),
        "noteNext": _("Next: {title}"),
        "noNote": _("No note here."),
        "leads": _("This window leads"),
        "othersLead": _("Another window leads"),
        "takeOver": _("Lead from here"),
        "answered": _("{count} of {here} answered"),
        "soFar": _("Votes so far, for you only"),
        "seats": _("Where phones come from"),
        "seatsHelp": _(
            "Phones with the same kind of browser at one address are one source. A browser has one vote, but a program "
            "can pretend to be many phones: look at sources that are odd, or larger than they should be."
        ),
        "noSeats": _("No phone has joined yet."),
        "odd": _("Odd: {count}"),
        "source": _("Source {name}"),
        "eachPhone": _("Show each phone"),
        "joinedAt": _("Joined at {time}"),
        "leftSoon": _("Left within 20 seconds"),
        "votedSoon": _("Voted within 3 seconds of joining"),
        "remove": _("Remove"),
        "removeAll": _("Remove all"),
        "removeSure": _(
            "Remove all phones from source {name}? Their votes won’t count, and no more phones like them can join. You "
            "can let them back in."
        ),
        "removeNo": _("Keep them"),
        "removed": _("Removed"),
        "restore": _("Let back in"),
        "noResults": _("No questions asked yet."),
    }
