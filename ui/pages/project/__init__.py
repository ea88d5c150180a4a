"""The project page: a tokenizer for one's own language, chosen, measured, and defended."""
