"""Byte-pair encoding: training, one merge at a time, and the tokenizer that comes of it."""
