"""A learner's page in a live class, for phones: the player and questions, without Streamlit."""
