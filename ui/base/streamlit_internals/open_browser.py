"""The app in a browser on the server's own machine, at the address and in the way that Streamlit knows.

Streamlit itself opens none for an app with routes of its own, and where it is told to, it shows what is for developers.
"""

from streamlit import config
from streamlit.cli_util import open_browser
from streamlit.web.server.server_util import get_display_address, get_url


def open_app_in_browser() -> None:
    """Open the app. To be called by a server that listens already, and answers when it can."""
    open_browser(get_url(get_display_address(config.get_option("server.address") or "localhost")))
