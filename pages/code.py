"""Write BPE yourself: four functions, written in the browser, run there and looked at."""

import streamlit as st

from ui.base.i18n import gettext as _
from ui.components.browser_python import assets, pyodide
from ui.components.editor import editor
from ui.pages.code import view
from ui.pages.common import shell

shell.begin("code", _("Write BPE yourself"))
st.write(view.about())
if pyodide.installed():
    editor(view.code(assets.BELOW, ""))
else:
    editor(view.code("", view.absent()))
