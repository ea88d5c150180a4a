"""Real vocabularies, and the special tokens in them."""

from bpe_engine import BPETokenizer, EngineError, load_pretrained
from ui.components.contract import TokenRow
from ui.course.chapter import Chapter, Exercise, Facts, Option, Way
from ui.course.counted import play_encoding, quoted, row, tokens
from ui.i18n import N_, error_text, number, percent
from ui.i18n import gettext as _
from ui.player.contract import Labels, LessonFile

END = "<|endoftext|>"
TEXT = f"The end.{END}Once"


def _merges(key: str) -> int:
    tokenizer = load_pretrained(key)
    assert isinstance(tokenizer, BPETokenizer)
    return len(tokenizer.table.pairs)


def _facts() -> Facts:
    gpt2, gpt4 = load_pretrained("gpt2"), load_pretrained("cl100k_base")
    try:
        gpt4.encode(END)
        raise AssertionError("a special token in a text is refused unless it is allowed")
    except EngineError as error:
        message = error_text(error)
    as_text = gpt4.encode(END, "none")
    merged = _merges("cl100k_base") + 256
    leading = sum(token.startswith("Ġ") for token in gpt2.vocabulary)
    return {
        "size": number(gpt2.vocab_size),
        "merges": number(_merges("gpt2")),
        "bytes": number(256),
        "gpt4": number(_merges("cl100k_base")),
        "gpt4_size": number(merged),
        "gpt4o": number(_merges("o200k_base")),
        "share": percent(leading / gpt2.vocab_size),
        "end": END,
        "plain": tokens(len(as_text)),
        "parts": quoted([gpt4.decode([token_id]) for token_id in as_text]),
        "last": str(merged - 1),
        "skipped": str(next(token_id for token_id in range(merged + 1) if token_id not in gpt4.token_of_id)),
        "sample": TEXT,
        "id": str(gpt4.special_tokens[END]),
        "gpt2_id": str(gpt2.special_tokens[END]),
        "message": message,
        "right": 2,
        "answer": str(_merges("cl100k_base")),
    }


def _play(labels: Labels) -> LessonFile:
    return play_encoding(load_pretrained("cl100k_base"), END, labels)


def _rows() -> tuple[TokenRow, ...]:
    gpt4 = load_pretrained("cl100k_base")
    return (
        row(_("GPT-4, its name read as plain text"), gpt4, gpt4.encode(TEXT, "none")),
        row(_("GPT-4, its name read as the special token"), gpt4, gpt4.encode(TEXT, "all")),
    )


CHAPTER = Chapter(
    key="vocabularies",
    title=N_("Real vocabularies and special tokens"),
    idea=(
        N_(
            "GPT-2 has {size} tokens: {bytes} bytes, {merges} merges, and one more. cl100k, the vocabulary of GPT-3.5 "
            "and GPT-4, has {gpt4} merges. Each merge makes one token, so a vocabulary is as large as somebody chose."
        ),
        N_(
            "{share} of GPT-2's tokens begin with Ġ, which is how a space is written: words in the middle of a text "
            "have one before them. A published tokenizer is two files: a list of tokens with their ids (encoder.json "
            "for GPT-2), and the merges in the order of their ranks (vocab.bpe)."
        ),
        N_(
            "The one more is a special token, {end}. It tells the model that a text has ended. Others tell whose turn "
            "it is in a chat. Programs put them in by their ids; no merge makes them."
        ),
    ),
    question=N_("Someone types {end} into a chat with GPT-4. What should become of it?"),
    options=(
        Option(
            N_("The special token, since that is its name"),
            N_("Then a stranger could end the text of your program where they like, or speak in the name of another."),
        ),
        Option(
            N_("Nothing: it should be taken out"),
            N_("Then the model reads another text than was typed, and nobody sees it. One may want to ask about it."),
        ),
        Option(N_("Plain text, as any other; or an error, until the program says what it wants")),
    ),
    explanation=(
        N_(
            "As plain text it is {plain}: {parts}. As the special token it is one, with the id {id} (GPT-2: "
            "{gpt2_id}). "
            "In GPT-4's vocabulary bytes and merges have the ids up to {last}; {skipped} belongs to no token."
        ),
        N_(
            "Below, it stands in the text “{sample}”. Read as plain text, its “<” has merged there with the full stop "
            "before it."
        ),
        N_(
            "Which of these happens, the program decides, when it encodes. minbpe and OpenAI's library tiktoken refuse "
            "such a text unless they are told. So does the program behind these pages; it says:"
        ),
        "{message}",
        N_(
            "minbpe and tiktoken differ where a program allows only some special tokens. Say it allows <|fim_prefix|>, "
            "and {end} stands in the text: for tiktoken that is an error still, for minbpe it is plain text."
        ),
    ),
    watch=N_("The name as plain text: its letters merge like those of any other text."),
    play=_play,
    rows=_rows,
    exercise=Exercise(
        N_(
            "Without special tokens, cl100k has {gpt4_size} tokens, and like GPT-2 it begins with the 256 bytes. How "
            "many merges did it learn?"
        ),
        "number",
        N_("Every token that is no byte was made by one merge."),
        N_("{gpt4_size} minus 256 is {gpt4}. GPT-4o's o200k has {gpt4o} merges."),
    ),
    remember=(
        N_(
            "Number of tokens in a vocabulary of bytes: 256 + merges + special tokens. The ids may go further, since "
            "some may be skipped."
        ),
        N_("A typed {end} is plain text or an error. It becomes the special token only if the program allows it."),
    ),
    ways=(
        Way("vocabulary", N_("Search GPT-2's tokens, and see how each was made"), {"of": "gpt2", "find": "token"}),
        Way("special", N_("Special tokens in minbpe and tiktoken, side by side")),
        Way("files", N_("Take a tokenizer away as files"), {"of": "gpt2"}),
    ),
    facts=_facts,
)
