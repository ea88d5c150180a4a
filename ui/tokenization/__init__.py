"""Tokenization as the app presents it: training algorithms and encodings."""
