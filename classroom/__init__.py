"""Live classes: a teacher moves, phones follow and vote. README.md has the protocol in one page.

Nothing here knows Streamlit or the app: what a phone is shown, and in which language, is handed in by `ui.server`.
"""
