"""Two pairs that are equally frequent: a rule decides, and libraries have different ones."""

from ui.algorithms.shared import times
from ui.course.chapter import Chapter, Exercise, Facts, Option, Way
from ui.course.counted import play_training, task, trained_bpe
from ui.i18n import N_, listed, ngettext, number
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile
from ui.show import name
from ui.tasks.scenarios import SCENARIOS

RULES = {"first": "first-seen", "smallest": "smallest-id", "largest": "largest-pair"}


def _facts() -> Facts:
    trainings = {key: trained_bpe(task("low", tie_break=rule)) for key, rule in RULES.items()}
    course = trained_bpe(task("course"))
    winners = {key: training.events[0].pair for key, training in trainings.items()}
    event = trainings["first"].events[0]
    largest = winners["largest"]
    named = {
        key: _("“{left}” + “{right}”").format(left=name(pair.left), right=name(pair.right))
        for key, pair in winners.items()
    }
    return {
        "words": listed(
            _("{word} ({times})").format(word=word, times=times(count))
            for word, count in SCENARIOS["low"].source.counts
        ),
        "count": times(event.count),
        "badge": ngettext("tie of {count} pairs", "tie of {count} pairs", event.tied + 1).format(
            count=number(event.tied + 1)
        ),
        "others": number(event.tied + 1),
        **named,
        "left": largest.left,
        "right_part": name(largest.right),
        "ties": number(sum(event.tied > 0 for event in course.events)),
        "merges": number(len(course.events)),
        "right": 1,
        "answer": f"{largest.left} {largest.right}",
    }


def _play(labels: Labels) -> LessonFile:
    return play_training(task("low"), labels)


CHAPTER = Chapter(
    key="ties",
    title=N_("When two pairs tie"),
    idea=(
        N_(
            "“The most frequent pair” is not always one pair. Two may occur equally often: this is a tie. Both cannot "
            "merge at once, and what merges first changes what can merge afterwards."
        ),
        N_(
            "The corpus here: {words}. “</w>” is a token of its own that marks the end of each word. At the start "
            "{others} pairs occur {count} each: “e” + “s”, “s” + “t”, “t” + “</w>”."
        ),
    ),
    question=N_("Who decides which of them merges?"),
    options=(
        Option(
            N_("Chance"),
            N_(
                "Then two people who train on the same text would have different vocabularies. "
                "Programs avoid that: the same text gives the same merges."
            ),
        ),
        Option(N_("A rule, which is another one in each library")),
        Option(
            N_("The description of BPE, which has a rule for it"),
            N_("It would be nice. But the description says only “the most frequent pair”, and leaves ties open."),
        ),
    ),
    explanation=(
        N_("Each library has a rule, and nobody is wrong. Here are the three that matter most."),
        N_(
            "First seen: the pair that comes first in the corpus. So it is in minbpe, and in the Python code of the "
            "Hugging Face course. Here it takes {first}."
        ),
        N_(
            "Smallest id: the pair whose left token has the smallest id, and if that is equal, the right one. So it is "
            "in the library tokenizers of Hugging Face. Letters get their ids in the order of their numbers in Unicode "
            "here, so it takes {smallest}."
        ),
        N_(
            "Largest pair: the pair that comes last in the order of these numbers. So it is in subword-nmt, the "
            "program of those who brought BPE to language. Here it takes {largest}."
        ),
        N_(
            "Ties are frequent where the corpus is small: of the {merges} merges of the four sentences in the course "
            "of Hugging Face, {ties} are ties. In a large corpus they are rare at first, and many at the end."
        ),
    ),
    watch=N_("Press “{badge}”, and train again by another rule. Compare the merges that follow."),
    play=_play,
    exercise=Exercise(
        N_("Which two tokens does subword-nmt merge first in this corpus? Type both with a space between them."),
        "tokens",
        N_("Which of the three left parts, e, s and t, comes last in the alphabet? What stands to its right?"),
        N_("“{left}” + “{right_part}”: of e, s and t the last one in the order of characters is t."),
    ),
    remember=(
        N_("A tie is decided by a rule: first seen (minbpe), smallest id (tokenizers), largest pair (subword-nmt)."),
        N_("Who wants the same vocabulary as another program needs its rule too."),
    ),
    ways=(
        Way("train", N_("The same corpus by the rule of subword-nmt"), {"scenario": "low", "tie": "largest-pair"}),
        Way("train", N_("The four sentences, full of ties"), {"scenario": "course"}),
    ),
    facts=_facts,
)
