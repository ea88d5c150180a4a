"""The page Tokenizer files."""
