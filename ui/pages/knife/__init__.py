"""The page Edit a vocabulary: remove and add tokens, and see which tokens no text can have."""
