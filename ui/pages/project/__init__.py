"""The project page: a tokenizer for the reader's language, chosen, measured, and defended."""
