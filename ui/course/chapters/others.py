"""WordPiece and Unigram: what they do that BPE does not."""

from fractions import Fraction
from itertools import combinations
from math import exp

from bpe_engine import UnigramTraining, WordPieceTraining
from ui.algorithms.shared import times
from ui.course.chapter import Chapter, Exercise, Facts, Option, Table, Way
from ui.course.counted import play_training, quoted, task, trained
from ui.i18n import N_, number, significant
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile
from ui.tasks.scenarios import SCENARIOS

WORD = "hug"
FIRST_SIZE = 16  # of the vocabulary that Unigram begins with


def _wordpiece() -> WordPieceTraining:
    found = trained(task("hug", "wordpiece"))
    assert isinstance(found, WordPieceTraining)
    return found


def _scored() -> dict[tuple[str, str], tuple[int, int, int]]:
    """How often each pair and its two symbols occur at the start."""
    state = _wordpiece().at(0)
    return {(row.pair.left, row.pair.right): (row.count, row.left_count, row.right_count) for row in state.leaderboard}


def cuts_of(word: str) -> dict[tuple[str, ...], float]:
    """Every cut of a word into the tokens that Unigram begins with, and its probability; the best first."""
    training = trained(task("hug", "unigram"))
    assert isinstance(training, UnigramTraining)
    scores = training.tokenizer(0).scores
    found = {}
    for count in range(len(word)):
        for inner in combinations(range(1, len(word)), count):
            ends = (0, *inner, len(word))
            parts = tuple(word[start:end] for start, end in zip(ends, ends[1:], strict=False))
            if all(part in scores for part in parts):
                found[parts] = exp(sum(scores[part] for part in parts))
    return dict(sorted(found.items(), key=lambda cut: -cut[1]))


def _facts() -> Facts:
    event = _wordpiece().events[0]
    scored = _scored()
    ug, gs, hu = (scored[pair] for pair in (("##u", "##g"), ("##g", "##s"), ("h", "##u")))
    unigram = trained(task("hug", "unigram"))
    bpe = trained(task("hug"))
    cuts = cuts_of(WORD)
    best, second = list(cuts)[:2]
    words = dict(SCENARIOS["hug"].source.counts)
    stand = {
        token: sum(word.count(token) * count for word, count in words.items()) for token in unigram.base_vocabulary
    }
    options = [("##u", "##g"), ("##u", "##n"), ("##g", "##s")]
    return {
        "ug": times(ug[0]),
        "ug_parts": f"{ug[0]} / ({ug[1]} × {ug[2]})",
        "ug_score": significant(ug[0] / (ug[1] * ug[2]), 3),
        "gs": times(gs[0]),
        "gs_parts": f"{gs[0]} / ({gs[1]} × {gs[2]})",
        "gs_score": significant(gs[0] / (gs[1] * gs[2]), 3),
        "h": times(hu[1]),
        "u": times(hu[2]),
        "hu": times(hu[0]),
        "hu_parts": f"{hu[0]} / ({hu[1]} × {hu[2]})",
        "hu_score": significant(hu[0] / (hu[1] * hu[2]), 3),
        "word": WORD,
        "cuts": number(len(cuts)),
        "best": quoted(best),
        "best_chance": significant(cuts[best], 3),
        "second": quoted(second),
        "second_chance": significant(cuts[second], 3),
        "all_tokens": times(sum(stand.values())),
        "of_word": times(stand[WORD]),
        "first_size": number(unigram.vocabulary_per_step[0]),
        "last_size": number(unigram.vocabulary_per_step[-1]),
        "hugs_unigram": quoted(unigram.tokenizer().tokenize("hugs")),
        "hugs_bpe": quoted(bpe.tokenizer().tokenize("hugs")),
        "right": options.index((event.pair.left, event.pair.right)),
        "answer": str(Fraction(hu[0], hu[1] * hu[2])),
    }


def _table(_text: str) -> Table:
    return Table(
        _("Every cut of “{word}” into Unigram’s first tokens").format(word=WORD),
        (_("Cut"), _("Probability")),
        tuple((quoted(parts), significant(chance, 3)) for parts, chance in cuts_of(WORD).items()),
    )


def _play(labels: Labels) -> LessonFile:
    return play_training(task("hug", "wordpiece"), labels)


CHAPTER = Chapter(
    key="others",
    title=N_("WordPiece and Unigram"),
    idea=(
        N_(
            "BPE is not alone. BERT has WordPiece, T5 has Unigram. WordPiece too begins with letters and merges pairs. "
            "It marks letters inside of a word by ##, so “hugs” begins as h ##u ##g ##s."
        ),
        N_(
            "But it does not take the most frequent pair. It takes the pair with the highest score: how often the pair "
            "occurs, divided by how often its left symbol occurs times how often its right one does."
        ),
        N_(
            "BPE asks: how often are these two together? WordPiece asks: when one of them is there, how surely is the "
            "other there too?"
        ),
    ),
    question=N_(
        "The corpus is hug, pug, pun, bun and hugs again. BPE merges “u” + “g”. What does WordPiece merge first?"
    ),
    options=(
        Option(
            N_("“##u” + “##g”"),
            N_("It is the most frequent pair, but u is in every word, so its score is low: {ug_parts} = {ug_score}."),
        ),
        Option(
            N_("“##u” + “##n”"),
            N_("u is in every word, so every pair with it has a low score. One pair has no u in it."),
        ),
        Option(N_("“##g” + “##s”")),
    ),
    explanation=(
        N_(
            "“##g” + “##s” occurs only {gs}, but its score is {gs_parts} = {gs_score}: wherever there is an s, a "
            "g stands before it. “##u” + “##g” occurs {ug}, with the score {ug_parts} = {ug_score}."
        ),
        N_(
            "So for the same corpus, BPE's formula, which is the count alone, chooses u + g, and WordPiece's chooses "
            "g + s. To encode, WordPiece takes the longest match from the left, and a word with a part that it does "
            "not know becomes one [UNK] as a whole."
        ),
        N_(
            "Unigram does what neither of them does: it begins with many tokens, and takes away the ones that it can "
            "best do without. For that it asks of each by how much the corpus would get less probable if it were gone. "
            "Here it goes from {first_size} tokens, with the unknown token, down to {last_size}. Every token has a "
            "probability. The probability of a cut is that of its tokens, multiplied."
        ),
        N_(
            "A word may be cut in many ways, and Unigram weighs them all: “{word}” in {cuts} ways, {best} with "
            "{best_chance}, {second} with {second_chance}. (All tokens together stand in the corpus {all_tokens}, "
            "“{word}” {of_word}: divide.) It takes the most probable. Since all cuts have a "
            "probability, it can also draw one by chance, so that a model sees the same word cut in several ways."
        ),
        N_("At the end of the training, “hugs” is {hugs_unigram} for Unigram, and {hugs_bpe} for BPE."),
    ),
    watch=N_("WordPiece is trained on the same words. Compare the scores of the pairs with how often they occur."),
    play=_play,
    table=_table,
    exercise=Exercise(
        N_(
            "“h” occurs {h}, “##u” {u}, and the pair “h” + “##u” {hu}. What is its score? A fraction "
            "such as 1/20 is fine."
        ),
        "share",
        N_("Divide how often the pair occurs by the product of the other two numbers."),
        N_("{hu_parts} = {hu_score}, which is less than {gs_score}."),
    ),
    remember=(
        N_("BPE: the highest count. WordPiece: count of the pair / (count of the left × count of the right)."),
        N_("Unigram begins large and takes tokens away; it gives every cut of a word a probability."),
    ),
    ways=(
        Way("train", N_("Watch Unigram take tokens away"), {"scenario": "hug", "algorithm": "unigram"}),
        Way(
            "encode",
            N_("Watch Unigram weigh the cuts of a word"),
            {"word": WORD, "algorithm": "unigram", "vocab": str(FIRST_SIZE)},
        ),
        Way("compare", N_("All three on the same corpus"), {"corpus": "hug"}),
    ),
    facts=_facts,
)
