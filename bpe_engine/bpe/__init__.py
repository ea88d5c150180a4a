"""Byte-pair encoding: training, one merge at a time, and the resulting tokenizer."""
