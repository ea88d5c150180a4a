"""The page Tokenizer check-up: what a tokenizer is, what is wrong with it, and what follows from it."""
