"""Live classes: a teacher leads, phones follow and vote. `README.md` describes the protocol.

Nothing here knows Streamlit or the app: `ui.server` passes in what a phone shows, and in which language.
"""
