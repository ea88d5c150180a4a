"""The page Special tokens: how their names in a text are read."""
