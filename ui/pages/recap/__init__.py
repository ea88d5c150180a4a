"""The page Summary: what the chapters of the course leave one with."""
