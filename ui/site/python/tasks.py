"""What the pages of the site ask of Python: a task in, an answer out, both plain JSON.

The app's own modules read the address, make the lesson and write every text. What is here is what Streamlit and its
session do in the app: it holds the trainings that were made, and says what there is in place of what is not there.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from bpe_engine import BPETokenizer, EngineError, Tokenizer, load_pretrained
from bpe_engine.chat_templates import TEMPLATES
from bpe_engine.inspection.prompt_ends import merges_by_rank
from ui.base.i18n import error_text, number, use_language
from ui.base.i18n import gettext as _
from ui.base.query_parameters import Parameter, Read, Written, read, renamed, write
from ui.base.tokenizer_choices import OPENED, OWN, SHIPPED, TRAINED, TokenizerName, told_of_gaps
from ui.base.visible_text import visible_message
from ui.components.contract import TokenTable, TokenView
from ui.course.contract import NumbersTable
from ui.jobs import training_calls
from ui.jobs.finished_training import HeldTraining
from ui.jobs.training_calls import Phase
from ui.lessons.running_text import beginning
from ui.pages.chat import conversation, library_comparison
from ui.pages.chat.spec import PAGE as CHAT
from ui.pages.common import task_from_values, text_problems
from ui.pages.decode import id_input as decode_ids
from ui.pages.decode import view as decoded
from ui.pages.decode.spec import PAGE as DECODE
from ui.pages.encode import view as encoded
from ui.pages.encode.spec import PAGE as ENCODE
from ui.pages.files.view import notes
from ui.pages.home import live_demo
from ui.pages.home.spec import PAGE as HOME
from ui.pages.knife import reachability, vocabulary_edit
from ui.pages.knife import view as cut
from ui.pages.knife.spec import PAGE as KNIFE
from ui.pages.own import custom_vocabulary
from ui.pages.playground import messages as playground
from ui.pages.playground import token_payload as playground_tokens
from ui.pages.playground.spec import PAGE as PLAYGROUND
from ui.pages.prompt import view as typed
from ui.pages.prompt.spec import PAGE as PROMPT
from ui.pages.scene.spec import PAGE as SCENE
from ui.pages.train.messages import left_out_note, phase_text, ways_out
from ui.pages.train.prerender import ways_on
from ui.pages.train.spec import PAGE as TRAIN
from ui.player import journey_lesson
from ui.player.training_lesson import lesson_of_training
from ui.site.python.contract import Answer, Below, FileOffered, WayOut
from ui.state.page_spec import Spec
from ui.tokenization.algorithms import ALGORITHMS
from ui.tokenization.encoding import examples
from ui.tokenization.prompt_frames import LONGEST_TEXT
from ui.tokenization.scenarios import OWN_TEXT, SCENARIOS
from ui.tokenization.tasks.task import LONGEST_PASTE, Task

TRAININGS_KEPT = 3

PAGES: dict[str, Spec] = {
    spec.name: spec for spec in (HOME, TRAIN, ENCODE, DECODE, PLAYGROUND, SCENE, CHAT, PROMPT, KNIFE)
}
"""The pages that the site has for one's own text."""


Tell = Callable[[str, float, str], object]
"""Is told how far a training is: its phase, the share of that from 0 to 1, and what to say."""


class NothingToShowError(Exception):
    """There is nothing to show yet, and that is no mistake: the text says what to do."""


class RefusedError(Exception):
    """What is asked for cannot be shown: why, and the ways out."""

    def __init__(self, message: str, *ways_out: WayOut) -> None:
        super().__init__(message)
        self.message = message
        self.ways_out = list(ways_out)


class Browser:
    """What one worker in a browser knows: the trainings that it made last, and the tokenizers of these."""

    def __init__(self) -> None:
        self._trainings: OrderedDict[str, HeldTraining] = OrderedDict()

    def run(self, task: Mapping[str, Any], tell: Tell | None = None) -> Answer:
        """Do a task: `page`, `query` (a text or a table), `lang`; of Train `at` or `frames`, a step or two.

        With the key of a `file`, what that holds is in the answer too.
        What goes wrong in a known way is in the answer.
        """
        spec = PAGES[task["page"]]
        use_language(task.get("lang", ""))
        query = _query(task)
        found = read(spec.parameters, renamed(spec.parameters, query))
        asking = _Asking(self, task, query, found, tell)
        answer: Answer = {
            "page": spec.name,
            "query": {},
            "problems": list(found.problems),
            "told": [],
            "error": None,
            "below": [],
        }
        asking.answer = answer
        try:
            _SHOWN[spec.name](asking)
        except NothingToShowError as nothing:
            answer["told"] = [str(nothing)]
        except RefusedError as refused:
            answer["error"] = {"message": refused.message, "waysOut": refused.ways_out}
        except EngineError as error:
            answer["error"] = {"message": visible_message(error_text(error)), "waysOut": asking.ways_out(error)}
        answer["query"] = asking.written().query
        return answer

    def training(self, task: Task, tell: Tell | None) -> HeldTraining:
        """A training, made now or lately. Raises EngineError where it cannot be made."""
        if task.key not in self._trainings:

            def progress(phase: Phase, share: float) -> None:
                if tell:
                    tell(phase, share, phase_text(phase))

            self._trainings[task.key] = HeldTraining(task.key, training_calls.make(task, progress))
            if len(self._trainings) > TRAININGS_KEPT:
                self._trainings.popitem(last=False)
        self._trainings.move_to_end(task.key)
        return self._trainings[task.key]


class _Asking:
    """A task that is being done: what its address says of its page, and of the training that it needs."""

    answer: Answer

    def __init__(
        self, browser: Browser, task: Mapping[str, Any], query: Mapping[str, str], found: Read, tell: Tell | None
    ) -> None:
        self.browser = browser
        self.task = task
        self.spec = PAGES[task["page"]]
        self.values = found.values
        self.said = renamed(self.spec.parameters, query).keys()
        self.tell = tell
        # A link to a tokenizer of the learner's own carries its training. The step there is that of this page.
        others = query if self.spec is TRAIN else {key: query[key] for key in query if key not in self.spec.named}
        trained = read(TRAIN.parameters, others)
        self.train = found.values if self.spec is TRAIN else trained.values
        if self.spec.may_need_training and others.keys() & TRAIN.named.keys():
            found.problems.extend(trained.problems)

    def place(self, _lesson: str) -> int:
        """The step to begin at."""
        step: int = self.values["step"]
        return step

    def written(self, **changed: Any) -> Written:
        """The address of the page, some values of it being others."""
        found = write(self.spec.parameters, {**self.values, **changed})
        if self.spec is TRAIN or not self.spec.needs_training(self.values):
            return found
        trained = write(TRAIN.parameters, self.train)
        return Written({**trained.query, **found.query}, (*trained.left_out, *found.left_out))

    def ways_out(self, error: EngineError) -> list[WayOut]:
        """The ways out of an error of a training, as addresses: of a long text, too, which no link would carry."""
        if self.spec is not TRAIN:
            return []
        text = self.values["text"] if self.values["scenario"] == OWN_TEXT else ""
        ways: list[WayOut] = []
        for said, values in ways_out(error, text):
            query = {**self.written(**values).query, **{name: _text(name, value) for name, value in values.items()}}
            ways.append({"text": said, "query": query})
        return ways

    def training(self) -> HeldTraining:
        """The training that the address asks for."""
        if self.train["scenario"] == OWN_TEXT:
            text = self.train["text"]
            if not text:
                raise NothingToShowError(_("No text yet. Paste or type one above, or use the example."))
            if len(text) > LONGEST_PASTE:
                raise EngineError(
                    "The text has {characters:,} characters, but this page takes only {limit:,}. Use its beginning, or "
                    "the app, which takes more.",
                    characters=len(text),
                    limit=LONGEST_PASTE,
                )
        return self.browser.training(
            Task(task_from_values.source(self.train), task_from_values.settings(self.train)), self.tell
        )

    def tokenizer(self, parameter: str) -> tuple[TokenizerName, Tokenizer]:
        """The tokenizer that a parameter names; what is not here is told, and another is in its place."""
        name: TokenizerName = self.values[parameter]
        if name.name == OPENED:
            told = _("Only the app opens tokenizers from files, so GPT-2 is shown here.")
            self.answer["problems"].append(told)
            name = TokenizerName("gpt2")
        if name.name == OWN:
            if not custom_vocabulary.as_typed(self.values).strip():
                raise NothingToShowError(custom_vocabulary.no_tokens())
            return name, custom_vocabulary.tokenizer_of(self.values)
        if name.name == TRAINED:
            training = self.training()
            steps = training.summary.steps
            if name.step is not None and name.step > steps:
                told = _("The training has no step {step}, so the last one is shown.").format(step=number(name.step))
                self.answer["problems"].append(told)
                name = TokenizerName(TRAINED)
            return name, training.tokenizer(steps if name.step is None else name.step)
        return name, load_pretrained(name.name)


def _home(asking: _Asking) -> None:
    if problem := live_demo.problem(asking.values["sample"]):
        raise RefusedError(problem)
    asking.answer["merging"] = live_demo.merging(asking.values["sample"])


def _train(asking: _Asking) -> None:
    values, task = asking.values, asking.task
    training = asking.training()
    algorithm = ALGORITHMS[values["algorithm"]]
    source = task_from_values.source(values)
    wanted = task.get("frames") or task.get("at", values["step"])
    steps = training.summary.steps
    if isinstance(wanted, int):
        frames = training.frames(max(0, min(wanted, steps)), beginning(source.texts))
    else:
        first, last = (max(0, min(step, steps)) for step in wanted)
        frames = training.frames_between(first, max(first, last), beginning(source.texts))
    written = asking.written()
    if not steps:  # why stands beside the picture, which on a phone is below the first screen
        asking.answer["told"] = [visible_message(frames["frames"][0]["next"])]
    asking.answer["lesson"] = lesson_of_training(
        algorithm,
        frames,
        training.summary,
        algorithm.tie_rules(),
        id=training.key,
        subject=task_from_values.lesson_of(Task(source, task_from_values.settings(values))),
        step=asking.place(""),
        language=SCENARIOS[values["scenario"]].language,
        linkNote=left_out_note(written.left_out),
        waysOn=ways_on(values["scenario"], written.query),
    )


def _encode(asking: _Asking) -> None:
    values = asking.values
    if values["with"].name == TRAINED and "sample" not in asking.said:
        # Without it, an address means the first word of a lesson.
        values["sample"] = (
            examples.first_word(asking.train["scenario"], task_from_values.source(asking.train)) or values["sample"]
        )
    name, tokenizer = asking.tokenizer("with")
    other = None
    if name.name != OWN:
        tokenizer, other = encoded.put_to_use(values, tokenizer)
    if not values["sample"]:
        raise NothingToShowError(encoded.no_text())
    if problem := encoded.problem(values["sample"], tokenizer):
        raise RefusedError(problem)
    language = SCENARIOS[asking.train["scenario"]].language if name.name == TRAINED else ""
    lesson = encoded.lesson_of(values, name, tokenizer, asking.place, language)
    if lesson is None:
        raise NothingToShowError(encoded.only_white_space())
    asking.answer["lesson"] = lesson
    asking.answer["told"] = list(filter(None, encoded.remarks(values, name, tokenizer, other)))


def _decode(asking: _Asking) -> None:
    name, tokenizer = asking.tokenizer("with")
    ids = decode_ids.read_ids(asking.values["ids"])
    if not ids:
        raise NothingToShowError(decode_ids.no_ids())
    if len(ids) > decode_ids.MOST_IDS:
        raise RefusedError(decode_ids.too_many(ids))
    if lost := decode_ids.missing(tokenizer, ids):
        rest = decode_ids.write_ids([token_id for token_id in ids if token_id not in lost])
        message = visible_message(error_text(decode_ids.about_missing(tokenizer, lost)))
        raise RefusedError(message, {"text": _("Leave it out"), "query": asking.written(ids=rest).query})
    asking.answer["lesson"] = decoded.lesson_of(name, tokenizer, ids, asking.place)


def _playground(asking: _Asking) -> None:
    values = asking.values
    text = values["sample"]
    if problem := playground.too_long(text):
        raise RefusedError(problem)
    if not text:
        raise NothingToShowError(_("No text yet. Paste or type one above, or use the example."))
    chosen = [asking.tokenizer(name) for name in ("first", "second") if values[name] is not None]
    titles = [name.title for name, _tokenizer in chosen]
    tokenizers = [tokenizer for _name, tokenizer in chosen]
    names = playground.special_names(text, tokenizers)
    special: playground_tokens.Special = "all" if names and values["special"] == "token" else "none"
    tokens = [playground_tokens.read_tokens(tokenizer, text, special) for tokenizer in tokenizers]
    view: TokenView = playground_tokens.view(titles, tokens, values["page"])
    values["page"] = view["page"]
    note = playground.left_out_note(asking.written().left_out)
    asking.answer["view"] = {**view, "linkNote": note}
    asking.answer["facts"] = [fact.text for fact in playground.facts(text)]
    note_of_names = [playground.special_note(names)] if names else []
    asking.answer["told"] = list(filter(None, [*note_of_names, *playground.remarks(titles, tokens)]))


def _scene(asking: _Asking) -> None:
    sample = asking.values["sample"]
    if problem := journey_lesson.problem(sample):
        raise RefusedError(problem)
    name, tokenizer = asking.tokenizer("with")
    identity = f"{name} {sample}"
    asking.answer["scene"] = journey_lesson.shown(tokenizer, name.title, sample, identity, asking.place(identity))


def _chat(asking: _Asking) -> None:
    values = asking.values
    if values["template"] == conversation.OWN:
        values["template"] = values["ids"]
        told = _("Only the app runs your own templates, so {template} is shown here.")
        asking.answer["problems"].append(told.format(template=conversation.title(values["ids"])))
    talk = conversation.talk(values)
    if not talk.messages:
        raise NothingToShowError(conversation.no_messages())
    subject = conversation.subject_of(values)
    shown = conversation.encoded(talk, values["typed"])
    asking.answer["lesson"] = conversation.lesson_of(values, shown, asking.place(subject))
    below = [
        _part(told=[conversation.idea(), conversation.about(values["template"]), *conversation.limits(values, talk)])
    ]
    message = conversation.compared(talk)
    if talk.tokenizer is not None and message is not None:
        table = library_comparison.table(talk.tokenizer, talk.parts, message)
        below.append(_part(library_comparison.title(), told=[library_comparison.how_to_be_safe()], tokens=table))
    asking.answer["below"] = below


def _prompt(asking: _Asking) -> None:
    sample = asking.values["sample"]
    if not sample:
        raise NothingToShowError(text_problems.no_text())
    if problem := text_problems.too_long(sample, LONGEST_TEXT):
        raise RefusedError(problem)
    name, tokenizer = asking.tokenizer("with")
    if not merges_by_rank(tokenizer):
        query = asking.written(**{"with": TokenizerName("gpt2")}).query
        raise RefusedError(typed.no_ranks(name), {"text": typed.with_gpt2(), "query": query})
    asking.answer["lesson"] = typed.lesson_of(name, tokenizer, sample, asking.place)
    table = typed.table(tokenizer, sample)
    asking.answer["below"] = [
        _part(told=typed.explained()),
        _part(typed.table_title(), told=[typed.looked_up()], tokens=table),
    ]


def _knife(asking: _Asking) -> None:
    values = asking.values
    text = values["sample"]
    _name, before = asking.tokenizer("of")
    if not isinstance(before, BPETokenizer):
        raise RefusedError(cut.no_merges())
    found = reachability.reached(before)
    told = reachability.not_known() if found is None else reachability.told(found)
    others = [] if found is None else reachability.rows(before, found.others)
    below = asking.answer["below"]
    below += _table(reachability.title(), reachability.heads(), others, told=[told])
    if not text:
        raise NothingToShowError(text_problems.no_text())
    if problem := text_problems.too_long(text, vocabulary_edit.LONGEST_TEXT):
        raise RefusedError(problem)
    out, add = (tuple(vocabulary_edit.read(values[name])) for name in ("out", "add"))
    done = vocabulary_edit.operate(before, out, add, values["how"])
    after = done.tokenizer
    if "file" in asking.task:
        format_name, _space, file = asking.task["file"].partition(" ")
        asking.answer["file"] = cut.file(after, format_name, file).decode()
        return
    told_of = [cut.told_of_length(before, after, text), cut.told_of_dead(before, done), *cut.told_of_added(done)]
    below[:0] = [
        _part(tokens=cut.table(before, after, text)),
        _part(told=told_of),
        *_table(cut.words_title(), cut.word_heads(), cut.changed_words(before, after, text)),
        *_table(cut.dead_title(), cut.dead_heads(), list(cut.dead_rows(before, done)), done.dead),
        *map(partial(_files, after), cut.WRITTEN),
    ]


def _files(tokenizer: BPETokenizer, format_name: str) -> Below:
    """A vocabulary in a format, to be taken away."""
    told = [told_of_gaps(tokenizer), cut.told_of_ids(tokenizer), *map(error_text, notes(tokenizer, format_name))]
    names = cut.files(format_name)
    files: list[FileOffered] = [{"key": f"{format_name} {name}", "name": name, "text": name} for name in names]
    return _part(cut.files_title(format_name), told=told, files=files)


def _part(
    title: str = "",
    *,
    told: Iterable[str] = (),
    tokens: TokenTable | None = None,
    numbers: NumbersTable | None = None,
    files: Sequence[FileOffered] = (),
    folded: bool | None = None,
) -> Below:
    """A part of what stands below; one with a title is folded, if nothing else is said."""
    return {
        "title": title,
        "folded": bool(title) if folded is None else folded,
        "told": list(filter(None, told)),
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
    told: Sequence[str] = (),
) -> Iterator[Below]:
    """A part with the first rows of a table, and how many there are: folded where nothing is told above it."""
    note = cut.told_of_rows(cut.MOST_ROWS, rows if all_rows is None else all_rows)
    numbers: NumbersTable = {"caption": title, "heads": heads, "rows": list(rows[: cut.MOST_ROWS]), "note": note}
    if rows or told:
        yield _part(title, told=told, numbers=numbers if rows else None, folded=not told)


_SHOWN: dict[str, Callable[[_Asking], None]] = {
    HOME.name: _home,
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
    """The vocabularies that a task needs, by the names of the tokenizers that they are of."""
    spec = PAGES[task["page"]]
    if spec is HOME:
        return [live_demo.TOKENIZER]
    values = read(spec.parameters, _query(task)).values
    if spec is CHAT:
        template = values["ids"] if values["template"] == conversation.OWN else values["template"]
        return list(filter(None, [TEMPLATES[template].vocabulary]))
    names = [values[one.name] for one in spec.parameters if isinstance(values[one.name], TokenizerName)]
    known = ["gpt2" if name.name == OPENED else name.name for name in names]
    return [name for name in dict.fromkeys(known) if name in SHIPPED]


def _query(task: Mapping[str, Any]) -> dict[str, str]:
    """What the address says: given as it stands there, or as a table."""
    query = task.get("query", "")
    if isinstance(query, str):
        return dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True))
    return {str(name): str(value) for name, value in query.items()}


def _text(name: str, value: Any) -> str:
    parameter: Parameter = TRAIN.named[name]
    return parameter.reading.write(value)
