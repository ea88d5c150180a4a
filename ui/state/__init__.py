"""A session's choices, who stores them, and the specs of the pages on which they are made."""
