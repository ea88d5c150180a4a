"""Which pair becomes a token: the most frequent one."""

from ui.algorithms.shared import times
from ui.course.chapter import Chapter, Exercise, Facts, Option, Way
from ui.course.counted import play_training, task, tokens, trained_bpe
from ui.i18n import N_, listed, number
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile
from ui.tasks.scenarios import SCENARIOS

OVERLAP = "aaabdaaabac"


def _facts() -> Facts:
    training = trained_bpe(task("hug"))
    counts = {row.pair: row.count for row in training.at(0).leaderboard}
    after = {row.pair: row.count for row in training.at(1).leaderboard}
    overlapping = trained_bpe(task("aaab")).events[0]
    words = dict(SCENARIOS["hug"].source.counts)
    pairs = [("h", "u"), ("u", "g"), ("u", "n")]
    found = [next(count for pair, count in counts.items() if tuple(pair) == wanted) for wanted in pairs]
    event = training.events[0]
    return {
        "words": listed(_("{word} ({times})").format(word=word, times=times(count)) for word, count in words.items()),
        "hu": times(found[0]),
        "ug": times(found[1]),
        "un": times(found[2]),
        "before": tokens(training.tokens_per_step[0]),
        "after": number(training.tokens_per_step[1]),
        "symbols": number(len(training.base_vocabulary)),
        "overlap": OVERLAP,
        "counted": times(overlapping.count),
        "merged": number(overlapping.replacements),
        "second": times(training.events[1].count),
        "right": pairs.index((event.pair.left, event.pair.right)),
        "answer": str(next(count for pair, count in after.items() if tuple(pair) == ("h", "ug"))),
        "hug": times(words["hug"]),
        "hugs": times(words["hugs"]),
        "sum": number(words["hug"] + words["hugs"]),
    }


def _play(labels: Labels) -> LessonFile:
    return play_training(task("hug"), labels)


CHAPTER = Chapter(
    key="counting",
    title=N_("Counting pairs"),
    idea=(
        N_(
            "Where does a vocabulary come from? It is learned from a large text, the corpus. Most models learn it by "
            "byte-pair encoding, BPE for short. The method is old, and fits into one sentence: count all pairs of "
            "neighbours, and make the most frequent pair a new token; then do it again."
        ),
        N_(
            "Here the corpus is five words: {words}. At the start each letter is a token. A word that occurs ten times "
            "counts ten times."
        ),
    ),
    question=N_("Which pair becomes the first new token?"),
    options=(
        Option(
            N_("“h” + “u”"),
            N_("It is in hug and in hugs, which is {hu}. Another pair is in these two words, and in pug too."),
        ),
        Option(N_("“u” + “g”")),
        Option(
            N_("“u” + “n”"),
            N_("It is in pun and in bun, which is {un}. That is much, but not the most."),
        ),
    ),
    explanation=(
        N_(
            "“u” + “g” stands in hug, pug and hugs, {ug} in all. No other pair is as frequent. “h” + “u” stands "
            "there {hu}, “u” + “n” {un}. So “ug” becomes a token: this is a merge."
        ),
        N_(
            "Wherever “u” and “g” stand side by side, “ug” takes their place. The corpus shrinks from {before} "
            "to {after}. The vocabulary grows by one: it had {symbols} letters, now it has “ug” too. The letters stay."
        ),
        N_(
            "Then all pairs are counted again, since merges make new pairs: “h” + “ug” is one now. It goes on until "
            "the vocabulary is as large as it was asked to be, or no pair is left."
        ),
        N_(
            "A detail for who counts by hand: pairs are counted where they overlap, too. In “{overlap}” the pair “a” + "
            "“a” is counted {counted}, since “aaa” has it twice. But only {merged} places can merge."
        ),
    ),
    watch=N_("The same corpus. Look at the list of pairs, then press → for a merge."),
    play=_play,
    exercise=Exercise(
        N_("After the first merge: how many times does the pair “h” + “ug” occur?"),
        "number",
        N_("Which words have “h” and then “ug”? Add up how many times each of them occurs."),
        N_("hug occurs {hug}, and hugs {hugs}: {sum} in all. “u” + “n” occurs {second}, so it merges before."),
    ),
    remember=(
        N_("BPE merges the most frequent pair, again and again. That is why this pair, and not another."),
        N_(
            "The merges are kept in the order in which they were learned. The place in this order, from 0 on, is the "
            "rank."
        ),
    ),
    ways=(
        Way("train", N_("Guess each merge before you see it"), {"scenario": "hug", "predict": "1"}),
        Way("train", N_("The overlaps in aaabdaaabac"), {"scenario": "aaab"}),
        Way("train", N_("Train on your own text"), {"scenario": "text"}),
    ),
    facts=_facts,
)
