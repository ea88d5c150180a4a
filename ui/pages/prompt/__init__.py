"""The page How prompts end: a text as it is typed, and what its last tokens could be."""
