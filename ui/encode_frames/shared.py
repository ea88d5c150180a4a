"""What the frames of all encodings have in common: the ids below the tokens."""

from bpe_engine import Tokenizer
from ui.i18n import gettext as _
from ui.i18n import ngettext


def id_caption(tokenizer: Tokenizer, symbol: str) -> str:
    """What stands below a token: its id, or the unknown token."""
    token_id = tokenizer.vocabulary.get(symbol)
    return tokenizer.unk_token if token_id is None else str(token_id)


def id_titles(number_of_tokens: int) -> list[str]:
    """The heads of the ids and of the words."""
    return [
        _("Ids, as the model would get them now"),
        ngettext("{count:,} token", "{count:,} tokens", number_of_tokens).format(count=number_of_tokens),
    ]
