"""The parts of the course, in order: what each is for, and the pages of the app that belong between its chapters."""

from ui.base.i18n import N_
from ui.course.chapter import CoursePage, CoursePart

PARTS = (
    CoursePart(
        "making",
        N_("How tokens are made"),
        N_("From a text to its ids, and where the list of tokens comes from."),
        N_("Cut a word into tokens by hand, as BPE does, and learn the merges from a few words."),
        (CoursePage("scene", N_("From text to ids")), CoursePage("code", N_("Write BPE yourself"), "ties")),
    ),
    CoursePart(
        "real",
        N_("Real tokenizers"),
        N_("What the tokenizers of GPT, BERT, T5 and Mistral do, why they differ, and what a model does with ids."),
        N_("Read a tokenizer’s files, and say what each part is for: bytes, merges, pattern, special tokens."),
    ),
    CoursePart(
        "cost",
        N_("What it costs"),
        N_("How many tokens a text takes, and who pays for them."),
        N_("Count what your texts cost in any tokenizer, and choose one for your language."),
    ),
    CoursePart(
        "failing",
        N_("Where tokenizers fail"),
        N_("Mistakes of models that begin in the tokenizer."),
        N_("Tell when a model’s mistake begins in its tokenizer, and find a way round it."),
    ),
    CoursePart(
        "new",
        N_("New methods"),
        N_("What research changes about BPE, and what each change is for."),
        N_("Read a paper on tokenization, and ask what its method gains and who pays for it."),
    ),
    CoursePart("more", N_("More chapters")),
    CoursePart(
        "own",
        N_("Your own tokenizer"),
        N_("Put it to work, and keep what you’ve learned."),
        pages=(CoursePage("project", N_("A tokenizer for your language")), CoursePage("recap", N_("Summary"))),
    ),
)
PART_KEYS = tuple(part.key for part in PARTS)
"""The keys of all parts. Chapters without a place and a part are in “more”."""
