"""What the learner has chosen to train on, from the values of the page Train."""

from collections.abc import Iterable
from dataclasses import replace

from bpe_engine import EngineError
from ui.base import session_state
from ui.base.i18n import ngettext, number
from ui.base.upload_limits import MEGABYTE
from ui.jobs.finished_training import FinishedTraining
from ui.jobs.training_job import Job
from ui.pages.common import task_from_values
from ui.state import session
from ui.state.browser_storage import GivenFile
from ui.state.session import Page
from ui.tokenization.algorithms import ALGORITHMS, OPTIONS
from ui.tokenization.scenarios import OWN_TEXT, SCENARIOS
from ui.tokenization.tasks import server_texts
from ui.tokenization.tasks.task import Settings, Source, Task

_FAILED = "train.failed"
_SHOWN = "train.shown"
_UPLOAD = "train.uploaded"
TEXT_MEGABYTES = 10
"""Of text that a training takes: an upload may have more, since other files do."""


def settings(page: Page) -> Settings:
    """The settings that were chosen."""
    return task_from_values.settings(page.now())


def source(page: Page) -> Source:
    """Where the words come from: a file in place of what is typed, where there is one."""
    given = (upload() or server_file(page)) if page["scenario"] == OWN_TEXT else None
    return given or task_from_values.source(page)


def task(page: Page) -> Task:
    """The training that was asked for."""
    return Task(source(page), settings(page))


def is_usual(page: Page) -> bool:
    """Whether settings and words are those that the scenario comes with."""
    written = page.written()
    return {*written.query, *written.left_out}.isdisjoint(changeable(page))


def changeable(page: Page) -> list[str]:
    """The values of the page that the lesson comes with: its settings and words."""
    return [*OPTIONS[page["algorithm"]], "words"]


def made(page: Page, task: Task) -> FinishedTraining | Job:
    """A training, or the job that makes it, which the page waits for.

    Raises EngineError where it cannot be made, or its job has failed or was cancelled.
    """
    if task.key in failed():
        raise failed()[task.key]
    found = session.trainings().get(task, session.waiter(page.name))
    if isinstance(found, FinishedTraining):
        _shown()[page.name, task.key] = found
    return found


def show_only(page: Page, tasks: Iterable[Task]) -> None:
    """The page shows these trainings and no others: those that were begun for it before are not waited for."""
    keys = {task.key for task in tasks}
    session.trainings().wait_only_for(session.waiter(page.name), keys)
    shown = _shown()
    for name, key in list(shown):
        if name == page.name and key not in keys:
            del shown[name, key]


def _shown() -> dict[tuple[str, str], FinishedTraining]:
    """What the pages of this session show, by page and key: kept, so that it is there as long as it is looked at."""
    found: dict[tuple[str, str], FinishedTraining] = session_state.made(_SHOWN, dict)
    return found


def cancel(key: str) -> None:
    """This learner waits for a training no more; it goes on for others who do."""
    failed()[key] = EngineError("Training was cancelled. Your text and settings are unchanged.")
    session.trainings().cancel(session.waiter("").session, key)


def failed() -> dict[str, EngineError]:
    """Why this learner has no long training, by their keys. One that is taken out is tried again."""
    found: dict[str, EngineError] = session_state.made(_FAILED, dict)
    return found


def trained() -> FinishedTraining | Job:
    """The training that the page Train shows, or the job that makes it. Errors as in `made`."""
    page = session.trained()
    wanted = task(page)
    show_only(page, [wanted])
    return made(page, wanted)


def finished() -> FinishedTraining | None:
    """The training that the page Train shows, where it is done."""
    try:
        found = trained()
    except EngineError:
        return None
    return None if isinstance(found, Job) else found


def summary(page: Page) -> str:
    """The scenario, the algorithm, and the size of the vocabulary: as it became, else as it was asked for."""
    training = finished()
    size = training.summary.points[-1].vocabulary if training else page["vocab"]
    names = {"lesson": SCENARIOS[page["scenario"]].title, "algorithm": ALGORITHMS[page["algorithm"]].name}
    return ngettext("{lesson}, {algorithm}, {count} token", "{lesson}, {algorithm}, {count} tokens", size).format(
        count=number(size), **names
    )


def upload() -> Source | None:
    """The text of the file that is used in place of the box, where there is one."""
    file = session.given_file("train")
    if file is None or file.text is None:
        return None
    source: Source | None = session_state.value(_UPLOAD)
    if source is None or source.texts != (file.text,):
        source = Source.of_texts(file.text)
        session_state.put(_UPLOAD, source)
    return source


def server_file(page: Page) -> Source | None:
    """The file of the server that was chosen, where it is still there."""
    path = server_texts.files().get(page["stored"])
    try:
        return Source.of_file(path) if path else None
    except OSError:
        return None


def own_text(page: Page) -> str:
    """The learner's own text, typed or uploaded; empty where a scenario's words are used."""
    return "".join(source(page).texts) if page["scenario"] == OWN_TEXT else ""


def use_text(page: Page, text: str) -> None:
    """Put another text in the place of the learner's own."""
    file = session.given_file("train")
    if upload() and file:
        session.keep_file("train", replace(file, text=text))
    else:
        page.set(text=text)


def read_upload(name: str, data: bytes) -> GivenFile:
    """A file with its text. Raises EngineError where it is not UTF-8, or empty, or more than a training takes."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EngineError(
            "The file {name} is not UTF-8 text: byte {position:,} is 0x{byte:02X}, which is not valid there. Save it "
            "as UTF-8 and upload it again.",
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
    return GivenFile(name, text)


def first_part(error: EngineError, data: bytes) -> bytes:
    """The beginning of a file that a training has room for, where the error says that it is too long; else empty."""
    if "most" not in error.values:
        return b""
    end = TEXT_MEGABYTES * MEGABYTE
    while data[end] & 0b1100_0000 == 0b1000_0000:  # in the middle of a character
        end -= 1
    return data[:end]
