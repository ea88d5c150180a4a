"""The page Class: a live class, as its teacher leads it."""
