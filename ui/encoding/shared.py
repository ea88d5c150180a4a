"""What the frames of all encodings have in common: the ids below the tokens, and what a special token is."""

from bpe_engine import Tokenizer
from ui.i18n import gettext as _
from ui.i18n import ngettext
from ui.show import name


def id_caption(tokenizer: Tokenizer, symbol: str) -> str:
    """What stands below a token: its id, or the unknown token."""
    token_id = tokenizer.vocabulary.get(symbol)
    return tokenizer.unk_token if token_id is None else str(token_id)


def special_as_text(token: str) -> str:
    """Why a special token's name in a text is not looked up as the token."""
    return _("“{token}” is a special token: plain text never becomes one.").format(token=name(token))


def id_titles(number_of_tokens: int) -> tuple[str, str]:
    """The heads of the ids and of the words."""
    return (
        _("Ids, as the model would get them now"),
        ngettext("{count:,} token", "{count:,} tokens", number_of_tokens).format(count=number_of_tokens),
    )
