"""What the page Decode shows of ids, whatever draws it."""

from collections.abc import Callable, Sequence

from bpe_engine import Tokenizer
from ui.base.tokenizer_choices import TokenizerName
from ui.lessons.contract import Lesson
from ui.tokenization import decoding_frames


def lesson_of(name: TokenizerName, tokenizer: Tokenizer, ids: Sequence[int], place: Callable[[str], int]) -> Lesson:
    """The lesson. `place` says at which step a lesson of that name begins. Errors as `decoding_frames.lesson`."""
    shown = f"{name} {ids}"
    return decoding_frames.lesson(tokenizer, ids, id=shown, subject=shown, step=place(shown))
