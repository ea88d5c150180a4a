"""Inspect a tokenizer: what it does to a text, layer by layer, and metrics."""
