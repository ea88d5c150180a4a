"""The page that a learner of a live class has on a phone: the player, questions, and no Streamlit."""
