"""Tokenizers without an algorithm of their own, and code shared by several."""
