"""What relies on parts of Streamlit that it doesn't promise, and may change in any version. Nothing else does.

    fallback.py     how the app goes on without a part that is missing
    run_context.py  what a run knows: the session, whether the browser went back, how the app is embedded
    run_queue.py    the runner of scripts, made to take turns; the server's statistics
    sessions.py     the session manager; the end of sessions that nobody comes back to
    protocol.py     paths, messages, the cookie that identifies a browser
    index_html.py   Streamlit's index.html, and its fonts
    appearance.py, *.css    the elements of a page, by their test ids and classes, and the English words on them
    selectors.js    the elements that scripts look for

`tests/test_streamlit_internals.py` tells what a version of Streamlit lacks, and which of these files uses it.
"""
