"""The page Encode: what is encoded, and by what."""
