"""What rests on Streamlit's inside, which it may change in any version. Nothing else in the app touches it.

    run_context.py      what a run knows: the session, whether the browser went back, how the app is embedded
    run_queue.py         the runner of scripts, which is made to take turns; the server's figures
    fast_state_lookup.py      what a session holds, as boxes look for it
    sessions.py     the manager of sessions, which ends those that nobody comes back to
    protocol.py     addresses, messages, the cookie that knows a browser
    index_html.py        index.html, the fonts beside it
    open_browser.py      the app's address, and how a browser is opened with it
    appearance.py, *.css the elements of a page, by their test ids and classes, and the English words on them
    selectors.js         the elements that scripts look for

`tests/test_streamlit_internals.py` tells what of it is no longer there, and in which of these files.
"""
