"""A learner's merges and perhaps vocabulary, typed or uploaded."""

from collections.abc import Iterable
from typing import NamedTuple

from bpe_engine import EngineError, Pair
from bpe_engine.files.learner_merges import LearnerMerges, read_learner_merges
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, ngettext
from ui.base.result_cache import cached
from ui.base.visible_text import join_sentences
from ui.jobs.uploaded_files import QueueCallback, read_in_worker

HOW_TO_WRITE = """import json

# merges: list[tuple[bytes, bytes]], vocab: dict[int, bytes]
with open("mine.json", "w") as file:
    json.dump(
        {
            "merges": [[list(left), list(right)] for left, right in merges],
            "vocab": {token_id: list(token) for token_id, token in vocab.items()},
        },
        file,
    )
"""


class Submission(NamedTuple):
    """A learner's merges and vocabulary, in comparable form."""

    merges: tuple[Pair, ...]
    vocabulary: tuple[tuple[int, str], ...] = ()  # (id, token); empty if there is none


def parse_typed(merges: str, vocabulary: str) -> Submission | None:
    """Parse typed merges and vocabulary; None if there are no merges. Errors as in `read_learner_merges`."""
    parts = [_read(_("Your vocabulary"), vocabulary)] if vocabulary.strip() else []
    return combine([_read(_("Your list"), merges), *parts]) if merges.strip() else None


def parse_files(files: Iterable[tuple[str, bytes]], report: QueueCallback) -> Submission:
    """Parse uploaded files as one submission.

    Raises EngineError if none contains merges, and otherwise as `read_in_worker` and `read_learner_merges`.
    """
    submission = combine([read_in_worker(name, report, read_learner_merges, name, data) for name, data in files])
    if submission is None:
        raise EngineError("The files contain only a vocabulary, no merges. Choose the file with the merges too.")
    return submission


def combine(parts: Iterable[LearnerMerges]) -> Submission | None:
    """Return the first merges and the first vocabulary among the parts; None if there are no merges."""
    all_parts = [*parts]
    merges = next((part.merges for part in all_parts if part.merges is not None), None)
    vocabulary = next((part.vocabulary for part in all_parts if part.vocabulary is not None), {})
    return None if merges is None else Submission(merges, tuple(sorted(vocabulary.items())))


@cached(lambda _own, _name, text: 300 * len(text))
def _read(name: str, text: str) -> LearnerMerges:
    return read_learner_merges(name, text.encode("utf-8", "surrogatepass"))


def submission_summary(submission: Submission) -> str:
    """Return how much was submitted."""
    merges, tokens = len(submission.merges), len(submission.vocabulary)
    return join_sentences(
        ngettext("{count} merge was read.", "{count} merges were read.", merges).format(count=localized_number(merges)),
        ngettext("The vocabulary has {count} token.", "The vocabulary has {count} tokens.", tokens).format(
            count=localized_number(tokens)
        )
        if tokens
        else "",
    )
