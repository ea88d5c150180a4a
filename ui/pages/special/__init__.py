"""The page Special tokens: what becomes of their names in a text."""
