"""Write BPE yourself: four functions, written, run and checked in the browser."""

from ui.components.browser_python import assets, pyodide
from ui.components.editor import editor
from ui.pages.code import view
from ui.pages.common import shell

shell.start_page("code")
if pyodide.installed():
    editor(view.code(assets.ROUTE_PREFIX, ""))
else:
    editor(view.code("", view.missing_python_message()))
