"""BPE Lab: how a tokenizer works. Run with `streamlit run app.py`.

Streamlit runs this file for each look at a page, and the server imports it once for the routes that it serves besides.
"""

if __name__ == "__main__":
    import streamlit as st

    from ui.base.streamlit_internals.run_context import is_embedded
    from ui.components.wordmark import wordmark
    from ui.pages.common.navigation import page_groups
    from ui.pages.common.shell import show_styles
    from ui.pages.registry import HOME, PAGES, window_title
    from ui.state import session

    with session.script_run(PAGES):
        page = st.navigation(page_groups(), position="hidden" if is_embedded() else "top")
        shown = PAGES[page.url_path or HOME.name]
        session.open_page(shown)
        title = window_title(shown, session.PageState(shown.name), session.training_state())
        st.set_page_config(page_title=title, layout="wide")
        st.logo(wordmark(), size="large")  # a click leads Home
        show_styles()
        page.run()
elif __name__ != "__mp_main__":  # a worker process reads this file under that name, and needs nothing of it
    import streamlit as st

    from ui import server

    app = st.App(
        "app.py",
        lifespan=server.lifespan,
        routes=server.routes(),
        middleware=server.middleware(),
        exception_handlers=server.exception_handlers(),
    )
