"""Why models misspell; and what BPE-dropout and SuperBPE change."""

from bpe_engine import BPEDropoutTokenizer, BPETokenizer, load_pretrained
from ui.components.contract import TokenRow
from ui.course.chapter import Chapter, Exercise, Facts, Option, Way
from ui.course.counted import play_encoding, quoted, row, task, tokens, trained
from ui.i18n import N_, number, percent
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile
from ui.show import token_as_text
from ui.tasks.scenarios import EXAMPLE

STYLE = ".DefaultCellStyle"
WORD = " strawberry"
SPELLED = "tokenizer"
DROPOUT = 0.5
SEEDS = (1, 2, 3)
SIZE, TRANSITION, LIFTED = 51, 45, 25  # BPE ends with so many tokens; merges inside of words


def _drawn(seed: int) -> BPEDropoutTokenizer:
    gpt2 = load_pretrained("gpt2")
    assert isinstance(gpt2, BPETokenizer)
    return BPEDropoutTokenizer(gpt2, dropout=DROPOUT, seed=seed)


def _facts() -> Facts:
    gpt4, gpt2 = load_pretrained("cl100k_base"), load_pretrained("gpt2")
    ids = gpt4.encode(STYLE)
    assert isinstance(gpt2, BPETokenizer)
    bpe = trained(task("text", text=EXAMPLE, vocab_size=SIZE))
    superbpe = trained(task("text", "superbpe", text=EXAMPLE, vocab_size=SIZE, transition=TRANSITION))
    across = next(event for event in superbpe.events if "Ġ" in event.token[1:])
    none = BPEDropoutTokenizer(gpt2, dropout=1, seed=0).tokenize(SPELLED)
    return {
        "style": STYLE,
        "letters": number(STYLE.count("l")),
        "ids": " ".join(map(str, ids)),
        "count": tokens(len(ids)),
        "dropout": percent(DROPOUT),
        "size": number(SIZE),
        "across": token_as_text(across.token),
        "bpe": tokens(bpe.tokens_per_step[-1]),
        "superbpe": tokens(superbpe.tokens_per_step[-1]),
        "sample": SPELLED,
        "parts": quoted(none),
        "usual": tokens(len(gpt2.encode(SPELLED))),
        "right": 0,
        "answer": str(len(none)),
    }


def _play(labels: Labels) -> LessonFile:
    return play_encoding(_drawn(SEEDS[0]), WORD, labels)


def _rows() -> tuple[TokenRow, ...]:
    gpt2 = load_pretrained("gpt2")
    drawn = tuple(
        row(_("BPE-dropout, draw {number}").format(number=number(seed)), gpt2, _drawn(seed).encode(WORD))
        for seed in SEEDS
    )
    return (row(_("BPE as it is"), gpt2, gpt2.encode(WORD)), *drawn)


CHAPTER = Chapter(
    key="stumbling",
    title=N_("Why models stumble, and what is new"),
    idea=(
        N_(
            "Much that looks strange in a language model begins in its tokenizer. “{style}” is a name from programs. "
            "Ask how many times the letter l is in it, and a model may well say a wrong number."
        ),
    ),
    question=N_("It is {letters} times. Why is that hard for GPT-4?"),
    options=(
        Option(N_("The whole name is {count} for it: it never sees the letters")),
        Option(
            N_("The name is too long for it"),
            N_("Models read whole books. Length is not the trouble here; it is rather that this text is so short."),
        ),
        Option(
            N_("It was never taught to count"),
            N_("Put spaces between the letters, and it counts much better. Each letter is a token then."),
        ),
    ),
    explanation=(
        N_(
            "GPT-4 gets {ids}, which is {count}. Which letters are behind this number, it can only have learned by "
            "heart. So models misspell, count letters wrongly and can't turn words round; sums go wrong where digits "
            "are cut in odd groups."
        ),
        N_(
            "One idea against it is BPE-dropout. While a model is trained, each merge is left out with a certain "
            "probability, so that the same word is cut in another way each time. The model sees what words are "
            "made of. Vocabulary and merges stay the same. When the model is used, nothing is left out."
        ),
        N_(
            "Another new idea is SuperBPE. Pre-tokenization kept merges inside of words. SuperBPE learns so at first, "
            "and from some size on lets merges go across spaces. Phrases become tokens, and a text becomes shorter. "
            "Trained on the woodchuck sentence until the vocabulary has {size} tokens, it learns “{across}”, and the "
            "text is {superbpe}. With BPE and as large a vocabulary it is {bpe}."
        ),
    ),
    watch=N_(
        "GPT-2's vocabulary, the word “strawberry”, and a dropout of {dropout}, as in the boxes above. Chance draws "
        "anew before each merge: at each step see which ones it has left out."
    ),
    play=_play,
    rows=_rows,
    exercise=Exercise(
        N_(
            "“{sample}” is {usual} for GPT-2. With a dropout of 100 percent every merge is left out. How many tokens "
            "is it then?"
        ),
        "number",
        N_("Without any merge each byte stays alone, and an English letter is one byte."),
        N_("One for each letter: {parts}."),
    ),
    remember=(
        N_("Models misspell because they see ids, not letters."),
        N_("BPE-dropout leaves out merges by chance while a model learns; SuperBPE merges across spaces as well."),
    ),
    ways=(
        Way("stumble", N_("Ways to stumble, each with its tokens")),
        Way("encode", N_("Another draw of BPE-dropout"), {"word": WORD, "with": "gpt2", "by": "dropout"}),
        Way(
            "train",
            N_("Watch SuperBPE go across spaces"),
            {
                "scenario": "text",
                "algorithm": "superbpe",
                "text": EXAMPLE,
                "vocab": str(SIZE),
                "transition": str(TRANSITION),
                "step": str(LIFTED),
            },
        ),
    ),
    facts=_facts,
)
