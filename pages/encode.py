"""Encode: watch the learned merges being applied to a word, one at a time."""

from ui.base.streamlit_internals.run_context import is_embedded
from ui.pages.common import shell
from ui.pages.encode import controls, player_area

page, player, line = shell.start_player_page("encode")
controls.begin(page)
with line:
    chosen = controls.choose(page, player)
with player:
    player_area.play(page, chosen, line)
if not is_embedded():
    player_area.show_more(page, chosen)
