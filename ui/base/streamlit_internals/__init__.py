"""Everything that relies on Streamlit's private API, which may change in any version. No other package may.

    fallback.py     how the app continues without a missing part
    run_context.py  facts about a run: the session, whether the browser went back, how the app is embedded
    run_queue.py    makes script runs take turns; the server's statistics
    sessions.py     the session manager; ends sessions that nobody returns to
    protocol.py     paths, messages, the cookie that identifies a browser
    index_html.py   Streamlit's index.html, and its fonts
    appearance.py, *.css    the elements of a page, by their test ids and classes, and the English words on them
    color_scheme.js  light or dark, as the reader chose
    selectors.js    the elements that scripts look for

`tests/test_streamlit_internals.py` reports what a version of Streamlit lacks, and which of these files uses it.
"""
