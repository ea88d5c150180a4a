"""The page Your own tokens: a typed vocabulary, applied to a text."""
