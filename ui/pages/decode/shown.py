"""What the page Decode shows of ids, whatever draws it."""

from collections.abc import Callable, Sequence

from bpe_engine import Tokenizer
from ui.base.tokenizers import TokenizerName
from ui.player.contract import Lesson
from ui.ways import decoding


def lesson_of(name: TokenizerName, tokenizer: Tokenizer, ids: Sequence[int], place: Callable[[str], int]) -> Lesson:
    """The lesson. `place` says at which step a lesson of that name begins. Errors as `decoding.lesson`."""
    shown = f"{name} {ids}"
    return decoding.lesson(tokenizer, ids, id=shown, subject=shown, step=place(shown))
