"""Encode: watch the learned merges being applied to a word, one at a time."""

from ui.base.i18n import gettext as _
from ui.common import shell
from ui.pages.encode import lesson, text_and_tokenizer
from ui.streamlit_inside.context import alone

page, player, line = shell.stage("encode", _("Encode a word"))
text_and_tokenizer.begin(page)
with line:
    chosen = text_and_tokenizer.choose(page, player)
with player:
    lesson.play(page, chosen)
if not alone():
    lesson.show_more(page, chosen)
