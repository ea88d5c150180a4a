"""Write BPE yourself: four functions, written in the browser, run there and looked at."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.code import pyodide, served
from ui.common import shell
from ui.components.editor import editor
from ui.pages.code import shown

shell.begin("code", _("Write BPE yourself"))
st.write(shown.about())
if pyodide.installed():
    editor(shown.code(served.BELOW, ""))
else:
    editor(shown.code("", shown.absent()))
