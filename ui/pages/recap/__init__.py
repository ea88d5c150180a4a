"""The page Summary: the key points of the course's chapters."""
