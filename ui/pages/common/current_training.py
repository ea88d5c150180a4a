"""The learner's training, defined by the values of Train."""

from collections.abc import Iterable
from dataclasses import replace

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import localized_number, ngettext
from ui.base.upload_limits import MEGABYTE
from ui.jobs.finished_training import FinishedTraining
from ui.jobs.training_job import TrainingJob
from ui.state import session, training_request
from ui.state.browser_storage import UploadedFile
from ui.state.session import PageState
from ui.tokenization.algorithms import ALGORITHMS, OPTIONS
from ui.tokenization.scenarios import CUSTOM_TEXT, SCENARIOS
from ui.tokenization.tasks import server_texts
from ui.tokenization.tasks.task import Settings, Task, TextSource

_FAILED = "train.failed"
_SHOWN = "train.shown"
_UPLOAD = "train.uploaded"
TEXT_MEGABYTES = 10
"""The most megabytes of text for a training. The uploader accepts more, because other kinds of files are larger."""


def settings(page: PageState) -> Settings:
    """Return the chosen settings."""
    return training_request.settings_from(page.snapshot())


def source(page: PageState) -> TextSource:
    """Return the source of the words: a file, if there is one, instead of the typed text."""
    file_source = (uploaded_source() or server_source(page)) if page["scenario"] == CUSTOM_TEXT else None
    return file_source or training_request.source_from(page)


def task(page: PageState) -> Task:
    """Return the requested training."""
    return Task(source(page), settings(page))


def is_unchanged(page: PageState) -> bool:
    """Return whether settings and words are the scenario's own."""
    written = page.query()
    return {*written.query, *written.omitted}.isdisjoint(lesson_parameters(page))


def lesson_parameters(page: PageState) -> list[str]:
    """Return the values of the page that come with the lesson: its settings and words."""
    return [*OPTIONS[page["algorithm"]], "words"]


def get_training(page: PageState, task: Task) -> FinishedTraining | TrainingJob:
    """Return a training, or the job that makes it, for which the page then waits.

    Raises EngineError if it cannot be made, or its job has failed or was cancelled.
    """
    if task.key in failures():
        raise failures()[task.key]
    training = session.trainings().get(task, session.training_waiter(page.name))
    if isinstance(training, FinishedTraining):
        _displayed()[page.name, task.key] = training
    return training


def watch_only(page: PageState, tasks: Iterable[Task]) -> None:
    """Watch these trainings only: the page stops waiting for any started earlier."""
    keys = {task.key for task in tasks}
    session.trainings().drop_other_waits(session.training_waiter(page.name), keys)
    displayed = _displayed()
    for name, key in list(displayed):
        if name == page.name and key not in keys:
            del displayed[name, key]


def _displayed() -> dict[tuple[str, str], FinishedTraining]:
    """Return the trainings that this session's pages show, by page and key, which keeps them alive."""
    trainings: dict[tuple[str, str], FinishedTraining] = session_state.get_or_create(_SHOWN, dict)
    return trainings


def cancel(key: str) -> None:
    """Cancel a training for this learner. It continues if others wait for it."""
    failures()[key] = EngineError("Training was cancelled. Your text and settings are unchanged.")
    session.trainings().cancel(session.training_waiter("").session, key)


def failures() -> dict[str, EngineError]:
    """Return the errors of this learner's long trainings, by key. Removing one allows another try."""
    errors: dict[str, EngineError] = session_state.get_or_create(_FAILED, dict)
    return errors


def current_training() -> FinishedTraining | TrainingJob:
    """Return the training that Train shows, or the job that makes it. Errors as in `get_training`."""
    page = session.training_state()
    wanted = task(page)
    watch_only(page, [wanted])
    return get_training(page, wanted)


def finished_training() -> FinishedTraining | None:
    """Return the training that Train shows; None if it is not finished."""
    try:
        training = current_training()
    except EngineError:
        return None
    return None if isinstance(training, TrainingJob) else training


def summary(page: PageState) -> str:
    """Return scenario, algorithm, and vocabulary size: the final one if known, else the requested one."""
    training = finished_training()
    size = training.summary.points[-1].vocabulary if training else page["vocab"]
    names = {"lesson": SCENARIOS[page["scenario"]].title, "algorithm": ALGORITHMS[page["algorithm"]].name}
    return ngettext("{lesson}, {algorithm}, {count} token", "{lesson}, {algorithm}, {count} tokens", size).format(
        count=localized_number(size), **names
    )


def uploaded_source() -> TextSource | None:
    """Return the text of the uploaded file that replaces the text box; None if there is none."""
    file = session.uploaded_file("train")
    if file is None or file.text is None:
        return None
    source: TextSource | None = session_state.get(_UPLOAD)
    if source is None or source.texts != (file.text,):
        source = TextSource.from_texts(file.text)
        session_state.put(_UPLOAD, source)
    return source


def server_source(page: PageState) -> TextSource | None:
    """Return the chosen file on the server; None if it no longer exists."""
    path = server_texts.server_texts().get(page["stored"])
    try:
        return TextSource.from_file(path) if path else None
    except OSError:
        return None


def custom_text(page: PageState) -> str:
    """Return the learner's own text, typed or uploaded; empty if a scenario's words are used."""
    return "".join(source(page).texts) if page["scenario"] == CUSTOM_TEXT else ""


def set_text(page: PageState, text: str) -> None:
    """Replace the learner's own text."""
    file = session.uploaded_file("train")
    if uploaded_source() and file:
        session.store_file("train", replace(file, text=text))
    else:
        page.set(text=text)


def parse_upload(name: str, data: bytes) -> UploadedFile:
    """Return a file with its text. Raises EngineError if it is empty, too large for a training, or not UTF-8."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EngineError(
            "The file {name} isn’t UTF-8 text: byte {position:,} is 0x{byte:02X}, which isn’t valid there. Save it as "
            "UTF-8 and upload it again.",
            name=name,
            position=error.start + 1,
            byte=data[error.start],
        ) from None
    if len(data) > TEXT_MEGABYTES * MEGABYTE:
        raise EngineError(
            "The file {name} has {size:,.1f} MB of text, but the limit for training is {most:,} MB. Use its beginning, "
            "or upload a shorter one.",
            name=name,
            size=len(data) / MEGABYTE,
            most=TEXT_MEGABYTES,
        )
    if not text:
        raise EngineError("The file {name} is empty. Choose one with text in it.", name=name)
    return UploadedFile(name, text)


def trainable_prefix(error: EngineError, data: bytes) -> bytes:
    """Return the longest prefix of a file that a training accepts, if the error is its length; else empty."""
    if "most" not in error.values:
        return b""
    end = TEXT_MEGABYTES * MEGABYTE
    while data[end] & 0b1100_0000 == 0b1000_0000:  # inside a character
        end -= 1
    return data[:end]
