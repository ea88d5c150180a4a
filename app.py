"""BPE Lab: how a tokenizer works. Run with `streamlit run app.py`.

Streamlit runs this file for each look at a page, and the server imports it once for the routes that it serves besides.
"""

if __name__ == "__main__":
    import streamlit as st

    from ui import session
    from ui.i18n import gettext as _

    session.begin()
    groups = {  # those without a name stand side by side, the others open below their name
        "": [
            st.Page("pages/home.py", title=_("Home"), url_path="home", default=True),
            st.Page("pages/train.py", title=_("Train"), url_path="train"),
            st.Page("pages/encode.py", title=_("Encode"), url_path="encode"),
            st.Page("pages/decode.py", title=_("Decode"), url_path="decode"),
            st.Page("pages/playground.py", title=_("Playground"), url_path="playground"),
            st.Page("pages/compare.py", title=_("Compare"), url_path="compare"),
        ],
        _("Learn"): [
            st.Page("pages/course.py", title=_("Course"), url_path="course"),
            st.Page("pages/companions.py", title=_("Companions"), url_path="companions"),
        ],
        _("Look inside"): [
            st.Page("pages/bytes.py", title=_("Bytes"), url_path="bytes"),
            st.Page("pages/pretokenize.py", title=_("Pre-tokenize"), url_path="pretokenize"),
            st.Page("pages/codes.py", title=_("Code lengths"), url_path="codes"),
            st.Page("pages/vocabulary.py", title=_("Vocabulary"), url_path="vocabulary"),
            st.Page("pages/own.py", title=_("Your own tokens"), url_path="own"),
            st.Page("pages/check.py", title=_("Check your own merges"), url_path="check"),
        ],
        _("Real tokenizers"): [
            st.Page("pages/size.py", title=_("Vocabulary size"), url_path="size"),
            st.Page("pages/special.py", title=_("Special tokens"), url_path="special"),
            st.Page("pages/stumble.py", title=_("Why models stumble"), url_path="stumble"),
            st.Page("pages/files.py", title=_("Files"), url_path="files"),
        ],
    }
    page = st.navigation(groups, position="hidden" if session.alone() else "top")
    name = page.url_path or "home"
    title = "BPE Lab" if name == "home" else f"{page.title} · BPE Lab"
    st.set_page_config(page_title=title, page_icon="🧩", layout="wide")
    session.begin_page(name, next(group for group, pages in groups.items() if page in pages))
    page.run()
elif __name__ != "__mp_main__":  # a worker process reads this file under that name, and needs nothing of it
    import streamlit as st

    from ui import server

    app = st.App("app.py", lifespan=server.lifespan, routes=server.routes(), middleware=server.middleware())
