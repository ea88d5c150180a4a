"""From a conversation to ids: chat templates, and how the text that they render is encoded.

A model reads one sequence of ids, so a program renders the messages of a conversation as one text with a template:
special tokens mark where a message begins and ends, and the template adds words of its own, such as whose turn it is.
What a user types is part of the same text. If a user types the name of a special token, it becomes one too, unless the
program prevents it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, get_args

from bpe_engine.errors import EngineError
from bpe_engine.registered import RegisteredTokenizer
from bpe_engine.text.added_tokens import find_tokens
from bpe_engine.text.input_text import normalize_surrogates
from bpe_engine.tokenizer import Tokenizer
from bpe_engine.vocabularies.pretrained import load_pretrained

Role = Literal["system", "user", "assistant"]
ROLES: tuple[Role, ...] = get_args(Role)

TypedNames = Literal["special", "refused", "text"]
"""How a special token's name in a message is treated: as the token, as an error, or as plain text."""


class Message(NamedTuple):
    """A message of a conversation: its role and content."""

    role: Role
    text: str


class TemplatePart(NamedTuple):
    """A part of a rendered conversation: the template's own text, or a message."""

    text: str
    message: int | None = None  # index of the message that it comes from; None for the template's own text
    special: bool = False  # whether the template wrote it as a special token
    starts_segment: bool = False  # whether a new text, encoded separately, starts here


TemplateWriter = Callable[[Sequence[Message]], Iterator[TemplatePart]]


@dataclass(frozen=True)
class ChatTemplate:
    """How a conversation is rendered for a model, up to the beginning of its answer.

    `vocabulary` is the name of an included vocabulary (see `load_pretrained`), empty if the model's own is not
    included. `special_tokens` are those of its conversations, with ids, in addition to the vocabulary's own.
    """

    name: str
    vocabulary: str
    special_tokens: Mapping[str, int]
    write: TemplateWriter

    def parts(self, messages: Sequence[Message]) -> list[TemplatePart]:
        """Render messages part by part, without empty parts.

        Raises EngineError if the template does not allow this order of roles.
        """
        return [part for part in self.write(messages) if part.text]

    def tokenizer(self) -> Tokenizer | None:
        """Return the tokenizer with the template's special tokens; None if its vocabulary is not included."""
        return _load_tokenizer(self.name) if self.vocabulary else None


@cache
def _load_tokenizer(name: str) -> Tokenizer:
    template = TEMPLATES[name]
    return RegisteredTokenizer(load_pretrained(template.vocabulary), template.special_tokens)


class ChatToken(NamedTuple):
    """A token of a conversation, and the part in which it begins."""

    token: str
    id: int | None  # None for text whose ids are unknown, because the vocabulary is not included
    part: int
    is_special: bool
    crosses: bool  # whether it continues in the next part


def encode_conversation(tokenizer: Tokenizer, parts: Sequence[TemplatePart], typed: TypedNames) -> list[ChatToken]:
    """Encode a conversation rendered by a chat template.

    With "special", the parts are joined into one text in which every name is a special token, whoever wrote it, like
    `apply_chat_template` in transformers. Otherwise, only the template's special tokens become ids, and the text
    between them is plain: a name typed in a message becomes several tokens, or is refused. If no message contains a
    name, all three give the same ids.

    Raises EngineError if names are refused and a message contains one, and as `Tokenizer.encode`.

    >>> written = TEMPLATES["chatml"].parts([Message("user", "Hi<|im_end|>")])
    >>> tokens = encode_conversation(TEMPLATES["chatml"].tokenizer(), written, "text")
    >>> [token.id for token in tokens if token.part == 2]
    [13347, 27, 91, 318, 6345, 91, 29]
    """
    if typed == "refused":
        reject_special_names(tokenizer.special_tokens, parts)
    special_ids = set(tokenizer.special_tokens.values())
    tokens_found: list[ChatToken] = []
    for first, last in _segments(parts, alone=typed != "special"):
        if typed != "special" and parts[first].special:
            token_id = tokenizer.special_tokens[parts[first].text]
            tokens_found.append(ChatToken(tokenizer.token(token_id), token_id, first, True, crosses=False))
            continue
        ends = _ends(parts[first:last])
        part = 0
        text = "".join(part.text for part in parts[first:last])
        for token, token_id, start, end in tokenizer.encode_spans(text, "all" if typed == "special" else "none"):
            while start >= ends[part] and part + 1 < len(ends):
                part += 1
            is_special = typed == "special" and token_id in special_ids
            tokens_found.append(ChatToken(token, token_id, first + part, is_special, crosses=end > ends[part]))
    return tokens_found


def _segments(parts: Sequence[TemplatePart], *, alone: bool) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of parts encoded as one text; with `alone`, each special token is separate."""
    first = 0
    for place, part in enumerate(parts):
        if place > first and (part.starts_segment or (alone and (part.special or parts[first].special))):
            yield first, place
            first = place
    if parts:
        yield first, len(parts)


def _ends(parts: Iterable[TemplatePart]) -> list[int]:
    place = 0
    return [place := place + len(part.text) for part in parts]


def reject_special_names(names: Collection[str], parts: Iterable[TemplatePart]) -> None:
    """Raise EngineError if a message contains the name of a special token."""
    for part in parts:
        if part.message is None:
            continue
        for match in find_tokens(names, part.text):
            raise EngineError(
                "Message {number} contains {token!r}, the name of a special token, at position {position}. Such names "
                "are refused here, so nothing was encoded. Remove it, or have it read as text.",
                number=part.message + 1,
                token=match.token,
                position=match.start,
            )


def render_without_vocabulary(
    special_tokens: Mapping[str, int], parts: Sequence[TemplatePart], typed: TypedNames
) -> list[ChatToken]:
    """Render a conversation without a vocabulary: special tokens get their ids, all other text stays as written.

    Raises the errors of `encode_conversation`.
    """
    if typed == "refused":
        reject_special_names(special_tokens, parts)
    found: list[ChatToken] = []
    for place, part in enumerate(parts):
        if part.special:
            found.append(ChatToken(part.text, special_tokens.get(part.text), place, True, crosses=False))
            continue
        at = 0
        for token, start, end in find_tokens(special_tokens, part.text) if typed == "special" else ():
            if start > at:
                found.append(ChatToken(part.text[at:start], None, place, False, crosses=False))
            found.append(ChatToken(token, special_tokens[token], place, True, crosses=False))
            at = end
        if at < len(part.text):
            found.append(ChatToken(part.text[at:], None, place, False, crosses=False))
    return found


def split_off_special_names(names: Collection[str], parts: Iterable[TemplatePart]) -> Iterator[TemplatePart]:
    """Split the parts so that a special token's name in a message is a part of its own, encoded separately.

    Encoded as text, they give the same ids as `apply_chat_template(..., sanitize_control_tokens=True)` in transformers
    5.23.
    """
    after = False  # a name
    for part in parts:
        at = 0
        for _token, start, end in find_tokens(names, part.text) if part.message is not None else ():
            if start > at:
                yield TemplatePart(part.text[at:start], part.message, starts_segment=after or part.starts_segment)
            yield TemplatePart(part.text[start:end], part.message, starts_segment=True)
            after, at = True, end
        if at < len(part.text):
            yield part._replace(text=part.text[at:], starts_segment=after or part.starts_segment)
            after = False


def injected_tokens(parts: Sequence[TemplatePart], tokens: Iterable[ChatToken]) -> list[ChatToken]:
    """Return the special tokens that come from a message and not from the template."""
    return [token for token in tokens if token.is_special and parts[token.part].message is not None]


def read_messages(typed: str, most: int) -> list[Message]:
    """Parse messages from a text: a line such as “user: Hi!” begins a message, other lines continue it.

    Raises EngineError if the text does not begin with a role, or if there are more than `most` messages.

    >>> read_messages("system: Be brief.\\nuser: one\\ntwo", 5)
    [Message(role='system', text='Be brief.'), Message(role='user', text='one\\ntwo')]
    """
    lines: list[tuple[Role, list[str]]] = []
    for line in normalize_surrogates(typed).split("\n") if typed.strip() else ():
        role, colon, rest = line.partition(":")
        name = role.strip().lower()
        known = next((role_name for role_name in ROLES if role_name == name), None)
        if colon and known is not None:
            lines.append((known, [rest.removeprefix(" ")]))
        elif lines:
            lines[-1][1].append(line)
        elif line.strip():
            raise EngineError(
                "“{line}” does not say who is speaking. Start each message with system:, user: or assistant:, as in "
                "“user: Hi!”.",
                line=line[:40],
            )
    if len(lines) > most:
        raise EngineError(
            "There are {count} messages, but the limit is {most}. Remove some.", count=len(lines), most=most
        )
    return [Message(role, "\n".join(texts)) for role, texts in lines]


# The templates.


def _chatml(messages: Sequence[Message]) -> Iterator[TemplatePart]:
    """OpenAI's Chat Markup Language (openai-python 0.27, chatml.md)."""
    for place, (role, text) in enumerate(messages):
        yield TemplatePart("<|im_start|>", special=True)
        yield TemplatePart(f"{role}\n")
        yield TemplatePart(text, place)
        yield TemplatePart("<|im_end|>", special=True)
        yield TemplatePart("\n")
    yield TemplatePart("<|im_start|>", special=True)
    yield TemplatePart("assistant\n")


def _gpt4o(messages: Sequence[Message]) -> Iterator[TemplatePart]:
    """Four tokens around each message, three before the answer: as OpenAI counts them (openai-cookbook)."""
    for place, (role, text) in enumerate(messages):
        yield TemplatePart("<|im_start|>", special=True)
        yield TemplatePart(role)
        yield TemplatePart("<|im_sep|>", special=True)
        yield TemplatePart(text, place)
        yield TemplatePart("<|im_end|>", special=True)
    yield TemplatePart("<|im_start|>", special=True)
    yield TemplatePart("assistant")
    yield TemplatePart("<|im_sep|>", special=True)


def _harmony(messages: Sequence[Message]) -> Iterator[TemplatePart]:
    """The response format of gpt-oss (openai/harmony): answers go to channels; the user's channel is “final”."""
    for place, (role, text) in enumerate(messages):
        yield TemplatePart("<|start|>", special=True)
        yield TemplatePart(role)
        if role == "assistant":
            yield TemplatePart("<|channel|>", special=True)
            yield TemplatePart("final")
        yield TemplatePart("<|message|>", special=True)
        yield TemplatePart(text, place)
        yield TemplatePart("<|end|>", special=True)
    yield TemplatePart("<|start|>", special=True)
    yield TemplatePart("assistant")


def _llama3(messages: Sequence[Message]) -> Iterator[TemplatePart]:
    """Llama 3 (meta-llama/llama-models, llama3/api/chat_format.py)."""
    yield TemplatePart("<|begin_of_text|>", special=True)
    for place, (role, text) in enumerate(messages):
        yield from _llama3_header(role)
        yield TemplatePart(text, place)
        yield TemplatePart("<|eot_id|>", special=True)
    yield from _llama3_header("assistant")


def _llama3_header(role: str) -> Iterator[TemplatePart]:
    yield TemplatePart("<|start_header_id|>", special=True)
    yield TemplatePart(role)
    yield TemplatePart("<|end_header_id|>", special=True)
    yield TemplatePart("\n\n")


def _turns(messages: Sequence[Message]) -> tuple[str, list[tuple[int, Message]]]:
    """Return the system message, or "", and the other messages with their indices; user and assistant must take turns.

    Raises EngineError if they do not.
    """
    numbered = list(enumerate(messages))
    system = messages[0].text if messages and messages[0].role == "system" else ""
    rest = numbered[1:] if messages and messages[0].role == "system" else numbered
    for turn, (place, message) in enumerate(rest):
        expected = ROLES[1 + turn % 2]
        if message.role != expected:
            raise EngineError(
                "In this template, user and assistant take turns, after one system message at most, but message "
                "{number} is from {role}. Change it to {expected}, or choose another template.",
                number=place + 1,
                role=message.role,
                expected=expected,
            )
    if len(rest) % 2 == 0:
        raise EngineError("This template must end with a user message to be answered. Add one.")
    return system, rest


def _llama2(messages: Sequence[Message]) -> Iterator[TemplatePart]:
    """Llama 2 (meta-llama/llama, generation.py), which strips white space around each turn."""
    system, rest = _turns(messages)
    for place, (role, text) in rest:
        if role == "assistant":
            yield TemplatePart(" ")
            yield TemplatePart(text.strip(), place)
            yield TemplatePart(" ")
            yield TemplatePart("</s>", special=True)
            continue
        yield TemplatePart("<s>", special=True)
        yield TemplatePart("[INST] ")
        if system and place == rest[0][0]:
            yield TemplatePart("<<SYS>>\n")
            yield TemplatePart(system, 0)
            yield TemplatePart("\n<</SYS>>\n\n")
            yield TemplatePart(text.rstrip(), place)
        else:
            yield TemplatePart(text.strip(), place)
        yield TemplatePart(" [/INST]")


def _mistral(messages: Sequence[Message]) -> Iterator[TemplatePart]:
    """Mistral 7B (mistral-common, version 1), where [INST] is plain text, not a special token."""
    system, rest = _turns(messages)
    yield TemplatePart("<s>", special=True)
    for place, (role, text) in rest:
        if role == "assistant":
            yield TemplatePart(text, place, starts_segment=True)
            yield TemplatePart("</s>", special=True)
            continue
        yield TemplatePart("[INST] ", starts_segment=True)
        if system and place == rest[0][0]:
            yield TemplatePart(system, 0)
            yield TemplatePart("\n\n")
        yield TemplatePart(text, place)
        yield TemplatePart(" [/INST]")


def _mistral_v3(messages: Sequence[Message]) -> Iterator[TemplatePart]:
    """Mistral 7B, version 3 of its tokenizer: [INST] is a special token. The system message goes into the last turn."""
    system, rest = _turns(messages)
    yield TemplatePart("<s>", special=True)
    for place, (role, text) in rest:
        if role == "assistant":
            yield TemplatePart(text.rstrip(" "), place)
            yield TemplatePart("</s>", special=True)
            continue
        yield TemplatePart("[INST]", special=True)
        if system and place == rest[-1][0]:
            yield TemplatePart(system, 0)
            yield TemplatePart("\n\n")
        yield TemplatePart(text, place)
        yield TemplatePart("[/INST]", special=True)


def _qwen3(messages: Sequence[Message]) -> Iterator[TemplatePart]:
    """Qwen 3 (the template in its tokenizer_config.json): thoughts are kept only after the last question."""
    questions = (
        place
        for place, (role, text) in enumerate(messages)
        if role == "user" and not (text.startswith("<tool_response>") and text.endswith("</tool_response>"))
    )
    last_question = max(questions, default=len(messages) - 1)
    for place, (role, text) in enumerate(messages):
        yield TemplatePart("<|im_start|>", special=True)
        yield TemplatePart(f"{role}\n")
        thoughts = ""
        if role == "assistant" and "</think>" in text:
            thoughts = text.partition("</think>")[0].rstrip("\n").rpartition("<think>")[2].lstrip("\n")
            text = text.rpartition("</think>")[2].lstrip("\n")
        if role == "assistant" and place > last_question and (thoughts or place == len(messages) - 1):
            yield TemplatePart("<think>\n")
            yield TemplatePart(thoughts, place)
            yield TemplatePart("\n</think>\n\n")
            text = text.lstrip("\n")
        yield TemplatePart(text, place)
        yield TemplatePart("<|im_end|>", special=True)
        yield TemplatePart("\n")
    yield TemplatePart("<|im_start|>", special=True)
    yield TemplatePart("assistant\n")


def _deepseek(messages: Sequence[Message]) -> Iterator[TemplatePart]:
    """DeepSeek V3 and R1 (the template in their tokenizer_config.json): the system message comes first, unmarked."""
    yield TemplatePart("<｜begin▁of▁sentence｜>", special=True)
    systems = [(place, text) for place, (role, text) in enumerate(messages) if role == "system"]
    for number, (place, text) in enumerate(systems):
        if number:
            yield TemplatePart("\n\n")
        yield TemplatePart(text, place)
    for place, (role, text) in enumerate(messages):
        if role == "user":
            yield TemplatePart("<｜User｜>", special=True)
            yield TemplatePart(text, place)
        elif role == "assistant":
            yield TemplatePart("<｜Assistant｜>", special=True)
            yield TemplatePart(text, place)
            yield TemplatePart("<｜end▁of▁sentence｜>", special=True)
    yield TemplatePart("<｜Assistant｜>", special=True)


TEMPLATES: dict[str, ChatTemplate] = {
    template.name: template
    for template in (
        ChatTemplate(
            "chatml",
            "cl100k_base",
            {"<|im_start|>": 100264, "<|im_end|>": 100265, "<|im_sep|>": 100266},
            _chatml,
        ),
        ChatTemplate(
            "gpt-4o",
            "o200k_base",
            {"<|im_start|>": 200264, "<|im_end|>": 200265, "<|im_sep|>": 200266},
            _gpt4o,
        ),
        ChatTemplate("harmony", "o200k_harmony", {}, _harmony),
        ChatTemplate("qwen3", "qwen3", {}, _qwen3),
        # They are matched by name in any text, so the file does not list them as special.
        ChatTemplate("deepseek-v3", "deepseek-v3", {"<｜User｜>": 128803, "<｜Assistant｜>": 128804}, _deepseek),
        ChatTemplate(
            "llama-3",
            "",
            # The first ten after 128,000 others (meta-llama/llama-models, llama3/api/tokenizer.py).
            {
                "<|begin_of_text|>": 128000,
                "<|end_of_text|>": 128001,
                "<|start_header_id|>": 128006,
                "<|end_header_id|>": 128007,
                "<|eom_id|>": 128008,
                "<|eot_id|>": 128009,
            },
            _llama3,
        ),
        ChatTemplate("llama-2", "", {"<s>": 1, "</s>": 2}, _llama2),
        ChatTemplate("mistral-v1", "mistral-7b", {}, _mistral),
        ChatTemplate("mistral-v3", "", {"<s>": 1, "</s>": 2, "[INST]": 3, "[/INST]": 4}, _mistral_v3),
    )
}
"""The supported templates by name."""
