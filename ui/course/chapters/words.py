"""Pre-tokenization: why a text is cut into words before any merge."""

from bpe_engine.pre_tokenizers import GPT2
from ui.course.chapter import Chapter, Exercise, Facts, Option, Way
from ui.course.counted import play_training, quoted, task, trained_bpe
from ui.i18n import N_, number
from ui.player.contract import Labels, LessonFile
from ui.show import token_as_text
from ui.tasks.scenarios import EXAMPLE
from ui.tasks.settings import Task

SAMPLE = "Hello've world123 how's are you!!!?"
SHORT = "it's ok!!"
SIZE = 60


def _task(cut: str) -> Task:
    return task("text", text=EXAMPLE, pre_tokenizer=cut, vocab_size=SIZE)


def _facts() -> Facts:
    whole, words = trained_bpe(_task("none")), trained_bpe(_task("gpt2"))
    across = next(event for event in whole.events if "Ġ" in event.token[1:])
    longest = max((event.token for event in whole.events), key=len)
    pieces = GPT2.split(SAMPLE)
    return {
        "text": EXAMPLE,
        "across": token_as_text(across.token),
        "rank": number(across.rank + 1),
        "longest": token_as_text(longest),
        "length": number(len(longest)),
        "best": token_as_text(max((event.token for event in words.events), key=len)),
        "short": SHORT,
        "short_pieces": quoted(GPT2.split(SHORT)),
        "sample": SAMPLE,
        "pieces": quoted(pieces),
        "right": 0,
        "answer": str(len(pieces)),
        "count": number(len(pieces)),
    }


def _play(labels: Labels) -> LessonFile:
    return play_training(_task("none"), labels)


CHAPTER = Chapter(
    key="words",
    title=N_("Why cut into words first?"),
    idea=(
        N_(
            "Before any pair is counted, the text is cut into words, numbers and signs. This is pre-tokenization, and "
            "a pattern does it: a regular expression. No merge goes beyond the edge of such a piece."
        ),
        N_(
            "Is that needed? Try it without: the whole text is one piece, and a space is a symbol like any other. The "
            "text: “{text}”"
        ),
    ),
    question=N_("What will be the longest tokens, if nothing is cut before?"),
    options=(
        Option(N_("Whole phrases of this very text")),
        Option(
            N_("Words, since words occur most often"),
            N_("Words come first, but nothing stops there: once two words are tokens, they are a pair too."),
        ),
        Option(
            N_("Syllables"),
            N_("BPE knows nothing of syllables. It merges what is frequent, as long as there is room."),
        ),
    ),
    explanation=(
        N_(
            "Merge {rank} already goes from one word into the next: “{across}”. The longest token is {length} "
            "characters: “{longest}”. It will hardly ever be seen again in another text, and it has taken the "
            "place of a token that would be."
        ),
        N_(
            "Cut into words first, the longest token of the same text is “{best}”. That is a piece that other texts "
            "have too. A second harm is kept off: without the cut, “dog.”, “dog!” and “dog?” would each be tokens of "
            "their own, the same word three times."
        ),
        N_(
            "And it saves work: the same word is counted once, with the number of times that it occurs. A long text "
            "has few different words."
        ),
        N_(
            "The pattern is part of the tokenizer. GPT-2's takes a space along with the word that follows it, cuts "
            "letters from digits and signs, and keeps 's and 've together: “{short}” becomes {short_pieces}. GPT-4's "
            "cuts digits in groups of three besides. With another pattern the same merges give other tokens."
        ),
    ),
    watch=N_("This is the training without the cut. Press → and wait for the first token with a space inside."),
    play=_play,
    exercise=Exercise(
        N_("Into how many pieces does GPT-2's pattern cut “{sample}”?"),
        "number",
        N_("Letters, digits and signs are pieces of their own. A space goes with the word after it, 've is a piece."),
        N_("{count}: {pieces}."),
    ),
    remember=(
        N_(
            "Pre-tokenization keeps merges inside of words: tokens stay useful for other texts, and training is faster."
        ),
        N_("Encoding has to use the same pattern as training."),
    ),
    ways=(
        Way("pretokenize", N_("See which part of the pattern makes each cut"), {"sample": SAMPLE, "pattern": "gpt2"}),
        Way("pretokenize", N_("GPT-2's and GPT-4's pattern side by side"), {"sample": SAMPLE, "beside": "gpt4"}),
        Way("train", N_("Train on your own text, with and without"), {"scenario": "text", "text": EXAMPLE}),
    ),
    facts=_facts,
)
