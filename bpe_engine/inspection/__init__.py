"""What a tokenizer does to a text, layer by layer, and measures of it."""
