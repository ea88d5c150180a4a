"""The files of transformers next to a tokenizer: tokenizer_config.json and the chat template.

Three things in them matter: the chat template, the texts that it may use, such as `bos_token`, and the special tokens
with their ids, which a rank file lacks. The rest is ignored.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bpe_engine.files.file_checks import decode_text, parse_json

CONFIG = "tokenizer_config.json"
"""Its usual name, also used in error messages."""

TEMPLATE = "chat_template.jinja"
"""A file with only the template, as written by newer versions of transformers."""

CONFIG_KEYS = re.compile(r'"(?:tokenizer_class"\s*:\s*"|chat_template"\s*:\s*["\[])')
"""Keys of a tokenizer_config.json with values that cannot occur in a vocabulary, where tokens have numbers."""

TOKEN_NAMES = ("bos_token", "eos_token", "unk_token", "pad_token", "cls_token", "sep_token", "mask_token")
"""The texts that a template may use."""


@dataclass(frozen=True)
class TokenizerConfig:
    """The chat template ("" if there is none), the texts that it may use, and special tokens with their ids."""

    chat_template: str = ""
    template_tokens: Mapping[str, str] = field(default_factory=dict)
    special_tokens: Mapping[str, int] = field(default_factory=dict)


def read_config(file: str, data: bytes) -> TokenizerConfig:
    """Read a tokenizer_config.json. Raises EngineError, with the position, if it is not JSON.

    >>> read_config("tokenizer_config.json", b'{"chat_template": "{{ 1 }}", "eos_token": {"content": "</s>"}}')
    TokenizerConfig(chat_template='{{ 1 }}', template_tokens={'eos_token': '</s>'}, special_tokens={})
    """
    content = parse_json(file, decode_text(file, data))
    if not isinstance(content, dict):
        return TokenizerConfig()
    tokens = {name: text for name in TOKEN_NAMES if (text := _text_of(content.get(name)))}
    return TokenizerConfig(_template(content.get("chat_template")), tokens, _special(content))


def is_template(text: str) -> bool:
    """Return whether a text is a chat template on its own: it starts with a Jinja delimiter, which JSON cannot.

    >>> is_template("{%- for message in messages %}"), is_template('{"a": 0}')
    (True, False)
    """
    return text.lstrip()[:2] in ("{%", "{{", "{#")


def _template(value: object) -> str:
    """Return the template: the only one, or the one named default."""
    if isinstance(value, list):
        templates = [template for template in value if isinstance(template, dict)]
        value = next((template.get("template") for template in templates if template.get("name") == "default"), "")
    return value if isinstance(value, str) else ""


def _text_of(token: object) -> str:
    """Return a token's text, given as a string or as an object with flags."""
    if isinstance(token, dict):
        token = token.get("content")
    return token if isinstance(token, str) else ""


def _special(content: Mapping[str, object]) -> dict[str, int]:
    added = content.get("added_tokens_decoder")
    if not isinstance(added, dict):
        return {}
    return {
        text: int(token_id)
        for token_id, token in added.items()
        if token_id.isascii() and token_id.isdecimal() and len(token_id) <= 10 and (text := _text_of(token))
    }
