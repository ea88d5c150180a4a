"""The page Project: a tokenizer for one's own language, chosen, measured, and defended."""
