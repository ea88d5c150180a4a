"""The page Code lengths: tokens in bits."""
