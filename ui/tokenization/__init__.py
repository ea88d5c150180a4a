"""The ways to make tokens, and to cut text by them."""
