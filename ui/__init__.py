"""The app: pure functions that turn engine results into views, and the few modules that import Streamlit."""
