"""The inputs of the pages for the reader's own text, derived from the app's query parameters and options."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from itertools import product
from typing import Any, Literal
from urllib.parse import urlencode

from ui.base.i18n import gettext as _
from ui.base.parameter_types import Flag, WholeNumber
from ui.base.query_parameters import Parameter, build_query, parse_query, value_problem
from ui.base.tokenizer_choices import CUSTOM, OPEN_FILES, OPENED, SHIPPED, TRAINED, TokenizerName
from ui.base.visible_text import make_visible
from ui.components.token_view_labels import token_view_labels
from ui.pages.chat import conversation
from ui.pages.common.own_tokenizer import PATTERNS, pattern_title
from ui.pages.knife import view as knife
from ui.pages.playground.messages import column_label
from ui.pages.playground.spec import COLUMNS
from ui.pages.prompt import view as prompt
from ui.pages.registry import PAGES
from ui.pages.scene.spec import EXAMPLES
from ui.site.contract import FormExample, FormField, FormPage, OwnLabels, RunLabels
from ui.site.links import link
from ui.state.shared_parameters import STEP
from ui.state.training_request import TRAINING_PARAMETERS
from ui.tokenization.algorithms import ALGORITHMS, default_settings
from ui.tokenization.algorithms.base import Algorithm
from ui.tokenization.algorithms.options import TrainingOption
from ui.tokenization.scenarios import CUSTOM_TEXT, EXAMPLE, SCENARIOS, offered_scenarios
from ui.tokenization.tasks.task import MAX_VOCABULARY

FORMS = ("train", "encode", "decode", "playground", "scene", "chat", "prompt", "knife")
"""The pages with inputs."""

_WITHIN = ("scenario", "algorithm")
_OF_READY = dict.fromkeys(("train", "encode"), _WITHIN) | {"chat": ("typed",)}
"""Page -> the inputs that choose among the prepared lessons if the site has no Python."""


def form(page: str, ready: Mapping[str, str], *, python: bool) -> FormPage:
    """Return the inputs of a page.

    `ready` maps queries to prepared lessons; without Python, only these can be chosen.
    """
    parameters = PAGES[page].parameters
    fields = _FIELDS[page]()
    examples = _EXAMPLES[page]() if page in _EXAMPLES else []
    if not python:
        fields = [_ready_choice(field) for field in fields if field["name"] in _OF_READY.get(page, ())]
        examples = [example for example in examples if canonical(_app_query(page, example["query"])) in ready]
    return {
        "about": f"{knife.about()} {knife.typing_hint()}" if page == "knife" else "",
        "fields": fields,
        "examples": examples,
        "defaults": _dependent_defaults(page, {field["name"] for field in fields}),
        "dependsOn": [name for name in _WITHIN if any(field["name"] == name for field in fields)],
        "formerNames": {former: parameter.name for parameter in parameters for former in parameter.former_names},
        "always": [parameter.name for parameter in (*parameters, *TRAINING_PARAMETERS) if parameter.always],
        "ready": dict(ready),
        "appOnlyLinks": [link(_("Only in the app: classes, files to train on, large texts"), "about")],
        "steps": MAX_VOCABULARY,
        "python": python,
        "running": run_labels(python=python),
        "labels": {
            "show": _("Show tokens") if page == "playground" else _("Show"),
            "settings": _("Messages") if page == "chat" else _("Settings"),
            "example": _("Use the example"),
            "private": _(
                "Your text is processed only in this browser. But this page’s address contains it too: the site’s host "
                "sees it when the page is loaded from that address."
            ),
            "tooLong": _("The text is too long for an address, so links to this page leave it out."),
            "gone": _("This browser no longer stores the text that was here. Paste it again."),
            "nothing": _("No text yet. Paste or type one above, or use the example."),
            "step": value_problem(STEP, "{value}"),
        },
        "ownLabels": _upload_labels() if any(field["opens"] for field in fields) else None,
        "ownPatterns": [(name or "", pattern_title(name)) for name in (None, *PATTERNS)],
        "viewLabels": token_view_labels(),
        "tableLabels": {"token": _("id {id}")},
    }


def _upload_labels() -> OwnLabels:
    return {
        "open": TokenizerName(OPEN_FILES).title,
        "drop": _("Drop the tokenizer’s files here to open them."),
        "opened": _("Open: {names}. Only you see it. Your browser keeps it until you clear it."),
        "clear": _("Clear it from this browser"),
        "pattern": _("The pattern that cuts the text, if the file has none"),
    }


def canonical(query: Mapping[str, str]) -> str:
    """Return a query in the form in which custom_text_page.js looks it up: sorted, without defaults."""
    return urlencode(sorted(query.items()))


def _app_query(page: str, query: Mapping[str, str]) -> Mapping[str, str]:
    """Return the query as the app would write it: without defaults."""
    parameters = PAGES[page].parameters
    return build_query(parameters, parse_query(parameters, query).values).query


def opened_from_disk_note() -> str:
    """Explain that browsers run no Python on pages opened from a folder, and what to do instead."""
    return _(
        "This page was opened from a folder, where browsers can’t run Python. Whatever is ready-made still works. For "
        "your own text, run “{command}” in that folder and open {address}."
    ).format(command="python -m http.server", address="localhost:8000")


def _ready_choice(field: FormField) -> FormField:
    """Restrict an input to the lessons that are prepared."""
    choices = [(value, text) for value, text in field["choices"] if value not in SCENARIOS or SCENARIOS[value].ready]
    return {**field, "choices": choices, "when": {}}


def run_labels(*, python: bool) -> RunLabels:
    """Return the messages shown while Python loads and runs, or if it cannot."""
    return {
        "loading": _("Loading Python: {done} of {all} MB"),
        "starting": _("Starting Python …"),
        "working": _("Working …") if python else "",
        "stop": _("Stop"),
        "stopped": _("Stopped. What you typed is still there."),
        "file": opened_from_disk_note() if python else _("This isn’t one of the ready-made lessons: it needs the app."),
        "unloaded": _(
            "Python couldn’t be loaded. Connect to the network, then try again. What you typed is still there."
        ),
        "unsupported": _(
            "This browser can’t run Python, which your own text needs. Open this page in a current browser, or choose "
            "a ready-made lesson."
        ),
        "ended": _("Python stopped before it was done. What you typed is still there."),
        "again": _("Try again"),
        "lessons": _("Lessons"),
    }


def _field(
    name: str, kind: Literal["choice", "number", "switch", "text", "long"], label: str, **more: Any
) -> FormField:
    values: Any = {
        "name": name,
        "kind": kind,
        "label": label,
        "caption": "",
        "choices": [],
        "least": 0,
        "most": 0,
        "usual": "",
        "example": "",
        "atOnce": False,
        "folded": False,
        "when": {},
        **more,
        "opens": any(value == OPENED for value, _title in more.get("choices", ())),
    }
    field: FormField = values
    return field


def _scenario(**more: Any) -> list[FormField]:
    scenarios = [(key, SCENARIOS[key].title) for key in offered_scenarios()]
    algorithms = [(key, algorithm.name) for key, algorithm in ALGORITHMS.items()]
    return [
        _field("scenario", "choice", _("What to train on"), choices=scenarios, usual="hug", atOnce=True, **more),
        _field("algorithm", "choice", _("Method"), choices=algorithms, usual="bpe", atOnce=True, **more),
    ]


def _train() -> list[FormField]:
    counted = [key for key, scenario in SCENARIOS.items() if scenario.source.counts]
    own = {"scenario": [CUSTOM_TEXT]}
    as_in = PAGES["train"].parameters_by_name["words"].type.expected()
    return [
        *_scenario(),
        _field("text", "long", _("Your text"), example=EXAMPLE, when=own),
        _field("words", "text", _("Words and frequencies"), caption=as_in, folded=True, when={"scenario": counted}),
        *_options(),
    ]


def _options() -> list[FormField]:
    """Return the settings of all algorithms; a setting that several share occurs once."""
    fields: list[FormField] = []
    for algorithm in ALGORITHMS.values():
        for option in algorithm.options():
            field: FormField = {**_option(option), "when": _relevant_with(option, algorithm)}
            same = next((other for other in fields if {**other, "when": _conditions(other)} == field), None)
            if same is None:
                same = {**field, "when": {**field["when"], "algorithm": []}}
                fields.append(same)
            same["when"]["algorithm"].append(algorithm.key)
    return fields


def _conditions(field: FormField) -> dict[str, list[str]]:
    return {name: values for name, values in field["when"].items() if name != "algorithm"}


def _relevant_with(option: TrainingOption, algorithm: Algorithm[Any, Any]) -> dict[str, list[str]]:
    """Return the values of another option that make an option relevant; empty if it always is."""
    settings = default_settings(algorithm.key, "hug")
    for other in algorithm.options():
        names = ["0", "1"] if isinstance(other.type, Flag) else list(other.titles)
        values = {name: other.to_setting(other.type.parse(name)) for name in names}
        beside = [name for name in names if option.is_relevant(replace(settings, **{other.setting: values[name]}))]
        if 0 < len(beside) < len(names):
            return {other.parameter: beside}
    return {}


def _option(option: TrainingOption) -> FormField:
    name, label, details = option.parameter, option.label, {"caption": option.caption, "folded": True}
    match option.type:
        case WholeNumber(least, most):
            return _field(name, "number", label, least=least, most=most, **details)
        case Flag():
            return _field(name, "switch", label, **details)
        case _ if option.titles:
            return _field(name, "choice", label, choices=list(option.titles.items()), **details)
        case _:
            return _field(name, "text", label, **details)


def _dependent_defaults(page: str, names: Collection[str]) -> dict[str, dict[str, str]]:
    """Return the defaults that depend on scenario and algorithm."""
    if page == "encode":
        return {
            f"{scenario} {algorithm}": {"sample": SCENARIOS[scenario].example_words[0]}
            for scenario, algorithm in product(SCENARIOS, ALGORITHMS)
            if SCENARIOS[scenario].example_words
        }
    if page != "train":
        return {}
    parameters = PAGES[page].parameters
    defaults = {}
    for scenario, algorithm in product(SCENARIOS, ALGORITHMS):
        values = parse_query(parameters, {"scenario": scenario, "algorithm": algorithm}).values
        defaults[f"{scenario} {algorithm}"] = _as_query(parameters, values, names)
    return defaults


def _as_query(parameters: Iterable[Parameter], values: Mapping[str, Any], names: Collection[str]) -> dict[str, str]:
    return {
        parameter.name: parameter.type.format(values[parameter.name])
        for parameter in parameters
        if parameter.name in names and parameter.name not in _WITHIN and parameter.applies(values)
    }


def _tokenizer_choices(*before: tuple[str, str]) -> list[tuple[str, str]]:
    return [*before, *((name, TokenizerName(name).title) for name in (OPENED, *SHIPPED))]


def _trained_choice() -> tuple[str, str]:
    return TRAINED, TokenizerName(TRAINED).title


def _encode() -> list[FormField]:
    ways = [
        ("merges", _("the order of the merges")),
        ("longest", _("the longest match")),
        ("dropout", _("the order of the merges, with dropout")),
    ]
    custom = CUSTOM, TokenizerName(CUSTOM).title
    others = {"with": [TRAINED, OPENED, *SHIPPED]}
    draws: dict[str, Any] = {"when": {**others, "by": ["dropout"]}, "folded": True}
    seed = PAGES["encode"].parameters_by_name["seed"].type
    assert isinstance(seed, WholeNumber)
    return [
        _field("sample", "text", _("Your text"), usual="unhug"),
        _field(
            "with",
            "choice",
            _("Tokenizer"),
            choices=[*_tokenizer_choices(_trained_choice()), custom],
            usual=TRAINED,
            atOnce=True,
        ),
        *_scenario(when={"with": [TRAINED]}),
        *_custom_fields(),
        _field("by", "choice", _("Cut words by"), choices=ways, usual="merges", folded=True, when=others),
        _field("dropout", "number", _("Dropout, in percent"), least=0, most=100, usual="20", **draws),
        _field("seed", "number", _("Seed"), least=seed.least, most=seed.most, usual="1", **draws),
    ]


def _custom_fields() -> list[FormField]:
    """Return the fields for the reader's own tokens or merges."""
    parameters = PAGES["encode"].parameters_by_name
    ways = [
        ("anywhere", _("the longest token anywhere in the word")),
        ("left", _("the longest token from the left")),
        ("merges", _("merges, in order")),
    ]
    tokens, merges = ({"with": [CUSTOM], "cut": cuts} for cuts in (["anywhere", "left"], ["merges"]))
    all_tokens = _("Tokens: one per line, comma-separated, or a JSON list")
    return [
        _field(
            "cut", "choice", _("Cut words by"), choices=ways, usual="anywhere", atOnce=True, when={"with": [CUSTOM]}
        ),
        _field("tokens", "long", all_tokens, usual=parameters["tokens"].default, when=tokens),
        _field(
            "merges",
            "long",
            _("Merges, one per line, as in merges.txt"),
            usual=parameters["merges"].default,
            when=merges,
        ),
    ]


def _decode() -> list[FormField]:
    default = PAGES["decode"].parameters_by_name["ids"].default
    return [_field("ids", "text", _("Ids"), usual=default), *_tokenizer("with")]


def _tokenizer(name: str, label: str = "") -> list[FormField]:
    """Return the fields that choose a bundled tokenizer, or one that is trained."""
    label = label or _("Tokenizer")
    return [
        _field(name, "choice", label, choices=_tokenizer_choices(_trained_choice()), usual="gpt2", atOnce=True),
        *_scenario(when={name: [TRAINED]}),
    ]


def _scene() -> list[FormField]:
    return [_field("sample", "text", _("A word or a sentence"), usual=EXAMPLES[0]), *_tokenizer("with")]


def _prompt() -> list[FormField]:
    return [
        _field("sample", "text", _("Your text"), usual=PAGES["prompt"].parameters_by_name["sample"].default),
        *_tokenizer("with"),
    ]


def _chat() -> list[FormField]:
    templates = [(name, conversation.title(name)) for name in (*conversation.TITLES, OPENED)]
    typed = [(name, conversation.typed_title(name)) for name in ("special", "text", "refused")]
    becomes = _("What a special token’s name in a message becomes")
    messages = _("Messages: start each with system:, user: or assistant:")
    return [
        _field("template", "choice", _("Template"), choices=templates, usual="chatml", atOnce=True),
        _field("typed", "choice", becomes, choices=typed, usual="special", atOnce=True),
        _field("messages", "long", messages, usual=conversation.EXAMPLE, folded=True),
    ]


def _knife() -> list[FormField]:
    parameters = PAGES["knife"].parameters_by_name
    out, add = _("Tokens to remove, separated by spaces"), _("Tokens to add, separated by spaces")
    ways = [("merges", _("By merges")), ("special", _("As special tokens"))]
    return [
        *_tokenizer("of", _("Vocabulary")),
        _field("out", "text", out, usual=parameters["out"].default),
        _field("add", "text", add, usual=parameters["add"].default),
        _field("how", "choice", _("How to add them"), choices=ways, usual="merges", atOnce=True),
        _field("sample", "text", _("Your text"), usual=parameters["sample"].default),
    ]


def _playground() -> list[FormField]:
    parameters = PAGES["playground"].parameters_by_name
    read_as = [("text", _("plain text")), ("token", _("special tokens"))]
    return [
        _field("sample", "long", _("Your text"), usual=parameters["sample"].default),
        *_columns(),
        _field("special", "choice", _("Read special tokens in the text as"), choices=read_as, usual="text"),
    ]


def _columns() -> list[FormField]:
    """Return the choices of the tokenizers beside each other: after the second, each appears once the last is used."""
    parameters = PAGES["playground"].parameters_by_name
    defaults = parse_query(PAGES["playground"].parameters, {}).values
    fields = []
    for number, column in enumerate(COLUMNS, 1):
        choices = (
            _tokenizer_choices(_trained_choice()) if number == 1 else _tokenizer_choices(("", "–"), _trained_choice())
        )
        when = {COLUMNS[number - 2]: [TRAINED, OPENED, *SHIPPED]} if number > 2 else {}
        default = parameters[column].type.format(defaults[column])
        fields.append(
            _field(column, "choice", column_label(number), choices=choices, usual=default, atOnce=True, when=when)
        )
    return fields


_FIELDS: dict[str, Callable[[], list[FormField]]] = {
    "train": _train,
    "encode": _encode,
    "decode": _decode,
    "playground": _playground,
    "scene": _scene,
    "chat": _chat,
    "prompt": _prompt,
    "knife": _knife,
}


def _examples(offered: Mapping[str, Mapping[str, str]]) -> list[FormExample]:
    """Turn examples (title -> values) into buttons."""
    return [{"text": title, "query": dict(query), "when": {}} for title, query in offered.items()]


def _conversations() -> list[FormExample]:
    """Return the app's example conversations of each template; one that several share occurs once."""
    examples: dict[tuple[str, str], FormExample] = {}
    for template in conversation.TITLES:
        for title, messages in conversation.injection_examples(template).items():
            new: FormExample = {"text": title, "query": {"messages": messages}, "when": {"template": []}}
            examples.setdefault((title, messages), new)["when"]["template"].append(template)
    return list(examples.values())


_EXAMPLES: dict[str, Callable[[], list[FormExample]]] = {
    "scene": lambda: _examples({make_visible(text): {"sample": text} for text in EXAMPLES}),
    "chat": _conversations,
    "prompt": lambda: _examples({title: {"sample": text} for title, text in prompt.examples().items()}),
    "knife": lambda: _examples(knife.examples()),
}
