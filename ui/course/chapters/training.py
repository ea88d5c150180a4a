"""What training costs, and why real trainers do not count anew."""

from ui.course.chapter import Chapter, Exercise, Facts, Option, Table, Way
from ui.course.counted import LONGEST_COUNTED, looked_at, play_training, task, trained_bpe
from ui.i18n import N_, decimal, number
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile
from ui.tasks.scenarios import EXAMPLE

MERGES = 300
TEXT = "aaabdaaabac"


def _facts() -> Facts:
    found = list(looked_at(EXAMPLE, MERGES))
    last = found[-1]
    own = trained_bpe(task("aaab"))
    return {
        "merges": number(last.merges),
        "text": number(last.text),
        "words": number(last.words),
        "kept": number(last.kept),
        "start": number(found[0].text),
        "different": number(found[0].words),
        "times": decimal(last.text / last.kept, 1),
        "limit": number(LONGEST_COUNTED),
        "sample": TEXT,
        "symbols": number(own.tokens_per_step[0]),
        "pairs": number(own.tokens_per_step[0] - 1),
        "left": number(own.tokens_per_step[1]),
        "right": 1,
        "answer": str(own.tokens_per_step[1] - 1),
        "count": number(own.tokens_per_step[1] - 1),
        "places": number(own.events[0].replacements),
    }


def _table(text: str) -> Table:
    found = list(looked_at(text, MERGES))
    shown = sorted({0, 1, *(len(found) * part // 5 for part in range(1, 5)), len(found) - 1} & {*range(len(found))})
    return Table(
        _("Pairs of neighbours looked at, in all"),
        (
            _("After so many merges"),
            _("The whole text counted anew each time"),
            _("Each different word counted anew each time"),
            _("Only what a merge changes"),
        ),
        tuple(
            (number(found[at].merges), number(found[at].text), number(found[at].words), number(found[at].kept))
            for at in shown
        ),
    )


def _play(labels: Labels) -> LessonFile:
    return play_training(task("aaab"), labels)


CHAPTER = Chapter(
    key="training",
    title=N_("What training costs"),
    idea=(
        N_(
            "The sentence that describes BPE says: count all pairs, merge the most frequent, count again. Written as "
            "it is said, that is twenty lines of Python. For a few sentences it is fine."
        ),
        N_(
            "But GPT-2 learned from 40 gigabytes of text, and its tokenizer has 50,000 merges. To count all that anew "
            "before each merge, 50,000 times, would take longer than anybody waits."
        ),
    ),
    question=N_("One merge was made. Which counts of pairs have changed?"),
    options=(
        Option(
            N_("All of them might have, so all must be counted anew"),
            N_("A pair that nowhere stands next to the merged one stays as it is, wherever it stands."),
        ),
        Option(N_("Only those of pairs next to a place where it was made")),
        Option(
            N_("Only the count of the merged pair"),
            N_("That one is gone. But its neighbours on the left and on the right have a new neighbour now."),
        ),
    ),
    explanation=(
        N_(
            "Take “x u g y”. After the merge of “u” + “g” it is “x ug y”. Three pairs are gone: x u, u g, g y. Two are "
            "new: x ug, ug y. All others in the text are untouched."
        ),
        N_(
            "So real trainers count once, and remember for each pair where it stands. A merge goes to these places "
            "only, and puts right the counts of the pairs beside them. And a word that occurs many times is kept once, "
            "with its number: that is one more thing that pre-tokenization is good for."
        ),
        N_(
            "Counted here on the text that the box below begins with: {start} pairs, {merges} merges. To look at a "
            "pair is to count it in one place, to take it out of the counts there, or to put a new one in. The whole "
            "text anew each time: {text} pairs looked at. Each different word once: {words}. Only what a merge "
            "changes, the pairs that are gone and the new ones: {kept}. All give the same merges."
        ),
        N_(
            "On this small text that saves a factor of {times}. The longer the text and the more merges, the more it "
            "is. Put your own text into the box, and see."
        ),
    ),
    watch=N_("One word, three merges. Count at each step how many pairs the merge has touched, and how many not."),
    play=_play,
    table=_table,
    sample=EXAMPLE,
    exercise=Exercise(
        N_(
            "“{sample}” has {symbols} symbols, and so {pairs} pairs of neighbours. Then “a” + “a” is merged, in "
            "{places} places. How many pairs must be looked at now to count all anew?"
        ),
        "number",
        N_("Each merge in a place leaves one symbol less. And a row of symbols has one pair less than symbols."),
        N_("{symbols} symbols become {left}, and these have {count} pairs."),
    ),
    remember=(
        N_("Counting anew costs the whole text for each merge. A merge changes only the counts beside its places."),
        N_("So trainers count once, keep places and counts, and each different word once with its number."),
    ),
    ways=(
        Way("train", N_("The taught code, line by line, beside each step"), {"scenario": "aaab", "code": "1"}),
        Way("train", N_("Train on your own text"), {"scenario": "text", "text": EXAMPLE}),
    ),
    facts=_facts,
)
