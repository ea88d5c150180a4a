"""The lesson of Decode, independent of how it is drawn."""

from collections.abc import Callable, Sequence

from bpe_engine import Tokenizer
from ui.base.tokenizer_choices import TokenizerName
from ui.lessons.contract import Lesson
from ui.tokenization import decoding_frames


def lesson_of(
    name: TokenizerName, tokenizer: Tokenizer, ids: Sequence[int], place: Callable[[str], int], *, as_text: bool = False
) -> Lesson:
    """Return the lesson. `place` returns the step at which a lesson of a given name starts.

    `as_text` and errors as in `decoding_frames.lesson`.
    """
    subject = f"{name} {ids}"
    return decoding_frames.lesson(tokenizer, ids, as_text=as_text, id=subject, subject=subject, step=place(subject))
