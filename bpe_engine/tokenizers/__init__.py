"""Tokenizers that are no algorithm of their own, and what several share."""
