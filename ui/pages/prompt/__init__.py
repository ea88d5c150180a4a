"""The page The end of a prompt: a text as it is typed, and what its last tokens could be."""
