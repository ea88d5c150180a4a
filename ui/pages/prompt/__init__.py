"""The page How prompts end: a text while it is typed, and what its last tokens could be."""
