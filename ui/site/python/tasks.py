"""Tasks of the site's pages for Python: a task in, an answer out, both plain JSON.

The app's own modules parse the query, build the lesson and write every text. This module replaces Streamlit and its
session: it keeps the trainings, and reports what is shown instead of what is unavailable.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from bpe_engine import PRETRAINED, BPETokenizer, EngineError, Tokenizer, load_pretrained
from bpe_engine.chat_templates import TEMPLATES
from bpe_engine.files import LibraryNeededError, OpenedTokenizer, read
from bpe_engine.inspection.prompt_ends import is_merge_tokenizer
from ui.base.i18n import gettext as _
from ui.base.i18n import localized_number, translate_error, use_language
from ui.base.query_parameters import BuiltQuery, Parameter, build_query, parse_query
from ui.base.tokenizer_choices import (
    CUSTOM,
    OPENED,
    SHIPPED,
    TRAINED,
    TokenizerName,
    explain_id_gaps,
    not_open_message,
)
from ui.base.visible_text import join_sentences, visible_message
from ui.components.contract import TokenTable, TokenViewPayload
from ui.course.contract import NumbersTable
from ui.jobs import training_calls
from ui.jobs.finished_training import InMemoryTraining
from ui.jobs.training_calls import Phase
from ui.lessons.running_text import text_opening
from ui.pages.chat import conversation, library_comparison
from ui.pages.chat.spec import PAGE as CHAT
from ui.pages.common import text_problems
from ui.pages.decode import id_input as decode_ids
from ui.pages.decode import view as decoded
from ui.pages.decode.spec import PAGE as DECODE
from ui.pages.encode import view as encoded
from ui.pages.encode.spec import PAGE as ENCODE
from ui.pages.files.view import notes, opened_summary
from ui.pages.knife import reachability, vocabulary_edit
from ui.pages.knife import view as cut
from ui.pages.knife.spec import PAGE as KNIFE
from ui.pages.lessons.lesson_at import LessonAddress
from ui.pages.own import custom_vocabulary
from ui.pages.playground import messages as playground
from ui.pages.playground import token_payload as playground_tokens
from ui.pages.playground.spec import PAGE as PLAYGROUND
from ui.pages.playground.spec import shown_columns
from ui.pages.prompt import view as typed
from ui.pages.prompt.spec import PAGE as PROMPT
from ui.pages.scene.spec import PAGE as SCENE
from ui.pages.train import view as trained
from ui.pages.train.messages import link_note, phase_text, remedies
from ui.pages.train.spec import PAGE as TRAIN
from ui.player import journey_lesson
from ui.site.python.contract import Answer, Details, OfferedFile, Remedy
from ui.state import training_request
from ui.state.page_spec import PageSpec
from ui.tokenization.prompt_frames import LONGEST_TEXT
from ui.tokenization.scenarios import CUSTOM_TEXT
from ui.tokenization.tasks.task import MAX_PASTED_TEXT, Task

MAX_TRAININGS = 3

WITHOUT_PATTERN = ("tiktoken", "gpt2")
"""Formats that do not say how a text is cut."""

PAGES: dict[str, PageSpec] = {
    spec.name: spec for spec in (TRAIN, ENCODE, DECODE, PLAYGROUND, SCENE, CHAT, PROMPT, KNIFE)
}
"""The pages for the reader's own text."""


Report = Callable[[str, float, str], object]
"""Called with the progress of a training: the phase, its share from 0 to 1, and a message."""


class EmptyAnswerError(Exception):
    """There is nothing to show yet, and that is not an error. The message says what to do."""


class TaskRefusedError(Exception):
    """The task cannot be done: the reason, and remedies."""

    def __init__(self, message: str, *ways_out: Remedy) -> None:
        super().__init__(message)
        self.message = message
        self.ways_out = list(ways_out)


class BrowserWorker:
    """The state of a worker in a browser: the latest trainings and their tokenizers."""

    def __init__(self) -> None:
        self._trainings: OrderedDict[str, InMemoryTraining] = OrderedDict()
        self._files: dict[str, bytes] = {}
        self._pattern = ""
        self._opened: OpenedTokenizer | None = None

    def give_files(self, files: Mapping[str, bytes], pattern: str = "") -> None:
        """Take the files of the reader's own tokenizer, instead of earlier ones. They are read when they are needed.

        `pattern` is the name of the one that cuts a text if the files have none.
        """
        self._files, self._pattern, self._opened = dict(files), pattern, None

    def opened(self, report: Report | None) -> OpenedTokenizer | None:
        """Return the tokenizer that was opened from files, if any. Raises EngineError for files that are faulty."""
        if self._opened is None and self._files:

            def on_share(share: float) -> None:
                if report:
                    report("read", share, _("Reading …"))

            on_share(0.0)
            try:
                self._opened = read(
                    self._files, pre_tokenizer=self._pattern or None, with_library=False, progress=on_share
                )
            except LibraryNeededError as reason:
                message = visible_message(translate_error(reason))
                way_out = _("The app opens this file: it has the library that can run it.")
                raise TaskRefusedError(join_sentences(message, way_out)) from None
        return self._opened

    def run(self, task: Mapping[str, Any], report: Report | None = None) -> Answer:
        """Do a task: `page`, `query` (a string or an object), `lang`; for Train also `at` or `frames`: one step or two.

        With the key of a `file`, the answer contains that file; with `open`, only what was opened. Known errors are
        reported in the answer.
        """
        spec = PAGES[task["page"]]
        use_language(task.get("lang", ""))
        query = _query(task)
        asking = _TaskRun(self, task, LessonAddress(spec, query), report)
        answer: Answer = {
            "page": spec.name,
            "query": {},
            "problems": asking.address.problems,
            "notes": [],
            "error": None,
            "details": [],
        }
        asking.answer = answer
        try:
            _open(asking) if task.get("open") else _VIEWS[spec.name](asking)
        except EmptyAnswerError as nothing:
            answer["notes"] = [str(nothing)]
        except TaskRefusedError as refused:
            answer["error"] = {"message": refused.message, "waysOut": refused.ways_out}
        except EngineError as error:
            answer["error"] = {"message": visible_message(translate_error(error)), "waysOut": asking.remedies(error)}
        answer["query"] = asking.written().query
        return answer

    def training(self, task: Task, report: Report | None) -> InMemoryTraining:
        """Return a training, cached or new. Raises EngineError if it cannot be made."""
        if task.key not in self._trainings:

            def progress(phase: Phase, share: float) -> None:
                if report:
                    report(phase, share, phase_text(phase))

            self._trainings[task.key] = InMemoryTraining(task.key, training_calls.train(task, progress))
            if len(self._trainings) > MAX_TRAININGS:
                self._trainings.popitem(last=False)
        self._trainings.move_to_end(task.key)
        return self._trainings[task.key]


class _TaskRun:
    """A running task: its page, the values of its query, and the training it needs."""

    answer: Answer

    def __init__(
        self, browser: BrowserWorker, task: Mapping[str, Any], address: LessonAddress, report: Report | None
    ) -> None:
        self.browser = browser
        self.task = task
        self.spec = address.page
        self.address = address
        self.values = address.values
        self.train = address.training
        self.report = report

    def place(self, _lesson: str) -> int:
        """Return the step to start at."""
        step: int = self.values["step"]
        return step

    def written(self, **changed: Any) -> BuiltQuery:
        """Return the query of the page, with some values changed."""
        query = build_query(self.spec.parameters, {**self.values, **changed})
        if self.spec is TRAIN or not self.spec.needs_training(self.values):
            return query
        trained = build_query(TRAIN.parameters, self.train)
        return BuiltQuery({**trained.query, **query.query}, (*trained.omitted, *query.omitted))

    def remedies(self, error: EngineError) -> list[Remedy]:
        """Return the remedies for a training error as queries, even with a text too long for a link."""
        if self.spec is not TRAIN:
            return []
        text = self.values["text"] if self.values["scenario"] == CUSTOM_TEXT else ""
        offered: list[Remedy] = []
        for label, values in remedies(error, text):
            query = {**self.written(**values).query, **{name: _text(name, value) for name, value in values.items()}}
            offered.append({"text": label, "query": query})
        return offered

    def training(self) -> InMemoryTraining:
        """Return the training that the query requests."""
        if self.train["scenario"] == CUSTOM_TEXT:
            text = self.train["text"]
            if not text:
                raise EmptyAnswerError(_("No text yet. Paste or type one above, or use the example."))
            if len(text) > MAX_PASTED_TEXT:
                raise EngineError(
                    "The text has {characters:,} characters, but this page takes only {limit:,}. Use its beginning, or "
                    "the app, which takes more.",
                    characters=len(text),
                    limit=MAX_PASTED_TEXT,
                )
        return self.browser.training(training_request.task_from(self.train), self.report)

    def tokenizer(self, parameter: str) -> tuple[TokenizerName, Tokenizer]:
        """Return the tokenizer of a parameter; if it is unavailable here, report that and return another."""
        name: TokenizerName = self.values[parameter]
        if name.name == OPENED:
            opened = self.browser.opened(self.report)
            if opened is not None:
                return name, opened.tokenizer
            self.answer["problems"].append(not_open_message())
            name = TokenizerName("gpt2")
        if name.name == CUSTOM:
            if not custom_vocabulary.typed_list(self.values).strip():
                raise EmptyAnswerError(custom_vocabulary.no_tokens_message())
            return name, custom_vocabulary.tokenizer_of(self.values)
        if name.name == TRAINED:
            training = self.training()
            steps = training.summary.steps
            if name.step is not None and name.step > steps:
                note = _("The training has no step {step}, so the last one is shown.").format(
                    step=localized_number(name.step)
                )
                self.answer["problems"].append(note)
                name = TokenizerName(TRAINED)
            return name, training.tokenizer(steps if name.step is None else name.step)
        return name, load_pretrained(name.name)


def _open(asking: _TaskRun) -> None:
    opened = asking.browser.opened(asking.report)
    if opened is not None:
        asking.answer["notes"] = [opened_summary(opened), *map(translate_error, opened.notes)]
        asking.answer["lacksPattern"] = opened.format in WITHOUT_PATTERN


def _train(asking: _TaskRun) -> None:
    values, task = asking.values, asking.task
    training = asking.training()
    source = training_request.source_from(values)
    requested = task.get("frames") or task.get("at", values["step"])
    steps = training.summary.steps
    if isinstance(requested, int):
        frames = training.frames(max(0, min(requested, steps)), text_opening(source.texts))
    else:
        first, last = (max(0, min(step, steps)) for step in requested)
        frames = training.frames_between(first, max(first, last), text_opening(source.texts))
    query = asking.written()
    if not steps:  # the reason is next to the picture, which on a phone is below the first screen
        asking.answer["notes"] = [visible_message(frames["frames"][0]["next"])]
    asking.answer["lesson"] = trained.lesson_of(
        values,
        training,
        frames,
        query.query,
        subject=training_request.lesson_key(training_request.task_from(values)),
        step=asking.place(""),
        note=link_note(query.omitted),
    )


def _encode(asking: _TaskRun) -> None:
    values = asking.values
    asking.address.use_example()
    name, tokenizer = asking.tokenizer("with")
    comparison = None
    if name.name != CUSTOM:
        tokenizer, comparison = encoded.encoding_tokenizers(values, tokenizer)
    if not values["sample"]:
        raise EmptyAnswerError(encoded.no_text())
    if problem := encoded.problem(values["sample"], tokenizer):
        raise TaskRefusedError(problem)
    lesson = encoded.lesson_of(values, name, tokenizer, asking.place, asking.address.language)
    if lesson is None:
        raise EmptyAnswerError(encoded.only_white_space())
    asking.answer["lesson"] = lesson
    asking.answer["notes"] = list(filter(None, encoded.notes(values, name, tokenizer, comparison)))


def _decode(asking: _TaskRun) -> None:
    name, tokenizer = asking.tokenizer("with")
    ids = decode_ids.parse_ids(asking.values["ids"])
    if not ids:
        raise EmptyAnswerError(decode_ids.no_ids_message())
    if len(ids) > decode_ids.MAX_IDS:
        raise TaskRefusedError(decode_ids.too_many_ids_message(ids))
    if lost := decode_ids.unknown_ids(tokenizer, ids):
        rest = decode_ids.format_ids([token_id for token_id in ids if token_id not in lost])
        message = visible_message(translate_error(decode_ids.unknown_ids_error(tokenizer, lost)))
        raise TaskRefusedError(message, {"text": _("Leave it out"), "query": asking.written(ids=rest).query})
    asking.answer["lesson"] = decoded.lesson_of(name, tokenizer, ids, asking.place)


def _playground(asking: _TaskRun) -> None:
    values = asking.values
    text = values["sample"]
    if problem := playground.too_long_message(text):
        raise TaskRefusedError(problem)
    if not text:
        raise EmptyAnswerError(_("No text yet. Paste or type one above, or use the example."))
    chosen = [asking.tokenizer(name) for name in shown_columns(values)]
    titles = [name.title for name, _tokenizer in chosen]
    tokenizers = [tokenizer for _name, tokenizer in chosen]
    names = playground.special_names(text, tokenizers)
    special: playground_tokens.Special = "all" if names and values["special"] == "token" else "none"
    tokens = [playground_tokens.encode_text(tokenizer, text, special) for tokenizer in tokenizers]
    view: TokenViewPayload = playground_tokens.token_view_payload(titles, tokens, values["page"])
    values["page"] = view["page"]
    note = playground.link_note(asking.written().omitted)
    asking.answer["view"] = {**view, "linkNote": note}
    asking.answer["facts"] = [fact.text for fact in playground.facts(text)]
    note_of_names = [playground.special_note(names)] if names else []
    asking.answer["notes"] = list(filter(None, [*note_of_names, *playground.token_notes(titles, tokens)]))


def _scene(asking: _TaskRun) -> None:
    sample = asking.values["sample"]
    if problem := journey_lesson.text_problem(sample):
        raise TaskRefusedError(problem)
    name, tokenizer = asking.tokenizer("with")
    identity = f"{name} {sample}"
    asking.answer["scene"] = journey_lesson.journey_lesson(
        tokenizer, name.title, sample, identity, asking.place(identity)
    )


def _chat(asking: _TaskRun) -> None:
    values = asking.values
    if values["template"] == conversation.CUSTOM:
        values["template"] = values["ids"]
        note = _("Only the app runs your own templates, so {template} is shown here.")
        asking.answer["problems"].append(note.format(template=conversation.title(values["ids"])))
    opened = asking.browser.opened(asking.report) if values["template"] == OPENED else None
    talk = conversation.render_conversation(values, opened)
    if not talk.messages:
        raise EmptyAnswerError(conversation.no_messages())
    subject = conversation.lesson_key(values, opened)
    encoded = conversation.encode(talk, values["typed"])
    asking.answer["lesson"] = conversation.lesson_of(values, encoded, subject, asking.place(subject))
    about = conversation.source_note(values["template"])
    below = [_details(paragraphs=[conversation.idea(), *filter(None, [about]), *conversation.limits(values, talk)])]
    message = conversation.compared_message(talk)
    if talk.tokenizer is not None and message is not None:
        table = library_comparison.table(talk.tokenizer, talk.parts, message)
        below.append(
            _details(library_comparison.title(), paragraphs=[library_comparison.safety_advice()], tokens=table)
        )
    asking.answer["details"] = below


def _prompt(asking: _TaskRun) -> None:
    sample = asking.values["sample"]
    if not sample:
        raise EmptyAnswerError(text_problems.no_text_message())
    if problem := text_problems.too_long_message(sample, LONGEST_TEXT):
        raise TaskRefusedError(problem)
    name, tokenizer = asking.tokenizer("with")
    if not is_merge_tokenizer(tokenizer):
        query = asking.written(**{"with": TokenizerName("gpt2")}).query
        raise TaskRefusedError(typed.no_ranks(name), {"text": typed.with_gpt2(), "query": query})
    asking.answer["lesson"] = typed.lesson_of(name, tokenizer, sample, asking.place)
    table = typed.table(tokenizer, sample)
    asking.answer["details"] = [
        _details(paragraphs=typed.explanations()),
        _details(typed.table_title(), paragraphs=[typed.lookup_explanation()], tokens=table),
    ]


def _knife(asking: _TaskRun) -> None:
    values = asking.values
    text = values["sample"]
    _name, tokenizer = asking.tokenizer("of")
    before = vocabulary_edit.merging_part(tokenizer)
    if before is None:
        raise TaskRefusedError(cut.no_merges())
    result = reachability.reachability(tokenizer)
    note = reachability.unavailable_note(tokenizer) if result is None else reachability.summary(result)
    others = [] if result is None else reachability.rows(before, result.others)
    below = asking.answer["details"]
    below += _table(reachability.title(), reachability.heads(), others, paragraphs=[note])
    if not text:
        raise EmptyAnswerError(text_problems.no_text_message())
    if problem := text_problems.too_long_message(text, vocabulary_edit.LONGEST_TEXT):
        raise TaskRefusedError(problem)
    out, add = (tuple(vocabulary_edit.parse_tokens(values[name])) for name in ("out", "add"))
    done = vocabulary_edit.edit_vocabulary(before, out, add, values["how"])
    after = done.tokenizer
    edited = vocabulary_edit.with_merging_part(tokenizer, after)
    if "file" in asking.task:
        format_name, _space, file = asking.task["file"].partition(" ")
        asking.answer["file"] = cut.file(edited, format_name, file).decode()
        return
    merged = vocabulary_edit.normalized(tokenizer, text)
    facts = [
        cut.length_text(before, after, merged),
        cut.normalization_note(text, merged),
        *cut.added_tokens_text(done),
    ]
    changes = asking.answer["changes"] = cut.changes(before, done, merged)
    asking.answer["toggled"] = {
        str(token_id): vocabulary_edit.with_token_toggled(before, values["out"], token_id)
        for row, _after in changes["columns"]
        for _text, token_id, _hue, state in row
        if state in {"kept", "out"}
    }
    below[:0] = [
        _details(paragraphs=facts),
        *_table(cut.words_title(), cut.word_heads(), cut.changed_words(before, after, merged)),
        *_table(
            cut.broken_merges_title(), cut.broken_merge_heads(), list(cut.broken_merge_rows(before, done)), done.dead
        ),
        *map(partial(_files, after, edited), cut.offered_formats(tokenizer)),
    ]


def _files(tokenizer: BPETokenizer, whole: Tokenizer, format_name: str) -> Details:
    """Return a section that offers a vocabulary for download in a format, as part of the whole tokenizer."""
    summary = [
        explain_id_gaps(tokenizer),
        cut.id_gaps_text(tokenizer),
        *map(translate_error, notes(whole, format_name)),
    ]
    names = cut.files(format_name)
    files: list[OfferedFile] = [{"key": f"{format_name} {name}", "name": name, "text": name} for name in names]
    return _details(cut.files_title(format_name), paragraphs=summary, files=files)


def _details(
    title: str = "",
    *,
    paragraphs: Iterable[str] = (),
    tokens: TokenTable | None = None,
    numbers: NumbersTable | None = None,
    files: Sequence[OfferedFile] = (),
    folded: bool | None = None,
) -> Details:
    """Return a section; by default, one with a title is folded."""
    return {
        "title": title,
        "folded": bool(title) if folded is None else folded,
        "paragraphs": list(filter(None, paragraphs)),
        "tokens": tokens,
        "numbers": numbers,
        "files": list(files),
    }


def _table(
    title: str,
    heads: list[str],
    rows: Sequence[list[str]],
    all_rows: Sequence[object] | None = None,
    *,
    paragraphs: Sequence[str] = (),
) -> Iterator[Details]:
    """Yield a section with the first rows of a table and the number of rows, folded if no text precedes it."""
    note = cut.truncation_note(cut.MOST_ROWS, rows if all_rows is None else all_rows)
    numbers: NumbersTable = {
        "caption": title,
        "heads": heads,
        "rows": [[*row] for row in rows[: cut.MOST_ROWS]],
        "note": note,
        "isLastNew": False,
    }
    if rows or paragraphs:
        yield _details(title, paragraphs=paragraphs, numbers=numbers if rows else None, folded=not paragraphs)


_VIEWS: dict[str, Callable[[_TaskRun], None]] = {
    TRAIN.name: _train,
    ENCODE.name: _encode,
    DECODE.name: _decode,
    PLAYGROUND.name: _playground,
    SCENE.name: _scene,
    CHAT.name: _chat,
    PROMPT.name: _prompt,
    KNIFE.name: _knife,
}


def vocabularies(task: Mapping[str, Any]) -> list[str]:
    """Return the vocabularies that a task needs, by the names of their tokenizers."""
    spec = PAGES[task["page"]]
    values = parse_query(spec.parameters, _query(task)).values
    if spec is CHAT:
        template = values["ids"] if values["template"] == conversation.CUSTOM else values["template"]
        vocabulary = "" if template == OPENED else TEMPLATES[template].vocabulary
        return [PRETRAINED[vocabulary].shipped_as if vocabulary in PRETRAINED else vocabulary] if vocabulary else []
    names = [
        values[parameter.name] for parameter in spec.parameters if isinstance(values[parameter.name], TokenizerName)
    ]
    # Without files, GPT-2 is shown instead of those that would be open.
    loaded_names = ["gpt2" if name.name == OPENED and not task.get("opened") else name.name for name in names]
    return [name for name in dict.fromkeys(loaded_names) if name in SHIPPED]


def _query(task: Mapping[str, Any]) -> dict[str, str]:
    """Return the query as an object, whether the task has it as a string or an object."""
    query = task.get("query", "")
    if isinstance(query, str):
        return dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True))
    return {str(name): str(value) for name, value in query.items()}


def _text(name: str, value: Any) -> str:
    parameter: Parameter = TRAIN.parameters_by_name[name]
    return parameter.type.format(value)
