"""The page Your own tokens: a vocabulary that was typed, put to use."""
