"""Tables that look back at what several chapters say. None depends on a text."""

from ui.base.i18n import gettext as _
from ui.course.values.tables import Table
from ui.course.values.value_registry import table


@table
def superfluous_tokens(_text: str, kinds: int) -> Table:
    """The first of four kinds of tokens that are hardly used: how each is found, what is done, and the price."""
    rows = (
        (
            _("Under-trained"),
            _("In the model: rows like those of tokens that no text has"),
            _("Nothing: they stay"),
            _("Errors if a text has them"),
        ),
        (
            _("Residues (LiteToken)"),
            _("In the finished tokenizer: few survive"),
            _("Removed; one that survives falls apart"),
            _("Some texts take more tokens"),
        ),
        (
            _("Not needed"),
            _("In your own texts: they are rare there"),
            _("Removed, with all that are built from them"),
            _("Other texts take more tokens"),
        ),
        (
            _("Used up (Picky BPE)"),
            _("While the tokenizer is trained: one merge takes nearly all of them"),
            _("Removed; others get their place"),
            _("A new tokenizer, so a new model too"),
        ),
    )
    if not 0 < kinds <= len(rows):
        raise ValueError(f"{kinds} is not a number of kinds from 1 to {len(rows)}")
    note = _(
        "A token can be of several kinds: a model reads a residue so rarely that it is often under-trained, too. "
        "But not every under-trained token is a residue: “·SolidGoldMagikarp” survives wherever it is made."
    )
    return Table(
        _("Superfluous tokens"),
        (_("Tokens"), _("How they are found"), _("What is done"), _("Price")),
        rows[:kinds],
        note if kinds == 2 else "",
        is_last_new=kinds > 1,
    )


@table
def remedies_for_languages(_text: str) -> Table:
    """Ways to shorten texts in languages that take many tokens, and what each costs."""
    return Table(
        _("If a language takes too many tokens"),
        (_("Remedy"), _("What it does"), _("Price")),
        (
            (
                _("Texts in NFC"),
                _("Letters with marks fit the merges again"),
                _("None: you can do it before you send a text"),
            ),
            (
                _("A corpus of more languages"),
                _("More words of each become tokens"),
                _("A new tokenizer, so a new model too"),
            ),
            (
                _("A larger vocabulary"),
                _("There is room for more tokens"),
                _("More rows of numbers, many of them barely trained"),
            ),
            (
                _("Parity-aware BPE"),
                _("The longest texts choose the merges"),
                _("Other languages take more tokens"),
            ),
        ),
    )


@table
def new_methods(_text: str) -> Table:
    """What each method of the course's last part changes, what is gained, and the price."""
    return Table(
        _("The new methods compared"),
        (_("Method"), _("What it changes"), _("Gain"), _("Price")),
        (
            (
                "BPE-dropout",
                _("How the model’s training texts are cut"),
                _("Typos do less harm"),
                _("Longer texts in training"),
            ),
            (
                "SuperBPE",
                _("Where merges may join: across spaces, too"),
                _("Fewer tokens"),
                _("Training the tokenizer takes longer"),
            ),
            (
                "Picky BPE",
                _("Training and encoding: both remove tokens"),
                _("Places for other tokens"),
                _("Encoding repeats the removals"),
            ),
            (
                _("Parity-aware BPE"),
                _("Training: whose pair merges next"),
                _("The longest texts get shorter"),
                _("Other languages take more tokens"),
            ),
            (
                _("Patches"),
                _("All of it: there is no vocabulary"),
                _("No rare tokens, and no hidden letters"),
                _("Another model reads every byte first"),
            ),
        ),
    )
