"""Engine results as Streamlit shows them: pure functions, and in `components` and `state` what imports Streamlit."""
