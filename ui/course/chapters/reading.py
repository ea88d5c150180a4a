"""What a model reads."""

from bpe_engine import load_pretrained
from ui.components.contract import TokenRow
from ui.course.chapter import Chapter, Exercise, Facts, Option, Way
from ui.course.counted import play_decoding, quoted, row, tokens
from ui.i18n import N_, number
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile

WORD = "strawberry"
TEXT = "Hello, world"


def _facts() -> Facts:
    gpt4, gpt2 = load_pretrained("cl100k_base"), load_pretrained("gpt2")
    ids = gpt4.encode(WORD)
    greeting = gpt2.encode(TEXT)
    return {
        "word": WORD,
        "letters": number(len(WORD)),
        "count": tokens(len(ids)),
        "ids": " ".join(map(str, ids)),
        "parts": quoted(gpt4.tokenize(WORD)),
        "spaced": tokens(len(gpt4.encode(f" {WORD}"))),
        "spaced_ids": " ".join(map(str, gpt4.encode(f" {WORD}"))),
        "greeting": " ".join(map(str, greeting)),
        "greeting_parts": quoted([gpt2.decode([token_id]) for token_id in greeting]),
        "text": TEXT,
        "right": 2,
        "answer": TEXT,
    }


def _play(labels: Labels) -> LessonFile:
    gpt2 = load_pretrained("gpt2")
    return play_decoding(gpt2, gpt2.encode(TEXT), labels, as_text=True)  # bytes come in a later chapter


def _rows() -> tuple[TokenRow, ...]:
    gpt4 = load_pretrained("cl100k_base")
    texts = {WORD: _("as a word alone"), f" {WORD}": _("with a space before it")}
    return tuple(row(about, gpt4, gpt4.encode(text)) for text, about in texts.items())


CHAPTER = Chapter(
    key="reading",
    title=N_("What does a model read?"),
    idea=(
        N_(
            "A language model calculates with numbers. So a text is first cut into pieces, and each piece is "
            "replaced by its number. The pieces are called tokens, the numbers ids."
        ),
        N_(
            "The program that does this is the tokenizer. It has a list of all tokens that there are: the "
            "vocabulary. What is not in this list, the model can neither read nor write."
        ),
    ),
    question=N_("Someone types “{word}” for GPT-4. What does the model get?"),
    options=(
        Option(
            N_("{letters} letters, one after the other"),
            N_("You see letters; the model does not. The tokenizer has put them together before."),
        ),
        Option(
            N_("One word"),
            N_("A good guess, since words often are one token. This one is cut: the list has it only after a space."),
        ),
        Option(N_("The numbers {ids}")),
    ),
    explanation=(
        N_("The text is cut into {parts}, which is {count}. The model gets their ids: {ids}. Nothing else."),
        N_(
            "With a space before it, the same word is {spaced}, with the id {spaced_ids}. To the model these are "
            "different numbers. That they mean the same, it has to learn from many texts. (In the boxes a space is "
            "written ·.)"
        ),
        N_(
            "What the model writes goes the other way. It gives one id after the other; each is looked up in the "
            "vocabulary, and the tokens are joined. This is called decoding."
        ),
    ),
    watch=N_("Decode the ids {greeting} with the vocabulary of GPT-2. Press → for each id."),
    play=_play,
    rows=_rows,
    exercise=Exercise(
        N_("GPT-2 gives the ids {greeting}. Step to the end, and type the text that they stand for."),
        "text",
        N_("Look at the line of text at the last step. Signs and the space count too."),
        N_("The ids stand for {greeting_parts}. Joined, that is “{text}”: the space belongs to the last token."),
    ),
    remember=(
        N_("A tokenizer cuts text into tokens and gives each its id. The model sees ids only."),
        N_("Decoding looks up the tokens of ids and joins them."),
    ),
    ways=(
        Way("encode", N_("Watch the word being cut"), {"word": WORD, "with": "cl100k_base"}),
        Way("decode", N_("Decode other ids"), {"with": "gpt2"}),
        Way("playground", N_("See the tokens of your own text")),
    ),
    facts=_facts,
)
