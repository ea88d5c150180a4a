"""Runs a learner's chat template in isolation: it is a program, in Jinja, and may be wrong, or never end.

Each run has its own process, with limits on memory, time and output. The template runs in Jinja's sandbox, configured
as in transformers, so that models' templates run here as they do there.

To find out who wrote which character, the template runs twice: with the real messages, and with every character of
theirs replaced by an unused one. Replaced characters in the output are the messages'. If a template changes a message,
a third run replaces the whole message by a placeholder, and that message's part is whatever the placeholder replaced.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from sys import getsizeof
from traceback import walk_tb
from typing import Any, NamedTuple

from bpe_engine import EngineError
from bpe_engine.chat_templates import Message
from bpe_engine.sandbox import FunctionRaised, Limits, ProcessFailed, run
from ui.base.result_cache import cached
from ui.jobs.learner_patterns import process_slot

LIMITS = Limits(memory=2**29, seconds=10, work=1)
MAX_TEMPLATE = 20_000
MAX_RENDERED = 8_000
"""Greatest number of characters of a template, and of its output."""

_FIRST = 0xF0000  # first stand-in for a message's character: a private-use plane
_PLACEHOLDER = "\U0010fffd"  # stands for a whole message: the last private-use character
_LEADING, _TRAILING = "\u2003", "\u2004"  # stand in for white space around messages, which templates strip


class TemplateSegment(NamedTuple):
    """A segment of a template's output, and the index of its message; None if the template wrote it itself."""

    text: str
    message: int | None


class RenderedTemplate(NamedTuple):
    """A template's output.

    `is_sure` is False if it depends on the messages' text: then they were searched for in it.
    """

    pieces: list[TemplateSegment]
    is_sure: bool


@cached(lambda _rendered, template, messages, _variables: 4 * getsizeof(template) + 4 * sum(map(getsizeof, messages)))
def render_with_authors(
    template: str, messages: tuple[Message, ...], variables: tuple[tuple[str, str], ...]
) -> RenderedTemplate:
    """Render messages with a Jinja template; `variables` are texts that it may name, such as bos_token.

    Raises EngineError if the template is too long or wrong (with the line), refuses the messages, takes too much time
    or memory, or writes too much; BusyError if too many others are waiting.
    """
    if len(template) > MAX_TEMPLATE:
        raise EngineError(
            "The template has {length:,} characters, but the limit here is {limit:,}. Shorten it; nothing has been "
            "lost.",
            length=len(template),
            limit=MAX_TEMPLATE,
        )
    try:
        with process_slot():
            pieces, is_sure = run(
                LIMITS, _render_and_locate, template, [(role, text) for role, text in messages], dict(variables)
            )
    except ProcessFailed:
        raise EngineError(
            "The template took too much time or memory, so it was stopped. The usual cause is a loop that runs very "
            "often: loop over the messages only."
        ) from None
    except FunctionRaised as problem:
        raise EngineError(
            "The template can’t be run: {problem}. Correct it, or choose one of the others.", problem=str(problem)
        ) from None
    return RenderedTemplate([TemplateSegment(*piece) for piece in pieces], is_sure)


# In the process of a run:


def _render_and_locate(
    template: str, messages: list[tuple[str, str]], variables: Mapping[str, str]
) -> tuple[list[TemplateSegment], bool]:
    plain = render(template, messages, variables)
    texts = [text for _role, text in messages]
    marked, characters = _substitute_characters(texts)
    try:
        with_marks = render(
            template, [(role, text) for (role, _), text in zip(messages, marked, strict=True)], variables
        )
    except EngineError:
        with_marks = ""  # the template inspects the texts, and refused these
    pieces = list(_join_segments(_locate_characters(with_marks, texts, characters)))
    if "".join(piece.text for piece in pieces) == plain:
        return pieces, True
    return list(_search_texts(plain, texts, partial(_find_changed, template, messages, variables, plain))), False


def _find_changed(
    template: str, messages: Sequence[tuple[str, str]], variables: Mapping[str, str], output: str, number: int
) -> tuple[int, int] | None:
    """Return where the output for a message starts and ends; None if replacing the message changes anything else."""
    others = [*messages]
    others[number] = (messages[number][0], _PLACEHOLDER)
    try:
        before, placeholder, rest = render(template, others, variables).partition(_PLACEHOLDER)
    except EngineError:
        return None  # the template inspects the text, and refused this one
    after = rest.rpartition(_PLACEHOLDER)[2]
    end = len(output) - len(after)
    is_found = placeholder and output.startswith(before) and output.endswith(after) and len(before) <= end
    return (len(before), end) if is_found else None


def render(template: str, messages: Sequence[tuple[str, str]], variables: Mapping[str, str]) -> str:
    """Render messages as transformers does. Raises EngineError, with the line of the template."""
    from jinja2 import TemplateError, TemplateSyntaxError
    from jinja2.ext import Extension, loopcontrols
    from jinja2.nodes import CallBlock, Node
    from jinja2.parser import Parser
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    def refuse(message: str) -> None:
        raise TemplateError(message)

    # Unlike Jinja's filter, without escapes for HTML. The order of the arguments is that of transformers.
    def in_json(
        value: Any,
        ensure_ascii: bool = False,
        indent: int | None = None,
        separators: tuple[str, str] | None = None,
        sort_keys: bool = False,
    ) -> str:
        return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    class Generation(Extension):
        """The block that marks what a model generated. In training, only its tokens count."""

        tags: set[str] = {"generation"}  # noqa: RUF012 - as Jinja declares it

        def parse(self, parser: Parser) -> Node:
            """Parse the block; as in transformers, it has its own scope."""
            line = next(parser.stream).lineno
            body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
            return CallBlock(self.call_method("write"), [], [], body).set_lineno(line)

        def write(self, caller: Callable[[], str]) -> str:
            """Return the content of the block."""
            return caller()

    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols]
    )
    environment.filters["tojson"] = in_json
    environment.globals |= {"raise_exception": refuse, "strftime_now": lambda form: datetime.now().strftime(form)}
    values = [{"role": role, "content": text} for role, text in messages]
    segments, length = [], 0
    try:
        for piece in environment.from_string(template).generate(
            messages=values, add_generation_prompt=True, tools=None, documents=None, **variables
        ):
            segments.append(piece)
            length += len(piece)
            if length > MAX_RENDERED:
                raise EngineError(
                    "The template writes more than {limit:,} characters. Shorten the messages, or what it adds.",
                    limit=MAX_RENDERED,
                )
    except EngineError:
        raise
    except MemoryError:
        raise
    except TemplateSyntaxError as error:
        raise _template_error(error.lineno, error.message or "") from None
    except Exception as error:
        lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == "<template>"]
        raise _template_error(lines[-1] if lines else 1, str(error) or type(error).__name__) from None
    return "".join(segments)


def _template_error(line: int, problem: str) -> EngineError:
    return EngineError(
        "Line {line} of the template: {problem}. Correct it there, or choose one of the other templates.",
        line=line,
        problem=problem[:200].rstrip("."),
    )


def _substitute_characters(texts: Sequence[str]) -> tuple[list[str], dict[str, tuple[int, int]]]:
    """Replace the texts' characters, and return where each stand-in comes from: index of the text, position in it."""
    marked: list[str] = []
    characters: dict[str, tuple[int, int]] = {}
    for number, text in enumerate(texts):
        first = len(text) - len(text.lstrip())
        last = len(text.rstrip())
        middle = ""
        for place in range(first, last):
            character = chr(_FIRST + len(characters))
            characters[character] = number, place
            middle += character
        marked.append(_LEADING * first + middle + _TRAILING * (len(text) - last) if middle else text)
    return marked, characters


def _locate_characters(
    output: str, texts: Sequence[str], characters: Mapping[str, tuple[int, int]]
) -> Iterator[tuple[str, int | None]]:
    """Yield each character of the output as it was before the replacement, with the index of its text, if any."""
    for place, character in enumerate(output):
        if character in characters:
            number, at = characters[character]
            yield texts[number][at], number
            continue
        rest = output[place:]
        after = rest.lstrip(_LEADING)[:1]
        before = output[: place + 1].rstrip(_TRAILING)[-1:]
        if character == _LEADING and after in characters:
            number, at = characters[after]
            distance = len(rest) - len(rest.lstrip(_LEADING))
            if distance <= at:
                yield texts[number][at - distance], number
                continue
        if character == _TRAILING and before in characters:
            number, at = characters[before]
            distance = place + 1 - len(output[: place + 1].rstrip(_TRAILING))
            if at + distance < len(texts[number]):
                yield texts[number][at + distance], number
                continue
        yield character, None


def _join_segments(characters: Iterator[tuple[str, int | None]]) -> Iterator[TemplateSegment]:
    text, of = "", None
    for character, number in characters:
        if number != of and text:
            yield TemplateSegment(text, of)
            text = ""
        text, of = text + character, number
    if text:
        yield TemplateSegment(text, of)


def _search_texts(
    output: str, texts: Sequence[str], find_changed: Callable[[int], tuple[int, int] | None]
) -> Iterator[TemplateSegment]:
    """Yield the texts where they occur, in order, as far as they are found; for the others, what was made of them."""
    place = 0
    for number, text in enumerate(texts):
        bare = text.strip()
        if not bare:
            continue
        at = output.find(bare, place)
        span = (at, at + len(bare)) if at >= 0 else find_changed(number)
        if span is None or not place <= span[0] < span[1]:
            continue
        if span[0] > place:
            yield TemplateSegment(output[place : span[0]], None)
        yield TemplateSegment(output[slice(*span)], number)
        place = span[1]
    if place < len(output):
        yield TemplateSegment(output[place:], None)
